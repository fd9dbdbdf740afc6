#!/usr/bin/env python3
"""Runs every pass of a kernel's pipeline alone on the kernel as it is written, and behind each of the first stages.

usage: out_of_order.py KERNEL.mlir

A pass may accept what it gets. If it does not, every error names a place in the file and the pass that should have
run before; none is upstream's bare "failed to legalize", and nothing ends by a signal.
"""

import pathlib
import re
import subprocess
import sys

kernel = pathlib.Path(sys.argv[1])


def opt(text, pipeline):
    return subprocess.run(["fly-opt", "-", f"--pass-pipeline=builtin.module({pipeline})"], input=text,
                          capture_output=True, text=True)


listing = subprocess.run(["fly-compile", str(kernel), "--emit", "isa", "--print-pipeline"], capture_output=True,
                         text=True, check=True).stdout
passes = [line.strip() for line in listing.splitlines() if line.startswith("  ")]
faults, refused, text = [], 0, kernel.read_text()
# What is behind the signature, the layout and the ssa stage; the last one without the conversion.
for stage in ("source", "signature", "layout", "ssa"):
    text = subprocess.run(["fly-opt", str(kernel), f"--fly-lower=to={stage}"], capture_output=True, text=True,
                          check=True).stdout
    for name in passes:
        done = opt(text, name)
        if done.returncode not in (0, 1):
            faults.append(f"{stage}: {name}: status {done.returncode}\n{done.stderr[:500]}")
        errors = re.findall(r"^.*\berror: .*$", done.stderr, re.MULTILINE)
        refused += bool(errors)
        if done.returncode == 1 and not errors:
            faults.append(f"{stage}: {name}: fails without an error")
        for error in errors:
            if "failed to legalize" in error or not re.match(r"<stdin>:[1-9]\d*:[1-9]\d*: error: ", error):
                faults.append(f"{stage}: {name}: {error}")
            elif not re.search(r"must run before|; run [\w -]+ before", error):
                faults.append(f"{stage}: {name}: no pass is named: {error}")
print("\n".join(faults))
print(f"{len(passes)} passes, {refused} refusals")
sys.exit(1 if faults or not refused else 0)
