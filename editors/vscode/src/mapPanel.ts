// The thread-value map of the operation under the cursor. The server draws it; this file only frames it.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { escapeHtml, Panel } from "./panel";
import { ThreadValueMap, threadValueMap } from "./protocol";

export class MapPanel {
  private readonly panel: Panel;
  private place: { uri: vscode.Uri; position: vscode.Position } | undefined;
  private thread: number | undefined;
  private generation = 0;

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.panel = new Panel(
      "fly.map",
      "Thread-Value Map",
      (message) => this.receive(message),
      () => (this.place = undefined),
    );
  }

  /** Follows the cursor once the panel is open. */
  async follow(editor: vscode.TextEditor, open = false): Promise<void> {
    if (!open && !this.panel.isOpen) {
      return;
    }
    this.place = { uri: editor.document.uri, position: editor.selection.active };
    await this.refresh(open);
  }

  /** Draws again, for instance after an edit or a change of the colour theme. */
  async refresh(say = false): Promise<void> {
    const client = this.client();
    if (!client || !this.place) {
      return;
    }
    const generation = ++this.generation;
    const kind = vscode.window.activeColorTheme.kind;
    const light = kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight;
    let map: ThreadValueMap | null;
    try {
      map = await client.sendRequest(threadValueMap, {
        textDocument: { uri: this.place.uri.toString() },
        position: { line: this.place.position.line, character: this.place.position.character },
        picture: { theme: light ? "light" : "dark", thread: this.thread },
      });
    } catch (error) {
      if (say) {
        void vscode.window.showErrorMessage(`Fly: ${(error as Error).message}`);
      }
      return;
    }
    if (generation !== this.generation) {
      return; // a newer request is under way
    }
    if (!map) {
      if (say) {
        void vscode.window.showInformationMessage("Fly: there is no atom or tiled operation under the cursor.");
      }
      return; // keep the last picture
    }
    this.draw(map);
  }

  private draw(map: ThreadValueMap): void {
    const rows = map.operands
      .map(
        (operand) =>
          `<tr><td>${escapeHtml(operand.name)}</td><td>${operand.tile.join(" x ")}</td>` +
          `<td>${operand.threads} x ${operand.values}</td><td class="layout">${escapeHtml(operand.layout)}</td></tr>`,
      )
      .join("");
    const picture = map.svg
      ? map.svg.replace(/^<\?xml[^>]*\?>/, "")
      : `<p class="note">${escapeHtml(map.pictureNote ?? "The server sent no picture.")}</p>`;
    this.panel.show(
      map.title ?? "Thread-Value Map",
      ".picture svg { max-width: 100%; height: auto; } label { margin-right: 0.5rem; }",
      `<h1><code>${escapeHtml(map.type)}</code></h1>
<table><tr><th>operand</th><th>tile</th><th>threads x values</th><th>layout</th></tr>${rows}</table>
<p><label for="thread">Highlight thread</label>
<input id="thread" type="number" min="0" value="${this.thread ?? ""}" placeholder="none"></p>
<div class="picture">${picture}</div>`,
      `document.getElementById("thread").addEventListener("change", (event) =>
         vscode.postMessage({ thread: event.target.value === "" ? null : Number(event.target.value) }));`,
    );
  }

  private receive(message: unknown): void {
    const thread = (message as { thread?: number | null }).thread;
    this.thread = thread === null ? undefined : thread;
    void this.refresh();
  }

  dispose(): void {
    this.panel.dispose();
  }
}
