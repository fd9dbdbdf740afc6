// Entry point: starts the server and wires commands, panels and the status bar to it.

import * as vscode from "vscode";
import { selectChip } from "./chip";
import { isServed, Server } from "./client";
import { Explain } from "./explain";
import { LoweringPanel } from "./loweringPanel";
import { MapPanel } from "./mapPanel";
import { goToOperation } from "./operations";
import { TestRunner } from "./runTest";
import { StageTexts } from "./stageTexts";
import { StatusBar } from "./statusBar";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("Fly Language Server", { log: true });
  const { version } = context.extension.packageJSON as { version: string };
  output.info(`Fly Workbench ${version}`);
  server = new Server(output, context.extensionUri);
  const running = server;
  const bar = new StatusBar(server);
  const texts = new StageTexts();
  const map = new MapPanel(server, context.extensionUri);
  const lowering = new LoweringPanel(server, texts, context.extensionUri);
  const explain = new Explain(server, context.extensionUri);
  const tests = new TestRunner(server);
  context.subscriptions.push(output, bar, texts, map, lowering, explain, tests);

  const withEditor = (act: (editor: vscode.TextEditor) => Promise<void>) => async (): Promise<void> => {
    // A panel may have the focus; then the kernel beside it is meant.
    const editor =
      vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find((one) => isServed(one.document));
    if (isServed(editor?.document) && editor) {
      await act(editor);
    } else {
      void vscode.window.showInformationMessage("Fly: open an MLIR file first.");
    }
  };

  let timer: NodeJS.Timeout | undefined;
  context.subscriptions.push(
    vscode.commands.registerCommand("fly.showMap", withEditor((editor) => map.open(editor.document.uri, editor.selection.active))),
    vscode.commands.registerCommand("fly.showMapAt", (uri: string, line: number, character: number) =>
      map.open(vscode.Uri.parse(uri), new vscode.Position(line, character)),
    ),
    vscode.commands.registerCommand("fly.showLowering", withEditor((editor) => lowering.show(editor.document))),
    vscode.commands.registerCommand("fly.goToOperation", withEditor((editor) => goToOperation(running, editor))),
    vscode.commands.registerCommand("fly.runTest", (uri?: string) =>
      uri ? tests.run(vscode.Uri.parse(uri)) : withEditor((editor) => tests.run(editor.document.uri))(),
    ),
    vscode.commands.registerCommand("fly.explain", (code?: string) => explain.show(code)),
    vscode.commands.registerCommand("fly.selectChip", () => {
      const document = vscode.window.activeTextEditor?.document;
      return selectChip(running, document && bar.of(document.uri));
    }),
    vscode.commands.registerCommand("fly.restartServer", () => running.restart()),
    vscode.commands.registerCommand("fly.showOutput", () => output.show()),
    vscode.languages.registerCodeActionsProvider({ language: "mlir" }, explain, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    running.onStatus((status) => {
      if (status.state === "idle") {
        void map.analysed(status.uri);
      }
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (isServed(textEditor.document)) {
        clearTimeout(timer);
        timer = setTimeout(() => {
          void map.follow(textEditor);
          lowering.follow(textEditor);
        }, 120);
      }
    }),
    vscode.window.onDidChangeActiveColorTheme(() => void map.refresh()),
    vscode.workspace.onDidChangeTextDocument(({ document }) => lowering.edited(document)),
    vscode.workspace.onDidSaveTextDocument((document) => lowering.saved(document)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("fly.server")) {
        await running.restart();
      } else if (event.affectsConfiguration("fly")) {
        await running.configure();
      }
    }),
  );
  await running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
}
