"""Every fly_ptx instance goes through the pipeline to PTX of its first architecture, with its instruction.

usage: ptx_instances.py SOURCE_DIR FLY_OPT FLY_COMPILE

Instances of one architecture and PTX version share a module. Where `ptxas` is found, it assembles the
result; elsewhere one line says that this was skipped.
"""

import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

source, fly_opt, fly_compile = sys.argv[1:4]
sys.path.insert(0, str(pathlib.Path(source) / "test/gpu"))
from mma_kernels import Instance, kernel  # noqa: E402


def static(name, type_):
    return f"    %{name} = fly.static : {type_}\n"


def ld_st(text):
    """Bytes from global memory to registers and back, the instance on its side."""
    bits = int(re.search(r"<(\d+)", text)[1])
    n = bits // 8
    own, plain = f"!fly.copy_atom<{text}, 8>", f"!fly.copy_atom<!fly.universal_copy<{bits}>, 8>"
    pointer = "!fly.ptr<i8, global, align<16>>"
    memory, registers = f"!fly.memref<i8, global, {n}:1, align<16>>", f"!fly.memref<i8, register, {n}:1>"
    load, store = (own, plain) if ".ld<" in text else (plain, own)
    return f"""  gpu.func @k(%in: {pointer}, %out: {pointer}) kernel attributes {{known_block_size = array<i32: 32, 1, 1>}} {{
{static("l", f"!fly.layout<{n}:1>")}    %s = fly.make_view(%in, %l) : ({pointer}, !fly.layout<{n}:1>) -> {memory}
    %d = fly.make_view(%out, %l) : ({pointer}, !fly.layout<{n}:1>) -> {memory}
    %r = fly.memref.alloca(%l) : (!fly.layout<{n}:1>) -> {registers}
    %load = fly.make_copy_atom {{valBits = 8 : i32}} : {load}
    %store = fly.make_copy_atom {{valBits = 8 : i32}} : {store}
    fly.copy(%load, %s, %r) : ({load}, {memory}, {registers}) -> ()
    fly.copy(%store, %r, %d) : ({store}, {registers}, {memory}) -> ()
    gpu.return
  }}
"""


def cp_async(text):
    n = int(re.search(r"<(\d+)", text)[1]) // 8
    atom = f"!fly.copy_atom<{text}, 8>"
    places = [("global", "in", "s"), ("shared", "mid", "d")]
    types = {space: (f"!fly.ptr<i8, {space}, align<16>>", f"!fly.memref<i8, {space}, {n}:1, align<16>>")
             for space, _, _ in places}
    pred = "!fly.memref<i1, register, 1:1>"
    return f"""  gpu.func @k(%in: {types["global"][0]}, %flag: i1) kernel attributes {{known_block_size = array<i32: 32, 1, 1>}} {{
{static("l", f"!fly.layout<{n}:1>")}{static("one", "!fly.layout<1:1>")}{static("at", "!fly.int_tuple<0>")}    %mid = fly.make_ptr() {{dictAttrs = {{allocBytes = 16 : i64, allocAlign = 16 : i64}}}} : () -> {types["shared"][0]}
    %s = fly.make_view(%in, %l) : ({types["global"][0]}, !fly.layout<{n}:1>) -> {types["global"][1]}
    %d = fly.make_view(%mid, %l) : ({types["shared"][0]}, !fly.layout<{n}:1>) -> {types["shared"][1]}
    %p = fly.memref.alloca(%one) : (!fly.layout<1:1>) -> {pred}
    fly.memref.store(%flag, %p, %at) : (i1, {pred}, !fly.int_tuple<0>) -> ()
    %atom = fly.make_copy_atom {{valBits = 8 : i32}} : {atom}
    fly.copy(%atom, %s, %d, %p) : ({atom}, {types["global"][1]}, {types["shared"][1]}, {pred}) -> ()
    gpu.return
  }}
"""


def matrix(text):
    name = re.search(r"(ld|st)matrix<x(\d)(, trans)?>", text)
    path = pathlib.Path(source) / f"test/gpu/kernels/{name[1]}matrix_x{name[2]}{'_trans' if name[3] else ''}.mlir"
    return function(path.read_text())


def function(module):
    """The gpu.func of a module's text."""
    start = module.index("gpu.func @k")
    end = module.index("gpu.return", start)
    return "  " + module[start:module.index("}", end) + 1] + "\n"


def expected(text, instruction):
    """What the PTX of the kernel must contain."""
    if ".ld<" in text or ".st<" in text:
        evict = re.search(r"evict = (\w+)", text)
        if evict:
            instruction += ".L1::" + (evict[1] if evict[1] == "no_allocate" else "evict_" + evict[1])
        return instruction
    if "cp_async" in text:
        return "cp.async.cg" if "cache = cg" in text else "cp.async.ca"
    if "matrix" in text:
        return instruction + f".m8n8.x{re.search(r'x([124])', text)[1]}" + (".trans" if "trans" in text else "")
    return instruction


table = subprocess.run([fly_opt, "--list-atoms=fly_ptx"], capture_output=True, text=True, check=True).stdout
groups = collections.defaultdict(list)
for line in table.splitlines()[2:]:
    cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
    text = cells[0].strip("` ").replace("\\|", "|")
    needs = re.match(r"sm_(\d+) and later<br>PTX (\d+)\.(\d+)", cells[4])
    groups[(int(needs[1]), int(needs[2] + needs[3]))].append((text, cells[3].strip("` ").replace("\\|", "|")))

failures, count = [], 0
ptxas = shutil.which("ptxas")
with tempfile.TemporaryDirectory() as folder:
    for (architecture, ptx), instances in sorted(groups.items()):
        module = "gpu.module @kernels {\n"
        for number, (text, instruction) in enumerate(instances):
            if ".mma<" in text:
                body = function(kernel(Instance(text, architecture, instruction)))
            elif "matrix" in text:
                body = matrix(text)
            else:
                body = cp_async(text) if "cp_async" in text else ld_st(text)
            module += body.replace("@k(", f"@k{number}(", 1)
        path = pathlib.Path(folder) / f"sm{architecture}_ptx{ptx}.mlir"
        path.write_text(module + "}\n")
        done = subprocess.run([fly_compile, path, "--chip", f"sm_{architecture}", "--emit", "ptx",
                               f"--ptx-features=+ptx{ptx}"], capture_output=True, text=True)
        if done.returncode:
            failures.append(f"sm_{architecture}, PTX {ptx}: {done.stderr[:2000]}")
            continue
        bodies = dict(re.findall(r"\.entry (k\d+)\((.*?)(?=\.visible \.entry|\Z)", done.stdout, re.DOTALL))
        for number, (text, instruction) in enumerate(instances):
            count += 1
            want = expected(text, instruction)
            if want not in bodies.get(f"k{number}", ""):
                failures.append(f"{text}: no {want} in its PTX")
        if ptxas:
            target = path.with_suffix(".ptx")
            target.write_text(done.stdout)
            assembled = subprocess.run([ptxas, f"-arch=sm_{architecture}", target, "-o", "/dev/null"],
                                       capture_output=True, text=True)
            if assembled.returncode:
                failures.append(f"ptxas, sm_{architecture}: {assembled.stderr[:2000]}")
print("\n".join(failures))
print("assembled by ptxas" if ptxas else "ptxas not found: assembling skipped")
print(f"{count} instances, {len(failures)} failures")
sys.exit(bool(failures))
