// Entry point: starts the server and wires commands, panels and the status bar to it.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { createClient, findServer, settings } from "./client";
import { LoweringPanel } from "./loweringPanel";
import { MapPanel } from "./mapPanel";
import { Status, status } from "./protocol";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("Fly Language Server");
  const bar = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right, 90);
  bar.command = "fly.selectChip";
  const map = new MapPanel(() => client);
  const loweringPanel = new LoweringPanel(() => client);
  context.subscriptions.push(output, bar, { dispose: () => map.dispose() }, { dispose: () => loweringPanel.dispose() });

  const showStatus = (state: Status): void => {
    bar.text = `$(circuit-board) ${state.chip || "no chip"}${state.stale ? " (stale)" : ""}`;
    bar.tooltip = [state.chip ? `Chip from ${state.chipSource ?? "unknown"}` : "No chip is set", state.message]
      .filter(Boolean)
      .join("\n");
  };

  const start = async (): Promise<void> => {
    const program = findServer();
    if (!program) {
      const choice = await vscode.window.showErrorMessage(
        "Fly: the language server was not found. Set fly.server.path to fly-lsp-server.",
        "Open Settings",
      );
      if (choice) {
        await vscode.commands.executeCommand("workbench.action.openSettings", "fly.server.path");
      }
      return;
    }
    client = createClient(program, output);
    client.onNotification(status, showStatus);
    await client.start();
  };

  const restart = async (): Promise<void> => {
    await client?.dispose();
    client = undefined;
    await start();
  };

  const activeEditor = (): vscode.TextEditor | undefined => {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId === "mlir") {
      return editor;
    }
    void vscode.window.showInformationMessage("Fly: open an .mlir file first.");
    return undefined;
  };

  let timer: NodeJS.Timeout | undefined;
  context.subscriptions.push(
    vscode.commands.registerCommand("fly.showMap", async () => {
      const editor = activeEditor();
      if (editor) {
        await map.follow(editor, true);
      }
    }),
    vscode.commands.registerCommand("fly.showLowering", async () => {
      const editor = activeEditor();
      if (editor) {
        await loweringPanel.show(editor.document.uri);
      }
    }),
    vscode.commands.registerCommand("fly.selectChip", async () => {
      const chip = await vscode.window.showInputBox({
        title: "Chip for modules that name none",
        prompt: "Such as gfx942, gfx1100 or sm_90; empty to leave it to fly.json",
        value: settings().chip,
      });
      if (chip !== undefined) {
        const target = vscode.workspace.workspaceFolders
          ? vscode.ConfigurationTarget.Workspace
          : vscode.ConfigurationTarget.Global;
        await vscode.workspace.getConfiguration("fly").update("chip", chip.trim(), target);
      }
    }),
    vscode.commands.registerCommand("fly.restartServer", restart),
    vscode.commands.registerCommand("fly.showOutput", () => output.show()),
    vscode.window.onDidChangeTextEditorSelection((event) => {
      if (event.textEditor.document.languageId === "mlir") {
        clearTimeout(timer);
        timer = setTimeout(() => void map.follow(event.textEditor), 150);
      }
    }),
    vscode.window.onDidChangeActiveColorTheme(() => void map.refresh()),
    vscode.window.onDidChangeActiveTextEditor((editor) =>
      editor?.document.languageId === "mlir" ? bar.show() : bar.hide(),
    ),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("fly.server")) {
        await restart();
      }
    }),
  );
  showStatus({ uri: "" });
  if (vscode.window.activeTextEditor?.document.languageId === "mlir") {
    bar.show();
  }
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
