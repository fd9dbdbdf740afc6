// Waiting: edits coalesce, answers come while a text is analysed.
import { Client, placeOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const uri = 'file:///large.mlir';
function large(functions, operations) {
  let text = '';
  for (let f = 0; f < functions; ++f) {
    text += `func.func @f${f}(%a: i32, %b: i32) -> i32 {\n  %v0 = arith.addi %a, %b : i32\n`;
    for (let i = 1; i < operations; ++i) text += `  %v${i} = arith.muli %v${i - 1}, %b : i32\n`;
    text += `  return %v${operations - 1} : i32\n}\n`;
  }
  return text;
}

test('A3.7 ten quick edits give at most two analyses, and a hover is answered meanwhile', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = large(100, 100);
  await client.openSettled(uri, text);
  const before = client.published.length;
  const at = placeOf(text, 'arith.muli', 0, 500);
  for (let i = 0; i < 10; ++i)
    client.change(uri, [{ range: { start: at, end: at }, text: ' ' }]);
  const start = Date.now();
  ok(await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, '%v7 =', 1) }), 'hover');
  const waited = Date.now() - start;
  await client.settled(uri);
  ok(client.published.length - before <= 2, `${client.published.length - before} publications`);
  ok(waited < 500, `hover took ${waited} ms`);
});

test('A3.31 requests are answered from the last text while a large one is analysed', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = large(100, 100);
  await client.openSettled(uri, text);
  // Every function changes.
  client.replaceAll(uri, text.replaceAll('arith.addi', 'arith.subi'));
  const start = Date.now();
  const [place] = await client.request('textDocument/definition', { textDocument: { uri }, position: placeOf(text, 'arith.muli %v0', 12) });
  const waited = Date.now() - start;
  equal(place.range.start.line, 1, 'definition');
  ok(waited < 500, `took ${waited} ms`);
  equal(await client.settled(uri), [], 'findings');
});

/** A function that MLIR's parser reads for minutes: sums of all dimensions of a map, each within the limits. */
function slow() {
  const names = Array.from({ length: 4000 }, (_, i) => `d${i}`);
  const map = `affine_map<(${names.join(', ')}) -> (${names.join(' + ')})>`;
  return `func.func private @slow() attributes {maps = [${Array(300).fill(map).join(', ')}]}\n`;
}
const healthy = `func.func @good() {
  %l = fly.static : !fly.layout<(4,8):(1,4)>
  return
}
`;
const everything = { start: { line: 0, character: 0 }, end: { line: 100000, character: 0 } };

test('A3.31 a text that the parser takes minutes for is told, left out, and never holds up anything', async (use) => {
  const client = use(new Client(serverPath));
  await client.start(undefined, { analysis: { timeoutSeconds: 3 } });
  const other = 'file:///other.mlir';
  await client.openSettled(uri, healthy);
  const hints = async (document) => (await client.request('textDocument/inlayHint', { textDocument: { uri: document }, range: everything })).length;
  equal(await hints(uri), 1, 'hints before');
  client.change(uri, [{ range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, text: slow() }]);
  const told = client.until(() => client.statuses.some((status) => status.state === 'analysing' && /operation at line 5 takes long to read/.test(status.message)), 'the message that it takes long');
  // While it is read.
  const times = [];
  for (let i = 0; i < 20; ++i) {
    const start = Date.now();
    ok(await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(healthy, '%l') }), 'hover meanwhile');
    equal(await hints(uri), 1, 'hints meanwhile');
    times.push(Date.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  times.sort((a, b) => a - b);
  ok(times[10] < 50 && times[19] < 2000, `two answers took ${times[10]} ms, once ${times[19]} ms`);
  await told;
  // Left out, with everything else analysed; other documents are too.
  const findings = await client.settled(uri, 120000);
  equal(findings.map((finding) => [finding.range.start.line, finding.message]), [[4, 'this operation takes too long to read and is left out']], 'findings');
  equal(await hints(uri), 1, 'hints afterwards');
  equal(await client.openSettled(other, healthy), [], 'findings of another document');
  equal(await hints(other), 1, 'hints of another document');
  // Repaired.
  await client.replaceAll(uri, healthy + 'func.func private @slow()\n');
  equal(await client.settled(uri), [], 'findings of the repaired text');
  equal(await client.stop(), { code: 0, signal: null }, 'end');
});

test('A3.31 the server ends at once although the parser is stuck', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.open(uri, slow());
  const waiting = client.request('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 3 } }).catch((error) => error.code);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const start = Date.now();
  equal(await client.stop(), { code: 0, signal: null }, 'end');
  ok(Date.now() - start < 5000, `the end took ${Date.now() - start} ms`);
  equal(await waiting, -32800, 'the request that waited');
});

test('A3.31 long lines, 50,000 functions of one name and 10,000 findings are served', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const at = (document, line, character) => ({ textDocument: { uri: document }, position: { line, character } });
  for (const [name, text, expected] of [
    ['line', `func.func @f(%a: i32) { ${Array.from({ length: 50000 }, (_, i) => `%v${i} = arith.addi %a, %a : i32`).join(' ')} return }\n`, 0],
    ['wide', `// \u20ac\nfunc.func @f(%a: i32) { "x.y"() {a = "${'\u00e9'.repeat(1000000)}"} : () -> () return }\n`, 1],
    ['names', 'func.func @f() {\n  return\n}\n'.repeat(50000), 1001],
    ['findings', Array.from({ length: 10000 }, (_, i) => `func.func @f${i}(%a: i32) {\n  %l = arith.addi %a, %a : i64\n  return\n}\n`).join(''), 1001],
  ]) {
    const document = `file:///${name}.mlir`;
    await client.open(document, text);
    equal((await client.settled(document, 300000)).length, expected, `findings of ${name}`);
    const start = Date.now();
    await client.request('textDocument/hover', at(document, 1, 20));
    await client.request('textDocument/inlayHint', { textDocument: { uri: document }, range: { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } } });
    await client.request('textDocument/documentHighlight', at(document, 0, 14));
    ok(Date.now() - start < 5000, `requests about ${name} took ${Date.now() - start} ms`);
    await client.notify('textDocument/didClose', { textDocument: { uri: document } });
  }
});
