#!/usr/bin/env python3
"""The table of codes against the sources, the tests and itself.

usage: codes.py ROOT

* every code that the sources of dialects/, passes/ and lsp/ report has an entry;
* every entry is reported by some source, or says "Not reported", or is the same fact as another;
* every core entry is named by some test, as FLY1nn, as the item D-nn or as the number of a rule;
* every example of the core table that is a whole type or operation gives the code of its entry.
"""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
problems = []


def run(*command, text=None):
    return subprocess.run(command, cwd=root, input=text, capture_output=True, text=True, timeout=300)


def tracked(*folders):
    names = run("git", "ls-files", "--", *folders).stdout.split()
    # A checkout without git (an unpacked archive) is searched instead.
    return [root / n for n in names] or [p for f in folders for p in (root / f).rglob("*") if p.is_file()]


sections = {}
for section in re.split(r"^## FLY(?=\d)", run("fly-opt", "--explain", "all").stdout, flags=re.M)[1:]:
    sections[int(section[:3])] = section
if len(sections) < 130:
    sys.exit(f"only {len(sections)} entries are explained")

# Numbers of rules in the code: three digits that stand as an argument next to a call that reports. Numbers
# of other kinds are left out by the families, which are dense.
reports = re.compile(r"\b(?:refuse\w*|warn\w*|fail|emitRule|Reason|withCode|expected|refused|add|expect|error|emitAt|"
                     r"push_back|report\w*|\w*\(op)\b")
used = {}
for path in tracked("dialects", "passes", "lsp"):
    if path.suffix not in (".cpp", ".h", ".td") or path.name in ("Rules.cpp", "RuleTable.cpp"):
        continue
    code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', code)
    for match in re.finditer(r"(?<![\w.])([1-5]\d\d)(?![\w.])", code):
        number = int(match[1])
        used.setdefault(number, []).append((path, bool(reports.search(code[max(0, match.start() - 90):match.start()]))))

for number, places in sorted(used.items()):
    # A number that nobody passes to a reporting function is no code.
    inside = any(low <= number <= high for low, high in ((101, 180), (201, 212), (301, 348), (401, 460), (501, 560)))
    certain = [p for p, reporting in places if reporting and "fly_ptx/Targets" not in str(p)]
    if inside and certain and number not in sections and len(certain) > 1:
        problems.append(f"FLY{number} is reported in {certain[0].relative_to(root)} but has no entry")
twice = {412}  # the same fact as FLY211, which is what is said
for number, section in sorted(sections.items()):
    if number not in used and "Not reported" not in section and number not in twice:
        problems.append(f"FLY{number} has an entry but nothing reports it")

tests = "\n".join(p.read_text(encoding="utf-8", errors="replace") for p in tracked("test")
                  if p.suffix in (".mlir", ".test", ".cpp", ".inc") and "data" not in p.parts)
names = " ".join(p.name for p in tracked("test"))
for number in sorted(n for n in sections if n <= 212):
    item = {180: "33b"}.get(number, f"{number - 100:02}")
    named = (f"FLY{number}" in tests or re.search(rf"\bD-{item}\b", tests) or re.search(rf"[ ,(]{number}[,)}}]", tests)
             or re.search(rf"\bd{item}-", names))
    if not named:
        problems.append(f"no test names FLY{number} (D-{item})")

checked = 0
for number, section in sorted(sections.items()):
    if number > 180 or "Not reported" in section:
        continue
    example = re.search(r"```mlir\n(.*?)\n```", section, re.S)[1].strip().strip("`")
    operation = re.fullmatch(r"(fly\.[\w.]+.*) : (\(.*\)) -> (.+)", example, re.S)
    if re.fullmatch(r"!fly\.[^ ]*(?: .*)?>", example):
        text = f"func.func private @f({example})\n"
    elif operation and re.search(r"%", example):
        operands = list(dict.fromkeys(re.findall(r"%\w+", operation[1])))
        depth, types, last = 0, [], ""
        for c in operation[2][1:-1] + ",":
            depth += (c in "(<[{") - (c in ")>]}")
            if c == "," and depth == 0:
                types.append(last.strip())
                last = ""
            else:
                last += c
        if len(operands) != len(types):
            continue
        arguments = ", ".join(f"{o}: {t}" for o, t in zip(operands, types))
        result = "" if operation[3].strip() == "()" else "%result = "
        text = f"func.func @f({arguments}) {{\n  {result}{example}\n  return\n}}\n"
    elif operation or re.fullmatch(r"fly\.\w+ : .*|fly\.\w+ \{.*\} : .*", example):
        text = f"func.func @f() {{\n  %result = {example}\n  return\n}}\n"
    else:
        continue
    checked += 1
    flags = ["--fly-check=remarks"] if number in (166, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179) else []
    said = run("fly-opt", "-", "-o", "/dev/null", *flags, text=text).stderr
    if f"[FLY{number}]" not in said:
        problems.append(f"the example of FLY{number} does not give it: {example}\n{said}")

if problems:
    sys.exit("\n".join(problems))
print(f"{len(sections)} codes agree, {checked} examples give theirs")
