"""Finds passes whose time grows faster than the code: a kernel's body is repeated 4 and 32 times, and the
slope in log-log of every pass's time must stay below 1.5 (1 is linear, 2 quadratic; the margin is for
noise, the exact numbers are the benchmark's business).

usage: slope.py KERNEL.mlir
"""
import math
import re
import subprocess
import sys

SMALL, LARGE, LIMIT = 4, 32, 1.5


def repeated(text, times):
    """The module with the body of its first kernel repeated, values renamed."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if "gpu.func" in line)
    end = next(i for i in range(start, len(lines)) if "gpu.return" in lines[i])
    arguments = set(re.findall(r"(%\w+):", lines[start]))

    def renamed(line, k):
        return re.sub(r"%\w+", lambda m: m[0] if m[0] in arguments else f"{m[0]}_r{k}", line)

    body = [renamed(line, k) for k in range(times) for line in lines[start + 1:end]
            if not line.strip().startswith("//")]
    return "\n".join(lines[:start + 1] + body + lines[end:])


def times(text):
    """Processor time of every fly pass: other programs on the machine do not count."""
    result = subprocess.run(["fly-compile", "-", "--emit", "ssa", "--time", "-o", "/dev/null"], input=text,
                            capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    found = re.findall(r"ms\s+([\d.]+) ms cpu\s+[\d.]+ %\s+\S+\s+(fly-[\w-]+)", result.stderr)
    return {name: float(milliseconds) / 1e3 for milliseconds, name in found}


def slopes(text):
    small, large = times(repeated(text, SMALL)), times(repeated(text, LARGE))
    if not small or small.keys() != large.keys():
        sys.exit(f"no timings found: {small} {large}")
    # Times below a few milliseconds are noise.
    return {name: math.log(max(large[name], 4e-3) / max(small[name], 4e-3)) / math.log(LARGE / SMALL)
            for name in small}


source = open(sys.argv[1]).read()
for attempt in range(3):  # a busy machine may disturb one measurement, hardly three
    result = slopes(source)
    steep = {name: round(slope, 2) for name, slope in result.items() if slope > LIMIT}
    if not steep:
        print("no steep pass")
        sys.exit(0)
sys.exit(f"time grows too fast: {steep}")
