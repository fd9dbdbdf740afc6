// Random edits: afterwards the answers equal those of a server that never saw anything else.
import { readdirSync, writeFileSync } from 'node:fs';
import { Client, data, read } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const texts = ['bugs', 'gaps', 'kernels'].flatMap((folder) =>
  readdirSync(data(folder)).filter((file) => file.endsWith('.mlir')).map((file) => read(`${folder}/${file}`)));

/** xorshift: the same edits for the same seed. */
function random(seed) {
  let state = seed | 1;
  return (limit) => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
const snippets = ['{', '}', '(', ')', '<', '>', '"', '%x', '@f', '!fly.layout<4:1>', '\n', '// -----\n', ' : i32', 'func.func @z() {\n  return\n}\n', '😀', '#a = 1 : i32\n', ':', ','];

const rounds = Number(process.env.FLY_FUZZ_ROUNDS ?? 12), edits = Number(process.env.FLY_FUZZ_EDITS ?? 25);
const seed0 = Number(process.env.FLY_FUZZ_SEED ?? 20261);

function place(text, offset) {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1).length };
}

test(`random edits (${rounds} rounds of ${edits}) end where a fresh server ends`, async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const strip = (list) => list.map(({ range, message, severity, code }) => ({ range, message, severity, code }));
  for (let round = 0; round < rounds; ++round) {
    const next = random(seed0 + round * 7919);
    let text = texts[next(texts.length)];
    const uri = `file:///fuzz/${round}.mlir`;
    await client.openSettled(uri, text);
    for (let i = 0; i < edits; ++i) {
      const begin = next(text.length + 1), end = Math.min(text.length, begin + next(4) * next(20));
      const other = texts[next(texts.length)];
      const from = next(other.length);
      const kinds = [() => '', () => snippets[next(snippets.length)], () => other.slice(from, from + next(60)), () => text.slice(begin, end) + text.slice(begin, end)];
      const inserted = kinds[next(kinds.length)]();
      client.change(uri, [{ range: { start: place(text, begin), end: place(text, end) }, text: inserted }]);
      text = text.slice(0, begin) + inserted + text.slice(end);
      if (next(5) === 0) {
        const position = place(text, next(text.length + 1));
        for (const method of ['textDocument/hover', 'textDocument/definition', 'fly/threadValueMap'])
          client.request(method, { textDocument: { uri }, position }).catch(() => {});
      }
      if (next(4) === 0) await client.settled(uri);
    }
    const found = strip(await client.settled(uri));
    const fresh = use(new Client(serverPath));
    await fresh.start();
    const expected = strip(await fresh.openSettled(uri, text));
    if (process.env.FLY_FUZZ_KEEP) writeFileSync(process.env.FLY_FUZZ_KEEP, text);
    const texts_ = new Set(found.map((d) => JSON.stringify(d)));
    const lost = expected.filter((d) => !texts_.has(JSON.stringify(d)));
    equal(found.length - expected.length, -lost.length, `round ${round}: findings ${JSON.stringify(found.filter((d) => !expected.some((e) => JSON.stringify(e) === JSON.stringify(d))))} are new`);
    equal(lost, [], `round ${round}: lost findings`);
    // Of a text without errors the rest is the same too; broken pieces may answer from earlier.
    const range = { start: { line: 0, character: 0 }, end: place(text, text.length) };
    const hints = (c) => c.request('textDocument/inlayHint', { textDocument: { uri }, range });
    const [mine, theirs] = [await hints(client), await hints(fresh)];
    if (!found.some((d) => d.severity === 1)) equal(mine, theirs, `round ${round}: hints`);
    else ok(mine.length >= theirs.length, `round ${round}: ${mine.length} hints, a fresh server gives ${theirs.length}`);
    fresh.kill();
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
  equal((await client.stop()).code, 0, 'exit');
});
