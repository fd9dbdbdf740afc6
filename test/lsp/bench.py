#!/usr/bin/env python3
"""Times fly-lsp-server against MLIR's own server: both in one run, taking turns every round.

usage: bench.py BUILD_DIR [--rounds N] [--sizes 1000,10000,100000] [--kernels]

Prints minima and medians in milliseconds and the ratio of ours to MLIR's (CPU time of the server process
where it says cpu). A server is a fresh process in each round.
"""

import argparse
import json
import os
import pathlib
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

    def send(self, message):
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
            self.write(self.send({"id": message["id"], "result": None}))
        return message

    def notify(self, method, params):
        self.write(self.send({"method": method, "params": params}))

    def request(self, method, params):
        self.next_id += 1
        self.write(self.send({"id": self.next_id, "method": method, "params": params}))
        while True:
            message = self.read()
            if message.get("id") == self.next_id and "method" not in message:
                return message.get("result")

    def wait(self, version):
        while True:
            if any(entry.get("version") == version for entry in self.diagnostics):
                return
            self.read()

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def memory(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
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


def kernels(operations):
    """The kernels in parts between `// -----`, repeated to about that many operations."""
    texts = [path.read_text() for path in sorted((ROOT / "test/data/kernels").glob("*.mlir"))]
    parts, count = [], 0
    while count < operations:
        for text in texts:
            parts.append(text)
            count += sum(" = " in line or line.strip().startswith(("fly.", "gpu.", "return")) for line in
                         text.splitlines())
            if count >= operations:
                break
    return "\n// -----\n".join(parts)


def change(session, text, lines, line, mark, version):
    old = lines[line]
    new = old.rstrip() + " " * (1 + version % 3) + f"// {mark}"
    if session.incremental:
        changes = [{"range": {"start": {"line": line, "character": 0},
                              "end": {"line": line, "character": len(old)}}, "text": new}]
    else:
        changes = [{"text": "\n".join(lines[:line] + [new] + lines[line + 1:])}]
    lines[line] = new
    return session.send({"method": "textDocument/didChange", "params": {
        "textDocument": {"uri": URI, "version": version}, "contentChanges": changes}})


def measure(command, text):
    result = {}
    session = Session(command)
    try:
        result["start"] = (time.perf_counter() - session.start) * 1000
        begin, cpu = time.perf_counter(), session.cpu()
        session.notify("textDocument/didOpen", {"textDocument": {
            "uri": URI, "languageId": "mlir", "version": 1, "text": text}})
        session.wait(1)
        result["open"] = (time.perf_counter() - begin) * 1000
        result["open cpu"] = session.cpu() - cpu
        result["cold"] = (time.perf_counter() - session.start) * 1000
        lines = text.split("\n")
        line = next(i for i in range(len(lines) // 2, len(lines)) if " = " in lines[i])
        version = 1
        edits, cpu = [], session.cpu()
        for i in range(5):
            version += 1
            data = change(session, text, lines, line, f"edit {i}", version)
            begin = time.perf_counter()
            session.write(data)
            session.wait(version)
            edits.append((time.perf_counter() - begin) * 1000)
        result["edit"] = min(edits)
        result["edit cpu"] = (session.cpu() - cpu) / 5
        data = b""
        for i in range(10):
            version += 1
            data += change(session, text, lines, line, f"burst {i}", version)
        begin = time.perf_counter()
        session.write(data)
        session.wait(version)
        result["ten edits"] = (time.perf_counter() - begin) * 1000
        position = {"textDocument": {"uri": URI}, "position": {"line": line, "character": lines[line].index("%") + 1}}
        times = []
        for i in range(20):
            begin = time.perf_counter()
            session.request("textDocument/hover", position)
            times.append((time.perf_counter() - begin) * 1000)
        result["hover"] = min(times)
        begin = time.perf_counter()
        session.request("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        result["symbols"] = (time.perf_counter() - begin) * 1000
        if "inlayHintProvider" in session.capabilities:
            times = []
            for i in range(5):
                begin = time.perf_counter()
                session.request("textDocument/inlayHint", {"textDocument": {"uri": URI}, "range": {
                    "start": {"line": line, "character": 0}, "end": {"line": line + 60, "character": 0}}})
                times.append((time.perf_counter() - begin) * 1000)
            result["hints"] = min(times)
        result["memory MB"] = session.memory()
    finally:
        session.close()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--json", help="write all numbers to this file")
    arguments = parser.parse_args()
    ours = str(pathlib.Path(arguments.build).resolve() / "bin/fly-lsp-server")
    theirs = shutil.which("mlir-lsp-server-22") or shutil.which("mlir-lsp-server")
    if not theirs:
        sys.exit("mlir-lsp-server is not installed (package mlir-22-tools)")
    cases = [(f"{size} ops", generated(int(size)), True) for size in arguments.sizes.split(",")]
    cases.append(("one function of 10000 ops", generated(10000, 10000), True))
    cases += [(f"kernels, {size} ops", kernels(int(size)), False) for size in arguments.sizes.split(",")[:2]]
    everything = {}
    for name, text, both in cases:
        samples = {"fly": [], "mlir": []}
        for round_ in range(arguments.rounds):
            order = [("fly", ours), ("mlir", theirs)] if round_ % 2 else [("mlir", theirs), ("fly", ours)]
            for who, command in order:
                if who == "fly" or both:
                    samples[who].append(measure([command], text))
        print(f"\n{name} ({len(text) / 1000:.0f} kB), {arguments.rounds} rounds: minimum (median) in ms")
        everything[name] = samples
        for key in samples["fly"][0]:
            mine = [sample[key] for sample in samples["fly"]]
            row = f"  {key:12} fly {min(mine):10.2f} ({statistics.median(mine):.2f})"
            if both and key in samples["mlir"][0]:
                other = [sample[key] for sample in samples["mlir"]]
                ratio = f"{min(mine) / min(other):.2f}" if min(other) > 0 else "-"
                row += f"   mlir {min(other):10.2f} ({statistics.median(other):.2f})   ratio {ratio}"
            print(row, flush=True)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(everything, indent=1))


if __name__ == "__main__":
    main()
