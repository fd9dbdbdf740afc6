// The thread-value map of the operation under the cursor. The server draws it; this file only frames it.

import * as vscode from "vscode";
import { Server } from "./client";
import { Panel } from "./panel";
import { CursorState, PictureFormat, stateAtCursor, ThreadValueMap, threadValueMap } from "./protocol";
import { chipText, escapeHtml } from "./text";

interface Message {
  operand?: string;
  pinned?: boolean;
  exportAs?: PictureFormat;
  /** Goes to the operation; `keepFocus`: only to show it, the panel goes on. */
  reveal?: { keepFocus: boolean };
}

export class MapPanel {
  private readonly panel: Panel;
  private place: { uri: vscode.Uri; position: vscode.Position } | undefined;
  private map: ThreadValueMap | undefined;
  private operand = "";
  private pinned = false;
  private generation = 0;

  constructor(
    private readonly server: Server,
    extension: vscode.Uri,
  ) {
    this.panel = new Panel(
      "fly.map",
      "map",
      extension,
      (message) => void this.receive(message as Message),
      () => {
        this.place = undefined;
        this.map = undefined;
        this.pinned = false;
        this.operand = "";
      },
    );
  }

  /** Shows what is at the cursor, and follows it from then on. */
  async open(uri: vscode.Uri, position: vscode.Position): Promise<void> {
    if (this.server.demand()) {
      this.place = { uri, position };
      await this.refresh(true);
    }
  }

  async follow(editor: vscode.TextEditor): Promise<void> {
    if (this.panel.isOpen && !this.pinned) {
      this.place = { uri: editor.document.uri, position: editor.selection.active };
      await this.refresh();
    }
  }

  /** The server has analysed a document anew. */
  async analysed(uri: string): Promise<void> {
    if (this.panel.isOpen && this.place?.uri.toString() === uri) {
      await this.refresh();
    }
  }

  /** Draws again, for instance after an edit or a change of the colour theme. */
  async refresh(say = false): Promise<void> {
    const client = this.server.running;
    if (!client || !this.place) {
      return;
    }
    const generation = ++this.generation;
    const at = {
      textDocument: { uri: this.place.uri.toString() },
      position: { line: this.place.position.line, character: this.place.position.character },
    };
    let map: ThreadValueMap | null;
    let state: CursorState | null;
    try {
      const wanted = { ...at, picture: { theme: this.theme(), format: "svg" as const } };
      [map, state] = await Promise.all([
        client.sendRequest(threadValueMap, this.operand ? { ...wanted, operand: this.operand } : wanted),
        client.sendRequest(stateAtCursor, at),
      ]);
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
        void vscode.window.showInformationMessage(
          "Fly: nothing with a layout is under the cursor. Put it on an atom, a tiled operation, a layout or a memref.",
        );
      }
      return; // keep the last picture
    }
    if (this.operand && !map.operands.some((operand) => operand.name === this.operand)) {
      this.operand = ""; // of the operation that was shown before
      return this.refresh(say);
    }
    this.draw(map, state);
    if (say) {
      this.panel.reveal();
    }
  }

  private theme(): "light" | "dark" {
    const kind = vscode.window.activeColorTheme.kind;
    return kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight ? "light" : "dark";
  }

  private draw(map: ThreadValueMap, state: CursorState | null): void {
    // With one operand chosen the answer has that one alone; the table shows all.
    const known = this.operand && this.map?.type === map.type ? this.map.operands : map.operands;
    this.map = { ...map, operands: known };
    const badge = (text: string, kind = ""): string => `<span class="badge ${kind}">${escapeHtml(text)}</span>`;
    const badges = [
      map.stale ? badge("stale: the text is broken here, this is what it was before", "warning stale") : "",
      map.instruction ? badge(map.instruction, "code") : "",
      map.chip ? badge(chipText(map.chip, map.chipSource)) : "",
      map.chip && map.chips?.length && !map.chips.some((chip) => map.chip?.startsWith(chip))
        ? badge(`not on ${map.chip}; on ${map.chips.join(", ")}`, "error")
        : "",
    ].join("");
    const rows = known
      .map(
        (operand) => `<tr${operand.name === this.operand ? ' class="chosen"' : ""}>
<td><button class="link" data-operand="${escapeHtml(operand.name)}" title="Show this operand alone">${escapeHtml(operand.name)}</button></td>
<td class="whole">${operand.tile ? operand.tile.join(" × ") : ""}</td>
<td class="whole">${operand.threads !== undefined ? `${operand.threads} × ${operand.values}` : ""}</td>
<td class="code">${escapeHtml(operand.layout)}</td></tr>`,
      )
      .join("");
    const tiled = known.some((operand) => operand.tile);
    const facts = (state?.name === map.name ? (state?.facts ?? []) : [])
      .map((fact) => `<dt>${escapeHtml(fact.name)}</dt><dd>${escapeHtml(fact.value)}</dd>`)
      .join("");
    const picture = map.svg
      ? map.svg.replace(/^<\?xml[^>]*\?>/, "")
      : `<p class="note">${escapeHtml(map.pictureNote ?? "The server sent no picture.")}</p>`;
    const subject = [map.name, map.op].filter((text): text is string => text !== undefined);
    this.panel.show(
      map.name ? `Map of ${map.name}` : "Thread-Value Map",
      `<header>
<h1>${escapeHtml(map.title)}</h1>
<p class="subject">${subject.map((text) => `<code>${escapeHtml(text)}</code>`).join(" from ")}
${map.range ? '<button class="link" data-reveal>show in text</button>' : ""}</p>
<p class="badges">${badges}</p>
<pre class="type">${escapeHtml(map.type)}</pre>
</header>
<table><thead><tr><th>operand</th><th>${tiled ? "tile" : ""}</th><th>${tiled ? "threads × values" : ""}</th>
<th>layout${tiled ? " (thread, value)" : ""}</th></tr></thead><tbody>${rows}</tbody></table>
<div class="toolbar">
<button data-operand="" aria-pressed="${this.operand === ""}">All operands</button>
<button data-pin aria-pressed="${this.pinned}" title="Stay here while the cursor moves">Pin</button>
<button data-zoom aria-pressed="false" title="Between the width of the panel and full size">Full size</button>
<label>Thread <input id="thread" type="number" min="0" placeholder="none" title="Light up the elements of a thread"></label>
<label>Export <select id="export"><option value="">as…</option><option value="svg">SVG</option>
<option value="csv">CSV</option><option value="json">JSON</option><option value="text">Text</option>
<option value="tikz">TikZ</option><option value="typst">Typst</option></select></label>
</div>
<p class="readout note" aria-live="polite">Point at an element to see all of its thread; click to keep it lit.</p>
<div class="picture card">${picture}</div>
${facts ? `<h2>Facts</h2><dl>${facts}</dl>` : ""}`,
    );
  }

  private async receive(message: Message): Promise<void> {
    if (message.operand !== undefined) {
      this.operand = message.operand === this.operand ? "" : message.operand;
      await this.refresh();
    }
    if (message.pinned !== undefined) {
      this.pinned = message.pinned;
      await this.refresh(); // a body on its way may still have the old mark
    }
    if (message.reveal) {
      await this.reveal(message.reveal.keepFocus);
    }
    if (message.exportAs) {
      await this.export(message.exportAs);
    }
  }

  private async reveal(keepFocus: boolean): Promise<void> {
    const { place, map } = this;
    if (!place || !map?.range) {
      return;
    }
    const { start, end } = map.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const open = vscode.window.visibleTextEditors.find((one) => one.document.uri.toString() === place.uri.toString());
    if (keepFocus && open && range.contains(open.selection.active)) {
      open.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      return; // the cursor is there already
    }
    await vscode.window.showTextDocument(place.uri, {
      viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
      preserveFocus: keepFocus,
      selection: range,
    });
  }

  private async export(format: PictureFormat): Promise<void> {
    const client = this.server.demand();
    if (!client || !this.place) {
      return;
    }
    const map = await client.sendRequest(threadValueMap, {
      textDocument: { uri: this.place.uri.toString() },
      position: { line: this.place.position.line, character: this.place.position.character },
      operand: this.operand || undefined,
      picture: { format, theme: "light" },
    });
    const text = format === "svg" ? map?.svg : map?.picture;
    if (text === undefined) {
      void vscode.window.showWarningMessage(`Fly: ${map?.pictureNote ?? "there is nothing to export."}`);
      return;
    }
    const languages: Partial<Record<PictureFormat, string>> = { svg: "xml", json: "json", tikz: "latex" };
    const document = await vscode.workspace.openTextDocument({ language: languages[format] ?? "plaintext", content: text });
    await vscode.window.showTextDocument(document);
  }

  dispose(): void {
    this.panel.dispose();
  }
}
