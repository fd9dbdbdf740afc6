#!/usr/bin/env python3
"""Runs the standard pipeline pass by pass, each in its own fly-opt process, and compares the text with
that of `--fly-lower`.

usage: one_by_one.py KERNEL.mlir CHIP STAGE
"""

import subprocess
import sys


def run(command, text=None):
    done = subprocess.run(command, capture_output=True, text=True, input=text)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nfailed with status {done.returncode}:\n{done.stderr}")
    return done.stdout


kernel, chip, stage = sys.argv[1:]
listing = run(["fly-compile", kernel, "--chip", chip, "--emit", stage, "--print-pipeline"])
passes = [line.strip() for line in listing.splitlines() if line.startswith("  ")]
if not passes:
    sys.exit("the pipeline is empty")
text = run(["fly-opt", kernel])
for name in passes:
    text = run(["fly-opt", f"--pass-pipeline=builtin.module({name})"], text)
whole = run(["fly-opt", kernel, f"--fly-lower=chip={chip} to={stage}"])
if text != whole:
    import difflib
    sys.stdout.writelines(list(difflib.unified_diff(text.splitlines(True), whole.splitlines(True),
                                                    "one by one", "--fly-lower"))[:40])
    sys.exit("the texts differ")
