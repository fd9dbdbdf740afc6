"""Feeds a tool every prefix of a text and the text with each single character removed; fails when the
tool dies or rejects a text without saying where. Pieces go in one process, separated by split markers."""
import re
import subprocess
import sys

tool, path = sys.argv[1:3]
text = open(path, encoding="utf-8").read()
variants = [text[:i] for i in range(len(text))] + [text[:i] + text[i + 1:] for i in range(len(text))]
marker = "// -----"
for start in range(0, len(variants), 200):
    pieces = [v.replace(marker, "") for v in variants[start:start + 200]]
    joined = ("\n" + marker + "\n").join(pieces)
    run = subprocess.run([tool, "-split-input-file", "-o", "/dev/null"], input=joined,
                         capture_output=True, text=True, timeout=300)
    if run.returncode not in (0, 1):
        sys.exit(f"variants from {start}: exit status {run.returncode}\n{run.stderr[-2000:]}")
    for line in run.stderr.splitlines():
        if "error:" in line and not re.match(r".*:\d+:\d+: error: ", line):
            sys.exit(f"an error without a place: {line}")
