#!/usr/bin/env python3
"""Lowers one kernel and compares it with the facts of its .expected.json.

usage: kernel_facts.py KERNEL.mlir [FACT...]

Facts: layout registers rocdl abi isa llc resources (default: all). What the file says about the source (types,
sizes, names) is checked by the unit tests fly_ops_test and passes_test. Operation counts are counts in the
pretty form. Loads and stores may merge; instruction counts depend on unrolling, so only the mnemonics must
appear, except those named in EXACT_ISA.
"""

import functools
import json
import pathlib
import re
import subprocess
import sys

FRONT = ["fly-rewrite-func-signature", "fly-canonicalize", "fly-layout-lowering"]
PROMOTED = FRONT + ["fly-int-swizzle-simplify", "canonicalize", "fly-convert-atom-call-to-ssa-form",
                    "fly-promote-regmem-to-vectorssa"]
CONVERTED = PROMOTED + ["convert-fly-to-rocdl", "canonicalize"]
EXACT_ISA = {"mma_block_f32": ["v_mfma_f32_16x16x4_f32"]}
MAY_MERGE = {"llvm.load", "llvm.store"}

faults = []


def check(condition, message):
    if not condition:
        faults.append(message)


@functools.lru_cache(maxsize=None)
def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nfailed with status {done.returncode}:\n{done.stderr}")
    return done.stdout


def lower(kernel, passes):
    return run("fly-opt", str(kernel), f"--pass-pipeline=builtin.module({','.join(passes)})")


def count(text, operation):
    return len(re.findall(rf"(?<![!#\w.\"@]){re.escape(operation)}(?![\w.])", text))


def operations(text, dialect):
    return sorted(set(re.findall(rf"(?<![!#\w.\"@])({dialect}\.[\w.]+)", text)))


def same_counts(text, facts, where):
    for operation, expected in facts.items():
        found = count(text, operation)
        if operation in MAY_MERGE:
            check(0 < found <= expected, f"{where}: {found} {operation}, expected up to {expected}")
        else:
            check(found == expected, f"{where}: {found} {operation}, expected {expected}")


def check_layout(kernel, facts):
    text = lower(kernel, FRONT)
    same_counts(text, facts["after_layout_lowering"], "after fly-layout-lowering")
    for gone in ("fly.copy", "fly.gemm"):
        check(count(text, gone) == 0, f"after fly-layout-lowering: {gone} is left")


def check_registers(kernel, facts):
    text = lower(kernel, PROMOTED)
    same_counts(text, facts["after_register_promotion"], "after fly-promote-regmem-to-vectorssa")
    left = len(re.findall(r"!fly\.(?:ptr|memref)<[^>]*\bregister\b", text))
    check(left == facts["register_values_left"], f"{left} register values are left")


def check_rocdl(kernel, facts):
    text = lower(kernel, CONVERTED)
    same_counts(text, facts["after_convert_fly_to_rocdl"], "after convert-fly-to-rocdl")
    left = operations(text, "fly") + operations(text, "fly_rocdl")
    check(len(left) == facts["fly_ops_left"], f"fly operations left: {left}")


def split_arguments(text):
    """Top-level comma-separated pieces."""
    pieces, depth, current = [], 0, ""
    for char in text:
        depth += char in "(<[{"
        depth -= char in ")>]}"
        if char == "," and depth == 0:
            pieces.append(current)
            current = ""
        else:
            current += char
    return [piece.strip() for piece in pieces + [current] if piece.strip()]


def check_abi(kernel, facts):
    text = lower(kernel, CONVERTED)
    for name, expected in facts["kernel_abi"].items():
        start = text.index(f"gpu.func @{name}(") + len(f"gpu.func @{name}(")
        end, depth = start, 1
        while depth:
            depth += text[end] == "("
            depth -= text[end] == ")"
            end += 1
        found = [piece.split(":", 1)[1].strip() for piece in split_arguments(text[start:end - 1])]
        check(found == expected, f"arguments of {name}: {found}, expected {expected}")


def check_isa(kernel, facts):
    text = run("fly-compile", str(kernel), "--emit", "isa")
    for mnemonic, expected in facts.get("isa_after_pipeline_O2",
                                        facts.get("isa_device_module_alone", {})).items():
        found = len(re.findall(rf"^\s+{re.escape(mnemonic)}\b", text, re.MULTILINE))
        check(found > 0, f"assembly has no {mnemonic}")
        if mnemonic in EXACT_ISA.get(kernel.stem, []):
            check(found == expected, f"assembly has {found} {mnemonic}, expected {expected}")


def check_llc(kernel, facts):
    """The code generator alone, without LLVM's optimiser."""
    if "isa_llc_only" not in facts:
        return
    ir = run("fly-compile", str(kernel), "--emit", "llvm-ir")
    done = subprocess.run(["llc", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={facts['chip']}", "-O2", "-o", "-"], input=ir,
                          capture_output=True, text=True)
    check(done.returncode == 0, f"llc failed: {done.stderr}")
    for mnemonic in facts["isa_llc_only"]:
        check(re.search(rf"^\s+{re.escape(mnemonic)}\b", done.stdout, re.MULTILINE), f"llc makes no {mnemonic}")


def check_resources(kernel, facts):
    if "resources" not in facts:
        return
    text = run("fly-compile", str(kernel), "--emit", "isa")
    for key, expected in facts["resources"].items():
        found = [int(value) for value in re.findall(rf"^\s+\.{key}:\s*(\d+)", text, re.MULTILINE)]
        check(found == expected, f"{key}: {found}, expected {expected}")


CHECKS = {"layout": check_layout, "registers": check_registers, "rocdl": check_rocdl, "abi": check_abi,
          "isa": check_isa, "llc": check_llc, "resources": check_resources}


def main():
    kernel = pathlib.Path(sys.argv[1])
    facts = json.loads(kernel.with_suffix(".expected.json").read_text())
    for name in sys.argv[2:] or CHECKS:
        CHECKS[name](kernel, facts)
    for fault in faults:
        print(f"{kernel.name}: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
