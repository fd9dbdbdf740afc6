// What a code such as FLY116 means, from the light bulb or the palette.

import * as vscode from "vscode";
import { Server } from "./client";
import { Panel } from "./panel";
import { explain, Explanation } from "./protocol";
import { escapeHtml } from "./text";

function codeOf(diagnostic: vscode.Diagnostic): string | undefined {
  const code = typeof diagnostic.code === "object" ? diagnostic.code.value : diagnostic.code;
  return typeof code === "string" && /^FLY\d+$/.test(code) ? code : undefined;
}

export class Explain implements vscode.CodeActionProvider {
  private readonly panel: Panel;

  constructor(
    private readonly server: Server,
    extension: vscode.Uri,
  ) {
    this.panel = new Panel("fly.explain", "explain", extension, () => undefined);
  }

  provideCodeActions(
    _document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const codes = new Set(context.diagnostics.map(codeOf).filter((code) => code !== undefined));
    return [...codes].map((code) => {
      const action = new vscode.CodeAction(`Explain ${code}`, vscode.CodeActionKind.QuickFix);
      action.command = { command: "fly.explain", title: action.title, arguments: [code] };
      action.diagnostics = context.diagnostics.filter((diagnostic) => codeOf(diagnostic) === code);
      return action;
    });
  }

  /** Explains the given code, else that at the cursor, else asks for one. */
  async show(given?: string): Promise<void> {
    const client = this.server.demand();
    if (!client) {
      return;
    }
    const code = given ?? this.atCursor() ?? (await vscode.window.showInputBox({ title: "Explain a code", value: "FLY" }));
    if (!code) {
      return;
    }
    const entry = await client.sendRequest(explain, { code: code.trim().toUpperCase() });
    if (entry) {
      this.draw(entry);
      this.panel.reveal();
    } else {
      void vscode.window.showInformationMessage(`Fly: there is no code ${code}.`);
    }
  }

  private atCursor(): string | undefined {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      return undefined;
    }
    return vscode.languages
      .getDiagnostics(editor.document.uri)
      .filter((diagnostic) => diagnostic.range.start.line <= editor.selection.active.line)
      .filter((diagnostic) => diagnostic.range.end.line >= editor.selection.active.line)
      .map(codeOf)
      .find((code) => code !== undefined);
  }

  private draw(entry: Explanation): void {
    const part = (title: string, text: string | undefined, code = false): string => {
      const body = escapeHtml(text ?? "");
      return text ? `<h2>${title}</h2>${code ? `<pre class="card">${body}</pre>` : `<p>${body}</p>`}` : "";
    };
    this.panel.show(
      entry.code,
      `<header><h1>${escapeHtml(entry.title)}</h1>
<p class="badges"><span class="badge ${entry.severity ?? "error"}">${escapeHtml(entry.code)}</span></p></header>
${part("Rule", entry.rule)}${part("Cause", entry.cause)}${part("Example", entry.example, true)}${part("Fix", entry.fix)}`,
    );
  }

  dispose(): void {
    this.panel.dispose();
  }
}
