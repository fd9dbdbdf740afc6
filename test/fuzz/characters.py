#!/usr/bin/env python3
"""Deletes or doubles single characters of every file under test/data and feeds the results to fly-opt.

Whatever the change, fly-opt must end with status 0 or 1: no crash, no hang. A refused text must come with
an error. Many changed files travel in one process as pieces of --split-input-file; a batch that dies is
halved until the guilty text stands alone. Ends with `N passed, N failed`.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = "\n// -----\n"


def survives(tool, options, pieces, folder):
    """Whether fly-opt answers the pieces with 0 or 1, and with an error where it says 1."""
    path = pathlib.Path(folder) / "batch.mlir"
    path.write_text(MARK.join(pieces), encoding="utf-8", newline="")
    try:
        done = subprocess.run([tool, str(path), "--split-input-file", "-o", "/dev/null", *options],
                              capture_output=True, text=True, errors="replace", timeout=60 + len(pieces),
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "no answer in time"
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}: {done.stderr.strip().splitlines()[-1:]}"
    if done.returncode == 1 and "error:" not in done.stderr:
        return "refused without an error"
    return None


def guilty(tool, options, pieces, folder):
    fault = survives(tool, options, pieces, folder)
    if not fault or len(pieces) == 1:
        return [(pieces[0], fault)] if fault else []
    half = len(pieces) // 2
    return (guilty(tool, options, pieces[:half], folder) + guilty(tool, options, pieces[half:], folder)
            or [(MARK.join(pieces), fault)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tool", help="fly-opt")
    parser.add_argument("--count", type=int, default=300, help="changes to try (default 300); 0: all of them")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--batch", type=int, default=50, help="changed files per process")
    parser.add_argument("--pass", dest="options", action="append", default=[], metavar="NAME",
                        help="a pass that fly-opt runs as well, such as fly-check")
    arguments = parser.parse_args()
    arguments.options = [f"--{name}" for name in arguments.options]

    files = {}
    for path in sorted((ROOT / "test/data").rglob("*")):
        if path.suffix in (".mlir", ".md", ".json", ".jsonl") and path.is_file():
            files[path] = path.read_text(encoding="utf-8")
    # Every IR file has the same share; texts that are no IR are refused at once and get a twentieth.
    kernels = [path for path in files if path.suffix == ".mlir"]
    others = [path for path in files if path.suffix != ".mlir" and len(files[path]) < 200000]
    chance = random.Random(arguments.seed)

    def change(path, at, double):
        text = files[path]
        return text[:at] + text[at] * 2 + text[at + 1:] if double else text[:at] + text[at + 1:]

    if arguments.count == 0:
        changes = [(path, at, double) for path in kernels for at in range(len(files[path]))
                   for double in (False, True)]
    else:
        changes = []
        for i in range(arguments.count):
            path = chance.choice(others) if others and i % 20 == 19 else kernels[i % len(kernels)]
            changes.append((path, chance.randrange(len(files[path])), chance.random() < 0.5))

    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(changes), arguments.batch):
            batch = [change(*entry) for entry in changes[start:start + arguments.batch]]
            for text, fault in guilty(arguments.tool, arguments.options, batch, folder):
                failed += 1
                kept = ROOT / "test/fuzz/artifacts" / f"character-{start}-{failed}.mlir"
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(text, encoding="utf-8", newline="")
                print(f"{kept}: {fault}")
    print(f"{len(changes) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
