#!/usr/bin/env python3
"""Recounts the lines of a payload that docs/adding-an-atom.md states."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
text = (root / "docs/adding-an-atom.md").read_text()
room = root / "dialects/fly_rocdl"
total = 0
for path in ("gfx120x/Gfx120xTypes.td", "gfx120x/Wmma.cpp"):
    lines = len((room / path).read_text().splitlines())
    stated = int(re.search(rf"\| `{re.escape(path)}` \|.*\| (\d+) \|", text).group(1))
    total += lines
    print(f"{path}: {'as stated' if lines == stated else f'{lines} lines, {stated} stated'}")
rows = sum("MmaPayload::WmmaGfx120x" in line
           for line in (room / "Instances.cpp").read_text().splitlines())
case = (room / "AllInstances.cpp").read_text().split("case MmaPayload::WmmaGfx120x:")[1]
case = 1 + len(case.split("break;")[0].strip("\n").split("\n"))
places = sum(path.read_text().count("gfx120x/") for path in
             (room / "FlyROCDLTypes.td", room / "CMakeLists.txt"))
total += rows + case + places
stated = int(re.search(r"\*\*(\d+)\*\* \|", text).group(1))
print(f"in all: {'as stated' if total == stated else f'{total} lines, {stated} stated'}")
