// Where the language server is; nothing here needs the editor.

import * as os from "os";
import * as path from "path";

export interface Search {
  /** The setting `fly.server.path`. */
  configured: string;
  /** The folders of the workspace that may name or hold a program: none while it is not trusted. */
  folders: string[];
  /** The variable `PATH`. */
  path: string;
  /** All variables, for `${env:NAME}`. */
  environment?: Record<string, string | undefined>;
  /** The server that was packed with the extension, if any. */
  bundled?: string;
  isProgram: (candidate: string) => boolean;
}

export interface Found {
  program: string | undefined;
  /** Every place that was looked at, in this order. */
  tried: string[];
}

/** A setting with its `${workspaceFolder}`, `${env:NAME}` and `~` filled in. */
export function expand(text: string, folder: string, environment: Record<string, string | undefined> = {}): string {
  return text
    .replace(/\$\{workspaceFolder\}/g, () => folder)
    .replace(/\$\{env:(\w+)\}/g, (_, name: string) => environment[name] ?? "")
    .replace(/^~(?=\/|$)/, () => os.homedir());
}

export function findServer(search: Search): Found {
  const configured = search.configured.trim() || "fly-lsp-server";
  const tried: string[] = [];
  const candidates: string[] = [];

  if (configured.includes("${workspaceFolder}")) {
    candidates.push(...search.folders.map((folder) => expand(configured, folder, search.environment)));
  } else {
    const name = expand(configured, "", search.environment);
    if (path.isAbsolute(name)) {
      candidates.push(name);
    } else if (/[\\/]/.test(name)) {
      candidates.push(...search.folders.map((folder) => path.join(folder, name)));
    } else {
      const places = search.path.split(path.delimiter).filter((place) => place.length > 0);
      candidates.push(...places.map((place) => path.join(place, name)));
      // A checkout that was built with ./dev serves itself.
      for (const folder of search.folders) {
        for (const preset of ["release", "dev"]) {
          candidates.push(path.join(folder, "build", preset, "bin", name));
        }
      }
      if (search.bundled) {
        candidates.push(search.bundled);
      }
    }
  }
  for (const candidate of candidates) {
    tried.push(candidate);
    if (search.isProgram(candidate)) {
      return { program: candidate, tried };
    }
  }
  return { program: undefined, tried };
}
