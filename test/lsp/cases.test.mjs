// The collected cases: kernels have no findings, reported faults and gaps have those that they state.
import { readdirSync } from 'node:fs';
import { Client, data, placeOf, read } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

test('kernels have no findings, and every fly operation has a hover', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const name of readdirSync(data('kernels')).filter((file) => file.endsWith('.mlir'))) {
    const uri = `file:///kernels/${name}`, text = read(`kernels/${name}`);
    equal(await client.openSettled(uri, text), [], name);
    const seen = new Set();
    for (const [, operation] of text.matchAll(/= (fly[\w.]*\.[\w.]+)/g)) {
      if (seen.has(operation)) continue;
      seen.add(operation);
      const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, `= ${operation}`, 4) });
      ok(hover && hover.contents.value.includes(operation), `${name}: hover on ${operation}`);
    }
  }
});

test('typing character by character, and deleting each character (bug 10)', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const uri = 'file:///typing.mlir';
  const text = read('bugs/10-typing-one-character-at-a-time.mlir');
  equal(await client.openSettled(uri, text), [], 'the whole');
  const start = text.indexOf('func.func');
  for (let length = start; length <= text.length; ++length) {
    const prefix = text.slice(0, length);
    await client.replaceAll(uri, prefix);
    const lines = prefix.split('\n');
    await client.request('textDocument/hover', client.at(uri, lines.length - 1, lines.at(-1).length));
    const found = await client.settled(uri);
    const complete = prefix.trimEnd() === text.trimEnd() || length === start;
    equal(found.filter((d) => d.severity === 1).length > 0, !complete, `prefix of ${length}: ${JSON.stringify(found)} ${JSON.stringify(prefix.slice(-40))}`);
  }
  for (let i = start; i < text.length; i += 1) {
    await client.replaceAll(uri, text.slice(0, i) + text.slice(i + 1));
    const before = text.slice(0, i).split('\n');
    await client.request('textDocument/hover', client.at(uri, before.length - 1, before.at(-1).length));
    await client.settled(uri);
  }
  await client.replaceAll(uri, text);
  equal(await client.settled(uri), [], 'the whole again');
});
