#!/usr/bin/env python3
"""Runs every test suite of a build and ends with one line `N passed, N failed`.

Suites: unit (GoogleTest and Qt Test programs known to ctest), lit, fuzz (a short run of each fuzzer, fixed seed),
lsp (a session against the built server), vscode (the extension), gpu (kernels compiled to PTX; skipped without a GPU), docs (generated pages are up to date, rooms keep to their arrows).
A suite that cannot start counts as one failure; a suite without tests too.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Count:
    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def __add__(self, other):
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)


def run(command, **kwargs):
    """Runs a command, echoes its output, returns (exit status, output)."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", stdin=subprocess.DEVNULL, **kwargs)
    lines = []
    for line in process.stdout:
        lines.append(line)
        sys.stdout.write(line)
    sys.stdout.flush()
    return process.wait(), "".join(lines)


def number(pattern, text):
    return sum(int(found) for found in re.findall(pattern, text, re.MULTILINE))


def judge(status, count):
    """A run that failed without counting a failure, or that counted nothing, is one failure."""
    if (status != 0 and count.failed == 0) or count.passed + count.failed + count.skipped == 0:
        return count + Count(failed=1)
    return count


def unit(build):
    """GoogleTest and Qt Test programs, as ctest knows them."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True,
                           text=True, check=True)
    total = Count()
    for test in json.loads(shown.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        environment = dict(os.environ)
        environment.update(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", []))
        if "command" not in test:
            print(f"{test['name']}: not built")
            total += Count(failed=1)
            continue
        try:
            done = subprocess.run(test["command"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", env=environment,
                                  stdin=subprocess.DEVNULL,
                                  cwd=properties.get("WORKING_DIRECTORY", build),
                                  timeout=properties.get("TIMEOUT", 900))
            status, output = done.returncode, done.stdout
        except subprocess.TimeoutExpired as expired:
            status, output = 124, f"{expired.stdout or ''}\ntimed out after {expired.timeout} s\n"
        except OSError as error:
            status, output = 127, f"{error}\n"
        count = Count(
            passed=number(r"^\[  PASSED  \] (\d+) test", output) + number(r"^Totals: (\d+) passed", output),
            failed=number(r"^\[  FAILED  \] (\d+) tests?, listed", output)
            + number(r"^Totals: \d+ passed, (\d+) failed", output),
            skipped=number(r"^\[  SKIPPED \] (\d+) tests?, listed", output)
            + number(r"^Totals: .* (\d+) skipped", output))
        plain = count.passed + count.failed + count.skipped == 0
        count = Count(passed=1) if plain and status == 0 else judge(status, count)
        print(f"{test['name']}: {count.passed} passed, {count.failed} failed")
        if status != 0 or count.failed:
            print(output)
        total += count
    return total


def lit(build):
    prefix = subprocess.run(["llvm-config-22", "--bindir"], capture_output=True, text=True,
                            check=True).stdout.strip()
    status, output = run([f"{prefix}/lit", "-sv", "--time-tests", f"{build}/test/lit"])
    counts = {name: number(rf"^\s*{name}\s*: (\d+)", output)
              for name in ("Passed", "Failed", "Unresolved", "Timed Out", "Unsupported", "Unexpectedly Passed")}
    return judge(status, Count(counts["Passed"],
                               counts["Failed"] + counts["Unresolved"] + counts["Timed Out"]
                               + counts["Unexpectedly Passed"], counts["Unsupported"]))


def script(command):
    """A script whose output ends with `N passed, N failed[, N skipped]`."""
    status, output = run(command)
    found = re.findall(r"^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", output, re.MULTILINE)
    if not found:
        return Count(failed=1)
    passed, failed, skipped = found[-1]
    return judge(status, Count(int(passed), int(failed), int(skipped or 0)))


SUITES = {
    "unit": unit,
    "lit": lit,
    "fuzz": lambda build: script([str(ROOT / "test/fuzz/run.sh"), build, "short"]),
    "lsp": lambda build: script([str(ROOT / "test/lsp/run.sh"), build]),
    "vscode": lambda build: script([str(ROOT / "test/vscode/run.sh"), build]),
    "gpu": lambda build: script([str(ROOT / "test/gpu/run.sh"), build]),
    "docs": lambda build: script([sys.executable, str(ROOT / "test/docs/run.py"), build]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", help="build folder")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"any of: {' '.join(SUITES)} (default: all)")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.suites if name not in SUITES]
    if unknown:
        parser.error(f"unknown suite {unknown[0]!r}; known: {' '.join(SUITES)}")
    build = str(pathlib.Path(arguments.build).resolve())
    total, lines = Count(), []
    for name in arguments.suites or SUITES:
        print(f"=== {name}", flush=True)
        start = time.monotonic()
        count = SUITES[name](build)
        lines.append(f"{name:8} {count.passed:6} passed {count.failed:4} failed {count.skipped:4} skipped"
                     f" {time.monotonic() - start:7.1f} s")
        total += count
    print("\n".join(["", *lines]))
    skipped = f", {total.skipped} skipped" if total.skipped else ""
    print(f"{total.passed} passed, {total.failed} failed{skipped}")
    sys.exit(1 if total.failed else 0)


if __name__ == "__main__":
    main()
