// The texts of stages as read-only documents, for searching, comparing and copying.

import * as vscode from "vscode";
import { withoutNumbers } from "./text";

const scheme = "fly-stage";

/** The ending that the text of a stage would have as a file. */
function ending(stage: string): string {
  return { "llvm-ir": ".ll", isa: ".s", obj: ".txt" }[stage] ?? ".mlir";
}

export class StageTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly change = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  readonly onDidChange = this.change.event;

  /** `plain`: the text in which numbered values are alike. */
  uri(document: vscode.Uri, stage: string, plain = false): vscode.Uri {
    const base = document.path.split("/").pop()?.replace(/\.\w+$/, "") ?? "kernel";
    // The query keeps files of the same name apart.
    return vscode.Uri.from({
      scheme,
      path: `/${base}.${stage}${ending(stage)}`,
      query: document.toString(),
      fragment: plain ? "plain" : "",
    });
  }

  set(document: vscode.Uri, stage: string, text: string): void {
    for (const plain of [false, true]) {
      const uri = this.uri(document, stage, plain);
      this.texts.set(uri.toString(), text);
      this.change.fire(uri);
    }
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const text = this.texts.get(uri.toString());
    if (text !== undefined) {
      return uri.fragment === "plain" ? withoutNumbers(text) : text;
    }
    return "// This lowering is no longer there; run Fly: Show Lowering again.\n";
  }

  dispose(): void {
    this.registration.dispose();
    this.change.dispose();
  }
}
