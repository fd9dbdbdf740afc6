// Life cycle and manners of the protocol.
import { spawn } from 'node:child_process';
import { Client, fullCapabilities } from './client.mjs';
import { equal, ok, rejects, test } from './harness.mjs';

const small = 'func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n';

test('A1.17 a request before initialize is refused with -32002', async (use) => {
  const client = use(new Client(serverPath));
  await rejects(client.request('textDocument/hover', client.at('file:///a.mlir', 0, 0)), -32002, 'hover');
  await rejects(client.request('no/such/thing', {}), -32002, 'unknown method');
  await client.start();
});

test('a second initialize is refused', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await rejects(client.request('initialize', { processId: null, rootUri: null, capabilities: {} }), -32600, 'initialize');
});

test('A3.23 unknown requests get -32601, unknown notifications nothing', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await rejects(client.request('textDocument/noSuchThing', {}), -32601, 'unknown');
  await client.notify('$/setTrace', { value: 'off' });
  await client.notify('workspace/didChangeConfiguration', { settings: {} });
  await client.notify('workspace/didChangeConfiguration', { settings: null });
  await client.notify('$/anything', [1, 2]);
  await client.notify('made/up', {});
  equal(await client.openSettled('file:///a.mlir', small), [], 'diagnostics');
});

test('A1.19 shutdown then exit ends with 0, exit alone with 1, a closed pipe with 1', async (use) => {
  const one = use(new Client(serverPath));
  await one.start();
  equal((await one.stop()).code, 0, 'after shutdown');
  const two = use(new Client(serverPath));
  await two.start();
  await two.notify('exit');
  equal((await two.exited).code, 1, 'without shutdown');
  const three = use(new Client(serverPath));
  await three.start();
  three.process.stdin.end();
  equal((await three.exited).code, 1, 'closed pipe');
});

test('after shutdown requests are refused with -32600', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.request('shutdown');
  await rejects(client.request('textDocument/hover', client.at('file:///a.mlir', 0, 0)), -32600, 'hover');
});

test('a document that is not open is an error, not a crash', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const method of ['textDocument/hover', 'textDocument/definition', 'fly/threadValueMap', 'fly/operations', 'fly/lowering'])
    await rejects(client.request(method, client.at('file:///nowhere.mlir', 0, 0)), -32602, method);
  await rejects(client.request('textDocument/hover', {}), -32602, 'no parameters');
  await client.notify('textDocument/didChange', { textDocument: { uri: 'file:///nowhere.mlir', version: 2 }, contentChanges: [{ text: 'x' }] });
  await client.notify('textDocument/didClose', { textDocument: { uri: 'file:///nowhere.mlir' } });
  await client.notify('textDocument/didOpen', {});
  await client.notify('textDocument/didChange', { textDocument: null });
  equal(await client.openSettled('file:///a.mlir', small), [], 'diagnostics');
});

/** Raw bytes in, all output out. */
function raw(chunks) {
  return new Promise((resolve) => {
    const child = spawn(serverPath, [], { stdio: ['pipe', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.on('data', (chunk) => { out += chunk; });
    child.on('close', (code) => resolve({ out, code }));
    for (const chunk of chunks) child.stdin.write(chunk);
    child.stdin.end();
  });
}
const frame = (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const initialize = frame(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } }));
const shutdown = frame(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'shutdown' })) + frame(JSON.stringify({ jsonrpc: '2.0', method: 'exit' }));

test('A1.19 messages that are no JSON, no JSON-RPC or wrongly framed do not end the server', async () => {
  for (const [what, bytes, code] of [
    ['no JSON', frame('{"jsonrpc": "2.0", '), '-32700'],
    ['an array', frame('[]'), '-32600'],
    ['no version', frame('{"id": 7, "method": "x"}'), '-32600'],
    ['a number', frame('17'), '-32600'],
    ['another header', `Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n${frame('17')}`, '-32600'],
    ['garbage before the header', `hello\r\n${frame('17')}`, '-32600'],
    ['invalid UTF-8', Buffer.concat([Buffer.from('Content-Length: 4\r\n\r\n'), Buffer.from([0xff, 0xfe, 0xff, 0xfe])]), '-32700'],
  ]) {
    const { out, code: status } = await raw([initialize, bytes, shutdown]);
    equal(status, 0, `status after ${what}`);
    ok(out.includes(code), `${what}: no ${code} in ${out.slice(-300)}`);
    ok(out.includes('"id":2'), `${what}: shutdown was not answered`);
  }
});

test('messages cut anywhere do not crash the server', async () => {
  const whole = initialize + frame(JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument: { uri: 'file:///a.mlir', languageId: 'mlir', version: 1, text: small } } }));
  for (let cut = 0; cut < whole.length; cut += 17) {
    const { code } = await raw([whole.slice(0, cut)]);
    equal(code, 1, `status after ${cut} bytes`);
  }
});

test('messages in pieces and several in one write are read', async () => {
  const text = initialize + shutdown;
  const child = spawn(serverPath, [], { stdio: ['pipe', 'pipe', 'ignore'] });
  const done = new Promise((resolve) => child.on('close', (code) => resolve(code)));
  for (let i = 0; i < text.length; i += 50) {
    child.stdin.write(text.slice(i, i + 50));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  equal(await done, 0, 'status');
});

test('A1.18 cancelling: answered at once with -32800, and no second answer', async (use) => {
  const client = use(new Client(serverPath, { environment: { FLY_TEST_PIPELINE: 'sleep:fly-layout-lowering' } }));
  await client.start();
  const uri = 'file:///a.mlir';
  await client.openSettled(uri, small);
  const answer = client.connection.sendRequest('fly/lowering', { textDocument: { uri } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  // The library numbers requests from 0: initialize, lowering.
  await client.notify('$/cancelRequest', { id: 1 });
  const start = Date.now();
  await rejects(answer, -32800, 'lowering');
  ok(Date.now() - start < 3000, 'cancelling took long');
  await client.notify('$/cancelRequest', { id: 1 });
  await client.notify('$/cancelRequest', { id: 'x' });
  await client.notify('$/cancelRequest', {});
  equal((await client.stop()).code, 0, 'exit');
});

test('what is still pending at shutdown is refused before shutdown is answered', async () => {
  const text = 'func.func @f() {\n  %x = arith.constant 1 : i32\n  return\n}\n';
  const open = frame(JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument: { uri: 'file:///a.mlir', languageId: 'mlir', version: 1, text } } }));
  const hint = frame(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'textDocument/inlayHint', params: { textDocument: { uri: 'file:///a.mlir' }, range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } } }));
  const { out, code } = await raw([initialize + open + hint + shutdown]);
  equal(code, 0, 'status');
  ok(out.includes('"id":7') && out.indexOf('"id":7') < out.indexOf('"id":2'), out.slice(-400));
});

test('A3.17 help and version are short and name the options', async () => {
  const run = (args) => new Promise((resolve) => {
    const child = spawn(serverPath, args);
    let out = '';
    child.stdout.on('data', (chunk) => { out += chunk; });
    child.stderr.on('data', (chunk) => { out += chunk; });
    child.on('close', (code) => resolve({ out, code }));
  });
  const help = await run(['--help']);
  equal(help.code, 0, 'help');
  ok(help.out.split('\n').length < 30 && help.out.includes('--stdio'), 'help text');
  ok(!help.out.includes('amdgpu'), 'help shows options of LLVM');
  ok(/^fly-lsp-server \d+\.\d+/.test((await run(['--version'])).out), 'version');
  const bad = await run(['--nonsense']);
  equal(bad.code, 1, 'unknown option');
  equal(bad.out.trim().split('\n').length, 1, 'lines for an unknown option');
});

test('capabilities: incremental sync, encoding, names of our own requests', async (use) => {
  const client = use(new Client(serverPath));
  const { capabilities, serverInfo } = await client.start();
  equal(capabilities.textDocumentSync.change, 2, 'sync');
  equal(capabilities.positionEncoding, 'utf-16', 'encoding');
  ok(capabilities.experimental.fly.requests.includes('fly/threadValueMap'), 'own requests');
  equal(serverInfo.name, 'fly-lsp-server', 'name');
});

test('two servers and many documents side by side', async (use) => {
  const clients = [use(new Client(serverPath)), use(new Client(serverPath))];
  await Promise.all(clients.map((client) => client.start(fullCapabilities)));
  await Promise.all(clients.flatMap((client, n) => Array.from({ length: 20 }, async (_, i) => {
    const broken = (i + n) % 2 === 0;
    const uri = `file:///many/${n}/${i}.mlir`;
    const found = await client.openSettled(uri, broken ? small.replace('%a :', '%zz :') : small);
    equal(found.length, broken ? 1 : 0, `${uri}`);
  })));
});
