// A web view beside the editor whose content follows a document.

import * as vscode from "vscode";

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

export class Panel {
  private panel: vscode.WebviewPanel | undefined;

  constructor(
    private readonly id: string,
    private readonly title: string,
    private readonly onMessage: (message: unknown) => void,
    private readonly onClose: () => void,
  ) {}

  get isOpen(): boolean {
    return this.panel !== undefined;
  }

  show(title: string, style: string, body: string, script = ""): void {
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel(
        this.id,
        this.title,
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: false },
      );
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        this.onClose();
      });
      this.panel.webview.onDidReceiveMessage(this.onMessage);
    }
    const nonce = Array.from({ length: 32 }, () => Math.floor(Math.random() * 36).toString(36)).join("");
    this.panel.title = title;
    this.panel.webview.html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'nonce-${nonce}';">
<style>
body { font-family: var(--vscode-font-family); color: var(--vscode-foreground); padding: 0 1rem 1rem; }
h1 { font-size: 1.15em; font-weight: 600; }
code, pre, td.layout { font-family: var(--vscode-editor-font-family); }
table { border-collapse: collapse; margin-bottom: 1rem; }
th, td { text-align: left; padding: 0.2rem 0.9rem 0.2rem 0; border-bottom: 1px solid var(--vscode-panel-border); }
.note { color: var(--vscode-descriptionForeground); }
.error { color: var(--vscode-errorForeground); white-space: pre-wrap; }
${style}
</style>
</head>
<body>${body}
<script nonce="${nonce}">const vscode = acquireVsCodeApi();${script}</script>
</body>
</html>`;
  }

  dispose(): void {
    this.panel?.dispose();
  }
}
