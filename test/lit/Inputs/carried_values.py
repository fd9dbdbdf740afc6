#!/usr/bin/env python3
"""Values of every type that layouts, memory and atoms have, through every construct that can carry them (gap G2, G3).

usage: carried_values.py CHIP [FILE]

For each pair of a type and a construct a kernel is written that passes the value on and uses it behind; each goes to
assembly. With FILE the kernels are written there instead.
"""

import re
import subprocess
import sys

ATOM = "!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>"
PLAIN = "!fly.copy_atom<!fly.universal_copy<32>, 32>"


def pointer(kind):
    return kind, f"fly.ptr.store(%f, %v) : (f32, {kind}) -> ()"


def memref(kind):
    return kind, ("%t = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(?,1)>\n"
                  f"fly.memref.store(%f, %v, %t) : (f32, {kind}, !fly.int_tuple<(?,1)>) -> ()")


def scalar(kind, operation, result):
    return kind, (f"%n = {operation} : ({kind}) -> {result}\n%s = fly.get_scalar(%n) : ({result}) -> i32\n"
                  "%o = fly.make_int_tuple(%s) : (i32) -> !fly.int_tuple<?>\n"
                  "%q = fly.add_offset(%p, %o) : (!fly.ptr<f32, global>, !fly.int_tuple<?>) -> !fly.ptr<f32, global>\n"
                  "fly.ptr.store(%f, %q) : (f32, !fly.ptr<f32, global>) -> ()")


COORD = "!fly.coord_tensor<(?,0), (4,?):(1E0,1E1)>"
STATEFUL = ("%one = fly.static : !fly.layout<1:1>\n"
            "%view = fly.make_view(%fat, %one) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>, !fly.layout<1:1>) -> "
            "!fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>\n"
            "%regs = fly.memref.alloca(%one) : (!fly.layout<1:1>) -> !fly.memref<f32, register, 1:1>\n"
            "fly.copy_atom_call({atom}, %view, %regs) : ({type}, !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>, "
            "!fly.memref<f32, register, 1:1>) -> ()\n"
            "%back = fly.memref.load_vec(%regs) : (!fly.memref<f32, register, 1:1>) -> vector<1xf32>\n"
            "fly.ptr.store(%back, %p) : (vector<1xf32>, !fly.ptr<f32, global>) -> ()")
# name -> (type, use)
TYPES = {
    "pointer": pointer("!fly.ptr<f32, global>"),
    "shared": pointer("!fly.ptr<f32, shared, align<16>, S<3,3,3>>"),
    "buffer": pointer("!fly.ptr<f32, #fly_rocdl.buffer_desc>"),
    "memref": memref("!fly.memref<f32, global, (?,4):(4,1)>"),
    "static_memref": memref("!fly.memref<f32, global, (8,4):(4,1), align<16>>"),
    "buffer_memref": memref("!fly.memref<f32, #fly_rocdl.buffer_desc, (?,4):(?{i64},1)>"),
    "composed_memref": memref("!fly.memref<f32, shared, S<2,0,2> o ? o (8,?):(4,1)>"),
    "tuple": scalar("!fly.int_tuple<(4,?)>", "fly.get(%v) {mode = array<i32: 1>}", "!fly.int_tuple<?>"),
    "static_tuple": scalar("!fly.int_tuple<(4,8)>", "fly.get(%v) {mode = array<i32: 1>}", "!fly.int_tuple<8>"),
    "layout": scalar("!fly.layout<(4,?):(1,4)>", "fly.size(%v)", "!fly.int_tuple<?{div=4}>"),
    "coord_tensor": scalar(COORD, "fly.size(%v)", "!fly.int_tuple<?{div=4}>"),
    "stateful_atom": (ATOM, STATEFUL.format(atom="%v", type=ATOM)),
    "stateless_atom": (PLAIN, ""),
}


def kernels():
    for name, (kind, use) in TYPES.items():
        use = re.sub(r"^", "    ", use, flags=re.MULTILINE)
        arguments = (f"%a: {kind}, %b: {kind}, %c: i1, %num: index, %i: i32, %f: f32, %p: !fly.ptr<f32, global>, "
                     "%fat: !fly.ptr<f32, #fly_rocdl.buffer_desc>")
        low = "    %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n"
        yield f"{name}_for", kind, arguments, low + (
            f"    %v = scf.for %k = %c0 to %num step %c1 iter_args(%x = %a) -> ({kind}) {{\n"
            f"      %y = scf.if %c -> {kind} {{\n        scf.yield %x : {kind}\n      }} else {{\n"
            f"        scf.yield %b : {kind}\n      }}\n      scf.yield %y : {kind}\n    }}\n{use}"), ""
        yield f"{name}_if", kind, arguments, (
            f"    %v = scf.if %c -> {kind} {{\n      scf.yield %a : {kind}\n    }} else {{\n"
            f"      scf.yield %b : {kind}\n    }}\n{use}"), ""
        yield f"{name}_while", kind, arguments, (
            f"    %v = scf.while (%x = %a) : ({kind}) -> {kind} {{\n      scf.condition(%c) %x : {kind}\n    }} do {{\n"
            f"    ^bb0(%x: {kind}):\n      scf.yield %b : {kind}\n    }}\n{use}"), ""
        yield f"{name}_switch", kind, arguments, (
            f"    %v = scf.index_switch %num -> {kind}\n    case 1 {{\n      scf.yield %a : {kind}\n    }}\n    default {{\n"
            f"      scf.yield %b : {kind}\n    }}\n{use}"), ""
        yield f"{name}_region", kind, arguments, (
            f"    %v = scf.execute_region -> {kind} {{\n      scf.yield %a : {kind}\n    }}\n{use}"), ""
        yield f"{name}_call", kind, arguments, (
            f"    %v = func.call @pick_{name}(%a, %b, %c) : ({kind}, {kind}, i1) -> {kind}\n{use}"), (
            f"  func.func @pick_{name}(%a: {kind}, %b: {kind}, %c: i1) -> {kind} {{\n"
            f"    %v = scf.if %c -> {kind} {{\n      scf.yield %a : {kind}\n    }} else {{\n"
            f"      scf.yield %b : {kind}\n    }}\n    return %v : {kind}\n  }}\n")


def module(chosen):
    text = "gpu.module @m {\n"
    for name, kind, arguments, body, helper in chosen:
        text += f"{helper}  gpu.func @{name}({arguments}) kernel {{\n{body}\n    gpu.return\n  }}\n"
    return text + "}\n"


def main():
    everything = list(kernels())
    text = module(everything)
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w") as file:
            file.write(text)
        return
    done = subprocess.run(["fly-compile", "-", "--chip", sys.argv[1]], input=text, capture_output=True, text=True)
    missing = [name for name, *_ in everything if f"\n{name}:" not in done.stdout]
    if done.returncode or missing:
        sys.exit(f"{done.stderr[:3000]}\nwithout assembly: {', '.join(missing)}")
    print(f"{len(everything)} kernels")


if __name__ == "__main__":
    main()
