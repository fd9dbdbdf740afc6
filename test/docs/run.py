#!/usr/bin/env python3
"""Checks that hold for the whole tree: rooms keep to their arrows, generated pages are up to date,
files name no machine. Ends with `N passed, N failed`."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = sys.argv[1]

# Room -> rooms it may include besides itself (docs/architecture.md, "The house").
CORE = ["dialects/layout", "dialects/fly"]
DIALECTS = CORE + ["dialects/fly_rocdl", "dialects/fly_ptx"]
PASSES = DIALECTS + ["passes"]
# What every pass may use, whatever room it is in.
PASS_HELP = ["passes/transforms/Remark.h", "passes/transforms/StepCheck.h"]
MAY_INCLUDE = {
    "dialects/layout": [],
    "dialects/fly": ["dialects/layout"],
    "dialects/fly_rocdl": CORE,
    "dialects/fly_ptx": CORE,
    "passes/transforms": CORE,
    "passes/to_common": CORE + PASS_HELP,
    "passes/to_rocdl": CORE + PASS_HELP + ["dialects/fly_rocdl", "passes/to_common", "passes/pipelines/Chips.h"],
    "passes/to_ptx": CORE + PASS_HELP + ["dialects/fly_ptx", "passes/to_common", "passes/pipelines/Chips.h"],
    "passes/interp": ["passes/pipelines"],
    "passes/pipelines": PASSES,
    "passes/fly-opt": PASSES,
    "passes/fly-compile": PASSES,
    "lsp/analysis": PASSES,
    "lsp/trace": PASSES + ["lsp/analysis"],
    "lsp/server": PASSES + ["lsp", "visualizer/scene"],
    "lsp/tools": PASSES + ["lsp", "visualizer/scene"],
    "visualizer/scene": ["dialects/layout"],
    "visualizer/app": ["dialects/layout", "visualizer/scene"],
}
# Headers of outside libraries that a room must not see.
FORBIDDEN = {
    "dialects/layout": r'["<](mlir|llvm|Q[A-Z])',
    "visualizer/scene": r'["<](mlir|llvm|Q[A-Z])',
    "visualizer/app": r'["<](mlir|llvm)/',
    "lsp": r'[<]Q[A-Z]',
    "passes": r'[<]Q[A-Z]',
}
# The core names no vendor (issue D1): words that would betray an AMD or NVIDIA assumption.
NEUTRAL = ["dialects/fly", "dialects/layout", "passes/transforms"]
VENDOR = re.compile(r"\b(amd|amdgpu|amdgcn|rocdl|nvvm|nvidia|ptx|nvgpu|cuda|hip|mfma|wmma|gfx\d+|sm_?\d+|ldmatrix)\b",
                    re.IGNORECASE)

results = []


def check(name, problems):
    results.append(not problems)
    print(f"{'ok' if not problems else 'FAILED'}: {name}")
    for problem in problems:
        print(f"  {problem}")


def sources(room, *suffixes):
    listed = subprocess.run(["git", "ls-files", "--", room], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listed.stdout.splitlines()
            if line.endswith(suffixes or (".h", ".cpp")) and (ROOT / line).exists()]


def arrows():
    problems = []
    for room, allowed in MAY_INCLUDE.items():
        for path in sources(room):
            for include in re.findall(r'#include "((?:dialects|passes|lsp|visualizer)/[^"]+)"', path.read_text()):
                if not any(include == r or include.startswith(r + "/") for r in [room, *allowed]):
                    problems.append(f"{path.relative_to(ROOT)} includes {include}")
    for room, pattern in FORBIDDEN.items():
        for path in sources(room):
            problems += [f"{path.relative_to(ROOT)}: {line.strip()}"
                         for line in path.read_text().splitlines()
                         if line.startswith("#include") and re.search(pattern, line)]
    return problems


def vendor_names():
    return [f"{path.relative_to(ROOT)}:{n}: {line.strip()}"
            for room in NEUTRAL for path in sources(room, ".h", ".cpp", ".td", ".inc", ".def")
            for n, line in enumerate(path.read_text().splitlines(), 1) if VENDOR.search(line)]


def machine_paths():
    found = subprocess.run(["git", "grep", "-nIE", r"(^|[^A-Za-z0-9_.])/(work|root|home)/", "--", ".",
                            ":!*package-lock.json", ":!test/docs/run.py"],
                           cwd=ROOT, capture_output=True, text=True)
    return found.stdout.splitlines()


def registry_hosts():
    found = subprocess.run(["git", "grep", "-nIE", r"registry\.npmjs|deb\.debian\.org|\"resolved\":"],
                           cwd=ROOT, capture_output=True, text=True)
    return [line for line in found.stdout.splitlines() if not line.startswith("test/docs/run.py")]


def entries():
    """Every operation, type and attribute has a summary, its guarantees and an example."""
    problems = []
    for page in sorted((ROOT / "docs/dialects").glob("*.md")):
        part = ""
        for entry in re.split(r"^(?=###? )", page.read_text(), flags=re.MULTILINE):
            title = entry.split("\n", 1)[0]
            if not title.startswith("### "):
                part = title
                continue
            if part not in ("## Operations", "## Types", "## Attributes"):
                continue
            wanted = {"summary": r"(?m)^_.+_$", "guarantees": r"(?m)^Guarantees: ", "example": r"```mlir|Examples?: `"}
            problems += [f"{page.name}: {title[4:]}: no {name}"
                         for name, pattern in wanted.items() if not re.search(pattern, entry)]
    return problems


def links():
    """Relative links of the documents lead to files."""
    problems = []
    for path in sources(".", ".md"):
        text = re.sub(r"(?s)```.*?```|`[^`\n]*`", "", path.read_text())
        problems += [f"{path.relative_to(ROOT)}: {target}" for target in re.findall(r"\]\(([^)#\s]+)", text)
                     if "://" not in target and not (path.parent / target).exists()]
    return problems


def help_texts():
    """Every tool answers --help with its usage and exit status 0."""
    problems = []
    for tool in sorted((pathlib.Path(BUILD) / "bin").glob("fly-*")):
        done = subprocess.run([tool, "--help"], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env={"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin"})
        if done.returncode != 0 or "usage" not in (done.stdout + done.stderr).lower():
            problems.append(f"{tool.name} --help: exit {done.returncode}")
    return problems


def generated_pages():
    done = subprocess.run([sys.executable, ROOT / "docs/generate.py", BUILD, "--check"], capture_output=True,
                          text=True)
    return done.stderr.splitlines() if done.returncode else []


check("rooms include only what their arrows allow", arrows())
check("the core names no vendor", vendor_names())
check("no path of a machine in tracked files", machine_paths())
check("no registry host in tracked files", registry_hosts())
check("every operation, type and attribute is described", entries())
check("links in documents lead somewhere", links())
check("every tool answers --help", help_texts())
check("generated pages are up to date", generated_pages())
failed = results.count(False)
print(f"{len(results) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
