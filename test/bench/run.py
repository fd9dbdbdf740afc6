#!/usr/bin/env python3
"""Runs the benchmarks of an optimised build and judges them.

usage: test/bench/run.py BUILD [NAME...] [--record] [--quick]

NAMEs choose some of: layout, fly (Google Benchmark, the smallest of three runs), lsp, pipeline, paint (measurements of
their own). Where a benchmark runs over sizes of 1,000 and more, the slope
of its time in log-log is computed: 1 is linear. A slope above 1.1 fails. --record writes the tables to
docs/benchmarks.md; --quick measures once, to see that everything runs.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIMIT = 1.1
TITLES = {"layout": "Layout algebra, by number of leaves",
          "fly": "Generated functions of fly operations"}
# Measurements with a form of their own: what they print goes into the page as it is.
OTHERS = {"lsp": ("Language server beside MLIR's own", lambda build: [sys.executable, ROOT / "test/lsp/bench.py", build]),
          "pipeline": ("Pipeline, by pass",
                       lambda build: [sys.executable, ROOT / "test/bench/pipeline_bench.py", build]),
          "paint": ("Painting pictures", lambda build: [build / "bin/visualizer_paint_bench"])}


def measure(program, quick):
    """name -> argument -> the smallest run, as Google Benchmark's JSON."""
    command = [program, "--benchmark_format=json"]
    command += ["--benchmark_min_time=0.01"] if quick else ["--benchmark_repetitions=3", "--benchmark_min_time=0.05"]
    if not program.exists():
        sys.exit(f"error: {program.name} is not built")
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"error: {program.name} exited with {done.returncode}")
    runs = {}
    for run in json.loads(done.stdout)["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        name, *argument = run["run_name"].split("/")
        sizes = runs.setdefault(name, {})
        size = int(argument[0]) if argument else 0
        if size not in sizes or run["cpu_time"] < sizes[size]["cpu_time"]:
            sizes[size] = run
    return runs


def nanoseconds(run):
    return run["cpu_time"] * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[run["time_unit"]]


def human(ns):
    for unit, factor in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= factor:
            return f"{ns / factor:.3g} {unit}"
    return f"{ns:.3g} ns"


def slope(points):
    """Least squares through (log size, log time)."""
    points = [(math.log(size), math.log(time)) for size, time in points]
    mean_x, mean_y = (sum(column) / len(points) for column in zip(*points))
    return (sum((x - mean_x) * (y - mean_y) for x, y in points)
            / sum((x - mean_x) ** 2 for x, y in points))


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---|" + "--:|" * (len(header) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def tables(runs, failures):
    """One table for each set of sizes; benchmarks over large sizes get a slope."""
    groups = {}
    for name, sizes in runs.items():
        groups.setdefault(tuple(sorted(sizes)), {})[name] = sizes
    texts = []
    for sizes, group in groups.items():
        large = len(sizes) > 1 and sizes[0] >= 1000
        unit = " ops" if large else ""
        header = ["benchmark", *(f"{size:,}{unit}" if size else "time" for size in sizes)]
        header += ["slope", "ns per op", "bytes per op"] if large else []
        rows = []
        for name, found in group.items():
            row = [name, *(human(nanoseconds(found[size])) for size in sizes)]
            if large:
                value = slope([(size, nanoseconds(found[size])) for size in sizes])
                last = found[sizes[-1]]
                row += [f"{value:.2f}", f"{nanoseconds(last) / sizes[-1]:,.0f}",
                        f"{last['bytes/op']:,.0f}" if "bytes/op" in last else ""]
                if value > LIMIT:
                    failures.append(f"{name}: slope {value:.2f}, at most {LIMIT} allowed")
            rows.append(row)
        texts.append(table(header, rows))
    return "\n\n".join(texts)


def machine():
    cpu = re.search(r"model name\s*: (.+)", pathlib.Path("/proc/cpuinfo").read_text())
    load = os.getloadavg()[0]
    return f"{cpu[1] if cpu else 'unknown processor'}, {os.cpu_count()} cores, load {load:.1f} when it began"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    build = pathlib.Path(arguments.build).resolve()
    known = [*TITLES, *OTHERS]
    for name in arguments.names:
        if name not in known:
            parser.error(f"unknown benchmark {name!r}; known: {' '.join(known)}")
    where, failures, parts = machine(), [], []
    for name in arguments.names or known:
        title = TITLES.get(name) or OTHERS[name][0]
        if name in TITLES:
            text = tables(measure(build / f"bin/{name}_bench", arguments.quick), failures)
        else:
            done = subprocess.run(OTHERS[name][1](build), stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
                                  env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
            text = done.stdout.strip()
            text = text if text.startswith("|") else f"```\n{text}\n```"
            if done.returncode != 0:
                failures.append(f"{name}: exit status {done.returncode}")
        parts.append(f"## {title}\n\n{text}")
        print(f"{title}\n\n{text}\n", flush=True)
    if arguments.record:
        (ROOT / "docs/benchmarks.md").write_text(
            "# Benchmarks\n\n<!-- Written by `./dev bench --record`. -->\n\n"
            f"Measured on {datetime.date.today()}: {where}. Release build, times of one thread, the smallest of"
            " three runs. A slope in log-log of at most 1.1 is required.\n\n"
            "`ParseVerifyInfer` is what every tool does first; its memory is what the heap grows by. `Verify`"
            " infers every result type again and compares; `Infer` is inference alone; `Build` creates the"
            " operations with inferred types.\n\n" + "\n\n".join(parts) + "\n")
        print("wrote docs/benchmarks.md")
    print("\n".join(f"FAILED: {failure}" for failure in failures) or "every slope is within its limit")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
