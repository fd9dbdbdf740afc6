#!/usr/bin/env python3
"""Deletes or doubles single characters of every file under test/data and feeds the results to fly-opt.

Whatever the change, fly-opt must end with status 0 or 1: no crash, no hang. A refused text must come with
an error. Many changed files travel in one process as pieces of --split-input-file; a batch that dies is
halved until the guilty text stands alone, and so is one that is refused as a whole before its pieces are
read. Ends with `N passed, N failed`.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = "\n// -----\n"
# What the scan of inputs says of a whole batch; its pieces were not read then.
WHOLE = ("error: brackets are nested more than", "error: input ")


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
    if len(pieces) > 1 and any(text in done.stderr for text in WHOLE):
        return "refused as a whole"
    return None


def guilty(tool, options, pieces, folder):
    fault = survives(tool, options, pieces, folder)
    if not fault or len(pieces) == 1:
        return [(pieces[0], fault)] if fault else []
    half = len(pieces) // 2
    found = guilty(tool, options, pieces[:half], folder) + guilty(tool, options, pieces[half:], folder)
    return found or ([] if fault == "refused as a whole" else [(MARK.join(pieces), fault)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tool", help="fly-opt")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, default=[ROOT / "test/data"],
                        help="files and folders to change (default: test/data)")
    parser.add_argument("--count", type=int, default=300, help="changes to try (default 300); 0: all of them")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--batch", type=int, default=50, help="changed files per process, up to 8 MB")
    parser.add_argument("--progress", action="store_true", help="tell on standard error how far it is")
    parser.add_argument("--pass", dest="options", action="append", default=[], metavar="NAME",
                        help="a pass that fly-opt runs as well, such as fly-check")
    arguments = parser.parse_args()
    arguments.options = [f"--{name}" for name in arguments.options]

    files = {}
    for root in arguments.paths:
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.suffix in (".mlir", ".md", ".json", ".jsonl") and path.is_file():
                files[path] = path.read_text(encoding="utf-8")
    if not files:
        parser.error("no file to change")
    # Every IR file has the same share; texts that are no IR are refused at once and get a twentieth.
    kernels = [path for path in files if path.suffix == ".mlir"]
    others = [path for path in files if path.suffix != ".mlir" and len(files[path]) < 200000]
    chance = random.Random(arguments.seed)

    def change(path, at, double):
        text = files[path]
        return text[:at] + text[at] * 2 + text[at + 1:] if double else text[:at] + text[at + 1:]

    if arguments.count == 0:
        changes = [(path, at, double) for path in files for at in range(len(files[path]))
                   for double in (False, True)]
    else:
        changes = []
        for i in range(arguments.count):
            odd = others and (not kernels or i % 20 == 19)
            path = chance.choice(others) if odd else kernels[i % len(kernels)]
            changes.append((path, chance.randrange(len(files[path])), chance.random() < 0.5))

    failed, start, told = 0, 0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        while start < len(changes):
            batch, size = [], 0
            while start + len(batch) < len(changes) and len(batch) < arguments.batch and size < 8 << 20:
                batch.append(change(*changes[start + len(batch)]))
                size += len(batch[-1])
            for text, fault in guilty(arguments.tool, arguments.options, batch, folder):
                failed += 1
                kept = ROOT / "test/fuzz/artifacts" / f"character-{start}-{failed}.mlir"
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(text, encoding="utf-8", newline="")
                print(f"{kept}: {fault}")
            start += len(batch)
            if arguments.progress and time.monotonic() - told > 10:
                told = time.monotonic()
                print(f"{start} of {len(changes)}, {failed} failed", file=sys.stderr, flush=True)
    print(f"{len(changes) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
