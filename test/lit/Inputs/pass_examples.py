"""Every pass states its guarantees and has an example, whose forms before and after it fly-opt reads.

usage: pass_examples.py Passes.td...

An example is a piece of IR: values that it does not define become arguments of a function around it, of
the types that its operations ask for.
"""

import pathlib
import re
import subprocess
import sys

SYMBOLS = "gpu.module @m { gpu.func @k() kernel { gpu.return } }"
AROUND = "module attributes {{gpu.container_module}} {{\n{symbols}\n{text}\n}}"


def opt(text, *arguments):
    return subprocess.run(["fly-opt", "-", "--allow-unregistered-dialect", *arguments], input=text,
                          capture_output=True, text=True)


def module(piece):
    """The piece with what it needs around it; None and the error when there is no reading."""
    if re.search(r"^(func\.func|gpu\.module|llvm\.func|module)\b", piece, re.MULTILINE):
        # A function without a body is a declaration.
        piece = re.sub(r"^func\.func (@[^{]*)$", r"func.func private \1", piece, flags=re.MULTILINE)
        text = piece if piece.startswith("module") else AROUND.format(symbols="", text=piece)
        text = re.sub(r"(gpu\.module @\w+ (?:\[[^\n]*\])?)$", r"\1 {}", text, flags=re.MULTILINE)
        done = opt(text)
        return (text, None) if done.returncode == 0 else (None, done.stderr)
    if piece.startswith("gpu.func"):
        return module(f"gpu.module @m {{\n{piece} {{ gpu.return }}\n}}")
    arguments = {}
    while True:
        listed = ", ".join(f"{name}: {kind}" for name, kind in arguments.items())
        text = AROUND.format(symbols="" if "gpu.module @m" in piece else SYMBOLS,
                             text=f"gpu.module @around {{ gpu.func @f({listed}) {{\n{piece}\ngpu.return }} }}"
                             if "launch" not in piece else f"func.func @f({listed}) {{\n{piece}\nreturn }}")
        done = opt(text)
        if done.returncode == 0:
            return text, None
        if found := re.search(r"use of undeclared SSA value name\n.*\n( *)\^", done.stderr):
            line = done.stderr.split("undeclared SSA value name\n")[1].split("\n")[0]
            name = re.match(r"%\w+", line[len(found[1]):])[0]
            arguments[name] = "none"
        elif found := re.search(r"use of value '(%\w+)' expects different type than prior uses: '(.*)' vs '.*'\n",
                                done.stderr):
            if found[1] not in arguments or arguments[found[1]] == found[2]:
                return None, done.stderr
            arguments[found[1]] = found[2]
        else:
            return None, done.stderr


faults, examples = [], 0
for path in sys.argv[1:]:
    for definition in re.split(r"^def ", pathlib.Path(path).read_text(), flags=re.MULTILINE)[1:]:
        found = re.search(r'Pass<"([^"]+)"', definition)
        if not found:
            continue
        name = found[1]
        if "Guarantees:" not in definition:
            faults.append(f"{name}: no guarantees")
        pieces = re.findall(r"```mlir\n(.*?)```", definition, re.DOTALL)
        if not pieces:
            faults.append(f"{name}: no example")
        for piece in pieces:
            examples += 1
            lines = [line[4:] for line in piece.rstrip().split("\n")]
            split = next((i for i, line in enumerate(lines) if re.match(r"// .*becomes", line)), len(lines))
            for part, what in ((lines[:split], "before"), (lines[split + 1:], "after")):
                part = "\n".join(part).strip()
                _, error = module(part) if part else ("", None)
                if error:
                    faults.append(f"{name}: {what} the pass:\n{part}\n{error}")
print("\n".join(faults))
print(f"{examples} examples, {len(faults)} faults")
sys.exit(1 if faults else 0)
