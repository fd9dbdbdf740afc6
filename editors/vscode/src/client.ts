// Starting, stopping and restarting the language server.

import * as fs from "fs";
import * as vscode from "vscode";
import {
  CloseAction,
  CloseHandlerResult,
  DidChangeConfigurationNotification,
  ErrorAction,
  LanguageClient,
  LanguageClientOptions,
  State,
  StaticFeature,
} from "vscode-languageclient/node";
import * as path from "path";
import { expand, findServer, Found } from "./findServer";
import { Capabilities, Status, status } from "./protocol";
import { ServerProcess } from "./serverProcess";
import { chipText, dialectsText, fitHover } from "./text";

/** The settings that the server reads, in the shape of docs/protocol.md. */
export function settings(): object {
  const all = vscode.workspace.getConfiguration("fly");
  return {
    chip: all.get("chip", ""),
    hints: all.get("hints", {}),
    hover: all.get("hover", {}),
    pipeline: all.get("pipeline", {}),
  };
}

/** Whether the server can be asked about a document. */
export function isServed(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document?.languageId === "mlir" && ["file", "untitled"].includes(document.uri.scheme);
}

/** The folders whose programs may be started. */
function trustedFolders(): string[] {
  return vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath) : [];
}

/** The settings of the machine that the server runs on. */
async function openSettings(query: string): Promise<void> {
  const where = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  await vscode.commands.executeCommand(`workbench.action.${where}`, { query });
}

function locate(extension: vscode.Uri): Found {
  const isProgram = (candidate: string): boolean => {
    try {
      fs.accessSync(candidate, fs.constants.X_OK);
      return fs.statSync(candidate).isFile();
    } catch {
      return false;
    }
  };
  return findServer({
    configured: vscode.workspace.getConfiguration("fly").get("server.path", "fly-lsp-server"),
    folders: trustedFolders(),
    path: process.env.PATH ?? "",
    environment: process.env,
    bundled: path.join(extension.fsPath, "server", "bin", "fly-lsp-server"),
    isProgram,
  });
}

/** What the server says in a hover, with the way to the map where it drew one. */
function withMapLink(
  part: vscode.MarkdownString | vscode.MarkedString,
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.MarkdownString | vscode.MarkedString {
  if (!(part instanceof vscode.MarkdownString)) {
    return part;
  }
  const result = new vscode.MarkdownString(fitHover(part.value), true);
  if (/!\[[^\]]*\]\(data:/.test(part.value)) {
    const place = encodeURIComponent(JSON.stringify([document.uri.toString(), position.line, position.character]));
    result.isTrusted = { enabledCommands: ["fly.showMapAt"] };
    result.appendMarkdown(`\n\n[$(table) Show thread-value map](command:fly.showMapAt?${place})`);
  }
  return result;
}

/** Tells the server that this client has the command of its code lens. */
const testRunning: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = { ...capabilities.experimental, commands: { commands: ["fly.runTest"] } };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

/** Errors go to the output; what the user has to know is said by `Server`, once and with the ways out. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override info(message: string, data?: unknown): void {
    // The library puts the wish for a notification where data belongs.
    super.info(message, typeof data === "boolean" ? undefined : data, false);
  }
}

export type ServerState = "starting" | "running" | "missing" | "stopped";

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private process: ServerProcess | undefined;
  private ran = false;
  private readonly chips = new Map<string, string>();
  private queue: Promise<void> = Promise.resolve();
  private readonly stateChange = new vscode.EventEmitter<ServerState>();
  private readonly statusChange = new vscode.EventEmitter<Status>();

  readonly onState = this.stateChange.event;
  readonly onStatus = this.statusChange.event;

  /** The program that runs, and what it calls itself. */
  program: string | undefined;
  version: string | undefined;

  constructor(
    private readonly output: vscode.LogOutputChannel,
    private readonly extension: vscode.Uri,
  ) {}

  /** The running client; without one it says so to the user and gives undefined. */
  demand(): LanguageClient | undefined {
    const client = this.running;
    if (!client) {
      void vscode.window
        .showErrorMessage("Fly: the language server is not running.", "Restart", "Show Output")
        .then((choice) => {
          if (choice) {
            return vscode.commands.executeCommand(choice === "Restart" ? "fly.restartServer" : "fly.showOutput");
          }
          return undefined;
        });
    }
    return client;
  }

  get running(): LanguageClient | undefined {
    return this.client?.state === State.Running ? this.client : undefined;
  }

  /** Starts, or stops and starts again. Calls that overlap run one after the other. */
  restart(): Promise<void> {
    this.queue = this.queue.then(() => this.restartNow()).catch((error) => this.output.error(String(error)));
    return this.queue;
  }

  /** Tells the server of changed settings; one that starts asks for them itself. */
  async configure(): Promise<void> {
    await this.running?.sendNotification(DidChangeConfigurationNotification.type, { settings: { fly: settings() } });
  }

  private async restartNow(): Promise<void> {
    await this.stop();
    this.chips.clear();
    const found = locate(this.extension);
    this.program = found.program;
    if (!found.program) {
      this.stateChange.fire("missing");
      this.output.warn(`fly-lsp-server was not found. Looked at:\n  ${found.tried.join("\n  ") || "nothing"}`);
      void this.sayMissing();
      return;
    }
    this.stateChange.fire("starting");
    this.output.info(`Starting ${found.program}`);
    this.ran = false;
    const process = new ServerProcess(found.program, this.programArguments());
    this.process = process;
    const client = this.create(process);
    this.client = client;
    client.onNotification(status, (state) => {
      this.sayChip(state);
      this.statusChange.fire(state);
    });
    client.onDidChangeState(({ newState }) => {
      if (this.client === client && newState !== State.Starting) {
        this.stateChange.fire(newState === State.Running ? "running" : "stopped");
      }
    });
    try {
      await client.start();
      if (client.state !== State.Running) {
        throw new Error(await process.reason());
      }
      this.ran = true;
      this.introduce(client, found.program);
    } catch (error) {
      this.stateChange.fire("stopped");
      this.say(`${found.program} did not start: ${(error as Error).message}.`);
    }
  }

  /** The server has ended by itself. */
  private async closed(process: ServerProcess): Promise<CloseHandlerResult> {
    if (!this.ran) {
      return { action: CloseAction.DoNotRestart, handled: true }; // `restartNow` says why
    }
    const reason = await process.reason();
    if (process.mayRestart()) {
      return { action: CloseAction.Restart, handled: true, message: `The language server ${reason}. It starts again.` };
    }
    this.say(`the language server ends again and again. Last time it ${reason}.`);
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private say(message: string): void {
    this.output.error(message);
    void vscode.window.showErrorMessage(`Fly: ${message}`, "Restart", "Show Output", "Open Settings").then((choice) => {
      if (choice === "Restart") {
        void this.restart();
      } else if (choice === "Show Output") {
        this.output.show();
      } else if (choice) {
        void openSettings("fly.server");
      }
    });
  }

  private programArguments(): string[] {
    const [folder = ""] = trustedFolders();
    return vscode.workspace
      .getConfiguration("fly")
      .get<string[]>("server.arguments", [])
      .map((argument) => expand(argument, folder, process.env));
  }

  /** Who serves, from where, what, and for which chip: the first thing to know when something is odd. */
  private introduce(client: LanguageClient, program: string): void {
    const info = client.initializeResult?.serverInfo;
    this.version = `${info?.name ?? "The server"} ${info?.version ?? "of an unknown version"}`;
    const { fly } = (client.initializeResult?.capabilities.experimental ?? {}) as Capabilities;
    const chip = vscode.workspace.getConfiguration("fly").get("chip", "");
    this.output.info(`${this.version} serves MLIR from ${program}`);
    this.output.info(`Dialects: ${dialectsText(fly?.dialects ?? [])}`);
    this.output.info(
      `Chip: ${chip ? `${chip}, from the setting fly.chip` : "the setting fly.chip is empty, fly.json may name one"}; a gpu.module with a target has that`,
    );
  }

  /** The chip of each document, when it is known and when it changes. */
  private sayChip(state: Status): void {
    const chip = chipText(state.chip, state.chipSource);
    if (state.state === "idle" && this.chips.get(state.uri) !== chip) {
      this.chips.set(state.uri, chip);
      this.output.info(`${vscode.Uri.parse(state.uri).path}: ${chip}`);
    }
  }

  private create(process: ServerProcess): LanguageClient {
    const options: LanguageClientOptions = {
      documentSelector: [
        { scheme: "file", language: "mlir" },
        { scheme: "untitled", language: "mlir" },
      ],
      initializationOptions: settings(),
      outputChannel: this.output,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.closed(process),
      },
      middleware: {
        sendRequest: (type, parameters, token, next) => {
          process.lastRequest = typeof type === "string" ? type : type.method;
          return next(type, parameters, token);
        },
        provideCodeActions: async (document, range, context, token, next) =>
          // Codes are explained in a panel of ours, not in the page that the server would open.
          (await next(document, range, context, token))?.filter((action) =>
            typeof action.command === "string" || action.command?.command !== "fly.showRule"),
        provideHover: async (document, position, token, next) => {
          const hover = await next(document, position, token);
          return hover && new vscode.Hover(hover.contents.map((part) => withMapLink(part, document, position)), hover.range);
        },
      },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/fly.json") },
    };
    const client = new QuietClient("fly", "Fly Language Server", () => process.start(), options);
    client.registerFeature(testRunning);
    return client;
  }

  private async sayMissing(): Promise<void> {
    const configured = vscode.workspace.getConfiguration("fly").get("server.path", "");
    const choice = await vscode.window.showErrorMessage(
      `Fly: the language server '${configured}' was not found. Build it with ./dev build, or set fly.server.path ` +
        "to the program fly-lsp-server.",
      "Choose Program…",
      "Open Settings",
      "Show Output",
    );
    if (choice === "Open Settings") {
      await openSettings("fly.server.path");
    } else if (choice === "Show Output") {
      this.output.show();
    } else if (choice) {
      const chosen = await vscode.window.showOpenDialog({ title: "The program fly-lsp-server", openLabel: "Use" });
      if (chosen?.[0]) {
        // The change of the setting starts the server.
        await vscode.workspace
          .getConfiguration("fly")
          .update("server.path", chosen[0].fsPath, vscode.ConfigurationTarget.Global);
      }
    }
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // A server that has just died cannot be stopped; that is as good.
    await client?.dispose().catch(() => undefined);
    this.process?.kill();
    this.process = undefined;
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.stateChange.dispose();
    this.statusChange.dispose();
  }
}
