#!/usr/bin/env python3
"""Follows every matrix instruction of a kernel's assembly back to its source line.

usage: debug_lines.py KERNEL.mlir MNEMONIC

Each instruction must carry the place of a `fly.gemm` or `fly.mma_atom_call` of the same file, each of these must have
instructions, and as many as the atom calls that it is expanded to (a multiple where LLVM unrolls the loop around it).
"""

import collections
import pathlib
import re
import subprocess
import sys

kernel, mnemonic = pathlib.Path(sys.argv[1]), sys.argv[2]
done = subprocess.run(["fly-compile", str(kernel), "--emit", "isa", "-g"], capture_output=True, text=True)
if done.returncode != 0:
    sys.exit(done.stderr)
source = kernel.read_text().splitlines()
lowered = subprocess.run(["fly-opt", str(kernel), "--fly-lower=to=layout", "--mlir-print-debuginfo",
                          "--mlir-print-local-scope"], capture_output=True, text=True, check=True).stdout
calls = collections.Counter(int(line) for line in re.findall(r"fly\.mma_atom_call.* loc\(\"[^\"]*\":(\d+):\d+\)", lowered))
found_lines = collections.Counter()
files = dict(re.findall(r'^\s*\.file\s+(\d+)\s+(.*)$', done.stdout, re.MULTILINE))
place, seen = None, 0
for line in done.stdout.splitlines():
    if found := re.match(r"\s*\.loc\s+(\d+)\s+(\d+)", line):
        place = found.groups()
    elif re.match(rf"\s+{re.escape(mnemonic)}\b", line):
        seen += 1
        if place is None:
            sys.exit(f"no place before: {line.strip()}")
        file, number = place[0], int(place[1])
        if kernel.name not in files.get(file, ""):
            sys.exit(f"{line.strip()} comes from file {files.get(file)}")
        text = source[number - 1] if 0 < number <= len(source) else ""
        if "fly.gemm" not in text and "fly.mma_atom_call" not in text:
            sys.exit(f"{line.strip()} comes from line {number}: {text.strip()[:80]!r}")
        found_lines[number] += 1
if seen == 0:
    sys.exit(f"assembly has no {mnemonic}")
if found_lines.keys() != calls.keys():
    sys.exit(f"instructions come from lines {sorted(found_lines)}, atom calls from {sorted(calls)}")
for number, count in found_lines.items():
    if count % calls[number] != 0:
        sys.exit(f"line {number}: {count} instructions of {calls[number]} atom calls")
print(f"{seen} {mnemonic} followed")
