#!/usr/bin/env python3
"""Fails unless every llvm.load and llvm.store of the given files carries its alignment.

    aligned.py FILE...
"""
import re
import sys

accesses, bare = 0, []
for name in sys.argv[1:]:
    with open(name) as file:
        for number, line in enumerate(file, 1):
            if re.search(r"\bllvm\.(load|store)\b", line):
                accesses += 1
                if not re.search(r"alignment = [1-9]", line):
                    bare.append(f"{name}:{number}: {line.strip()}")
print("\n".join(bare[:10]))
print(f"{accesses} loads and stores, {len(bare)} without alignment")
sys.exit(1 if bare or not accesses else 0)
