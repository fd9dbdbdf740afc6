#!/usr/bin/env python3
"""Writes the summaries and descriptions of operations as a C++ table: {"fly.make_layout", "…", "…"},"""

import argparse
import json
import pathlib
import subprocess
import textwrap


def quoted(text):
    # One literal a line, and short enough for every compiler.
    lines = (text or "").split("\n")
    return "\n    ".join(json.dumps(line + ("\n" if i + 1 < len(lines) else ""), ensure_ascii=False)
                         for i, line in enumerate(lines)) or '""'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--output", required=True)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    entries = {}
    for name in arguments.files:
        if not pathlib.Path(name).exists():
            continue
        command = [arguments.tblgen, "--dump-json", name] + [f"-I{folder}" for entry in arguments.include
                                                           for folder in entry.split(";")]
        records = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        for key in records["!instanceof"].get("Op", []):
            record = records[key]
            dialect = records[record["opDialect"]["def"]]["name"]
            entries[f"{dialect}.{record['opName']}"] = (
                record.get("summary") or "", textwrap.dedent(record.get("description") or "").strip())
    with open(arguments.output, "w", encoding="utf-8") as out:
        for name in sorted(entries):
            summary, description = entries[name]
            out.write(f'{{"{name}",\n    {quoted(summary)},\n    {quoted(description)}}},\n')


if __name__ == "__main__":
    main()
