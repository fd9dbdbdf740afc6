#!/usr/bin/env python3
"""Kernels with hundreds of nested control flow operations around a register access, and kernels that move elements of
every width through registers: each goes to assembly for AMD and NVIDIA chips.
"""

import re
import subprocess
import sys

HEAD = """gpu.module @a {
  gpu.func @k(%p: !fly.ptr<f32, global>, %c: i1, %f: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = fly.static : !fly.layout<4:1>
    %r = fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f32, register, 4:1>
    %t = fly.make_int_tuple() : () -> !fly.int_tuple<2>
"""
TAIL = """    %v = fly.memref.load(%r, %t) : (!fly.memref<f32, register, 4:1>, !fly.int_tuple<2>) -> f32
    fly.ptr.store(%v, %p) : (f32, !fly.ptr<f32, global>) -> ()
    gpu.return
  }
}
"""
BODY = "fly.memref.store(%f, %r, %t) : (f32, !fly.memref<f32, register, 4:1>, !fly.int_tuple<2>) -> ()\n"


def deep(kind, depth):
    opening = {"if": "scf.if %c {\n", "for": "scf.for %i = %c0 to %n step %c1 {\n",
               "while": "scf.while : () -> () {\n  scf.condition(%c)\n} do {\n"}[kind]
    closing = "scf.yield\n}\n" if kind == "while" else "}\n"
    text = "".join(opening.replace("%i", f"%i{level}") for level in range(depth))
    return HEAD + text + BODY + closing * depth + TAIL


def elements(kind, count):
    return f"""gpu.module @a {{
  gpu.func @k(%p: !fly.memref<{kind}, global, {count}:1, align<16>>, %q: !fly.memref<{kind}, global, {count}:1, align<16>>, %i: i32) kernel {{
    %l = fly.static : !fly.layout<{count}:1>
    %r = fly.memref.alloca(%l) : (!fly.layout<{count}:1>) -> !fly.memref<{kind}, register, {count}:1>
    %t = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
    %v = fly.memref.load(%p, %t) : (!fly.memref<{kind}, global, {count}:1, align<16>>, !fly.int_tuple<?>) -> {kind}
    %z = fly.make_int_tuple() : () -> !fly.int_tuple<1>
    fly.memref.store(%v, %r, %z) : ({kind}, !fly.memref<{kind}, register, {count}:1>, !fly.int_tuple<1>) -> ()
    %w = fly.memref.load_vec(%r) : (!fly.memref<{kind}, register, {count}:1>) -> vector<{count}x{kind}>
    fly.memref.store_vec(%w, %q) : (vector<{count}x{kind}>, !fly.memref<{kind}, global, {count}:1, align<16>>) -> ()
    gpu.return
  }}
}}
"""


CASES = {"nested if": deep("if", 450), "nested for": deep("for", 300), "nested while": deep("while", 200)}
for kind, count in (("i1", 8), ("i4", 8), ("f4E2M1FN", 32), ("i8", 16), ("f8E4M3FN", 16), ("f8E5M2FNUZ", 16), ("i16", 8),
                    ("f16", 8), ("bf16", 8), ("i32", 4), ("f32", 4), ("i64", 2), ("f64", 2)):
    CASES[f"elements {kind}"] = elements(kind, count)
faults = 0
for name, text in CASES.items():
    for chip in ("gfx942", "sm_90a"):
        done = subprocess.run(["fly-compile", "-", "--chip", chip], input=text, capture_output=True, text=True)
        if done.returncode or not re.search(r"^k:|\.entry k\(", done.stdout, re.MULTILINE):
            faults += 1
            print(f"{name} on {chip}: status {done.returncode}\n{done.stderr[:600]}")
print(f"{len(CASES)} kernels, {faults} faults")
sys.exit(1 if faults else 0)
