// The stages of a kernel on its way to the ISA, one page with a button per stage.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { escapeHtml, Panel } from "./panel";
import { Lowering, lowering } from "./protocol";

export class LoweringPanel {
  private readonly panel: Panel;

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.panel = new Panel(
      "fly.lowering",
      "Lowering",
      (message) => this.receive(message),
      () => (this.texts = []),
    );
  }

  async show(uri: vscode.Uri): Promise<void> {
    const client = this.client();
    if (!client) {
      void vscode.window.showErrorMessage("Fly: the language server is not running.");
      return;
    }
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: "Fly: lowering", cancellable: true },
      async (_progress, token) => {
        try {
          const result = await client.sendRequest(lowering, { textDocument: { uri: uri.toString() } }, token);
          if (result && !token.isCancellationRequested) {
            this.draw(result);
          }
        } catch (error) {
          if (!token.isCancellationRequested) {
            void vscode.window.showErrorMessage(`Fly: ${(error as Error).message}`);
          }
        }
      },
    );
  }

  private draw(result: Lowering): void {
    const stages = result.stages;
    const buttons = stages
      .map((stage, i) => `<button data-stage="${i}"${stage.error ? ' class="failed"' : ""}>${escapeHtml(stage.name)}</button>`)
      .join("");
    const pages = stages
      .map((stage, i) => {
        const passes = stage.passes
          .map(
            (pass) =>
              `<tr><td><code>${escapeHtml(pass.name)}</code></td><td>${pass.ms.toFixed(1)} ms</td>` +
              `<td>${pass.changed ? "changed" : ""}</td></tr>`,
          )
          .join("");
        return `<section id="stage${i}" hidden>
${stage.error ? `<p class="error">${escapeHtml(stage.error)}</p>` : ""}
<table>${passes}</table>
<p><a href="#" data-open="${i}">Open as text</a></p>
<pre>${escapeHtml(stage.text)}</pre></section>`;
      })
      .join("");
    this.texts = stages.map((stage) => stage.text);
    const chip = result.chip ? `Chip ${escapeHtml(result.chip)} (${escapeHtml(result.chipSource ?? "")})` : "No chip";
    this.panel.show(
      "Lowering",
      `nav { position: sticky; top: 0; padding: 0.5rem 0; background: var(--vscode-editor-background); }
button { color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground);
  border: 0; padding: 0.3rem 0.8rem; margin-right: 0.25rem; cursor: pointer; }
button[aria-pressed=true] { color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
button.failed { outline: 1px solid var(--vscode-errorForeground); }
pre { overflow-x: auto; }`,
      `<nav>${buttons}</nav><p class="note">${chip}</p>
${result.error ? `<p class="error">${escapeHtml(result.error)}</p>` : ""}${pages}`,
      `const show = (chosen) => {
  document.querySelectorAll("section").forEach((page, i) => (page.hidden = i !== chosen));
  document.querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-pressed", i === chosen));
};
document.querySelectorAll("button").forEach((button, i) => button.addEventListener("click", () => show(i)));
document.querySelectorAll("[data-open]").forEach((link) => link.addEventListener("click", (event) => {
  event.preventDefault();
  vscode.postMessage({ open: Number(link.dataset.open) });
}));
show(Math.max(0, document.querySelectorAll("section").length - 1));`,
    );
  }

  private texts: string[] = [];

  private receive(message: unknown): void {
    const index = (message as { open?: number }).open;
    if (index === undefined || this.texts[index] === undefined) {
      return;
    }
    void vscode.workspace
      .openTextDocument({ language: "mlir", content: this.texts[index] })
      .then((document) => vscode.window.showTextDocument(document, { preview: true }));
  }

  dispose(): void {
    this.panel.dispose();
  }
}
