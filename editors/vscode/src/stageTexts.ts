// The texts of stages as read-only documents, for searching, comparing and copying.

import * as vscode from "vscode";

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

  uri(document: vscode.Uri, stage: string): vscode.Uri {
    const base = document.path.split("/").pop()?.replace(/\.mlir$/, "") ?? "kernel";
    // The query keeps files of the same name apart.
    return vscode.Uri.from({ scheme, path: `/${base}.${stage}${ending(stage)}`, query: document.toString() });
  }

  set(document: vscode.Uri, stage: string, text: string): void {
    const uri = this.uri(document, stage);
    this.texts.set(uri.toString(), text);
    this.change.fire(uri);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "// This lowering is no longer there; run Fly: Show Lowering again.\n";
  }

  dispose(): void {
    this.registration.dispose();
    this.change.dispose();
  }
}
