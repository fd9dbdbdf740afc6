// Running the RUN lines of a test, on the user's click alone.

import { ChildProcess, spawn } from "child_process";
import * as fs from "fs";
import * as os from "os";
import * as path from "path";
import * as vscode from "vscode";
import { Server } from "./client";
import { expand } from "./findServer";
import { escaped, runLines, script, substitutions, unknownSubstitutions } from "./testScript";

export class TestRunner implements vscode.Disposable {
  private readonly output = vscode.window.createOutputChannel("Fly Tests");
  private running: ChildProcess | undefined;

  constructor(private readonly server: Server) {}

  async run(uri: vscode.Uri): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      const choice = await vscode.window.showWarningMessage(
        "Fly: the RUN lines of a test are commands of its author. Trust this workspace to run them.",
        "Manage Trust",
      );
      if (choice) {
        await vscode.commands.executeCommand("workbench.trust.manage");
      }
      return;
    }
    if (this.running) {
      void vscode.window.showInformationMessage("Fly: a test is running; cancel it first.");
      return;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const commands = runLines(document.getText());
    if (commands.length === 0) {
      void vscode.window.showInformationMessage("Fly: this text has no RUN lines.");
      return;
    }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fly-test-"));
    let file = uri.fsPath;
    this.output.clear();
    this.output.show(true);
    this.output.appendLine(`Running the RUN lines of ${file}`);
    if (uri.scheme !== "file") {
      file = path.join(folder, "unsaved.mlir");
      fs.writeFileSync(file, document.getText());
    } else if (document.isDirty) {
      await document.save();
    }
    if (escaped(path.dirname(file)) !== path.dirname(file)) {
      // Within quotes of a command no escape would help.
      const link = path.join(folder, "source");
      fs.symlinkSync(path.dirname(file), link);
      file = path.join(link, path.basename(file));
    }
    const settings = vscode.workspace.getConfiguration("fly.test", uri);
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
    const filled = (text: string): string => expand(text, root, process.env);
    const more = Object.entries(settings.get<Record<string, string>>("substitutions", {}));
    const known = substitutions(escaped(file), folder, Object.fromEntries(more.map(([name, text]) => [name, filled(text)])));
    const beside = this.server.program ? [path.dirname(this.server.program)] : [];
    const places = [...beside, ...settings.get<string[]>("path", []).map(filled)];

    const start = Date.now();
    const status = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Running ${path.basename(uri.fsPath)}`, cancellable: true },
      (_, cancel) => this.execute(script(commands, known), folder, places, cancel),
    );
    const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`;
    if (status === 0) {
      this.output.appendLine(`Passed: exit code 0 after ${seconds}`);
      fs.rmSync(folder, { recursive: true, force: true });
      return;
    }
    this.output.appendLine(
      typeof status === "number" ? `Failed: exit code ${status} after ${seconds}` : `${status} after ${seconds}`,
    );
    const unknown = unknownSubstitutions(commands, known);
    if (unknown.length > 0) {
      this.output.appendLine(`Not known here: ${unknown.join(", ")}; the setting fly.test.substitutions says what they stand for.`);
    }
    if (status === 127) {
      this.output.appendLine(`Programs are looked up in ${[...places, "PATH"].join(", ")}; the setting fly.test.path adds folders.`);
    }
    this.output.appendLine(`Its temporary files are in ${folder}`);
  }

  /** The exit code, or what ended the script instead. */
  private execute(
    text: string,
    folder: string,
    places: string[],
    cancel: vscode.CancellationToken,
  ): Promise<number | string> {
    return new Promise((resolve) => {
      // A group of its own, which ends as a whole.
      const child = spawn("bash", ["-c", text], {
        cwd: folder,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, PATH: [...places, process.env.PATH ?? ""].join(path.delimiter) },
      });
      this.running = child;
      const cancelling = cancel.onCancellationRequested(() => this.kill());
      const end = (result: number | string): void => {
        cancelling.dispose();
        this.running = undefined;
        resolve(cancel.isCancellationRequested ? "Cancelled" : result);
      };
      child.stdout.setEncoding("utf8").on("data", (data: string) => this.output.append(data));
      child.stderr.setEncoding("utf8").on("data", (data: string) => this.output.append(data));
      child.on("error", (error) => end(`Could not start bash: ${error.message}`));
      child.on("close", (code, signal) => end(code ?? `Ended by ${signal}`));
    });
  }

  private kill(): void {
    const group = this.running?.pid;
    if (group === undefined) {
      return;
    }
    const signal = (name: NodeJS.Signals): void => {
      try {
        process.kill(-group, name);
      } catch {
        // it has ended
      }
    };
    signal("SIGTERM");
    setTimeout(() => signal("SIGKILL"), 2000);
  }

  dispose(): void {
    this.kill();
    this.output.dispose();
  }
}
