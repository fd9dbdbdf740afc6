"""Checks the exact facts beside the kernels against what the fly-to-fly passes make of them.

usage: facts.py KERNEL_DIRECTORY [NAME...]
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

SIGNATURE = ["fly-rewrite-func-signature", "fly-canonicalize"]
LAYOUT = SIGNATURE + ["fly-layout-lowering"]
VALUES = LAYOUT + ["fly-int-swizzle-simplify", "canonicalize",
                   "fly-convert-atom-call-to-ssa-form", "fly-promote-regmem-to-vectorssa"]
REGISTER = re.compile(r"!fly\.(?:ptr|memref)<[^,<>]*, *register")
# What may be left of the layout types after fly-layout-lowering.
LOWERED = {"static", "make_int_tuple", "make_layout", "make_composed_layout", "make_view", "make_ptr",
           "get_dyn_shared", "inttoptr", "ptrtoint", "to_llvm_ptr", "add_offset", "apply_swizzle",
           "recast_iter", "ptr.load", "ptr.store", "make_copy_atom", "make_mma_atom", "atom.set_value",
           "copy_atom_call", "mma_atom_call", "make_tiled_copy", "make_tiled_mma"}


def run(passes, text):
    result = subprocess.run(["fly-opt", f"--pass-pipeline=builtin.module({','.join(passes)})", "-"],
                            input=text, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(passes)} failed:\n{result.stderr}")
    return result.stdout


def operations(text):
    """How often each operation occurs; types and attributes are not operations."""
    counts = collections.Counter()
    for line in text.splitlines():
        found = re.match(r"\s*(?:%[^=]+= )?\"?((?:fly|fly_rocdl|gpu|scf)\.[a-z_0-9.]+)", line)
        if found:
            counts[found[1]] += 1
    return counts


def check(path):
    facts = json.loads(path.with_suffix(".expected.json").read_text())
    text = path.read_text()
    bad = []

    def expect(what, found, wanted):
        if found != wanted:
            bad.append(f"{path.name}: {what}: expected {wanted}, found {found}")

    signature = run(SIGNATURE, text)
    layout = run(LAYOUT, text)
    counts = operations(layout)
    for name, wanted in facts["after_layout_lowering"].items():
        expect(f"{name} after layout lowering", counts[name], wanted)
    left = {name for name in counts if name.startswith("fly.") and name[4:] not in LOWERED}
    expect("operations that should be lowered", left, set())

    values = run(VALUES, text)
    counts = operations(values)
    for name in ("fly.copy_atom_call", "fly.copy_atom_call_ssa", "fly.mma_atom_call",
                 "fly.mma_atom_call_ssa"):
        expect(f"{name} after promotion", counts[name], facts["after_register_promotion"].get(name, 0))
    expect("register values left", len(REGISTER.findall(values)), facts["register_values_left"])

    # One pass at a time equals one pipeline, and a second run of a pass changes nothing.
    step = text
    for name in VALUES:
        step = run([name], step)
        if name != "canonicalize":
            expect(f"{name} twice", run([name], step) == step, True)
    expect("single passes equal to one pipeline", step == values, True)
    expect("signature stage verifies", bool(signature), True)
    return bad


def main():
    directory = pathlib.Path(sys.argv[1])
    names = sys.argv[2:] or sorted(p.stem for p in directory.glob("*.mlir"))
    bad = [line for name in names for line in check(directory / f"{name}.mlir")]
    print("\n".join(bad) if bad else f"{len(names)} kernels agree")
    sys.exit(bool(bad))


main()
