#!/usr/bin/env python3
"""Time and memory of the pipeline: every kernel of test/data/kernels as it is, with its body repeated 10, 100 and 300
times in one function, and with the function itself repeated 10 and 100 times, per pass.

usage: test/bench/pipeline_bench.py BUILD [--quick] [--record] [KERNEL...]

Prints tables in Markdown; --record writes them to docs/pipeline-benchmarks.md. Measured is everything up to the LLVM
dialect; the verifier behind every pass is timed on its own. Judged by processor time, for the whole and for
every pass that takes 2 % or more:

* the slope in log-log over 1, 10 and 100 times the kernel (least squares) is at most 1.2, with one long function and
  with many functions;
* from 100 to 300 times the share of a pass in the whole grows by at most 60 % if it is 5 % or more then; that of a
  quadratic pass more than doubles. The slope of a single step is printed, not judged: where the code leaves the caches
  every pass takes about the same step;
* at no size from 10 times on does a pass take more than half (the verifier runs behind each of them and is no pass).

The smallest of three runs counts, of two from 100 times on. --quick runs everything once and leaves out 300 times.
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
LIMIT, HALF, GAIN = 1.2, 0.5, 1.6
JUDGED = 0.02  # share of the time at the largest size
LARGE = 0.05  # the same for the growth of the share: what is quadratic soon has much more


def parts(text):
    """Line numbers of the first kernel's head and end, and the lines."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if "gpu.func" in line)
    end = next(i for i in range(start, len(lines)) if "gpu.return" in lines[i])
    return lines, start, end


def repeated(text, times):
    """The module with the body of its first kernel repeated, values renamed."""
    lines, start, end = parts(text)
    arguments = set(re.findall(r"(%\w+):", lines[start]))
    body = [line for line in lines[start + 1:end] if not line.strip().startswith("//")]
    copies = []
    for k in range(times):
        copies += [re.sub(r"%\w+", lambda m: m[0] if m[0] in arguments else f"{m[0]}_r{k}", line) for line in body]
    return "\n".join(lines[:start + 1] + copies + lines[end:])


def many(text, times):
    """The module with its first kernel repeated as functions of other names."""
    lines, start, end = parts(text)
    end += 2  # the return and the bracket
    body = [line for line in lines[start:end] if not line.strip().startswith("//")]
    copies = []
    for k in range(1, times):
        copies += [re.sub(r"gpu\.func @(\w+)", rf"gpu.func @\g<1>_r{k}", body[0])] + body[1:]
    return "\n".join(lines[:end] + copies + lines[end:])


def compile_once(tool, path, stage):
    """(pass name -> milliseconds of the processor, of the whole by the clock, peak memory in MiB)."""
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
    for milliseconds, name in re.findall(r"ms\s+([\d.]+) ms cpu\s+[\d.]+ % +(?:\w[\w-]*)? +(\S.*)$", text, re.MULTILINE):
        name = re.sub(r"^gpu\.module\((.*)\)$", r"\1", name.strip()).split("{")[0]
        name = "verifier" if name.startswith("(verifier") else name
        times[name] = times.get(name, 0.0) + float(milliseconds)
    clock = float(re.search(r"([\d.]+) ms +[\d.]+ ms cpu  total", text)[1])
    return times, clock, usage.ru_maxrss / 1024


class Measured:
    """The best of some runs."""

    def __init__(self, tool, path, stage, runs):
        self.passes, self.clock, self.memory = {}, math.inf, math.inf
        for _ in range(runs):
            times, clock, peak = compile_once(tool, path, stage)
            self.clock, self.memory = min(self.clock, clock), min(self.memory, peak)
            for name, value in times.items():
                self.passes[name] = min(self.passes.get(name, math.inf), value)
        self.total = sum(self.passes.values())


def slope(points):
    """Least squares through (log size, log time)."""
    points = [(math.log(size), math.log(max(time, 1e-3))) for size, time in points]
    mean_x, mean_y = (sum(column) / len(points) for column in zip(*points))
    return (sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, y in points))


def markdown(header, rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, ["---"] + ["--:"] * (len(header) - 1), *rows])


class Kernel:
    def __init__(self, tool, path, work, quick):
        self.name = path.stem
        text = path.read_text()
        self.sizes = (1, 10, 100) if quick else (1, 10, 100, 300)
        self.long, self.many = {}, {}
        for size in self.sizes:
            self.long[size] = self.measure(tool, work / f"{self.name}_{size}.mlir", repeated(text, size), size, quick)
        for size in (10, 100):
            self.many[size] = self.measure(tool, work / f"{self.name}_many_{size}.mlir", many(text, size), size, quick)
        generated = Measured(tool, work / f"{self.name}_1.mlir", "isa", 1 if quick else 3)
        self.generator = generated.passes.get("gpu-module-to-binary", 0.0)
        last = self.long[self.sizes[-1]]
        self.judged = [name for name, value in last.passes.items() if value >= JUDGED * last.total]

    def measure(self, tool, path, text, size, quick):
        path.write_text(text)
        found = Measured(tool, path, "llvm", 1 if quick else 3 if size < 100 else 2)
        path.unlink() if size > 100 else None
        return found

    def time(self, name, size):
        return self.long[size].passes.get(name, 0.0) if name else self.long[size].total

    def fit(self, name=None):
        return slope([(size, self.time(name, size)) for size in (1, 10, 100)])

    def step(self, low, high, name=None):
        return slope([(low, self.time(name, low)), (high, self.time(name, high))])

    def failures(self):
        for name in [None, *self.judged]:
            what = name or "the whole"
            if self.fit(name) > LIMIT:
                yield f"{self.name}: slope {self.fit(name):.2f} of {what} over 1 to 100 times, at most {LIMIT} allowed"
            if (name and 300 in self.sizes and self.gain(name) > GAIN
                    and self.time(name, 300) >= LARGE * self.long[300].total):
                yield (f"{self.name}: the share of {name} grows by {100 * self.gain(name) - 100:.0f} % from 100 to 300 "
                       f"times, at most {100 * GAIN - 100:.0f} % allowed")
        for size in self.sizes[1:]:
            for name, value in self.long[size].passes.items():
                if value > HALF * self.long[size].total and name != "verifier":
                    yield f"{self.name}: {name} takes {100 * value / self.long[size].total:.0f} % at {size} times"
        if self.functions() > LIMIT:
            yield f"{self.name}: slope {self.functions():.2f} with many functions, at most {LIMIT} allowed"

    def functions(self):
        return slope([(1, self.long[1].total), *((size, self.many[size].total) for size in (10, 100))])

    def gain(self, name):
        """How the share of a pass grows from 100 to 300 times."""
        return (self.time(name, 300) / self.long[300].total) / (max(self.time(name, 100), 1e-3) / self.long[100].total)

    def summary(self):
        last = self.sizes[-1]
        longest = max((name for name in self.long[last].passes if name != "verifier"), key=self.long[last].passes.get)
        steepest = max(self.judged, key=self.fit)
        row = [self.name]
        for size in self.sizes:
            row.append(f"{self.long[size].clock:.0f} / {self.long[size].total:.0f}")
        row += [f"{self.long[size].memory:.0f}" for size in self.sizes]
        row += [f"{self.fit():.2f}", f"{self.step(10, 100):.2f}"]
        row += [f"{self.step(100, 300):.2f}"] if 300 in self.sizes else []
        row += [f"{self.fit(steepest):.2f} {steepest}",
                f"{100 * self.long[last].passes[longest] / self.long[last].total:.0f} % {longest}"]
        row += [f"{self.many[10].total:.0f}", f"{self.many[100].total:.0f}",
                f"{self.functions():.2f}", f"{self.generator:.0f}"]
        return row

    def summary_header(self):
        return ["kernel", *(f"{size} ×, ms clock / processor" for size in self.sizes),
                *(f"MiB at {size} ×" for size in self.sizes), "slope 1 to 100", "10 to 100",
                *(["100 to 300"] if 300 in self.sizes else []), "steepest pass", "longest pass",
                "10 functions, ms", "100 functions, ms", "slope 1 to 100", "code generator, ms"]

    def per_pass(self):
        """Every pass of this kernel: times and slopes."""
        rows = []
        for name in sorted(self.long[100].passes, key=lambda n: -self.time(n, self.sizes[-1])):
            row = [name + ("" if name in self.judged else " (below 2 %)")]
            row += [f"{self.time(name, size):.2f}" for size in self.sizes]
            row += [f"{self.fit(name):.2f}", f"{self.step(10, 100, name):.2f}"]
            row += [f"{self.step(100, 300, name):.2f}"] if 300 in self.sizes else []
            rows.append(row)
        header = ["pass", *(f"{size} ×, ms" for size in self.sizes), "slope 1 to 100", "10 to 100",
                  *(["100 to 300"] if 300 in self.sizes else [])]
        return markdown(header, rows)


def record(build, summary, kernels):
    kind = re.search(r"CMAKE_BUILD_TYPE:\w+=(\w+)", (build / "CMakeCache.txt").read_text())[1]
    cpu = re.search(r"model name\s*: (.+)", pathlib.Path("/proc/cpuinfo").read_text())
    details = "\n\n".join(f"### {kernel.name}\n\n{kernel.per_pass()}" for kernel in kernels)
    (ROOT / "docs/pipeline-benchmarks.md").write_text(f"""# Pipeline benchmarks

<!-- Written by `test/bench/pipeline_bench.py BUILD --record`. -->

Measured on {datetime.date.today()}: {cpu[1] if cpu else 'unknown processor'}, {os.cpu_count()} cores, load \
{os.getloadavg()[0]:.1f}; {kind} build. All passes up to the LLVM dialect, of each kernel and of the kernel made larger: \
its body repeated in one function ("×"), and the function repeated ("functions"). Times by the clock and of the \
processor, the smallest of several runs; the clock also counts what other programs of the machine took. Memory is the \
peak of the process, most of it the libraries. The code generator is LLVM's, for the kernel as it is.

A slope is that of the processor time in log-log. Judged are the whole and every pass with {100 * JUDGED:.0f} % of the \
time or more, the verifier behind the passes like one of them: the slope over 1, 10 and 100 times (least squares) may be \
{LIMIT}, the share of a pass {100 * HALF:.0f} %, and from 100 to 300 times a share that is {100 * LARGE:.0f} % or more may \
grow by {100 * GAIN - 100:.0f} %.

Single steps can be steeper than {LIMIT}, for upstream's passes as well as for ours, and most for those that only walk over \
the code: {evidence(kernels)} Where the code outgrows the caches each visit of an operation costs a memory access, and \
behind that point the same passes grow like the code again. Small kernels reach it between 100 and 300 times, large ones \
between 10 and 100. What is quadratic would gain on all other passes at every step, as `convert-scf-to-cf` did before: \
its share of `gemm_f16_gfx942` went from 2 % at 10 times to 18 % and 41 %.

One pass of MLIR was quadratic: `convert-scf-to-cf` lowers loops from the first to the last and moves, for each, all \
operations behind it into a new block, with a record for each to undo the move (slope 2.1 from 100 to 300 times, 19 % of \
the time at 100 times `gemm_f16_gfx942`). `fly-scf-to-cf` applies the same patterns from the last loop to the first and makes the same \
blocks; `convert-scf-to-cf` behind it finds nothing left.

## Summary

{summary}

## Per pass

{details}
""")


def evidence(kernels):
    """Slopes of the passes that have nothing to do on device code, where measured."""
    idle = ("reconcile-unrealized-casts", "fly-rocdl-cluster-attr", "fly-async-launch", "convert-cf-to-llvm")
    for kernel in kernels:
        if kernel.name == "gemm_f16_gfx942" and 300 in kernel.sizes:
            found = [f"`{name}` {kernel.step(10, 100, name):.1f} and then {kernel.step(100, 300, name):.1f}"
                     for name in idle if name in kernel.long[300].passes]
            return "on `gemm_f16_gfx942`, passes with next to nothing to do have " + ", ".join(found) + "."
    return ""


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
    paths = sorted((ROOT / "test/data/kernels").glob("*.mlir"))
    unknown = set(arguments.kernels) - {path.stem for path in paths}
    if unknown:
        parser.error(f"unknown kernel {', '.join(sorted(unknown))}")
    kernels = []
    for path in paths:
        if not arguments.kernels or path.stem in arguments.kernels:
            kernels.append(Kernel(tool, path, work, arguments.quick))
            print(f"{path.stem} measured", file=sys.stderr, flush=True)
    summary = markdown(kernels[0].summary_header(), [kernel.summary() for kernel in kernels])
    print(summary)
    for kernel in kernels:
        print(f"\n### {kernel.name}\n\n{kernel.per_pass()}")
    if arguments.record:
        record(build, summary, kernels)
    failures = [failure for kernel in kernels for failure in kernel.failures()]
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
