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

test('one edit costs one function, not the file', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = large(200, 50);
  const opened = Date.now();
  await client.openSettled(uri, text);
  const openMs = Date.now() - opened;
  const at = placeOf(text, 'arith.muli', 0, 5000);
  const times = [];
  for (let i = 0; i < 5; ++i) {
    const start = Date.now();
    await client.change(uri, [{ range: { start: at, end: at }, text: ' ' }]);
    await client.settled(uri);
    times.push(Date.now() - start);
  }
  ok(Math.min(...times) * 4 < openMs, `an edit takes ${Math.min(...times)} ms, opening ${openMs} ms`);
});
