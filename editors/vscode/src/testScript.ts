// The RUN lines of a test as one shell script, the way lit reads them; nothing here needs the editor.

import * as path from "path";

/** The commands in their order, each with the lines that it goes on in. */
export function runLines(text: string): string[] {
  const commands: string[] = [];
  let open = false; // the line before ended in a backslash
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(\/\/|;|#)\s*END\.\s*$/.test(line)) {
      break;
    }
    const found = /RUN:(.*)$/.exec(line);
    if (!found) {
      continue;
    }
    let command = found[1].trim();
    const continues = command.endsWith("\\");
    if (continues) {
      command = command.slice(0, -1).trimEnd();
    }
    if (open) {
      commands[commands.length - 1] += ` ${command}`;
    } else {
      commands.push(command);
    }
    open = continues;
  }
  return commands.filter((command) => command !== "");
}

/** What `%s` and its like stand for. `more` is the setting `fly.test.substitutions`. */
export function substitutions(file: string, folder: string, more: Record<string, string> = {}): Map<string, string> {
  const { name, dir } = path.parse(file);
  const temporary = path.join(folder, `${name}.tmp`);
  return new Map([
    ["%%", "%"],
    ["%s", file],
    ["%S", dir],
    ["%p", dir],
    ["%t", temporary],
    ["%T", folder],
    ["%basename_t", path.basename(temporary)],
    ...Object.entries(more),
  ]);
}

export function substitute(command: string, known: Map<string, string>): string {
  const names = [...known.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
  return command.replace(pattern, (name) => known.get(name) ?? name);
}

/** Names that look like substitutions and are none, to name when a test fails. */
export function unknownSubstitutions(commands: string[], known: Map<string, string>): string[] {
  const names = commands.flatMap((command) => command.match(/%[A-Za-z]\w{2,}/g) ?? []);
  return [...new Set(names)].filter((name) => !known.has(name));
}

/** A path in a command: lit puts it there as it is, so blanks and the like have to be hidden from the shell. */
export function escaped(file: string): string {
  return file.replace(/[^\w./+@%:,=-]/gu, "\\$&");
}

export function quoted(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}

/** Says each command before it runs it, and ends with the first that fails. */
export function script(commands: string[], known: Map<string, string>): string {
  const steps = commands.map((command) => {
    const line = substitute(command, known);
    return `printf '%s\\n' ${quoted(`$ ${line}`)}\n{ ${line}\n} || exit`;
  });
  return ["set -o pipefail", ...steps].join("\n");
}
