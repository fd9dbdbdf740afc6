// The stages of a kernel on its way to the ISA, one page for each.

import * as vscode from "vscode";
import { WorkDoneProgress } from "vscode-languageclient/node";
import { Server } from "./client";
import { Panel } from "./panel";
import { Lowering, lowering, LoweringError, StageRecord } from "./protocol";
import { StageTexts } from "./stageTexts";
import { chipText, counted, escapeHtml } from "./text";

interface Message {
  run?: boolean;
  stage?: string;
  wantText?: string;
  openText?: string;
  compare?: string;
  sourceLine?: number;
}

const stageButtons = `<button data-open-text title="Open the text of this stage in an editor">Open as text</button>
<button data-compare title="Compare with the stage before">Compare with previous</button>`;

/** More lines than these make the page slow; the text itself opens whole. */
const mostLines = 4000;

export class LoweringPanel {
  private readonly panel: Panel;
  private readonly marked: vscode.TextEditorDecorationType;
  private uri: vscode.Uri | undefined;
  private version = -1;
  private result: Lowering | undefined;
  private stage: string | undefined;
  private runs = 0;

  constructor(
    private readonly server: Server,
    private readonly texts: StageTexts,
    extension: vscode.Uri,
  ) {
    this.marked = vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    });
    this.panel = new Panel(
      "fly.lowering",
      "lowering",
      extension,
      (message) => void this.receive(message as Message),
      () => {
        this.result = undefined;
        this.uri = undefined;
      },
    );
  }

  /** `quiet`: after a save; it is not asked for, so it does not take the place of what is there when it fails. */
  async show(document: vscode.TextDocument, quiet = false): Promise<void> {
    const client = this.server.demand();
    if (!client) {
      return;
    }
    const run = ++this.runs;
    const token = `fly-lowering-${run}`;
    const name = document.uri.path.split("/").pop();
    const version = document.version;
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation[quiet ? "Window" : "Notification"], title: `Lowering ${name}`, cancellable: true },
      async (progress, cancel) => {
        let done = 0;
        const listener = client.onProgress(WorkDoneProgress.type, token, (value) => {
          if (value.kind === "report") {
            progress.report({ message: value.message, increment: (value.percentage ?? done) - done });
            done = value.percentage ?? done;
          }
        });
        try {
          const result = await client.sendRequest(
            lowering,
            { textDocument: { uri: document.uri.toString() }, workDoneToken: token },
            cancel,
          );
          if (quiet && result?.stages.length === 0) {
            return; // the mark of an old lowering stays
          }
          if (result && !cancel.isCancellationRequested && run === this.runs) {
            this.uri = document.uri;
            this.version = version;
            this.result = result;
            this.draw();
            if (!quiet) {
              this.panel.reveal();
            }
          }
        } catch (error) {
          if (!cancel.isCancellationRequested) {
            void vscode.window.showErrorMessage(`Fly: ${(error as Error).message}`);
          }
        } finally {
          listener.dispose();
        }
      },
    );
  }

  /** Lowers again when the document that is shown is saved. */
  async saved(document: vscode.TextDocument): Promise<void> {
    if (this.panel.isOpen && document.uri.toString() === this.uri?.toString() && document.version !== this.version) {
      await this.show(document, true);
    }
  }

  edited(document: vscode.TextDocument): void {
    if (this.panel.isOpen && document.uri.toString() === this.uri?.toString()) {
      this.panel.post({ outdated: document.version !== this.version });
    }
  }

  /** Lights up the lines of the stage that came from the line under the cursor. */
  follow(editor: vscode.TextEditor): void {
    if (this.panel.isOpen && editor.document.uri.toString() === this.uri?.toString()) {
      this.panel.post({ cursorLine: editor.selection.active.line });
    }
  }

  private draw(): void {
    const { uri, result } = this;
    if (!uri || !result) {
      return;
    }
    const stages = result.stages;
    stages.forEach((stage) => this.texts.set(uri, stage.name, stage.text));
    if (!stages.some((stage) => stage.name === this.stage)) {
      // The last readable text is what most people came for.
      this.stage = [...stages].reverse().find((stage) => stage.name !== "obj" && stage.text)?.name;
    }
    const total = stages.reduce((sum, stage) => sum + (stage.ms ?? 0), 0);
    const buttons = stages
      .map(
        (stage) => `<button data-stage="${escapeHtml(stage.name)}"${stage.error ? ' class="failed"' : ""}
 title="${escapeHtml(stage.contents ?? "")}"><span>${escapeHtml(stage.name)}</span>
<small>${stage.error ? "failed" : milliseconds(stage.ms ?? 0)}</small></button>`,
      )
      .join("");
    this.panel.show(
      `Lowering of ${uri.path.split("/").pop()}`,
      `<header><h1>Lowering of ${escapeHtml(uri.path.split("/").pop() ?? "")}</h1>
<p class="badges"><span class="badge">${escapeHtml(chipText(result.chip, result.chipSource))}</span>
${stages.length ? `<span class="badge">${counted(stages.length, "stage")} in ${milliseconds(total)}</span>` : ""}
<span class="badge warning" id="outdated" hidden>the file has changed since</span></p></header>
${result.error ? errorHtml(result.error) : ""}
<nav class="steps">${buttons}</nav>
<div class="toolbar"><button data-run title="Lower the file again">Run again</button>
${stages.length ? stageButtons : ""}</div>
${stages.map((stage) => this.stageHtml(stage, stage.error === result.error ? undefined : stage.error)).join("")}`,
    );
    this.panel.post({ show: this.stage });
  }

  private stageHtml(stage: StageRecord, error: LoweringError | undefined): string {
    const passes = stage.passes
      .map(
        (pass) => `<tr><td class="code">${escapeHtml(pass.name)}</td><td class="number">${milliseconds(pass.ms)}</td>
<td class="number">${pass.operations !== undefined ? counted(pass.operations, "operation") : ""}</td>
<td>${pass.error ? `<span class="error">${escapeHtml(pass.error)}</span>` : pass.changed ? "changed" : '<span class="note">unchanged</span>'}</td></tr>`,
      )
      .join("");
    const counts = (stage.counts ?? [])
      .slice(0, 8)
      .map(([name, count]) => `<span class="badge code">${escapeHtml(name)} <b>${count}</b></span>`)
      .join("");
    const facts = [
      stage.contents ?? "",
      stage.operations ? counted(stage.operations, "operation") : "",
      counted(stage.text.split("\n").filter(Boolean).length, "line"),
    ].filter(Boolean);
    return `<section data-page="${escapeHtml(stage.name)}" hidden>
${error && error.message !== this.result?.error?.message ? errorHtml(error) : ""}
<p class="note">${escapeHtml(facts.join(" · "))}</p>
${counts ? `<p class="badges">${counts}</p>` : ""}
${passes ? `<details><summary>${counted(stage.passes.length, "pass", "passes")}</summary><table>${passes}</table></details>` : ""}
<div class="text card code" tabindex="0" aria-label="Text of the stage; up and down choose a line, Enter goes to its source"></div></section>`;
  }

  private async receive(message: Message): Promise<void> {
    const { uri, result } = this;
    if (!uri || !result) {
      return;
    }
    const stageOf = (name: string | undefined): StageRecord | undefined => result.stages.find((stage) => stage.name === name);
    if (message.stage !== undefined) {
      this.stage = message.stage;
    }
    const wanted = stageOf(message.wantText);
    if (wanted) {
      const lines = wanted.text.split("\n");
      if (lines[lines.length - 1] === "") {
        lines.pop();
      }
      const editor = vscode.window.visibleTextEditors.find((one) => one.document.uri.toString() === uri.toString());
      this.panel.post({
        text: wanted.name,
        lines: lines.slice(0, mostLines),
        more: Math.max(0, lines.length - mostLines),
        sourceMap: wanted.sourceMap ?? [],
        cursorLine: editor?.selection.active.line,
      });
    }
    const opened = stageOf(message.openText);
    if (opened) {
      const document = await vscode.workspace.openTextDocument(this.texts.uri(uri, opened.name));
      await vscode.window.showTextDocument(document, { preview: true });
    }
    const compared = stageOf(message.compare);
    if (compared) {
      const before = result.stages[result.stages.indexOf(compared) - 1];
      if (!before) {
        void vscode.window.showInformationMessage(`Fly: ${compared.name} is the first stage.`);
        return;
      }
      await vscode.commands.executeCommand(
        "vscode.diff",
        this.texts.uri(uri, before.name, true),
        this.texts.uri(uri, compared.name, true),
        `${before.name} ↔ ${compared.name} (without value numbers)`,
      );
    }
    if (message.sourceLine !== undefined) {
      await this.reveal(uri, message.sourceLine);
    }
    if (message.run) {
      await this.show(await vscode.workspace.openTextDocument(uri));
    }
  }

  private async reveal(uri: vscode.Uri, line: number): Promise<void> {
    const open = vscode.window.visibleTextEditors.find((one) => one.document.uri.toString() === uri.toString());
    const editor = await vscode.window.showTextDocument(uri, {
      viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
      preserveFocus: true,
    });
    const range = new vscode.Range(line, 0, line, 0);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    editor.setDecorations(this.marked, [range]);
    setTimeout(() => editor.setDecorations(this.marked, []), 2000);
  }

  dispose(): void {
    this.panel.dispose();
    this.marked.dispose();
  }
}

function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function errorHtml(error: LoweringError): string {
  const what = {
    failed: "failed",
    crashed: "crashed",
    timeout: "took too long",
    memory: "took too much memory",
    input: "cannot start with this text",
    cancelled: "was cancelled",
  }[error.kind];
  const where = [error.pass ? `pass ${error.pass}` : "", error.stage ? `stage ${error.stage}` : ""].filter(Boolean);
  const line =
    error.line !== undefined
      ? ` <button class="link" data-source="${error.line}">line ${error.line + 1}</button>`
      : "";
  const notes = (error.notes ?? []).map((note) => `<li>${escapeHtml(note)}</li>`).join("");
  return `<div class="alert"><b>The pipeline ${what}</b>${where.length ? ` in ${escapeHtml(where.join(", "))}` : ""}${line}
<p>${escapeHtml(error.message)}${error.code && !error.message.includes(error.code) ? ` [${escapeHtml(error.code)}]` : ""}</p>
${notes ? `<ul>${notes}</ul>` : ""}</div>`;
}
