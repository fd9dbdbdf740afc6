// A web view beside the editor. Its page is built once; what it shows is replaced without loading it again.

import * as fs from "fs";
import * as vscode from "vscode";
import { randomBytes } from "crypto";

export class Panel {
  private panel: vscode.WebviewPanel | undefined;
  private body = "";

  /** `media/panel.css`, `media/panel.js` and `media/NAME.js`, where it exists, are the page of the panel. */
  constructor(
    private readonly id: string,
    private readonly name: string,
    private readonly extension: vscode.Uri,
    private readonly onMessage: (message: unknown) => void,
    private readonly onClose: () => void = () => undefined,
  ) {}

  get isOpen(): boolean {
    return this.panel !== undefined;
  }

  show(title: string, body: string): void {
    this.body = body;
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel(
        this.id,
        title,
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, localResourceRoots: [], enableFindWidget: true },
      );
      this.panel.iconPath = vscode.Uri.joinPath(this.extension, "media", "icon.svg");
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        this.onClose();
      });
      this.panel.webview.onDidReceiveMessage((message: { ready?: boolean }) => {
        if (message.ready) {
          this.post({ body: this.body }); // also when a hidden panel comes back
        } else {
          this.onMessage(message);
        }
      });
      this.panel.webview.html = this.page();
    }
    this.panel.title = title;
    this.post({ body });
  }

  /** Brings an open panel to the front, without taking the focus. */
  reveal(): void {
    if (this.panel && !this.panel.visible) {
      this.panel.reveal(undefined, true);
    }
  }

  post(message: unknown): void {
    void this.panel?.webview.postMessage(message);
  }

  private page(): string {
    const read = (file: string): string => {
      const place = vscode.Uri.joinPath(this.extension, "media", file).fsPath;
      return fs.existsSync(place) ? fs.readFileSync(place, "utf8") : "";
    };
    const nonce = randomBytes(16).toString("hex");
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'nonce-${nonce}';">
<style>${read("panel.css")}</style>
</head>
<body data-panel="${this.name}"><main></main>
<script nonce="${nonce}">${read("panel.js")}
${read(`${this.name}.js`)}</script>
</body>
</html>`;
  }

  dispose(): void {
    this.panel?.dispose();
  }
}
