// One item: the chip of the document in front, and how its analysis stands.

import * as vscode from "vscode";
import { isServed, Server, ServerState } from "./client";
import { Status } from "./protocol";
import { chipText } from "./text";

export class StatusBar implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly states = new Map<string, Status>();
  private readonly subscriptions: vscode.Disposable[];
  private server: ServerState = "starting";

  constructor(private readonly client: Server) {
    this.item = vscode.window.createStatusBarItem("fly.status", vscode.StatusBarAlignment.Right, 90);
    this.item.name = "Fly";
    this.subscriptions = [
      this.item,
      client.onState((state) => {
        this.server = state;
        if (state !== "running") {
          this.states.clear();
        }
        this.draw();
      }),
      client.onStatus((state) => {
        this.states.set(state.uri, state);
        this.draw();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
      vscode.workspace.onDidCloseTextDocument((document) => this.states.delete(document.uri.toString())),
    ];
    this.draw();
  }

  /** What the server last said of a document. */
  of(uri: vscode.Uri): Status | undefined {
    return this.states.get(uri.toString());
  }

  private draw(): void {
    // While a panel has the focus, the item stays that of the kernel beside it.
    const document = (
      vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find((one) => isServed(one.document))
    )?.document;
    if (!isServed(document)) {
      this.item.hide();
      return;
    }
    const state = this.of(document.uri);
    const tooltip = new vscode.MarkdownString("", true);
    tooltip.isTrusted = { enabledCommands: ["fly.selectChip", "fly.showLowering", "fly.restartServer", "fly.showOutput"] };
    this.item.backgroundColor = undefined;
    this.item.command = "fly.selectChip";
    const stopped: Partial<Record<ServerState, [text: string, say: string]>> = {
      starting: ["$(sync~spin) Fly", "The language server is starting."],
      missing: ["$(error) Fly: no server", "The language server was not found. Click to look again."],
      stopped: ["$(error) Fly: stopped", "The language server has stopped. Click to start it."],
    };
    const problem = stopped[this.server];
    if (problem) {
      this.item.text = problem[0];
      tooltip.appendText(problem[1]);
      if (this.server !== "starting") {
        this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
        this.item.command = "fly.restartServer";
      }
    } else {
      const icon =
        state?.state === "failed"
          ? "$(error)"
          : state?.state === "analysing"
            ? "$(sync~spin)"
            : state?.stale
              ? "$(history)"
              : "$(circuit-board)";
      this.item.text = `${icon} ${state?.chip || "no chip"}${state?.stale ? " (stale)" : ""}`;
      tooltip.appendMarkdown(`**Chip:** ${chipText(state?.chip, state?.chipSource)}\n\n`);
      if (state?.stale) {
        tooltip.appendMarkdown("$(history) A piece of the text is broken; it is answered from what it was before.\n\n");
      }
      if (state?.message) {
        tooltip.appendText(state.message);
        tooltip.appendMarkdown("\n\n");
      }
      if (state?.state === "failed") {
        this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
      }
      if (state?.milliseconds !== undefined) {
        tooltip.appendMarkdown(`Analysed in ${state.milliseconds.toFixed(state.milliseconds < 10 ? 1 : 0)} ms\n\n`);
      }
      tooltip.appendMarkdown("[Select chip](command:fly.selectChip) · [Show lowering](command:fly.showLowering)\n\n");
    }
    if (this.client.running && this.client.version) {
      tooltip.appendText(`${this.client.version}, ${this.client.program}`);
    }
    tooltip.appendMarkdown("\n\n[Restart server](command:fly.restartServer) · [Output](command:fly.showOutput)");
    this.item.tooltip = tooltip;
    this.item.show();
  }

  dispose(): void {
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }
}
