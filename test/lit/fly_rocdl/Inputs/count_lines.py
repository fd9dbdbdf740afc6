#!/usr/bin/env python3
"""Recounts the lines of two payloads that docs/adding-an-atom.md states.

    count_lines.py SOURCE [--write]    the second form fills in a table with placeholders
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = root / "docs/adding-an-atom.md"
room = root / "dialects/fly_rocdl"


def lines(path):
    return len((room / path).read_text().splitlines())


def definition(path, name):
    """Lines of one def of a TableGen file, the blank line before it included."""
    text = (room / path).read_text()
    start = text.index(f"def {name}")
    return text[start:text.index("\n}\n", start)].count("\n") + 2


def rows(payload):
    return (room / "Instances.cpp").read_text().count(f"{{MmaPayload::{payload},")


def layout_case(payload):
    """Lines of the case in layoutsOf."""
    text = (room / "Instances.cpp").read_text()
    return text[text.index("MmaLayouts mlir::fly_rocdl::layoutsOf"):].count(f"case MmaPayload::{payload}:")


def type_case(payload):
    text = (room / "AllInstances.cpp").read_text().split(f"case MmaPayload::{payload}:")[1]
    return text.split("break;")[0].count("\n") + 1


def places(word):
    return sum((room / name).read_text().count(word) for name in ("FlyROCDLTypes.td", "CMakeLists.txt"))


counts = [
    # gfx120x.wmma has its generation's file to itself.
    {"Types.td": lines("gfx120x/Gfx120xTypes.td"), "<Payload>.cpp": 0,
     "`Instances.cpp`": rows("WmmaGfx120x") + layout_case("WmmaGfx120x"),
     "AllInstances": type_case("WmmaGfx120x"), "CMakeLists": places("gfx120x/")},
    # cdna4.mfma_scale shares the file of its generation.
    {"Types.td": definition("cdna4/Cdna4Types.td", "FlyROCDL_Cdna4MfmaScaleType"),
     "<Payload>.cpp": lines("cdna4/MfmaScale.cpp"),
     "`Instances.cpp`": rows("MfmaScale") + layout_case("MfmaScale"),
     "AllInstances": type_case("MfmaScale"), "CMakeLists": places("cdna4/MfmaScale")},
]
for count in counts:
    count["in all"] = sum(count.values())

text = page.read_text()
for place in counts[0]:
    row = next(line for line in text.split("\n") if line.startswith("|") and place in line)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    if "--write" in sys.argv:
        bold = "**" if place == "in all" else ""
        values = " | ".join(f"{bold}{count[place]}{bold}" for count in counts)
        text = text.replace(row, f"| {cells[0]} | {cells[1]} | {values} |")
        continue
    stated = [int(re.sub(r"\D", "", cell)) for cell in cells[2:]]
    counted = [count[place] for count in counts]
    print(f"{place}: {'as stated' if stated == counted else f'{counted} lines, {stated} stated'}")
if "--write" in sys.argv:
    page.write_text(text)
