#!/usr/bin/env python3
"""A language server with fixed answers, for tests of the window.

What it does is steered by lines of the opened text, so that each test states its own case:
  // fake: die-on-open        exits with code 3 when the text is opened
  // fake: die-on-map         exits when a thread-value map is asked for
  // fake: silent             never answers anything but initialize
  // fake: garbage            writes bytes that are no message
  // fake: no-operations      answers fly/operations with an empty list
  // fake: unknown-requests   answers every fly/ request with MethodNotFound
  // fake: error LINE CODE TEXT   publishes one error diagnostic on that line (from 1)
"""
import json
import sys

STAGES = {
    "chip": "gfx942",
    "chipSource": "gpu.module",
    "stages": [
        {"name": "source", "passes": [], "text": "func @f() {\n  %0 = fly.make_mma_atom\n  %1 = fly.gemm %0\n  return\n}\n"},
        {"name": "signature", "passes": [{"name": "fly-rewrite-func-signature", "ms": 0.42, "changed": True},
                                          {"name": "fly-canonicalize", "ms": 0.11, "changed": False}],
         "text": "func @f(%arg0: i32) {\n  %4 = fly.make_mma_atom\n  %5 = fly.gemm %4\n  return\n}\n"},
        {"name": "layout", "passes": [{"name": "fly-layout-lowering", "ms": 6.5, "changed": True}],
         "text": "func @f(%arg0: i32) {\n  %9 = fly.make_mma_atom\n" +
                 "".join("  %%%d = arith.addi %%arg0, %%arg0 : i32\n" % i for i in range(10, 40)) +
                 "  %50 = fly.mma_atom_call %9\n  return\n}\n"},
        {"name": "target", "passes": [{"name": "convert-fly-to-rocdl", "ms": 3.25, "changed": True}],
         "text": "", "error": "'fly.mma_atom_call' op has no lowering for chip gfx900 (known: gfx942) [FLY301]"},
    ],
}

MMA = {
    "type": "!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>",
    "kind": "mma",
    "operands": [
        {"name": "a", "tile": [32, 4], "threads": 256, "values": 1,
         "layout": "((16,4,2,2),(1,(1,1))):((1,32,16,0),(0,(0,0)))"},
        {"name": "b", "tile": [32, 4], "threads": 256, "values": 1,
         "layout": "((16,4,2,2),(1,(1,1))):((1,32,0,16),(0,(0,0)))"},
        {"name": "c", "tile": [32, 32], "threads": 256, "values": 4,
         "layout": "((16,4,2,2),(4,1)):((32,4,16,512),(1,0))"},
    ],
}

COPY = {
    "type": "!fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>, !fly.layout<((16,4),4):((1,64),16)>, !fly.tile<[16|16]>>",
    "kind": "copy",
    "operands": [
        {"name": "src", "tile": [16, 16], "threads": 64, "values": 4, "layout": "((16,4),4):((1,64),16)"},
        {"name": "dst", "tile": [16, 16], "threads": 64, "values": 4, "layout": "((4,16),4):((64,1),16)"},
    ],
}

SWIZZLE = {
    "type": "!fly.composed_layout<S<3,0,3> o 0 o (8,8):(8,1)>",
    "kind": "layout",
    "operands": [{"name": "layout", "layout": "S<3,0,3> o 0 o (8,8):(8,1)"}],
}

DYNAMIC = {
    "type": "!fly.layout<(4,?):(1,4)>",
    "kind": "layout",
    "operands": [{"name": "layout", "layout": "(4,?):(1,4)"}],
}


def read():
    length = 0
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit(0)
        line = line.strip()
        if not line:
            break
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(length))


def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def operations(text):
    """One operation per line that names a kind; the order is that of the text."""
    kinds = [("make_tiled_mma", "tiled_mma", MMA), ("make_mma_atom", "mma_atom", MMA),
             ("make_tiled_copy", "tiled_copy", COPY), ("make_composed_layout", "layout", SWIZZLE),
             ("make_layout", "layout", DYNAMIC)]
    found = []
    for number, line in enumerate(text.split("\n")):
        for word, kind, reply in kinds:
            if word in line and not line.strip().startswith("//"):
                column = len(line) - len(line.lstrip())
                name = line.strip().split(" ")[0].lstrip("%")
                found.append(({"name": name, "kind": kind, "type": reply["type"], "op": "fly." + word,
                               "range": {"start": {"line": number, "character": column},
                                         "end": {"line": number, "character": len(line)}}}, reply))
                break
    return found


def publish(uri, text):
    diagnostics = []
    for line in text.split("\n"):
        if line.startswith("// fake: error "):
            _, _, _, number, code, message = line.split(" ", 5)
            at = {"line": int(number) - 1, "character": 2}
            diagnostics.append({"range": {"start": at, "end": {"line": at["line"], "character": 12}}, "severity": 1,
                                "code": code, "message": message,
                                "relatedInformation": [{"location": {"uri": uri, "range": {"start": at, "end": at}},
                                                        "message": "the other party"}]})
    send({"method": "textDocument/publishDiagnostics", "params": {"uri": uri, "diagnostics": diagnostics}})


def main():
    text = ""
    while True:
        message = read()
        method, ident, params = message.get("method"), message.get("id"), message.get("params") or {}
        if method == "initialize":
            send({"id": ident, "result": {"capabilities": {}, "serverInfo": {"name": "fake", "version": "1"}}})
            continue
        if method == "shutdown":
            send({"id": ident, "result": None})
            continue
        if method == "exit":
            return 0
        if method in ("textDocument/didOpen", "textDocument/didChange"):
            document = params["textDocument"]
            text = document["text"] if method.endswith("Open") else params["contentChanges"][0]["text"]
            if "// fake: die-on-open" in text:
                print("fake server: asked to die", file=sys.stderr, flush=True)
                return 3
            if "// fake: garbage" in text:
                sys.stdout.buffer.write(b"this is not a message\r\n\r\n")
                sys.stdout.buffer.flush()
            if "// fake: silent" not in text:
                publish(document["uri"], text)
            continue
        if ident is None or "// fake: silent" in text:
            continue
        if "// fake: unknown-requests" in text:
            send({"id": ident, "error": {"code": -32601, "message": "method not found: " + method}})
        elif method == "fly/operations":
            found = [] if "// fake: no-operations" in text else operations(text)
            send({"id": ident, "result": [operation for operation, _ in found]})
        elif method == "fly/threadValueMap":
            if "// fake: die-on-map" in text:
                return 4
            line = params["position"]["line"]
            reply = next((r for o, r in operations(text) if o["range"]["start"]["line"] == line), None)
            send({"id": ident, "result": reply})
        elif method == "fly/lowering":
            result = dict(STAGES)
            if params.get("chip"):
                result = {**STAGES, "chip": params["chip"], "chipSource": "setting"}
            send({"id": ident, "result": result})
        else:
            send({"id": ident, "error": {"code": -32601, "message": "method not found"}})


if __name__ == "__main__":
    sys.exit(main())
