#!/usr/bin/env python3
"""Feeds bad files to a tool: every one must end with exit status 1 and a clear first line.

usage: bad_input.py FOLDER TOOL [ARGUMENT...]

The file name goes where an argument is `{}`, at the end otherwise.
"""

import pathlib
import subprocess
import sys

folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
folder.mkdir(parents=True, exist_ok=True)

# name -> (contents or None for a missing file, text that the message must hold)
CASES = {
    "missing": (None, ("No such file", "no such file", "cannot open")),
    "empty": (b"", ("input is empty",)),
    "blank": (b"\n  \n", ("input is empty",)),
    "nul": (b"module {\n  // \0\n}\n", (":2:6: error: input holds a NUL byte",)),
    "binary": (bytes(range(1, 256)) * 4, ("not valid UTF-8",)),
    "utf8": (b"// ok\n// \xc3\x28\n", (":2:4: error: input is not valid UTF-8",)),
    "prose": (b"Call me Ishmael.\n", ("error:",)),
    "dialect": (b'"nowhere.op"() : () -> ()\n', ("1:1: error: dialect 'nowhere' of operation 'nowhere.op' is unknown",)),
    "dialect_word": (b'module {\n  arth.addi %a, %a : i32\n}\n',
                     ("2:3: error: dialect 'arth' of operation 'arth.addi' is unknown",)),
    "dialect_type": (b'func.func private @f(!nowhere.t<3>)\n',
                     ("1:22: error: dialect 'nowhere' of type '!nowhere.t' is unknown",)),
    "dialect_attribute": (b'module attributes {a = #nowhere.t<3>} {}\n',
                          ("1:24: error: dialect 'nowhere' of attribute '#nowhere.t' is unknown",)),
    "truncated": (b"func.func @f(%a: i32) -> i32 {\n  %b = arith.addi %a, %a : i", ("error:",)),
    "deep": (b"module attributes {a = " + b"[" * 10000 + b"]" * 10000 + b"} {}\n",
             ("nested more than 1000 deep",)),
    "deep_types": (b"func.func private @f(" + b"tuple<" * 10000 + b">" * 10000 + b")\n",
                   ("nested more than 1000 deep",)),
    "big": (b"// " + b"x" * (50 << 20) + b"\nmodule {}\n", ("the limit is",)),
}

faults = []
for name, (contents, expected) in CASES.items():
    path = folder / f"{name}.mlir"
    if contents is not None:
        path.write_bytes(contents)
    elif path.exists():
        path.unlink()
    line = [part.replace("{}", str(path)) for part in command]
    if line == command:
        line.append(str(path))
    done = subprocess.run(line, capture_output=True, text=True, errors="replace", timeout=120)
    first = done.stderr.strip().splitlines()[0] if done.stderr.strip() else ""
    if done.returncode != 1:
        faults.append(f"{name}: status {done.returncode}, expected 1: {done.stderr[:300]}")
    if not any(text in first for text in expected):
        faults.append(f"{name}: first line {first!r} holds none of {expected}")
    if "Stack dump" in done.stderr or "PLEASE submit" in done.stderr:
        faults.append(f"{name}: the tool crashed")
    if contents is not None and len(contents) > 1 << 20:
        path.unlink()
print("\n".join(faults))
sys.exit(1 if faults else 0)
