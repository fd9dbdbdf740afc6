#!/usr/bin/env python3
"""Compiles a kernel with and without promotion of register memory and compares the instructions.

usage: two_paths.py KERNEL.mlir

Without `fly-convert-atom-call-to-ssa-form` and `fly-promote-regmem-to-vectorssa` every atom call goes
through its memory form; LLVM then promotes the allocas itself. The opcode sequences (registers erased)
must be the same.
"""

import re
import subprocess
import sys


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nfailed with status {done.returncode}:\n{done.stderr}")
    return done.stdout


def opcodes(passes):
    text = run("fly-opt", kernel, f"--pass-pipeline=builtin.module({','.join(passes)})")
    assembly = max(re.findall(r'assembly = "((?:[^"\\]|\\.)*)"', text), key=len)
    assembly = assembly.replace("\\0A", "\n").replace("\\09", "\t")
    return re.findall(r"^\s+([a-z]\w+)\b", assembly, re.MULTILINE)


kernel = sys.argv[1]
listing = run("fly-compile", kernel, "--emit", "isa", "--print-pipeline")
passes = [line.strip() for line in listing.splitlines() if line.startswith("  ")]
skipped = ("fly-convert-atom-call-to-ssa-form", "fly-promote-regmem-to-vectorssa")
values = opcodes(passes)
memory = opcodes([name for name in passes if name not in skipped])
if values != memory:
    sys.exit(f"{len(values)} instructions by value, {len(memory)} by memory")
print(f"{len(values)} instructions")
