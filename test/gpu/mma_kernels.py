"""One kernel per mma.sync instance: D = A * B^T + C of one tile, through partition, fragments, copy and gemm.

The types are written by the formulas of the fly dialect's documentation, so that the kernels also check
inference: a type that is inferred differently is refused by the compiler.
"""

import math
import re

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "si8": 8, "ui8": 8, "si4": 4, "ui4": 4, "i1": 1,
        "f8E4M3FN": 8, "f8E5M2": 8, "i32": 32}


def memory(element):
    """Element type of a memref that holds such elements."""
    return {"tf32": "f32", "si8": "i8", "ui8": "i8", "si4": "i4", "ui4": "i4"}.get(element, element)


class Instance:
    """`!fly_ptx.smNN.mma<MxNxK, (A, B) -> C[, options]>` taken apart."""

    def __init__(self, text, architecture, instruction):
        self.text, self.architecture, self.instruction = text, architecture, instruction
        found = re.fullmatch(r"!fly_ptx\.sm\d+\.mma<(\d+)x(\d+)x(\d+), \((\w+), (\w+)\) -> (\w+)(.*)>", text)
        self.m, self.n, self.k = (int(found[i]) for i in (1, 2, 3))
        self.a, self.b, self.c = found[4], found[5], found[6]
        self.satfinite = "satfinite" in found[7]
        self.and_popc = "and_popc" in found[7]

    @property
    def name(self):
        return re.sub(r"\W+", "_", self.text.split(".", 1)[1]).strip("_")


def tup(items):
    return str(items[0]) if len(items) == 1 else "(" + ",".join(map(str, items)) + ")"


class Operand:
    """A, B or C of an instance over row-major memory (rows, cols):(cols,1)."""

    def __init__(self, name, element, rows, cols, packing, modes):
        self.name, self.element, self.rows, self.cols, self.packing = name, memory(element), rows, cols, packing
        self.modes = modes  # value modes (extent, offset in memory), the first `packing` wide
        self.bits = BITS[element]

    def align(self, divisibility):
        size = max(1, -(-self.bits * divisibility // 8))
        return "" if size == -(-self.bits // 8) else f", align<{size}>"

    def memref(self, space, shape, stride, align=""):
        return f"!fly.memref<{self.element}, {space}, {shape}:{stride}{align}>"

    @property
    def whole(self):
        return self.memref("global", f"({self.rows},{self.cols})", f"({self.cols},1)",
                           self.align(128 // self.bits))

    def values(self):
        """(shape, stride) of the value mode."""
        if not self.modes:
            return "1", "0"
        return tup([e for e, _ in self.modes]), tup([s for _, s in self.modes])

    def compact(self):
        if not self.modes:
            return "1", "0"
        stride, strides = 1, []
        for extent, _ in self.modes:
            strides.append(stride)
            stride *= extent
        return tup([e for e, _ in self.modes]), tup(strides)

    def split(self, modes):
        """A value mode divided by `packing:1`."""
        first = (self.packing, 1) if self.packing > 1 else (1, 0)
        rest = []
        for extent, stride in modes[1:] if self.packing > 1 else modes:
            if rest and rest[-1][0] * rest[-1][1] == stride:  # coalesced
                rest[-1] = (rest[-1][0] * extent, rest[-1][1])
            else:
                rest.append((extent, stride))
        rest = rest or [(1, 0)]
        return f"({first[0]},{tup([e for e, _ in rest])})", f"({first[1]},{tup([s for _, s in rest])})"


def operands(i):
    p = max(1, 32 // BITS[i.a])

    def factor(name, element, rows, halves):
        modes = [(p, 1)] if p > 1 else []
        if halves:
            modes.append((2, 8 * i.k))
        if i.k > 4 * p:
            modes.append((i.k // (4 * p), 4 * p))
        return Operand(name, element, rows, i.k, p, modes)

    c_modes = [(2, 1)] + ([(2, 8 * i.n)] if i.m == 16 else [])
    return (factor("a", i.a, i.m, i.m == 16), factor("b", i.b, i.n, False),
            Operand("c", i.c, i.m, i.n, 2, c_modes))


def kernel(i):
    a, b, c = operands(i)
    tiled = f"!fly.tiled_mma<!fly.mma_atom<{i.text}>, !fly.layout<(1,1,1):(0,0,0)>>"
    lines = []
    emit = lines.append

    def static(name, type_):
        emit(f"    %{name} = fly.static : {type_}")

    def prepare(o, tensor):
        """Partition, fragment, and both seen as containers: returns the names of views and fragment."""
        shape, stride = o.values()
        fragment_shape, fragment_stride = o.compact()
        one = "1,1"
        align = o.align(math.gcd(128 // o.bits, o.packing if o.packing > 1 or o.name == "c" else 1))
        part = o.memref("global", f"({shape},{one})", f"({stride},0,0)", align)
        fragment = o.memref("register", f"({fragment_shape},{one})", f"({fragment_stride},0,0)")
        t = tensor.lower()
        emit(f"    %p{t} = fly.tiled_mma.partition({o.name}, %mma, %{tensor}, %tid) : ({tiled}, {o.whole}, !fly.int_tuple<?>) -> {part}")
        emit(f"    %f{t} = fly.mma.make_fragment({o.name}, %mma, %{tensor}) : ({tiled}, {o.whole}) -> {fragment}")
        part0 = o.memref("global", shape, stride, align)
        fragment0 = o.memref("register", fragment_shape, fragment_stride)
        emit(f"    %p{t}0 = fly.get(%p{t}) {{mode = array<i32: 0>}} : ({part}) -> {part0}")
        emit(f"    %f{t}0 = fly.get(%f{t}) {{mode = array<i32: 0>}} : ({fragment}) -> {fragment0}")
        width = f"!fly.layout<{o.packing}:1>"
        views = o.memref("global", *o.split(o.modes), align)
        strides, stride_now = [], 1
        for extent, _ in o.modes:
            strides.append((extent, stride_now))
            stride_now *= extent
        registers = o.memref("register", *o.split(strides))
        emit(f"    %p{t}v = fly.zipped_divide(%p{t}0, %w{o.name}) : ({part0}, {width}) -> {views}")
        emit(f"    %f{t}v = fly.zipped_divide(%f{t}0, %w{o.name}) : ({fragment0}, {width}) -> {registers}")
        return views, registers, fragment

    for o in (a, b, c):
        static(f"w{o.name}", f"!fly.layout<{o.packing}:1>")
        bits = o.packing * o.bits
        atom = f"!fly.copy_atom<!fly.universal_copy<{bits}>, {o.bits}>"
        emit(f"    %copy_{o.name} = fly.make_copy_atom {{valBits = {o.bits} : i32}} : {atom}")
        o.atom = atom
    types = {}
    for o, tensor in ((a, "A"), (b, "B"), (c, "C"), (c, "D")):
        types[tensor] = prepare(o, tensor)
    for o, tensor in ((a, "A"), (b, "B"), (c, "C")):
        views, registers, _ = types[tensor]
        t = tensor.lower()
        emit(f"    fly.copy(%copy_{o.name}, %p{t}v, %f{t}v) : ({o.atom}, {views}, {registers}) -> ()")
    fa, fb, fc = (types[x][2] for x in "ABC")
    emit(f"    fly.gemm(%mma, %fd, %fa, %fb, %fc) : ({tiled}, {fc}, {fa}, {fb}, {fc}) -> ()")
    views, registers, _ = types["D"]
    emit(f"    fly.copy(%copy_c, %fdv, %pdv) : ({c.atom}, {registers}, {views}) -> ()")
    body = "\n".join(lines)
    return f"""gpu.module @kernels {{
  gpu.func @k(%A: {a.whole}, %B: {b.whole}, %C: {c.whole}, %D: {c.whole}) kernel attributes {{known_block_size = array<i32: 32, 1, 1>}} {{
    %x = gpu.thread_id x
    %t = arith.index_cast %x : index to i32
    %tid = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<?>
    %atom = fly.make_mma_atom : !fly.mma_atom<{i.text}>
    %one = fly.static : !fly.layout<(1,1,1):(0,0,0)>
    %mma = fly.make_tiled_mma(%atom, %one) : (!fly.mma_atom<{i.text}>, !fly.layout<(1,1,1):(0,0,0)>) -> {tiled}
{body}
    gpu.return
  }}
}}
"""
