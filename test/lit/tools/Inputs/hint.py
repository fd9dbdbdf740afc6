"""Prints label and tooltip of the inlay hint behind a value.

usage: hint.py FILE.mlir VALUE
"""
import json
import subprocess
import sys

path, value = sys.argv[1:]
text = open(path).read()
uri = "file:///" + path.lstrip("/")
server = subprocess.Popen(["fly-lsp-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def send(method, params, number=None):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params,
                       **({} if number is None else {"id": number})}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def answer(number):
    while True:
        length = 0
        while line := server.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit(f"the server ended without an answer: {server.wait()}")
        message = json.loads(server.stdout.read(length))
        if message.get("id") == number and "method" not in message:
            return message["result"]


send("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 1)
answer(1)
send("initialized", {})
send("textDocument/didOpen",
     {"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}})
send("textDocument/inlayHint",
     {"textDocument": {"uri": uri},
      "range": {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n"), "character": 0}}}, 2)
line = next(n for n, content in enumerate(text.splitlines()) if content.strip().startswith(f"%{value} ="))
for hint in answer(2):
    if hint["position"]["line"] == line:
        print(json.dumps(hint, ensure_ascii=False))
send("shutdown", None, 3)
answer(3)
send("exit", None)
server.wait()
