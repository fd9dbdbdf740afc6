#!/usr/bin/env python3
"""Compares the diagnostics of fly-opt with carets in the text.

usage: carets.py FILE.mlir

Below a line, `//   ^ error FLY104: text` says that a diagnostic of that kind and code points at the column of
the caret and that its message contains the text; `//   ^ note: text` likewise. Errors and warnings must
all be written, notes need not be. `^0 error: text` means the first column of the line.
"""
import re
import subprocess
import sys

path = sys.argv[1]
caret = re.compile(r"^(// *)\^(0?) (error|warning|note)(?: (FLY\d+))?: (.*)$")
expected, line = [], 0
for number, text in enumerate(open(path, encoding="utf-8"), 1):
    match = caret.match(text.rstrip("\n"))
    if not match:
        line = number
        continue
    column = 1 if match[2] else len(match[1]) + 1
    expected.append((line, column, match[3], match[4] or "", match[5]))

run = subprocess.run(["fly-opt", "--split-input-file", path, "-o", "/dev/null"], capture_output=True,
                     text=True, timeout=300)
if run.returncode not in (0, 1):
    sys.exit(f"fly-opt ended with status {run.returncode}\n{run.stderr[-2000:]}")
diagnostic = re.compile(r"^[^ ].*?:(\d+):(\d+): (error|warning|note): (.*?)(?: \[(FLY\d+)\])?$")
found = [(int(m[1]), int(m[2]), m[3], m[5] or "", m[4]) for m in map(diagnostic.match, run.stderr.splitlines())
         if m and "failed to infer returned types" not in m[4]]

failed = False
for want in expected:
    hit = next((f for f in found if f[:4] == want[:4] and want[4] in f[4]), None)
    if hit:
        found.remove(hit)
    else:
        failed = True
        print(f"{path}:{want[0]}:{want[1]}: not reported: {want[2]} {want[3]}: {want[4]}")
for left in found:
    if left[2] != "note":
        failed = True
        print(f"{path}:{left[0]}:{left[1]}: not expected: {left[2]} {left[3]}: {left[4]}")
print(f"{len(expected)} diagnostics in their places" if not failed else "failed")
sys.exit(failed)
