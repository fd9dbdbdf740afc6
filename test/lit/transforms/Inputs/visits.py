"""Prints the MMA atom calls of each function as d<i>=a<j>*b<k>+c<l>, with i.. the offset of the piece."""
import re
import sys

constants, pointers, views, line = {}, {}, {}, None
for text in sys.stdin:
    text = text.strip()
    if found := re.match(r"func\.func @(\w+)\((.*)\) \{", text):
        if line and " " in line:
            print(line)
        line, constants, views = f"{found[1]}:", {}, {}
        names = re.findall(r"(%\w+):", found[2])
        pointers = {name: (letter, 0) for name, letter in zip(names, "dabc")}
    elif found := re.match(r"(%\w+) = fly\.make_int_tuple\(\) : \(\) -> !fly\.int_tuple<(-?\d+)>", text):
        constants[found[1]] = int(found[2])
    elif found := re.match(r"(%\w+) = fly\.add_offset\((%\w+), (%\w+)\)", text):
        letter, offset = pointers[found[2]]
        pointers[found[1]] = (letter, offset + constants[found[3]])
    elif found := re.match(r"(%\w+) = fly\.make_view\((%\w+),", text):
        views[found[1]] = "%s%d" % pointers.get(found[2], ("?", 0))
    elif found := re.match(r"fly\.mma_atom_call\(%\w+, (%\w+), (%\w+), (%\w+), (%\w+)\)", text):
        d, a, b, c = (views[found[i]] for i in range(1, 5))
        line += f" {d}={a}*{b}+{c}"
if line:
    print(line)
