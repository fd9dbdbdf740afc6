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

const ping = '{"jsonrpc":"2.0","id":9,"method":"made/up"}', length = Buffer.byteLength(ping);
const nested = (depth, open, close) => `{"jsonrpc":"2.0","id":9,"method":"made/up","params":${open.repeat(depth)}1${close.repeat(depth)}}`;

test('headers: line ends, blanks, case, further headers, twice the same', async () => {
  for (const [what, header] of Object.entries({
    'LF alone': `Content-Length: ${length}\n\n`, 'blanks and lower case': `content-length :  ${length}  \r\n\r\n`, 'no blank': `Content-Length:${length}\r\n\r\n`,
    'a type behind it': `Content-Length: ${length}\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n`,
    'an unknown one': `X-Content-Length: 3\r\nContent-Length: ${length}\r\n\r\n`, 'the same twice': `Content-Length: ${length}\r\nContent-Length: ${length}\r\n\r\n`,
    'blank lines in front': `\r\n\n\r\nContent-Length: ${length}\r\n\r\n` })) {
    const { out, code } = await raw([initialize, header + ping, shutdown]);
    ok(code === 0 && out.includes('"id":9') && out.includes('-32601') && !out.includes('-32700') && out.includes('"id":2'), `${what}: ${code} ${out.slice(-300)}`);
  }
});

test('A1.19 a wrong length costs its own message and is told; those behind it are served', async () => {
  for (const [what, bytes] of Object.entries({
    'negative': `Content-Length: -5\r\n\r\n${ping}`, 'huge': `Content-Length: 99999999999\r\n\r\n${ping}`, 'huger': `Content-Length: ${'9'.repeat(40)}\r\n\r\n${ping}`,
    'no number': `Content-Length: many\r\n\r\n${ping}`, 'empty': `Content-Length:\r\n\r\n${ping}`, 'missing': `Content-Type: x\r\n\r\n${ping}`, 'zero': 'Content-Length: 0\r\n\r\n',
    'too small': `Content-Length: ${length - 5}\r\n\r\n${ping}`, 'a message over several lines': `Content-Length: x\r\n\r\n${JSON.stringify(JSON.parse(ping), null, 2)}` })) {
    const { out, code } = await raw([initialize, bytes, shutdown]);
    ok(code === 0 && out.includes('-32700') && out.includes('"id":2'), `${what}: ${code} ${out.slice(-300)}`);
  }
  // Of a length that is too large the message behind it pays the rest, and that is all.
  const { out, code } = await raw([initialize, `Content-Length: ${length + 5}\r\n\r\n${ping}`, frame(ping), shutdown]);
  ok(code === 0 && out.includes('-32700') && out.includes('"id":2'), `too large: ${code} ${out.slice(-300)}`);
  // No header at all: nobody knows what that was, so it is passed over.
  const bare = await raw([initialize, ping, shutdown]);
  ok(bare.code === 0 && bare.out.includes('"id":2'), `bare: ${bare.code} ${bare.out.slice(-300)}`);
});

test('A1.19 what is no request is refused with a code; nesting up to 200 is read, beyond it is -32700', async () => {
  for (const [what, text, code] of [
    ['an array of requests', `[${ping},${ping}]`, -32600], ['a method that is no string', '{"jsonrpc":"2.0","id":9,"method":7}', -32600],
    ['another version', '{"jsonrpc":"1.0","id":9,"method":"made/up"}', -32600], ['parameters that are a list', '{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":[1]}', -32602],
    ['parameters that are null', '{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":null}', -32602], ['an unpaired surrogate', '{"jsonrpc":"2.0","id":9,"method":"made/\\ud800"}', -32601],
    ['a NUL', '{"jsonrpc":"2.0","id":9,"method":"made/\\u0000"}', -32601], ['an identifier that is a string', '{"jsonrpc":"2.0","id":"nine","method":"made/up"}', -32601],
    ['100 arrays', nested(100, '[', ']'), -32601], ['100 objects', nested(100, '{"a":', '}'), -32601], ['300 arrays', nested(300, '[', ']'), -32700], ['300 objects', nested(300, '{"a":', '}'), -32700],
    ['a million arrays', nested(1000000, '[', ']'), -32700], ['a million objects', nested(1000000, '{"a":', '}'), -32700], ['a million open arrays', '['.repeat(1000000), -32700],
    ['brackets in a string', `{"jsonrpc":"2.0","id":9,"method":"made/up","params":{"a":"${'[{'.repeat(100000)}"}}`, -32601]]) {
    const { out, code: status } = await raw([initialize, frame(text), shutdown]);
    equal(status, 0, `status after ${what}`);
    ok(out.includes(`"code":${code}`) && out.includes('"id":2'), `${what}: no ${code} in ${out.slice(-300)}`);
    for (const message of out.split(/Content-Length: \d+\r\n\r\n/).slice(1)) JSON.parse(message);
  }
});

const deep = (open, inside, close) => `${open.repeat(900)}${inside}${close.repeat(900)}`;
test('A3.31 under `ulimit -s 256` the deepest texts that are accepted end no process', async (use) => {
  const layout = `!fly.layout<${deep('(', '4', ')')}:${deep('(', '1', ')')}>`, tuple = deep('tuple<', 'i32', '>');
  const texts = { 'a layout': `func.func private @f(${layout})\n`, 'a layout in a comment': `// ${layout}\n`, 'a type': `func.func private @f(${tuple})\n`, 'an alias': `!t = ${tuple}\nfunc.func private @f(!t)\n`,
    'an attribute': `module attributes {a.b = ${deep('[', '', ']')}} {\n}\n`, 'regions': Array.from({ length: 900 }, (_, i) => `${' '.repeat(i)}module {\n`).join('') + Array.from({ length: 900 }, (_, i) => `${' '.repeat(899 - i)}}\n`).join(''),
    'an expression in a comment': `// #m = affine_map<(d0) -> (${deep('(', 'd0', ')')})>\n`, 'locations': `func.func private @f() loc(${'callsite('.repeat(400)}"a":1:1${' at "b":1:1)'.repeat(400)})\n` };
  const uri = 'file:///deep.mlir';
  for (const [what, text] of Object.entries(texts)) {
    const client = use(new Client('bash', { args: ['-c', 'ulimit -s 256; exec "$0"', serverPath] }));
    const ended = client.exited.then(({ code, signal }) => { throw new Error(`${what}: the server ended with ${code ?? signal}`); });
    await Promise.race([ended, (async () => {
      await client.start();
      equal((await client.openSettled(uri, text)).filter((finding) => /expected|undeclared/.test(finding.message)), [], `${what}: findings`);
      for (const line of [0, 1, 899])
        for (const character of [0, 4, 14, 24, 30, 40, 300, 900, 1000, 4000])
          for (const method of ['textDocument/hover', 'textDocument/definition', 'fly/threadValueMap', 'fly/stateAtCursor']) await client.request(method, client.at(uri, line, character));
      for (const type of [tuple, layout]) await client.request('fly/threadValueMap', { type }).catch((error) => equal(error.code, -32602, what));
      const { stages, error } = await client.request('fly/lowering', { textDocument: { uri }, stage: 'source' });
      ok(error ? error.kind === 'input' : stages.length === 1, `${what}: ${JSON.stringify(error)}`);
    })()]);
    client.kill();
    ended.catch(() => {});
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
