// Where the language server is; nothing here needs the editor.

import * as os from "os";
import * as path from "path";

export interface Search {
  /** The setting `fly.server.path`. */
  configured: string;
  /** The folders of the workspace. */
  folders: string[];
  /** The variable `PATH`. */
  path: string;
  /** All variables, for `${env:NAME}`. */
  environment?: Record<string, string | undefined>;
  isProgram: (candidate: string) => boolean;
}

export interface Found {
  program: string | undefined;
  /** Every place that was looked at, in this order. */
  tried: string[];
}

export function findServer(search: Search): Found {
  const configured = search.configured.trim() || "fly-lsp-server";
  const tried: string[] = [];
  const candidates: string[] = [];
  const expand = (text: string, folder: string): string =>
    text
      .replace(/\$\{workspaceFolder\}/g, folder)
      .replace(/\$\{env:(\w+)\}/g, (_, name: string) => search.environment?.[name] ?? "")
      .replace(/^~(?=\/|$)/, os.homedir());

  if (configured.includes("${workspaceFolder}")) {
    candidates.push(...search.folders.map((folder) => expand(configured, folder)));
  } else {
    const name = expand(configured, "");
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
