"""Writes and checks .npy files without NumPy.

usage: npy.py write FILE DESCR EXTENT[xEXTENT...] FORMULA    FORMULA of i, the position in C order
       npy.py check FILE DESCR EXTENT[xEXTENT...] FORMULA
"""
import struct
import sys

LETTERS = {"<f4": "f", "<i4": "i", "<f8": "d", "<i2": "h"}
verb, name, descr, extents, formula = sys.argv[1:]
shape = tuple(int(extent) for extent in extents.split("x"))
count = 1
for extent in shape:
    count *= extent
numbers = [eval(formula, {"i": i}) for i in range(count)]
if verb == "write":
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin1"))
        file.write(struct.pack(f"<{count}{LETTERS[descr]}", *numbers))
else:
    data = open(name, "rb").read()
    if data[:8] != b"\x93NUMPY\x01\x00":
        sys.exit("no .npy file of version 1")
    length = struct.unpack("<H", data[8:10])[0]
    if (10 + length) % 64:
        sys.exit("the data are not aligned to 64 bytes")
    header = eval(data[10:10 + length])
    if header != {"descr": descr, "fortran_order": False, "shape": shape}:
        sys.exit(f"header {header}")
    found = struct.unpack(f"<{count}{LETTERS[descr]}", data[10 + length:])
    wrong = [i for i in range(count) if found[i] != numbers[i]]
    if wrong:
        sys.exit(f"{len(wrong)} wrong, first at {wrong[0]}: {found[wrong[0]]}, expected {numbers[wrong[0]]}")
