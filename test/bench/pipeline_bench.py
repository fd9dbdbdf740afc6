#!/usr/bin/env python3
"""Time and memory of the pipeline: every kernel of test/data/kernels as it is and with its body repeated 10
and 100 times, per pass.

usage: test/bench/pipeline_bench.py BUILD [--quick] [--record] [KERNEL...]

Prints one table in Markdown; --record writes it to docs/pipeline-benchmarks.md. Judged is everything up to
the LLVM dialect, by processor time with the verifier behind every pass: at 100 times the kernel none may take
more than half, and between 10 and 100 times the time of the whole and of every pass of this project that takes
2 % or more may grow at most like size to the power of 1.2. (A pass below that walks over the code and finds
nothing to do; what grows there are cache misses.) MLIR's own passes that grow faster are named beside them, as is
the time of LLVM's code generator for kernels as they are. The smallest of three runs counts, one run at 100
times; --quick runs everything once.
"""

import argparse
import datetime
import math
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SIZES = (1, 10, 100)
LIMIT, HALF = 1.2, 0.5
JUDGED = 0.02  # share of the time at the largest size


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


def record(build, table):
    kind = re.search(r"CMAKE_BUILD_TYPE:\w+=(\w+)", (build / "CMakeCache.txt").read_text())[1]
    cpu = re.search(r"model name\s*: (.+)", pathlib.Path("/proc/cpuinfo").read_text())
    (ROOT / "docs/pipeline-benchmarks.md").write_text(
        "# Pipeline benchmarks\n\n<!-- Written by `test/bench/pipeline_bench.py BUILD --record`. -->\n\n"
        f"Measured on {datetime.date.today()}: {cpu[1] if cpu else 'unknown processor'}, {os.cpu_count()} cores, load "
        f"{os.getloadavg()[0]:.1f}; {kind} build. Processor time of all passes up to the LLVM dialect, verifier "
        "included, of each kernel and of the kernel with its body repeated 10 and 100 times; peak memory of the process. "
        "The slope is that of the whole in log-log between 10 and 100 times; the passes named are "
        f"among those with {100 * JUDGED:.0f} % of the time or more. At most {LIMIT} and {100 * HALF:.0f} % are allowed. "
        "A generated kernel has a hundred loops one after another, hence hundreds of blocks behind `convert-scf-to-cf`; "
        "why MLIR's own passes grow faster on these has not been looked into. "
        "The code generator is LLVM's, for the kernel as it is.\n\n" + table + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_intermixed_args()
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
            results[size] = measure(tool, path, "llvm", 1 if size == SIZES[2] else runs)
        generated, _ = measure(tool, work / f"{kernel.stem}_1.mlir", "isa", runs)
        totals = {size: sum(times.values()) for size, (times, _) in results.items()}
        (middle, _), (large, _) = results[SIZES[1]], results[SIZES[2]]
        slopes = {name: slope(middle[name], value) for name, value in large.items()
                  if value >= JUDGED * totals[SIZES[2]]}
        own = {name: value for name, value in slopes.items() if name.startswith(("fly-", "convert-fly-"))}
        steepest = max(own, key=own.get)
        foreign = [f"{value:.2f} {name}" for name, value in slopes.items() if name not in own and value > LIMIT]
        longest = max(large, key=large.get)
        share = large[longest] / totals[SIZES[2]]
        growth = slope(totals[SIZES[1]], totals[SIZES[2]])
        rows.append([kernel.stem, *(f"{totals[size]:.0f} ms" for size in SIZES),
                     *(f"{results[size][1]:.0f}" for size in SIZES), f"{growth:.2f}",
                     f"{slopes[steepest]:.2f} {steepest}", f"{100 * share:.0f} % {longest}", ", ".join(foreign) or "none",
                     f"{generated.get('gpu-module-to-binary', 0):.0f} ms"])
        for name, value in own.items():
            if value > LIMIT:
                failures.append(f"{kernel.stem}: slope {value:.2f} of {name}, at most {LIMIT} allowed")
        if growth > LIMIT:
            failures.append(f"{kernel.stem}: slope {growth:.2f} of the whole, at most {LIMIT} allowed")
        if share > HALF:
            failures.append(f"{kernel.stem}: {longest} takes {100 * share:.0f} %, at most {100 * HALF:.0f} allowed")
    header = ["kernel", *(f"{size} ×" for size in SIZES), *(f"MiB at {size} ×" for size in SIZES), "slope",
              "steepest pass of ours", "longest pass", "MLIR's own above 1.2", "code generator"]
    table = "\n".join("| " + " | ".join(row) + " |"
                      for row in [header, ["---"] + ["--:"] * (len(header) - 1), *rows])
    print(table)
    if arguments.record:
        record(build, table)
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
