#!/usr/bin/env python3
"""Writes the documentation of operations, types and attributes as a C++ table, by the name that stands in a
text: {"fly.make_layout", "summary", "description"}, {"!fly.layout", …}, {"#fly.layout", …}."""

import argparse
import json
import pathlib
import re
import subprocess
import textwrap


def quoted(text):
    # One literal a line, and short enough for every compiler.
    lines = (text or "").split("\n")
    return "\n    ".join(json.dumps(line + ("\n" if i + 1 < len(lines) else ""), ensure_ascii=False)
                         for i, line in enumerate(lines)) or '""'


def clean(text):
    text = textwrap.dedent((text or "").strip("\n").rstrip())
    # Links into the web pages of MLIR lead nowhere from a hover.
    text = re.sub(r"\[([^][]+)\]\((?!https?:)[^()\s]*\)", r"\1", text)
    return text.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--output", required=True)
    parser.add_argument("files", nargs="*", help="absolute, or relative to one of the include folders")
    arguments = parser.parse_args()
    folders = [pathlib.Path(folder) for entry in arguments.include for folder in entry.split(";") if folder]
    entries = {}
    for name in arguments.files:
        path = next((folder / name for folder in folders if (folder / name).exists()), None)
        if path is None:
            raise SystemExit(f"operation_docs.py: '{name}' is in none of the include folders")
        command = [arguments.tblgen, "--dump-json", str(path)] + [f"-I{folder}" for folder in folders]
        records = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

        def add(record, dialect, key):
            text = clean(record.get("description"))
            summary = " ".join((record.get("summary") or "").split())
            if summary or text:
                entries[key.format(records[record[dialect]["def"]]["name"])] = (summary, text)

        for key in records["!instanceof"].get("Op", []):
            add(records[key], "opDialect", f"{{}}.{records[key]['opName']}")
        for kind, sigil in (("TypeDef", "!"), ("AttrDef", "#")):
            for key in records["!instanceof"].get(kind, []):
                if records[key].get("mnemonic"):
                    add(records[key], "dialect", f"{sigil}{{}}.{records[key]['mnemonic']}")
    with open(arguments.output, "w", encoding="utf-8") as out:
        for name in sorted(entries):
            summary, description = entries[name]
            out.write(f'{{"{name}",\n    {quoted(summary)},\n    {quoted(description)}}},\n')


if __name__ == "__main__":
    main()
