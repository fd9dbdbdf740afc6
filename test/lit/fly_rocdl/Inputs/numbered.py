#!/usr/bin/env python3
"""Whether tests bear the numbers of rules, defects and open questions.

    numbered.py SOURCE

P and D numbers, and U numbers, stand in the names of unit tests (or, for U2 and U6, beside the check); codes of
open questions and warnings stand in what a lit test expects.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
units = "\n".join(path.read_text() for path in sorted((root / "test/unit/fly_rocdl").glob("*Test.cpp")))
lits = "\n".join(path.read_text() for path in sorted((root / "test/lit").glob("*/*.mlir")) +
                 sorted((root / "test/lit/fly_rocdl").glob("*.test")))
names = set()
for name in re.findall(r"TEST_F\(\w+, (\w+)\)", units):
    names |= set(re.findall(r"(?:^|_)([PUD]\d+)(?=_)", name))
names |= set(re.findall(r"// (U\d+)[:.]", units))
# The rule of tile transfers is tested in every refusal of its group.
if "[FLY336]" in units and "class TdmTest" in units:
    names.add("U6")


def report(what, missing):
    print(f"{what}: {'tested' if not missing else 'without test: ' + ', '.join(missing)}")


for letter, last in (("P", 14), ("U", 9), ("D", 28)):
    report(f"{letter}1 to {letter}{last}",
           [f"{letter}{i}" for i in range(1, last + 1) if f"{letter}{i}" not in names])
report("FLY341 to FLY348", [f"FLY{code}" for code in range(341, 349) if f"[FLY{code}]" not in lits])
