#!/usr/bin/env python3
"""Follows every matrix instruction of a kernel's assembly back to its source line.

usage: debug_lines.py KERNEL.mlir MNEMONIC

Each instruction must carry the place of a `fly.gemm` or `fly.mma_atom_call` of the same file.
"""

import pathlib
import re
import subprocess
import sys

kernel, mnemonic = pathlib.Path(sys.argv[1]), sys.argv[2]
done = subprocess.run(["fly-compile", str(kernel), "--emit", "isa", "-g"], capture_output=True, text=True)
if done.returncode != 0:
    sys.exit(done.stderr)
source = kernel.read_text().splitlines()
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
if seen == 0:
    sys.exit(f"assembly has no {mnemonic}")
print(f"{seen} {mnemonic} followed")
