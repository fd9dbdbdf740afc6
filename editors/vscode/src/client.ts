// Starting, stopping and restarting the language server.

import * as fs from "fs";
import * as path from "path";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

export function settings(): { chip: string; hints: { enabled: boolean } } {
  const all = vscode.workspace.getConfiguration("fly");
  return { chip: all.get("chip", ""), hints: { enabled: all.get("hints.enabled", true) } };
}

/** The configured program as an absolute path, or undefined when it cannot be found. */
export function findServer(): string | undefined {
  const configured = vscode.workspace.getConfiguration("fly").get("server.path", "fly-lsp-server");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const expanded = configured.replace("${workspaceFolder}", folder ?? "");
  if (path.isAbsolute(expanded)) {
    return fs.existsSync(expanded) ? expanded : undefined;
  }
  // A checkout that was built with ./dev serves itself.
  const places = (process.env.PATH ?? "").split(path.delimiter);
  if (folder) {
    places.push(path.join(folder, "build", "dev", "bin"), folder);
  }
  return places
    .filter((place) => place.length > 0)
    .map((place) => path.join(place, expanded))
    .find((candidate) => fs.existsSync(candidate));
}

export function createClient(program: string, output: vscode.OutputChannel): LanguageClient {
  const run = {
    command: program,
    args: vscode.workspace.getConfiguration("fly").get<string[]>("server.arguments", []),
  };
  const server: ServerOptions = { run, debug: run };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "mlir" },
      { scheme: "untitled", language: "mlir" },
    ],
    initializationOptions: settings(),
    outputChannel: output,
    synchronize: {
      configurationSection: "fly",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/fly.json"),
    },
  };
  return new LanguageClient("fly", "Fly Language Server", server, options);
}
