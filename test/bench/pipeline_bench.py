#!/usr/bin/env python3
"""Time and memory of the pipeline: every kernel of test/data/kernels as it is and with its body repeated 10
and 100 times, per pass.

usage: test/bench/pipeline_bench.py BUILD [--quick] [KERNEL...]

Prints one table in Markdown. Judged is everything up to LLVM dialect: the time of no pass may grow faster
than size to the power of 1.2 (between 10 and 100 times the kernel), and none may take more than half of the
time at 100 times. LLVM's code generator is measured beside it, for kernels as they are. The smallest of
three runs counts; --quick runs once.
"""

import argparse
import math
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SIZES = (1, 10, 100)
LIMIT, HALF = 1.2, 0.5
NOISE = 5.0  # a pass that needs fewer milliseconds at the largest size is not judged


def repeated(text, times):
    """The module with the body of its first kernel repeated, values renamed."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if "gpu.func" in line)
    end = next(i for i in range(start, len(lines)) if "gpu.return" in lines[i])
    arguments = set(re.findall(r"(%\w+):", lines[start]))
    body = [line for line in lines[start + 1:end] if not line.strip().startswith("//")]
    copies = []
    for k in range(times):
        copies += [re.sub(r"%\w+", lambda m: m[0] if m[0] in arguments else f"{m[0]}_r{k}", line) for line in body]
    return "\n".join(lines[:start + 1] + copies + lines[end:])


def compile_once(tool, path, stage):
    """(pass name -> milliseconds of the processor, peak memory in MiB)."""
    with open(path.with_suffix(".err"), "w+") as errors:
        pid = subprocess.Popen([tool, str(path), "--emit", stage, "--time", "-o", os.devnull], stderr=errors,
                               stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(pid.pid, 0)
        pid.returncode = status
        errors.seek(0)
        text = errors.read()
    if status:
        sys.exit(f"{path.name} failed:\n{text[:2000]}")
    times = {}
    for milliseconds, name in re.findall(r"ms\s+([\d.]+) ms cpu\s+[\d.]+ %\s+\S+\s+(.+)$", text, re.MULTILINE):
        name = re.sub(r"^gpu\.module\((.*)\)$", r"\1", name.strip()).split("{")[0]
        times[name] = times.get(name, 0.0) + float(milliseconds)
    return times, usage.ru_maxrss / 1024


def measure(tool, path, stage, runs):
    best, memory = {}, math.inf
    for _ in range(runs):
        times, peak = compile_once(tool, path, stage)
        memory = min(memory, peak)
        for name, value in times.items():
            best[name] = min(best.get(name, math.inf), value)
    return best, memory


def slope(small, large):
    return math.log(max(large, 1e-3) / max(small, 1e-3)) / math.log(SIZES[2] / SIZES[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    build = pathlib.Path(arguments.build).resolve()
    tool = build / "bin/fly-compile"
    if not tool.exists():
        sys.exit("error: fly-compile is not built")
    work = build / "bench"
    work.mkdir(exist_ok=True)
    runs = 1 if arguments.quick else 3
    failures, rows = [], []
    for kernel in sorted((ROOT / "test/data/kernels").glob("*.mlir")):
        if arguments.kernels and kernel.stem not in arguments.kernels:
            continue
        results = {}
        for size in SIZES:
            path = work / f"{kernel.stem}_{size}.mlir"
            path.write_text(repeated(kernel.read_text(), size))
            results[size] = measure(tool, path, "llvm", runs)
        generated, _ = measure(tool, work / f"{kernel.stem}_1.mlir", "isa", runs)
        totals = {size: sum(times.values()) for size, (times, _) in results.items()}
        (middle, _), (large, _) = results[SIZES[1]], results[SIZES[2]]
        slopes = {name: slope(middle[name], value) for name, value in large.items() if value >= NOISE}
        steepest = max(slopes, key=slopes.get)
        longest = max(large, key=large.get)
        share = large[longest] / totals[SIZES[2]]
        growth = slope(totals[SIZES[1]], totals[SIZES[2]])
        rows.append([kernel.stem, *(f"{totals[size]:.0f} ms" for size in SIZES),
                     *(f"{results[size][1]:.0f}" for size in SIZES), f"{growth:.2f}",
                     f"{slopes[steepest]:.2f} {steepest}", f"{100 * share:.0f} % {longest}",
                     f"{generated.get('gpu-module-to-binary', 0):.0f} ms"])
        for name, value in slopes.items():
            if value > LIMIT:
                failures.append(f"{kernel.stem}: slope {value:.2f} of {name}, at most {LIMIT} allowed")
        if share > HALF:
            failures.append(f"{kernel.stem}: {longest} takes {100 * share:.0f} %, at most {100 * HALF:.0f} allowed")
    header = ["kernel", *(f"{size} ×" for size in SIZES), *(f"MiB at {size} ×" for size in SIZES), "slope",
              "steepest pass", "longest pass", "code generator"]
    for row in [header, ["---"] + ["--:"] * (len(header) - 1), *rows]:
        print("| " + " | ".join(row) + " |")
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
