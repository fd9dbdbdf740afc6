#!/usr/bin/env python3
"""Times fly-lsp-server against MLIR's own server: both in one run, taking turns every round.

usage: bench.py BUILD_DIR [--rounds N] [--sizes 1000,10000,100000] [--only NAME] [--json FILE] [--record]

Every round starts a fresh process of both servers, opens a text, edits it and asks. What counts is the smallest
processor time of the server process (all its threads) over the rounds, since the machine may be busy; times on
the clock are given where a person waits. Exits with 1 when a limit does not hold. --record writes
docs/lsp-benchmarks.md.

The generated texts are functions of `arith` operations and `mlir-lsp-server` as installed is the rival. It knows
no fly dialect, so on the fly kernels the rival is `mlir_lsp_rival`: the same server with the dialects registered.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
URI = "file:///bench.mlir"


class Session:
    def __init__(self, command):
        self.start = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        # The clock of another process's processor time, see clock_getcpuclockid(3).
        self.clock = (~self.process.pid << 3) | 2
        self.next_id = 0
        self.diagnostics = []
        capabilities = {"general": {"positionEncodings": ["utf-16"]}, "textDocument": {
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
            "publishDiagnostics": {"relatedInformation": True, "versionSupport": True}}}
        self.capabilities = self.request("initialize", {"processId": None, "rootUri": None,
                                                        "capabilities": capabilities})["capabilities"]
        self.notify("initialized", {})
        sync = self.capabilities["textDocumentSync"]
        self.incremental = (sync["change"] if isinstance(sync, dict) else sync) == 2

    def frame(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server died")
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics.append(message["params"])
        elif "method" in message and "id" in message:
            self.write(self.frame({"id": message["id"], "result": None}))
        return message

    def notify(self, method, params):
        self.write(self.frame({"method": method, "params": params}))

    def request(self, method, params):
        self.next_id += 1
        self.write(self.frame({"id": self.next_id, "method": method, "params": params}))
        while True:
            message = self.read()
            if message.get("id") == self.next_id and "method" not in message:
                return message.get("result")

    def wait(self, version):
        """Until diagnostics of that version or a later one; both servers may skip versions."""
        while not any((entry.get("version") or 0) >= version for entry in self.diagnostics):
            self.read()

    def cpu(self):
        return time.clock_gettime_ns(self.clock) / 1e6

    def memory(self, field):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(field):
                return int(line.split()[1]) / 1024

    def close(self):
        self.process.kill()
        self.process.wait()


def generated(operations, per_function=100):
    lines = []
    for f in range(max(1, operations // per_function)):
        lines.append(f"func.func @f{f}(%a: i32, %b: i32) -> i32 {{")
        previous = "%a"
        for i in range(min(per_function, operations) - 1):
            lines.append(f"  %v{i} = arith.{('addi', 'muli', 'xori')[i % 3]} {previous}, %b : i32")
            previous = f"%v{i}"
        lines.append(f"  return {previous} : i32")
        lines.append("}")
    return "\n".join(lines) + "\n"


def is_operation(line):
    return " = " in line or line.strip().startswith(("fly.", "gpu.", "return", "scf.", "func."))


def kernels(operations):
    """The kernels in parts between `// -----`, repeated to about that many operations."""
    texts = [path.read_text() for path in sorted((ROOT / "test/data/kernels").glob("*.mlir"))]
    counts = [sum(is_operation(line) for line in text.splitlines()) for text in texts]
    parts, count = [], 0
    while count < operations:
        for text, own in zip(texts, counts):
            parts.append(text)
            count += own
            if count >= operations:
                break
    return "\n// -----\n".join(parts)


def change(session, lines, line, version):
    """Edits one line: another operation where it is one of `arith`, else another comment."""
    old = lines[line]
    match = re.search(r"arith\.(addi|muli|xori|subi)\b", old)
    if match:
        names = [name for name in ("addi", "muli", "xori", "subi") if name != match[1]]
        new = old.replace(match[0], "arith." + names[version % 3])
    else:
        new = old.split(" //")[0].rstrip() + f" // edit {version}"
    if session.incremental:
        changes = [{"range": {"start": {"line": line, "character": 0},
                              "end": {"line": line, "character": len(old)}}, "text": new}]
    else:
        changes = [{"text": "\n".join(lines[:line] + [new] + lines[line + 1:])}]
    lines[line] = new
    return session.frame({"method": "textDocument/didChange", "params": {
        "textDocument": {"uri": URI, "version": version}, "contentChanges": changes}})


def measure(command, text):
    """One round: name -> milliseconds or MiB."""
    result = {}
    session = Session(command)
    try:
        started = session.cpu()
        data = session.frame({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": URI, "languageId": "mlir", "version": 1, "text": text}}})
        begin = time.perf_counter()
        session.write(data)
        session.wait(1)
        result["open clock"] = (time.perf_counter() - begin) * 1000
        result["open"] = session.cpu() - started
        result["start and open"] = session.cpu()
        lines = text.split("\n")
        line = next(i for i in range(len(lines) // 2, len(lines)) if " = " in lines[i])
        version = 1
        edits, clocks = [], []
        for i in range(5):
            version += 1
            data = change(session, lines, line, version)
            begin, cpu = time.perf_counter(), session.cpu()
            session.write(data)
            session.wait(version)
            clocks.append((time.perf_counter() - begin) * 1000)
            edits.append(session.cpu() - cpu)
        result["edit clock"], result["edit"] = min(clocks), statistics.median(edits)
        burst = []
        for i in range(10):
            version += 1
            burst.append(change(session, lines, line, version))
        begin, cpu = time.perf_counter(), session.cpu()
        for data in burst:
            session.write(data)
        session.wait(version)
        result["ten edits clock"] = (time.perf_counter() - begin) * 1000
        result["ten edits"] = session.cpu() - cpu
        position = {"textDocument": {"uri": URI}, "position": {"line": line, "character": lines[line].index("%") + 1}}
        times = []
        for i in range(20):
            begin = time.perf_counter()
            hover = session.request("textDocument/hover", position)
            times.append((time.perf_counter() - begin) * 1000)
        assert hover, "no hover"
        result["hover clock"] = min(times)
        begin = time.perf_counter()
        session.request("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        result["symbols clock"] = (time.perf_counter() - begin) * 1000
        if "inlayHintProvider" in session.capabilities:
            times = []
            for i in range(5):
                begin = time.perf_counter()
                session.request("textDocument/inlayHint", {"textDocument": {"uri": URI}, "range": {
                    "start": {"line": line, "character": 0}, "end": {"line": line + 60, "character": 0}}})
                times.append((time.perf_counter() - begin) * 1000)
            result["hints clock"] = min(times)
        result["memory"] = session.memory("VmRSS")
        result["peak memory"] = session.memory("VmHWM")
    finally:
        session.close()
    return result


class Judge:
    """The limits, and which of them do not hold."""

    def __init__(self):
        self.rows, self.failed = [], False

    def check(self, what, case, value, limit, unit=""):
        good = value <= limit
        self.failed |= not good
        self.rows.append((what, case, f"{value:.2f}{unit}", f"{limit:g}{unit}", "yes" if good else "**no**"))

    def judge(self, case, size, kernel, ours, theirs):
        def ratio(name):
            return ours[name] / theirs[name]
        if size == "function":
            self.check("first diagnostics, ratio", case, ratio("open"), 1.3)
            self.check("edit to diagnostics, ratio", case, ratio("edit"), 1.3)
        else:
            self.check("first diagnostics, ratio", case, ratio("open"), 1.2 if kernel else 1.0)
            limit = 1.0 if size < 10000 else 0.3 if size < 100000 else 0.1
            self.check("edit to diagnostics, ratio", case, ratio("edit"), limit)
        self.check("start and first diagnostics, ratio", case, ratio("start and open"),
                   1.3 if size == "function" else 1.2 if kernel else 1.0)
        self.check("ten quick edits, in single ones", case, ours["ten edits"] / ours["edit"], 2)
        self.check("hover", case, ours["hover clock"], 0.5, " ms")
        self.check("hints of 60 lines", case, ours["hints clock"], 5, " ms")
        self.check("memory, ratio", case, ratio("memory"), 1.3)
        self.check("peak memory, ratio", case, ratio("peak memory"), 1.3)


def machine():
    cpu = re.search(r"model name\s*: (.+)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{cpu[1] if cpu else 'unknown processor'}, {os.cpu_count()} cores"


def table(header, rows):
    return "\n".join(["| " + " | ".join(header) + " |", "|---|---|" + "--:|" * (len(header) - 2)]
                     + ["| " + " | ".join(row) + " |" for row in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--only", help="cases whose name holds this text")
    parser.add_argument("--json", help="write all numbers to this file")
    parser.add_argument("--record", action="store_true", help="write docs/lsp-benchmarks.md")
    arguments = parser.parse_args()
    build = pathlib.Path(arguments.build).resolve()
    ours = str(build / "bin/fly-lsp-server")
    stock = shutil.which("mlir-lsp-server-22") or shutil.which("mlir-lsp-server")
    with_fly = str(build / "bin/mlir_lsp_rival")
    if not stock:
        sys.exit("mlir-lsp-server is not installed (package mlir-22-tools)")
    sizes = [int(size) for size in arguments.sizes.split(",")]
    cases = [(f"{size:,} ops", size, False, generated(size)) for size in sizes]
    cases.append(("one function of 10,000 ops", "function", False, generated(10000, 10000)))
    if os.path.exists(with_fly):
        cases += [(f"kernels, {size:,} ops", size, True, kernels(size)) for size in sizes]
    else:
        print("mlir_lsp_rival is not built (FLY_ENABLE_BENCH): no kernels", file=sys.stderr)
    loads, everything, judge, numbers = [os.getloadavg()[0]], {}, Judge(), []
    for case, size, kernel, text in cases:
        if arguments.only and arguments.only not in case:
            continue
        samples = {"fly": [], "mlir": []}
        rival = with_fly if kernel else stock
        for round_ in range(arguments.rounds):
            order = [("fly", ours), ("mlir", rival)] if round_ % 2 else [("mlir", rival), ("fly", ours)]
            for who, command in order:
                samples[who].append(measure([command], text))
        everything[case] = samples
        loads.append(os.getloadavg()[0])
        least = {who: {key: min(sample[key] for sample in samples[who]) for key in samples[who][0]}
                 for who in samples}
        judge.judge(case, size, kernel, least["fly"], least["mlir"])
        for key, mine in least["fly"].items():
            middle = statistics.median(sample[key] for sample in samples["fly"])
            other = least["mlir"].get(key)
            numbers.append((case, key, f"{mine:.2f}", f"{middle:.2f}",
                            *((f"{other:.2f}", f"{statistics.median(s[key] for s in samples['mlir']):.2f}",
                               f"{mine / other:.2f}") if other else ("", "", ""))))
            print("{:28} {:16} fly {:>9} ({:>9})   mlir {:>9} ({:>9})   ratio {}".format(*numbers[-1]),
                  file=sys.stderr, flush=True)
    limits = table(("limit", "text", "measured", "allowed", "holds"), judge.rows)
    details = table(("text", "what", "fly", "median", "mlir", "median", "ratio"), numbers)
    where = (f"Measured on {datetime.date.today()}: {machine()}, load {min(loads):.1f} to {max(loads):.1f}; Release build,"
             f" {arguments.rounds} rounds in turns, a fresh process of each server every round.")
    print(f"{where}\n\n{limits}\n\n{details}")
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(everything, indent=1))
    if arguments.record:
        (ROOT / "docs/lsp-benchmarks.md").write_text(f"""# Benchmarks of the language server

<!-- Written by `test/lsp/bench.py BUILD --record`. -->

{where} Smallest values over the rounds; times are processor time of all threads of the server in milliseconds, or (`clock`)
what a client waits; memory is in MiB. Generated texts are functions of 100 `arith` operations (and one of 10,000), beside
`mlir-lsp-server` of LLVM 22 as installed. The kernels are those of `test/data/kernels`, repeated between `// -----` lines,
beside the same server with the fly dialects registered (`mlir_lsp_rival`), which infers and verifies as much; it parses
every type, fly-lsp-server those whose text it has not met yet (`dialects/fly/TypeTexts.h`). `open` is from
`didOpen` to diagnostics, `start and open` includes the start of the process. An edit changes one operation in the middle of
the text, and of five in a row the median counts; ten quick edits are sent without waiting.

## Limits

{limits}

## Numbers

{details}
""")
        print("wrote docs/lsp-benchmarks.md", file=sys.stderr)
    sys.exit(1 if judge.failed else 0)


if __name__ == "__main__":
    main()
