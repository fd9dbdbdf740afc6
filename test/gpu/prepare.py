#!/usr/bin/env python3
"""Compiles every GPU test kernel to PTX with our own pipeline, for run.py on a machine with a GPU.

usage: test/gpu/prepare.py BUILD_DIR OUT_DIR [--chip sm_90a]

OUT_DIR receives one .ptx per kernel and manifest.json. Each product of `mma.sync` is checked here to contain
its documented instruction. A planted kernel whose layout of A is wrong goes along: run.py must refuse it.
"""

import argparse
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from mma_kernels import Instance, kernel  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def instances(build):
    """(type text, architecture, PTX version times ten, instruction) of every fly_ptx instance."""
    table = subprocess.run([build / "bin/fly-opt", "--list-atoms=fly_ptx"], capture_output=True, text=True,
                           check=True).stdout
    for line in table.splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        text = cells[0].strip("` ").replace("\\|", "|")
        architecture = int(cells[4].split()[0].removeprefix("sm_"))
        ptx = int(round(float(cells[4].split("PTX ")[1].split()[0]) * 10))
        yield text, architecture, ptx, cells[3].strip("` ").replace("\\|", "|")


def compile_ptx(build, source, chip, ptx=None):
    command = [build / "bin/fly-compile", source, "--chip", chip, "--emit", "ptx"]
    if ptx:
        command.append(f"--ptx-features=+ptx{ptx}")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"error: {source}: {done.stderr}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--chip", default="sm_90a")
    arguments = parser.parse_args()
    build, out = arguments.build.resolve(), arguments.out
    out.mkdir(parents=True, exist_ok=True)
    manifest = {"chip": arguments.chip, "tests": []}

    def add(name, kind, text, **facts):
        (out / f"{name}.ptx").write_text(text)
        manifest["tests"].append({"name": name, "kind": kind, "file": f"{name}.ptx", **facts})

    source = out / "kernel.mlir"
    for text, architecture, ptx, instruction in instances(build):
        if ".mma<" not in text:
            continue
        instance = Instance(text, architecture, instruction)
        source.write_text(kernel(instance))
        compiled = compile_ptx(build, source, arguments.chip, ptx if ptx > 86 else None)
        if instruction not in compiled:
            sys.exit(f"error: PTX of {text} lacks {instruction}")
        add("mma_" + instance.name, "mma", compiled, type=text)
    # The thread modes of A exchanged: everything verifies, the numbers must not.
    planted = Instance("!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>", 80, "")
    swapped = kernel(planted).replace(
        "fly.tiled_mma.partition(a, %mma, %A, %tid)", "fly.tiled_mma.partition(a, %mma, %A, %wrong)").replace(
        "    %atom =", """    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %q = arith.divsi %t, %c8 : i32
    %g = arith.remsi %t, %c8 : i32
    %g4 = arith.muli %g, %c4 : i32
    %swapped = arith.addi %g4, %q : i32
    %wrong = fly.make_int_tuple(%swapped) : (i32) -> !fly.int_tuple<?>
    %atom =""", 1)
    source.write_text(swapped)
    add("planted_wrong_layout", "mma", compile_ptx(build, source, arguments.chip), type=planted.text, must_fail=True)
    source.unlink()

    for path in sorted((ROOT / "test/gpu/kernels").glob("*.mlir")):
        add(path.stem, "cp_async" if path.stem.startswith("cp_async") else "identity",
            compile_ptx(build, path, arguments.chip), zero_odd=path.stem.endswith("zfill"))
    for name in ("vector_add", "softmax_sm80", "gemm_f16_sm80"):
        add(name, name, compile_ptx(build, ROOT / f"examples/{name}.mlir", arguments.chip))
    (out / "manifest.json").write_text(json.dumps(manifest, indent=1))
    print(f"{len(manifest['tests'])} kernels for {arguments.chip} in {out}")


if __name__ == "__main__":
    main()
