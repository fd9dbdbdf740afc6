"""Random programs over register memory: the promoted form, the form that stays in memory and a model in
Python must leave the same registers.

usage: register_programs.py FIRST_SEED COUNT DIRECTORY
"""
import pathlib
import random
import struct
import subprocess
import sys

LANES = 4
HEAD = """module attributes {gpu.container_module} { gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%out: !fly.ptr<i32, global>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %tx = gpu.thread_id x
    %tid = arith.index_cast %tx : index to i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i2 = arith.constant 2 : index
    %i3 = arith.constant 3 : index
"""


def wrap(x):
    """x as a signed 32-bit integer."""
    return (x + (1 << 31)) % (1 << 32) - (1 << 31)


class Program:
    """One program, written as IR and as Python at the same time."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.ir, self.python, self.count = [], [], 0
        self.sizes = [self.random.randint(1, 5) for _ in range(self.random.randint(1, 4))]
        for r, size in enumerate(self.sizes):
            self.both(0, f"%r{r} = fly.make_ptr() {{dictAttrs = {{allocSize = {size} : i64}}}}"
                         " : () -> !fly.ptr<i32, register>", f"R{r} = [0] * {size}")
            for slot in range(size):
                value, text = self.constant(0)
                self.store(0, r, slot, value, "i32", text)
        for _ in range(self.random.randint(3, 12)):
            self.statement(0, 0)
        self.total = sum(self.sizes)
        self.write_out()

    def new(self):
        self.count += 1
        return f"v{self.count}"

    def both(self, depth, ir, python):
        self.ir.append("  " * depth + ir)
        if python:
            self.python.append("  " * depth + python)

    def pointer(self, depth, r, slot):
        if slot == 0:
            return f"%r{r}"
        offset, moved = self.new(), self.new()
        self.both(depth, f"%{offset} = fly.make_int_tuple() : () -> !fly.int_tuple<{slot}>", None)
        self.both(depth, f"%{moved} = fly.add_offset(%r{r}, %{offset}) : (!fly.ptr<i32, register>, "
                         f"!fly.int_tuple<{slot}>) -> !fly.ptr<i32, register>", None)
        return f"%{moved}"

    def store(self, depth, r, slot, value, kind, text, width=None):
        place = self.pointer(depth, r, slot)
        self.both(depth, f"fly.ptr.store({value}, {place}) : ({kind}, !fly.ptr<i32, register>) -> ()",
                  f"R{r}[{slot}:{slot + width}] = {text}" if width else f"R{r}[{slot}] = {text}")

    def slot(self, width=1):
        r = self.random.choice([r for r, size in enumerate(self.sizes) if size >= width])
        return r, self.random.randint(0, self.sizes[r] - width)

    def constant(self, depth):
        value, name = self.random.randint(-5, 9), self.new()
        self.both(depth, f"%{name} = arith.constant {value} : i32", None)
        return f"%{name}", str(value)

    def operand(self, depth):
        choice = self.random.random()
        if choice < 0.25:
            return self.constant(depth)
        if choice < 0.4:
            return "%tid", "tid"
        (r, slot), name = self.slot(), self.new()
        place = self.pointer(depth, r, slot)
        self.both(depth, f"%{name} = fly.ptr.load({place}) : (!fly.ptr<i32, register>) -> i32",
                  f"{name} = R{r}[{slot}]")
        return f"%{name}", name

    def expression(self, depth):
        a, b, name = self.operand(depth), self.operand(depth), self.new()
        op, sign = self.random.choice([("addi", "+"), ("subi", "-"), ("muli", "*"), ("xori", "^")])
        self.both(depth, f"%{name} = arith.{op} {a[0]}, {b[0]} : i32",
                  f"{name} = wrap({a[1]} {sign} ({b[1]}))")
        return f"%{name}", name

    def body(self, depth, nesting, most):
        for _ in range(self.random.randint(0, most)):
            self.statement(depth, nesting)

    def statement(self, depth, nesting):
        choice = self.random.random()
        if choice < 0.45 or nesting >= 3:
            value, text = self.expression(depth)
            self.store(depth, *self.slot(), value, "i32", text)
        elif choice < 0.6:
            width = self.random.randint(1, max(self.sizes))
            (r, slot), (to, at), name = self.slot(width), self.slot(width), self.new()
            place = self.pointer(depth, r, slot)
            self.both(depth, f"%{name} = fly.ptr.load({place}) : (!fly.ptr<i32, register>) -> "
                             f"vector<{width}xi32>", f"{name} = R{r}[{slot}:{slot + width}]")
            self.store(depth, to, at, f"%{name}", f"vector<{width}xi32>", name, width)
        elif choice < 0.75:
            trips = self.random.randint(0, 3)
            self.both(depth, f"scf.for %{self.new()} = %i0 to %i{trips} step %i1 {{",
                      f"for _ in range({trips}):\n{'  ' * depth}  pass")
            self.body(depth + 1, nesting + 1, 4)
            self.both(depth, "}", None)
        elif choice < 0.92:
            (value, text), (bound, limit), name = self.expression(depth), self.constant(depth), self.new()
            self.both(depth, f"%{name} = arith.cmpi slt, {value}, {bound} : i32", None)
            self.both(depth, f"scf.if %{name} {{", f"if {text} < {limit}:\n{'  ' * depth}  pass")
            self.body(depth + 1, nesting + 1, 3)
            if self.random.random() < 0.5:
                self.both(depth, "} else {", f"else:\n{'  ' * depth}  pass")
                self.body(depth + 1, nesting + 1, 3)
            self.both(depth, "}", None)
        else:
            self.countdown(depth, nesting)

    def countdown(self, depth, nesting):
        start, before, more, after, less, result = (self.new() for _ in range(6))
        trips = self.random.randint(0, 3)
        self.both(depth, f"%{start} = arith.constant {trips} : i32", f"{start} = {trips}")
        self.both(depth, f"%{result} = scf.while (%{before} = %{start}) : (i32) -> i32 {{", "while True:")
        self.body(depth + 1, 3, 2)
        self.both(depth + 1, f"%{more} = arith.cmpi sgt, %{before}, %zero : i32",
                  f"if {start} <= 0: break")
        self.both(depth + 1, f"scf.condition(%{more}) %{before} : i32", None)
        self.both(depth, "} do {", None)
        self.both(depth, f"^bb0(%{after}: i32):", None)
        self.body(depth + 1, nesting + 1, 3)
        self.both(depth + 1, f"%{less} = arith.subi %{after}, %one : i32", f"{start} -= 1")
        self.both(depth + 1, f"scf.yield %{less} : i32", None)
        self.both(depth, "}", None)

    def write_out(self):
        """Every register goes to its place of the lane in the output."""
        self.both(0, f"%ct = arith.constant {self.total} : i32", None)
        self.both(0, "%base = arith.muli %tid, %ct : i32", None)
        slots = [(r, slot) for r, size in enumerate(self.sizes) for slot in range(size)]
        for k, (r, slot) in enumerate(slots):
            place, value, number, index, offset, target = self.pointer(0, r, slot), *(
                self.new() for _ in range(5))
            self.both(0, f"%{value} = fly.ptr.load({place}) : (!fly.ptr<i32, register>) -> i32", None)
            self.both(0, f"%{number} = arith.constant {k} : i32", None)
            self.both(0, f"%{index} = arith.addi %base, %{number} : i32", None)
            self.both(0, f"%{offset} = fly.make_int_tuple(%{index}) : (i32) -> !fly.int_tuple<?>", None)
            self.both(0, f"%{target} = fly.add_offset(%out, %{offset}) : (!fly.ptr<i32, global>, "
                         "!fly.int_tuple<?>) -> !fly.ptr<i32, global>", None)
            self.both(0, f"fly.ptr.store(%{value}, %{target}) : (i32, !fly.ptr<i32, global>) -> ()", None)

    def text(self):
        return HEAD + "\n".join(self.ir) + "\n    gpu.return\n  } } }\n"

    def expected(self):
        result = []
        for lane in range(LANES):
            names = {"tid": lane, "wrap": wrap}
            exec("\n".join(self.python), names)
            for r in range(len(self.sizes)):
                result += names[f"R{r}"]
        return result


def command(what, *arguments):
    result = subprocess.run(arguments, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{what}: {result.stderr}")


def read_npy(path):
    data = path.read_bytes()
    body = data[10 + struct.unpack("<H", data[8:10])[0]:]
    return list(struct.unpack(f"<{len(body) // 4}i", body))


def main():
    first, count, directory = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    directory.mkdir(parents=True, exist_ok=True)
    source, lowered, out = directory / "k.mlir", directory / "lowered.mlir", directory / "out.npy"
    for seed in range(first, first + count):
        program = Program(seed)
        source.write_text(program.text())
        for promote in ("fly-promote-regmem-to-vectorssa,", ""):
            what = f"seed {seed}, {'promoted' if promote else 'in memory'}"
            command(what, "fly-opt", str(source), "-o", str(lowered),
                    f"--pass-pipeline=builtin.module({promote}convert-fly-to-rocdl,canonicalize)")
            if promote and "llvm.alloca" in lowered.read_text():
                sys.exit(f"{what}: register memory is left")
            command(what, "fly-run", str(lowered), "--grid", "1", "--arg",
                    f"{LANES * program.total}xi32:{out}")
            if read_npy(out) != program.expected():
                sys.exit(f"{what}: expected {program.expected()}, got {read_npy(out)}; see {source}")
    print(f"{count} programs agree")


main()
