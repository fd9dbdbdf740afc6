"""Every pass has a summary, guarantees, statistics and an example; fly-opt reads the example's form before the
pass and the one behind it, and the pass makes the operations of the second from the first.

usage: pass_examples.py Passes.td...

An example is a piece of IR: values that it does not define become arguments of a function around it, of
the types that its operations ask for.
"""

import pathlib
import re
import subprocess
import sys

SYMBOLS = "gpu.module @m { gpu.func @k() kernel { gpu.return } }"
# Passes that run on what people write.
FIRST = ("fly-rewrite-func-signature", "fly-canonicalize", "fly-lower", "fly-int-swizzle-simplify")
AROUND = "module attributes {{gpu.container_module}} {{\n{symbols}\n{text}\n}}"


def opt(text, *arguments):
    return subprocess.run(["fly-opt", "-", "--allow-unregistered-dialect", *arguments], input=text,
                          capture_output=True, text=True)


def module(piece, used=False):
    """The piece with what it needs around it, its results used if asked for; None and the error when there is no
    reading."""
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
    results = {name: "none" for name in re.findall(r"^(%\w+) = ", piece, re.MULTILINE)
               if used and len(re.findall(rf"{name}\b", piece)) == 1}
    while True:
        listed = ", ".join(f"{name}: {kind}" for name, kind in arguments.items())
        uses = "".join(f'\n"test.use"({name}) : ({kind}) -> ()' for name, kind in results.items())
        text = AROUND.format(symbols="" if "gpu.module @m" in piece else SYMBOLS,
                             text=f"gpu.module @around {{ gpu.func @f({listed}) {{\n{piece}{uses}\ngpu.return }} }}"
                             if "launch" not in piece else f"func.func @f({listed}) {{\n{piece}\nreturn }}")
        done = opt(text)
        if done.returncode == 0:
            return text, None
        if found := re.search(r"use of undeclared SSA value name\n.*\n( *)\^", done.stderr):
            line = done.stderr.split("undeclared SSA value name\n")[1].split("\n")[0]
            name = re.match(r"%\w+", line[len(found[1]):])[0]
            arguments[name] = "none"
        elif found := re.search(r"use of value '(%\w+)' expects different type than prior uses: '(.*)' vs '(.*)'\n",
                                done.stderr):
            if results.get(found[1]) == "none":
                results[found[1]] = found[3]
                continue
            if found[1] not in arguments or arguments[found[1]] == found[2]:
                return None, done.stderr
            arguments[found[1]] = found[2]
        else:
            return None, done.stderr


def mnemonics(piece):
    """The operations of a piece of IR, without those of its surroundings."""
    code = re.sub(r"//.*", "", piece)
    return set(re.findall(r"(?:^\s*|= )((?:fly|fly_rocdl|arith|vector|llvm|rocdl|nvvm|scf|cf|ub|gpu)\.[\w.]+)", code,
                          re.MULTILINE)) - {"gpu.module", "gpu.func", "llvm.func"}


faults, examples = [], 0
for path in sys.argv[1:]:
    for definition in re.split(r"^def ", pathlib.Path(path).read_text(), flags=re.MULTILINE)[1:]:
        found = re.search(r'Pass<"([^"]+)"(?:, "::mlir::([\w:]+)")?', definition)
        if not found:
            continue
        name, anchor = found[1], found[2]
        for part in ("let summary", "Guarantees:", "let statistics"):
            # The pipeline as a pass counts nothing itself: its passes do.
            if part not in definition and (part, name) != ("let statistics", "fly-lower"):
                faults.append(f"{name}: no {part.removeprefix('let ').rstrip(':').lower()}")
        pieces = re.findall(r"```mlir\n(.*?)```", definition, re.DOTALL)
        if not pieces:
            faults.append(f"{name}: no example")
        for piece in pieces:
            examples += 1
            lines = [line[4:] for line in piece.rstrip().split("\n")]
            split = next((i for i, line in enumerate(lines) if re.match(r"// .*becomes", line)), len(lines))
            before, after = ("\n".join(part).strip() for part in (lines[:split], lines[split + 1:]))
            text, error = module(before)
            if not error and after:
                _, error = module(after)
            if error:
                faults.append(f"{name}: example:\n{error}")
                continue
            # The pass makes of the first form what the second one shows.
            chosen = re.match(r"// with (\S+) becomes", lines[split] if after else "")
            options = f"{{{chosen[1]}}}" if chosen else ""
            # What comes before it, without the clean-up of unused results where the pass does none.
            before_it = "" if name in FIRST else "fly-rewrite-func-signature,"
            if before_it and not name.startswith("convert-"):
                before_it += "fly-canonicalize,"
            line = f"gpu.module({name}{options})" if anchor == "gpu::GPUModuleOp" else f"{name}{options}"
            pipeline = f"--pass-pipeline=builtin.module({before_it}{line})"
            done = opt(text, pipeline)
            if mnemonics(after) - mnemonics(done.stdout) and (text := module(before, used=True)[0]):
                done = opt(text, pipeline)  # nothing used the results
            if done.returncode != 0 and "// error:" not in before:
                faults.append(f"{name}: the pass refuses its example:\n{done.stderr}")
            elif missing := mnemonics(after) - mnemonics(done.stdout):
                faults.append(f"{name}: the pass makes no {', '.join(sorted(missing))} of its example:\n{done.stdout}")
print("\n".join(faults))
print(f"{examples} examples, {len(faults)} faults")
sys.exit(1 if faults else 0)
