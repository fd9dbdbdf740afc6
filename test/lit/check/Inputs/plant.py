"""Plants a fault into a kernel: plant.py KERNEL OUT OLD=>NEW...

Each OLD is replaced by NEW everywhere. Types that inference then finds different follow: what `fly-opt`
says that it inferred replaces what was written, until the module verifies or nothing changes.
"""
import re
import subprocess
import sys


def main():
    kernel, out, *edits = sys.argv[1:]
    text = open(kernel, encoding="utf-8").read()
    for edit in edits:
        old, new = edit.split("=>")
        if old not in text:
            sys.exit(f"{kernel} has no {old!r}")
        text = text.replace(old, new.replace("\\n", "\n"))
    for _ in range(40):
        done = subprocess.run(["fly-opt", "-", "-o", "/dev/null"], input=text, text=True, capture_output=True)
        found = re.search(r"inferred type\(s\) '(.*?)' are incompatible with return type\(s\) of operation '(.*?)'",
                          done.stderr)
        if not found or found[2] not in text:
            break
        text = text.replace(found[2], found[1])
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
