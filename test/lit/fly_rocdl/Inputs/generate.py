#!/usr/bin/env python3
"""Kernels that use every AMD instance, with what each must become.

    generate.py PAYLOAD CHIP             kernels in value, memory and predicated form for the instances that
                                         the chip has, with OP (rocdl operation) and ISA (mnemonic) checks
    generate.py PAYLOAD CHIP --refused   one module per instance that the chip lacks, with the error
    generate.py --compare                reads `fly-opt --list-atoms=fly_rocdl`: both lists must name the
                                         same instances

Instances, operations and mnemonics are written down here from the specification, independently of the
tables in dialects/fly_rocdl.
"""
import sys

CHIPS = ["gfx942", "gfx950", "gfx1100", "gfx1201", "gfx1250"]
# Chips of the same generation, with the same instructions.
SIBLINGS = {"gfx1103": "gfx1100", "gfx1151": "gfx1100", "gfx1200": "gfx1201"}
BITS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16, "i64": 64, "i32": 32, "i16": 16, "i8": 8, "i4": 4, "i1": 1,
        "f8E4M3FNUZ": 8, "f8E5M2FNUZ": 8, "f8E4M3FN": 8, "f8E5M2": 8,
        "f6E2M3FN": 6, "f6E3M2FN": 6, "f4E2M1FN": 4}
FORMATS = ["f8E4M3FN", "f8E5M2", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"]


def flags(signs=False):
    word = "true" if signs else "false"
    return f", signA = {word}, signB = {word}, clamp = {word}"


class Mma:
    """One matrix instance: type text, (element, values) of A, B and C, operation, mnemonic, chips."""

    def __init__(self, text, a, b, c, op, mnemonic, chips, state=None):
        self.text, self.operands, self.op = text, [a, b, c], op
        self.mnemonics = {chip: mnemonic for chip in chips}
        self.state = state  # type of the scale fields

    def kernels(self, name, chip):
        payload = f"!fly.mma_atom<{self.text}>"
        types = [value_type(*operand) for operand in self.operands]
        acc = types[2]
        args, setup = [], []
        for letter, operand in zip("abc", self.operands):
            passed = passed_type(*operand)
            args.append(f"%{letter}_in: {passed}")
            setup += as_value(letter, operand)
        args.append("%out: !llvm.ptr<1>")
        atom = [f"%m0 = fly.make_mma_atom : {payload}"]
        last = "%m0"
        if self.state:
            args += [f"%scale_a: {self.state}", f"%scale_b: {self.state}"]
            for i, field in enumerate(("scale_a", "scale_b")):
                atom.append(f'%m{i + 1} = fly.atom.set_value({last}, "{field}", %{field}) : '
                            f"({payload}, {self.state}) -> {payload}")
                last = f"%m{i + 1}"
        checks = [f"// OP: {self.op}{{{{[ :]}}}}"]
        isa = [f"// ISA: {self.mnemonics[chip]} "]
        value = atom + setup + [
            f"%d = fly.mma_atom_call_ssa({last}, %a, %b, %c) : "
            f"({payload}, {types[0]}, {types[1]}, {types[2]}) -> {acc}",
        ] + store_value("d", self.operands[2])
        yield kernel(f"{name}_value", args, value, checks, isa)
        memory = atom + setup
        views = []
        for letter, operand in zip("abcd", self.operands + [self.operands[2]]):
            view, lines = fragment(letter, *operand, value=None if letter == "d" else f"%{letter}")
            views.append(view)
            memory += lines
        a, b, c, d = views
        memory += [
            f"fly.mma_atom_call({last}, %d_view, %a_view, %b_view, %c_view) : "
            f"({payload}, {d}, {a}, {b}, {c}) -> ()",
            f"%d = fly.ptr.load(%d_ptr) : ({pointer(self.operands[2][0])}) -> {acc}",
        ] + store_value("d", self.operands[2])
        yield kernel(f"{name}_memory", args, memory, checks, isa)


def value_type(elem, count):
    """Register value: narrow floats as integers."""
    if elem.startswith("f") and BITS[elem] < 16:
        elem = f"i{BITS[elem]}"
    return elem if count == 1 else f"vector<{count}x{elem}>"


def passed_type(elem, count):
    """Kernel argument: narrow elements packed into words."""
    if BITS[elem] >= 16 or count * BITS[elem] < 32:
        return value_type(elem, count)
    return f"vector<{count * BITS[elem] // 32}xi32>"


def as_value(letter, operand):
    wanted, passed = value_type(*operand), passed_type(*operand)
    if wanted == passed:
        return [f"%{letter} = llvm.freeze %{letter}_in : {wanted}"]
    return [f"%{letter} = llvm.bitcast %{letter}_in : {passed} to {wanted}"]


def store_value(name, operand):
    wanted, passed = value_type(*operand), passed_type(*operand)
    if wanted == passed:
        return [f"llvm.store %{name}, %out {{alignment = 4 : i64}} : {wanted}, !llvm.ptr<1>"]
    return [f"%{name}_words = llvm.bitcast %{name} : {wanted} to {passed}",
            f"llvm.store %{name}_words, %out {{alignment = 4 : i64}} : {passed}, !llvm.ptr<1>"]


def pointer(elem):
    return f"!fly.ptr<{elem}, register>"


def fragment(name, elem, count, value=None):
    """A register memref called %name_view; the lines that make and fill it."""
    view = f"!fly.memref<{elem}, register, {count}:1>"
    lines = [f"%{name}_ptr = fly.make_ptr() {{dictAttrs = {{allocSize = {count} : i64}}}} : () -> "
             f"{pointer(elem)}"]
    if value:
        lines.append(f"fly.ptr.store({value}, %{name}_ptr) : "
                     f"({value_type(elem, count)}, {pointer(elem)}) -> ()")
    lines += [f"%{name}_layout = fly.static : !fly.layout<{count}:1>",
              f"%{name}_view = fly.make_view(%{name}_ptr, %{name}_layout) : "
              f"({pointer(elem)}, !fly.layout<{count}:1>) -> {view}"]
    return view, lines


def kernel(name, args, body, op_checks, isa_checks):
    lines = [f"  // OP-LABEL: gpu.func @{name}("] + ["  " + check for check in op_checks]
    lines += [f"  // ISA-LABEL: {{{{^}}}}{name}:"] + ["  " + check for check in isa_checks]
    lines += [f"  gpu.func @{name}({', '.join(args)}) kernel {{"]
    lines += ["    " + line for line in body] + ["    gpu.return", "  }"]
    return "\n".join(lines)


class Copy:
    """One copy instance. `elem` and `count` describe the data of one thread."""

    def __init__(self, text, val_bits, elem, count, route, op, mnemonics, store=None, state=None):
        self.text, self.val_bits, self.elem, self.count = text, val_bits, elem, count
        self.route, self.op, self.mnemonics = route, op, mnemonics
        self.store = store  # (operation, mnemonics by chip) of the way back
        self.state = state or []  # (field, type, constant or None for an argument)

    def memref(self, space, tail=""):
        return f"!fly.memref<{self.elem}, {space}, {self.count}:1{tail}>"

    def view(self, name, space):
        """Lines that make %name_view over memory of `space`."""
        layout = f"!fly.layout<{self.count}:1>"
        if space == "#fly_rocdl.buffer_desc":
            ptr = f"!fly.ptr<{self.elem}, #fly_rocdl.buffer_desc>"
            lines = ["%stride = arith.constant 0 : i16", "%records = arith.constant 4294967295 : i64",
                     "%flags = arith.constant 159744 : i32",
                     f"%{name}_ptr = fly.make_ptr(%base, %stride, %records, %flags) : "
                     f"(!fly.ptr<{self.elem}, global>, i16, i64, i32) -> {ptr}"]
        elif space == "shared":
            align = "" if BITS[self.elem] == 6 else ", align<16>"
            ptr = f"!fly.ptr<{self.elem}, shared{align}>"
            lines = [f"%{name}_ptr = fly.make_ptr() {{dictAttrs = {{allocBytes = 4096 : i64, "
                     f"allocAlign = 16 : i64}}}} : () -> {ptr}"]
        else:
            ptr = f"!fly.ptr<{self.elem}, global>"
            lines = [f"%{name}_ptr = fly.recast_iter(%base) : ({ptr}) -> {ptr}"]
        memref = self.memref(space, align if space == "shared" else "")
        lines += [f"%{name}_layout = fly.static : {layout}",
                  f"%{name}_view = fly.make_view(%{name}_ptr, %{name}_layout) : "
                  f"({ptr}, {layout}) -> {memref}"]
        return memref, lines

    def atom(self):
        payload = f"!fly.copy_atom<{self.text}, {self.val_bits}>"
        lines = [f"%m0 = fly.make_copy_atom {{valBits = {self.val_bits} : i32}} : {payload}"]
        args, last = [], "%m0"
        for i, (field, kind, constant) in enumerate(self.state):
            if constant is None:
                args.append(f"%{field}: {kind}")
            else:
                lines.append(f"%{field} = arith.constant {constant} : {kind}")
            lines.append(f'%m{i + 1} = fly.atom.set_value({last}, "{field}", %{field}) : '
                         f"({payload}, {kind}) -> {payload}")
            last = f"%m{i + 1}"
        return payload, last, lines, args

    def kernels(self, name, chip):
        if self.route in ("load", "both", "read"):
            yield from self.loads(name, chip)
        if self.route in ("both", "reduce"):
            yield from self.stores(name, chip)
        if self.route in ("buffer_lds", "global_lds", "tile"):
            yield from self.transfers(name, chip)

    def loads(self, name, chip):
        payload, last, lines, args = self.atom()
        source, view = self.view("src", "shared" if self.route == "read" else
                                 "#fly_rocdl.buffer_desc")
        data, value = (self.elem, self.count), value_type(self.elem, self.count)
        args = [f"%base: !fly.ptr<{self.elem}, global>", "%out: !llvm.ptr<1>"] + args
        op, isa = [f"// OP: {self.op}{{{{[ :]}}}}"], [f"// ISA: {self.mnemonics[chip]} "]
        yield kernel(f"{name}_load_value", args, lines + view + [
            f"%d = fly.copy_atom_call_ssa({last}, %src_view) {{operandSegmentSizes = "
            f"array<i32: 1, 1, 0, 0>}} : ({payload}, {source}) -> {value}"] + store_value("d", data),
            op, isa)
        register, frag = fragment("reg", *data)
        result = [f"%d = fly.ptr.load(%reg_ptr) : ({pointer(self.elem)}) -> {value}"]
        yield kernel(f"{name}_load_memory", args, lines + view + frag + [
            f"fly.copy_atom_call({last}, %src_view, %reg_view) : ({payload}, {source}, {register}) "
            "-> ()"] + result + store_value("d", data), op, isa)
        # Predicated: the old value is what the register held.
        old = [f"%old_in: {passed_type(*data)}", "%pred: i1"]
        kept = as_value("old", data)
        branch = ["// OP: scf.if"]
        yield kernel(f"{name}_load_value_pred", args + old, lines + view + kept + [
            f"%d = fly.copy_atom_call_ssa({last}, %src_view, %old, %pred) {{operandSegmentSizes = "
            f"array<i32: 1, 1, 1, 1>}} : ({payload}, {source}, {value}, i1) -> {value}"]
            + store_value("d", data), branch + op, isa)
        register, frag = fragment("reg", *data, value="%old")
        flag, flag_lines = fragment("flag", "i1", 1, value="%pred")
        yield kernel(f"{name}_load_memory_pred", args + old, lines + view + kept + frag + flag_lines + [
            f"fly.copy_atom_call({last}, %src_view, %reg_view, %flag_view) : ({payload}, {source}, "
            f"{register}, {flag}) -> ()"] + result + store_value("d", data), branch + op, isa)

    def stores(self, name, chip):
        payload, last, lines, args = self.atom()
        target, view = self.view("dst", "#fly_rocdl.buffer_desc")
        data = (self.elem, self.count)
        value = value_type(*data)
        args = [f"%base: !fly.ptr<{self.elem}, global>", f"%v_in: {passed_type(*data)}"] + args
        lines = lines + view + as_value("v", data)
        operation, mnemonics = self.store or (self.op, self.mnemonics)
        op, isa = [f"// OP: {operation}{{{{[ :\"(]}}}}"], [f"// ISA: {mnemonics[chip]} "]
        yield kernel(f"{name}_store_value", args, lines + [
            f"fly.copy_atom_call_ssa({last}, %v, %dst_view) {{operandSegmentSizes = "
            f"array<i32: 1, 1, 1, 0>}} : ({payload}, {value}, {target}) -> ()"], op, isa)
        register, frag = fragment("reg", *data, value="%v")
        yield kernel(f"{name}_store_memory", args, lines + frag + [
            f"fly.copy_atom_call({last}, %reg_view, %dst_view) : ({payload}, {register}, {target}) "
            "-> ()"], op, isa)
        args, branch = args + ["%pred: i1"], ["// OP: scf.if"]
        yield kernel(f"{name}_store_value_pred", args, lines + [
            f"fly.copy_atom_call_ssa({last}, %v, %dst_view, %pred) {{operandSegmentSizes = "
            f"array<i32: 1, 1, 1, 1>}} : ({payload}, {value}, {target}, i1) -> ()"], branch + op, isa)
        flag, flag_lines = fragment("flag", "i1", 1, value="%pred")
        yield kernel(f"{name}_store_memory_pred", args, lines + frag + flag_lines + [
            f"fly.copy_atom_call({last}, %reg_view, %dst_view, %flag_view) : ({payload}, {register}, "
            f"{target}, {flag}) -> ()"], branch + op, isa)

    def transfers(self, name, chip):
        """Memory to memory; the value form has no result."""
        payload, last, lines, args = self.atom()
        outer = "#fly_rocdl.buffer_desc" if self.route == "buffer_lds" else "global"
        args = [f"%base: !fly.ptr<{self.elem}, global>"] + args
        ways = [("load", self.op, self.mnemonics, True)]
        if self.store:
            ways.append(("store", *self.store, False))
        for way, operation, mnemonics, inward in ways:
            far, far_lines = self.view("far", outer)
            near, near_lines = self.view("near", "shared")
            setup = lines + far_lines + near_lines
            operands = "%far_view, %near_view" if inward else "%near_view, %far_view"
            types = f"{far}, {near}" if inward else f"{near}, {far}"
            op, isa = [f"// OP: {operation}{{{{[ :]}}}}"], [f"// ISA: {mnemonics[chip]} "]
            yield kernel(f"{name}_{way}_memory", args, setup + [
                f"fly.copy_atom_call({last}, {operands}) : ({payload}, {types}) -> ()"], op, isa)
            yield kernel(f"{name}_{way}_value", args, setup + [
                f"fly.copy_atom_call_ssa({last}, {operands}) {{operandSegmentSizes = "
                f"array<i32: 1, 1, 1, 0>}} : ({payload}, {types}) -> ()"], op, isa)
            guarded, branch = args + ["%pred: i1"], ["// OP: scf.if"]
            yield kernel(f"{name}_{way}_value_pred", guarded, setup + [
                f"fly.copy_atom_call_ssa({last}, {operands}, %pred) {{operandSegmentSizes = "
                f"array<i32: 1, 1, 1, 1>}} : ({payload}, {types}, i1) -> ()"], branch + op, isa)
            flag, flag_lines = fragment("flag", "i1", 1, value="%pred")
            yield kernel(f"{name}_{way}_memory_pred", guarded, setup + flag_lines + [
                f"fly.copy_atom_call({last}, {operands}, %flag_view) : ({payload}, {types}, {flag}) "
                "-> ()"], branch + op, isa)


class Tile(Copy):
    """A whole tile of the tensor data mover."""

    def __init__(self, rank):
        extents = [2, 2, 2, 4, 32][5 - rank:]
        strides = [1]
        for extent in reversed(extents[1:]):
            strides.insert(0, strides[0] * extent)
        if rank == 1:
            self.layout = f"{extents[0]}:1"
        else:
            self.layout = f"({','.join(map(str, extents))}):({','.join(map(str, strides))})"
        text = (f"!fly_rocdl.gfx1250.tdm<rank = {rank}, warps = 1, pad = 0, 0, cache = 0, "
                "barrier = false, timeout = false>")
        super().__init__(text, 0, "f16", self.layout, "tile", "rocdl.tensor.load.to.lds",
                         {"gfx1250": "tensor_load_to_lds"},
                         store=("rocdl.tensor.store.from.lds", {"gfx1250": "tensor_store_from_lds"}),
                         state=[("extent_0", "i32", None)])

    def view(self, name, space):
        memref, lines = super().view(name, space)
        broken, right = f"{self.count}:1", self.layout
        return memref.replace(broken, right), [line.replace(broken, right) for line in lines]


# --- The instances, from the specification --------------------------------------------------------

def mfma():
    def one(m, k, a, b, acc, op, mnemonic, chips):
        yield Mma(f"!fly_rocdl.cdna3.mfma<{m}x{m}x{k}, ({a}, {b}) -> {acc}>", (a, m * k // 64),
                  (b, m * k // 64), (acc, m * m // 64), "rocdl." + op, mnemonic, chips)
    both, new = ["gfx942", "gfx950"], ["gfx950"]
    for m, k in ((32, 2), (16, 4)):
        yield from one(m, k, "f32", "f32", "f32", f"mfma.f32.{m}x{m}x{k}f32",
                       f"v_mfma_f32_{m}x{m}x{k}_f32", both)
    for elem, suffix in (("f16", ""), ("bf16", ".1k")):
        for m, k in ((32, 8), (16, 16)):
            yield from one(m, k, elem, elem, "f32", f"mfma.f32.{m}x{m}x{k}{elem}{suffix}",
                           f"v_mfma_f32_{m}x{m}x{k}_{elem}", both)
        for m, k in ((16, 32), (32, 16)):
            yield from one(m, k, elem, elem, "f32", f"mfma.f32.{m}x{m}x{k}.{elem}",
                           f"v_mfma_f32_{m}x{m}x{k}_{elem}", new)
    for fp8, bf8, chips in (("f8E4M3FNUZ", "f8E5M2FNUZ", ["gfx942"]), ("f8E4M3FN", "f8E5M2", new)):
        names = {fp8: "fp8", bf8: "bf8"}
        for m, k in ((16, 32), (32, 16)):
            for a in names:
                for b in names:
                    yield from one(m, k, a, b, "f32", f"mfma.f32.{m}x{m}x{k}.{names[a]}.{names[b]}",
                                   f"v_mfma_f32_{m}x{m}x{k}_{names[a]}_{names[b]}", chips)
    for m, k, chips in ((16, 32, both), (32, 16, both), (16, 64, new), (32, 32, new)):
        yield from one(m, k, "i8", "i8", "i32", f"mfma.i32.{m}x{m}x{k}.i8",
                       f"v_mfma_i32_{m}x{m}x{k}_i8", chips)


def mfma_scale():
    for m, k in ((16, 128), (32, 64)):
        for a in FORMATS:
            for b in FORMATS:
                yield Mma(f"!fly_rocdl.cdna4.mfma_scale<{m}x{m}x{k}, ({a}, {b}) -> f32, opselA = 0, "
                          "opselB = 0>", (a, 32), (b, 32), ("f32", m * m // 64),
                          f"rocdl.mfma.scale.f32.{m}x{m}x{k}.f8f6f4",
                          f"v_mfma_scale_f32_{m}x{m}x{k}_f8f6f4", ["gfx950"], "i32")


def wmma_gfx11():
    for elem, acc, word in (("f16", "f32", "f16"), ("bf16", "f32", "bf16"), ("i8", "i32", "iu8"),
                            ("i4", "i32", "iu4")):
        yield Mma(f"!fly_rocdl.gfx11.wmma<16x16x16, ({elem}, {elem}) -> {acc}{flags()}>", (elem, 16),
                  (elem, 16), (acc, 8), f"rocdl.wmma.{acc}.16x16x16.{word}",
                  f"v_wmma_{acc}_16x16x16_{word}", ["gfx1100"])


def wmma_gfx120x():
    for elem in ("f16", "bf16"):
        yield Mma(f"!fly_rocdl.gfx120x.wmma<16x16x16, ({elem}, {elem}) -> f32{flags()}>", (elem, 8),
                  (elem, 8), ("f32", 8), f"rocdl.wmma.f32.16x16x16.{elem}",
                  f"v_wmma_f32_16x16x16_{elem}", ["gfx1201"])


def wmma_gfx1250():
    def one(k, a, b, acc, word, chips=("gfx1250",)):
        values = 16 * k // 32
        return Mma(f"!fly_rocdl.gfx1250.wmma<16x16x{k}, ({a}, {b}) -> {acc}{flags()}>", (a, values),
                   (b, values), (acc, 8), f"rocdl.wmma.{acc}.16x16x{k}.{word}",
                   f"v_wmma_{acc}_16x16x{k}_{word}", chips)
    yield one(4, "f32", "f32", "f32", "f32")
    for elem in ("f16", "bf16"):
        for acc in ("f32", elem):
            yield one(32, elem, elem, acc, elem)
    names = {"f8E4M3FN": "fp8", "f8E5M2": "bf8"}
    for k in (64, 128):
        for acc in ("f32", "f16"):
            for a in names:
                for b in names:
                    yield one(k, a, b, acc, f"{names[a]}_{names[b]}")
    yield one(64, "i8", "i8", "i32", "iu8")
    yield one(32, "i4", "i4", "i32", "iu4", ["gfx1201"])


def wmma_scale():
    for size, word, state in ((32, "scale", "i32"), (16, "scale16", "i64")):
        tail = f", opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = {size}>"
        for a in FORMATS:
            for b in FORMATS:
                yield Mma(f"!fly_rocdl.gfx1250.wmma_scale<16x16x128, ({a}, {b}) -> f32{tail}",
                          (a, 64), (b, 64), ("f32", 8), f"rocdl.wmma.{word}.f32.16x16x128.f8f6f4",
                          f"v_wmma_{word}_f32_16x16x128_f8f6f4", ["gfx1250"], state)
        f4 = "f4E2M1FN"
        yield Mma(f"!fly_rocdl.gfx1250.wmma_scale<32x16x128, ({f4}, {f4}) -> f32{tail}", (f4, 128),
                  (f4, 64), ("f32", 16), f"rocdl.wmma.{word}.f32.32x16x128.f4",
                  f"v_wmma_{word}_f32_32x16x128_f4", ["gfx1250"], state)


def by_generation(gfx9, rest):
    return {chip: gfx9 if chip.startswith("gfx9") else rest for chip in CHIPS}


def data_of(bits):
    return (f"i{bits}" if bits < 32 else "f32"), max(1, bits // 32)


SOFFSET = [("soffset", "i32", None)]


def buffer_copy():
    for bits, old, new in ((8, "byte", "8"), (16, "short", "16"), (32, "dword", "b32"),
                           (64, "dwordx2", "b64"), (96, "dwordx3", "b96"), (128, "dwordx4", "b128")):
        unsigned, u, b = ("u", "u", "b") if bits < 32 else ("", "", "")
        yield Copy(f"!fly_rocdl.cdna3.buffer_copy<{bits}>", min(bits, 32), *data_of(bits), "both",
                   "rocdl.raw.ptr.buffer.load",
                   by_generation(f"buffer_load_{unsigned}{old}", f"buffer_load_{u}{new}"),
                   store=("rocdl.raw.ptr.buffer.store",
                          by_generation(f"buffer_store_{old}", f"buffer_store_{b}{new}")),
                   state=SOFFSET)


LDS_STATE = [("soffset", "i32", None), ("imm_offset", "i32", 16)]


def lds(kind, sizes):
    for bits, old in sizes:
        chips = ["gfx942", "gfx950"] if bits == 32 else ["gfx950"]
        yield Copy(f"!fly_rocdl.{kind}<{bits}>", 32, "f32", bits // 32, "buffer_lds",
                   "rocdl.raw.ptr.buffer.load.lds", {chip: f"buffer_load_{old}" for chip in chips},
                   state=LDS_STATE)


def global_lds():
    for bits, old in ((32, "dword"), (96, "dwordx3"), (128, "dwordx4")):
        chips = ["gfx942", "gfx950"] if bits == 32 else ["gfx950"]
        yield Copy(f"!fly_rocdl.cdna4.global_load_async_lds<{bits}>", 32, "f32", bits // 32,
                   "global_lds", "rocdl.global.load.lds",
                   {chip: f"global_load_lds_{old}" for chip in chips})


def buffer_atomic():
    def one(op, text, elem, count, name, rocdl, mnemonics):
        operation = f"raw.ptr.buffer.atomic.{name}"
        return Copy(f"!fly_rocdl.cdna3.buffer_atomic<{op}, {text}>", BITS[elem], elem, count,
                    "reduce", ("rocdl." if rocdl else "llvm.amdgcn.") + operation, mnemonics,
                    state=SOFFSET)
    def on(chips, name):
        return {chip: f"buffer_atomic_{name}" for chip in chips}
    yield one("add", "f32", "f32", 1, "fadd", True, on(CHIPS, "add_f32"))
    yield one("add", "vector<2xf16>", "f16", 2, "fadd", True,
              on(["gfx942", "gfx950", "gfx1201", "gfx1250"], "pk_add_f16"))
    yield one("add", "vector<2xbf16>", "bf16", 2, "fadd", True,
              on(["gfx950", "gfx1201", "gfx1250"], "pk_add_bf16"))
    yield one("add", "f64", "f64", 1, "fadd", True, on(["gfx942", "gfx950", "gfx1250"], "add_f64"))
    for op in ("max", "min"):
        rocdl = op == "max"
        yield one(op, "f32", "f32", 1, f"f{op}", rocdl,
                  {**on(["gfx1100"], f"{op}_f32"), **on(["gfx1201", "gfx1250"], f"{op}_num_f32")})
        yield one(op, "f64", "f64", 1, f"f{op}", rocdl,
                  {**on(["gfx942", "gfx950"], f"{op}_f64"), **on(["gfx1250"], f"{op}_num_f64")})
    for bits, x in ((32, ""), (64, "_x2")):
        def integer(op, name, old, new, rocdl=False, unsigned=False):
            mnemonics = by_generation(f"buffer_atomic_{old}{x}", f"buffer_atomic_{new}{bits}")
            return one(op, f"{'u' if unsigned else ''}i{bits}", f"i{bits}", 1, name, rocdl, mnemonics)
        yield integer("add", "add", "add", "add_u")
        yield integer("max", "smax", "smax", "max_i", rocdl=True)
        yield integer("max", "umax", "umax", "max_u", unsigned=True)
        yield integer("min", "smin", "smin", "min_i")
        yield integer("min", "umin", "umin", "min_u", rocdl=True, unsigned=True)
        for op, kind in (("and", "b"), ("or", "b"), ("inc", "u"), ("dec", "u")):
            yield integer(op, op, op, f"{op}_{kind}")


def lds_read_trans():
    for g, bits, elem in ((4, 64, "i4"), (8, 64, "i8"), (6, 96, "f6E2M3FN"), (16, 64, "f16")):
        yield Copy(f"!fly_rocdl.cdna4.lds_read_trans<trans = {g}b, {bits}>", g, elem, bits // g, "read",
                   f"rocdl.ds.read.tr{g}.b{bits}", {"gfx950": f"ds_read_b{bits}_tr_b{g}"})


PAYLOADS = {
    "cdna3.mfma": mfma,
    "cdna3.buffer_copy": buffer_copy,
    "cdna3.buffer_copy_lds": lambda: lds("cdna3.buffer_copy_lds", ((32, "dword"), (128, "dwordx4"))),
    "cdna3.buffer_atomic": buffer_atomic,
    "cdna4.mfma_scale": mfma_scale,
    "cdna4.lds_read_trans": lds_read_trans,
    "cdna4.buffer_load_async_lds": lambda: lds(
        "cdna4.buffer_load_async_lds", ((32, "dword"), (96, "dwordx3"), (128, "dwordx4"))),
    "cdna4.global_load_async_lds": global_lds,
    "gfx11.wmma": wmma_gfx11,
    "gfx120x.wmma": wmma_gfx120x,
    "gfx1250.wmma": wmma_gfx1250,
    "gfx1250.wmma_scale": wmma_scale,
    "gfx1250.tdm": lambda: (Tile(rank) for rank in range(1, 6)),
}


def like(chip):
    return SIBLINGS.get(chip, chip)


def write_kernels(payload, chip):
    print(f'gpu.module @on_{chip} [#rocdl.target<chip = "{chip}">] {{')
    for i, instance in enumerate(PAYLOADS[payload]()):
        if like(chip) in instance.mnemonics:
            print("\n".join(instance.kernels(f"k{i}", like(chip))))
    print("}")


def write_refused(payload, chip):
    pieces = []
    for instance in PAYLOADS[payload]():
        if like(chip) not in instance.mnemonics:
            # Some kernel of the instance; its body is what a chip that has it would run.
            name = sorted(instance.mnemonics)[0]
            text = next(iter(instance.kernels("refused", name)))
            lines = [line for line in text.split("\n") if not line.strip().startswith("//")]
            call = max(i for i, line in enumerate(lines) if "_atom_call" in line)
            message = instance.text.replace("{", "\\{")
            lines.insert(call, f"    // expected-error @+1 {{{{{message} needs }}}}")
            pieces.append(f'gpu.module @m [#rocdl.target<chip = "{chip}">] {{\n' + "\n".join(lines)
                          + "\n}\n")
    print("\n// -----\n\n".join(pieces))


def compare():
    listed = {line.split("`")[1] for line in sys.stdin if line.startswith("| `")}
    written = {instance.text for make in PAYLOADS.values() for instance in make()}
    for text in sorted(listed - written):
        print(f"listed by the tool, not tested here: {text}")
    for text in sorted(written - listed):
        print(f"tested here, not listed by the tool: {text}")
    if listed == written:
        print(f"{len(listed)} instances agree")
    return 0 if listed == written else 1


def main():
    if sys.argv[1] == "--compare":
        return compare()
    write = write_refused if "--refused" in sys.argv else write_kernels
    write(sys.argv[1], sys.argv[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
