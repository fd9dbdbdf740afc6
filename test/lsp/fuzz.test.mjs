// Random edits: afterwards the answers equal those of a server that never saw anything else.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { Client, data, fullCapabilities, read } from './client.mjs';
import { equal, ok, test } from './harness.mjs';
import { random } from './random.mjs';

const texts = ['bugs', 'gaps', 'kernels'].flatMap((folder) =>
  readdirSync(data(folder)).filter((file) => file.endsWith('.mlir')).map((file) => read(`${folder}/${file}`)));

const snippets = ['{', '}', '(', ')', '<', '>', '"', '%x', '@f', '!fly.layout<4:1>', '\n', '// -----\n', ' : i32', 'func.func @z() {\n  return\n}\n', '😀', '#a = 1 : i32\n', ':', ','];

const rounds = Number(process.env.FLY_FUZZ_ROUNDS ?? 12), edits = Number(process.env.FLY_FUZZ_EDITS ?? 25);
const seed0 = Number(process.env.FLY_FUZZ_SEED ?? 20261);

/** Not between the halves of a surrogate pair, which no editor splits. */
const whole = (text, at) => at > 0 && /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;

function place(text, offset) {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1).length };
}

/** Megabytes of memory that a process has resident. */
const resident = (pid) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

test(`A3.25 random edits (${rounds} rounds of ${edits}) end where a fresh server ends`, async (use) => {
  const client = use(new Client(serverPath));
  const memory = [];
  await client.start();
  const strip = (list) => list.map(({ range, message, severity, code }) => ({ range, message, severity, code }));
  for (let round = 0; round < rounds; ++round) {
    const next = random(seed0 + round * 7919);
    const original = texts[next(texts.length)];
    let text = original;
    const uri = `file:///fuzz/${round}.mlir`;
    await client.openSettled(uri, text);
    for (let i = 0; i < edits; ++i) {
      const begin = whole(text, next(text.length + 1)), end = Math.max(begin, whole(text, Math.min(text.length, begin + next(4) * next(20))));
      const other = texts[next(texts.length)];
      const from = whole(other, next(other.length));
      const kinds = [() => '', () => snippets[next(snippets.length)], () => other.slice(from, whole(other, from + next(60))), () => text.slice(begin, end) + text.slice(begin, end)];
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
    const hints = (c, of) => c.request('textDocument/inlayHint', { textDocument: { uri }, range: { start: { line: 0, character: 0 }, end: place(of, of.length) } });
    /** Everything that can be asked, the same here and there. */
    const compare = async (of) => {
      equal(await hints(client, of), await hints(fresh, of), `round ${round}: hints`);
      const positions = Array.from({ length: 3 }, () => place(of, next(of.length + 1)));
      for (const [method, params] of [
        ...['textDocument/documentSymbol', 'textDocument/foldingRange', 'fly/operations'].map((name) => [name, { textDocument: { uri } }]),
        ...['textDocument/hover', 'textDocument/definition', 'fly/stateAtCursor'].flatMap((name) =>
          positions.map((position) => [name, { textDocument: { uri }, position }])),
      ])
        equal(await client.request(method, params), await fresh.request(method, params), `round ${round}: ${method} at ${JSON.stringify(params.position)}`);
    };
    // Broken pieces may answer from earlier, so of a text with errors the rest is not the same but no less.
    if (found.every((d) => d.severity > 1 && d.code)) await compare(text);
    else {
      const [mine, theirs] = [await hints(client, text), await hints(fresh, text)];
      ok(mine.length >= theirs.length, `round ${round}: ${mine.length} hints, a fresh server gives ${theirs.length}`);
      for (let i = 0; i < 4; ++i) {
        const position = place(text, next(text.length + 1)), params = { textDocument: { uri }, position };
        // A statement that is broken itself may have lost what it had.
        if (found.some(({ range }) => range.start.line <= position.line && position.line <= range.end.line)) continue;
        const [here, there] = [await client.request('textDocument/hover', params), await fresh.request('textDocument/hover', params)];
        if (/^```mlir\n%/.test(there?.contents.value) && !there.contents.value.includes('fly_broken')) ok(here, `round ${round}: hover at ${JSON.stringify(position)} is dark, a fresh server answers`);
      }
    }
    // After the repair everything is what a server says that saw the healthy text alone.
    await client.replaceAll(uri, original);
    await fresh.notify('textDocument/didClose', { textDocument: { uri } });
    equal(strip(await client.settled(uri)), strip(await fresh.openSettled(uri, original)), `round ${round}: findings after the repair`);
    await compare(original);
    fresh.kill();
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    await client.request('fly/explain', { code: 'FLY116' }); // the closing is done
    memory.push(resident(client.process.pid));
  }
  if (rounds >= 40) {
    // The heap is flat: what the first quarter fills, caches and the allocator's pools, is not counted.
    const mean = (from, to) => memory.slice(from * rounds, to * rounds).reduce((sum, value, _, all) => sum + value / all.length, 0);
    console.log(`     resident memory, MB: ${[0, 1, 2, 3, 4].map((n) => memory[Math.round(n / 4 * (rounds - 1))].toFixed(1)).join(', ')} after 0, 25, 50, 75, 100 % of ${rounds * edits} edits; at most ${Math.max(...memory).toFixed(1)}`);
    ok(mean(0.75, 1) <= 1.1 * mean(0.25, 0.5), `memory grows from ${mean(0.25, 0.5)} to ${mean(0.75, 1)} MB`);
  }
  equal((await client.stop()).code, 0, 'exit');
});

const messages = Number(process.env.FLY_FUZZ_MESSAGES ?? 1500);
test(`${messages} mutated messages: answered or ignored, never a crash`, async () => {
  const child = spawn(serverPath, [], { stdio: ['pipe', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.on('data', (chunk) => { out = (out + chunk).slice(-4000); });
  const done = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  const frame = (value) => { const text = typeof value === 'string' ? value : JSON.stringify(value); return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`; };
  child.stdin.on('error', () => {});
  child.stdin.write(frame({ jsonrpc: '2.0', id: 'init', method: 'initialize', params: { processId: null, rootUri: null, capabilities: fullCapabilities } }));
  const uri = 'file:///m.mlir', text = read('bugs/03-whole-partition-view.mlir');
  const range = { start: { line: 0, character: 0 }, end: { line: 5, character: 3 } };
  const at = { textDocument: { uri }, position: { line: 7, character: 5 } };
  const seeds = [
    { method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'mlir', version: 1, text } } },
    { method: 'textDocument/didChange', params: { textDocument: { uri, version: 2 }, contentChanges: [{ range, text: 'x' }, { text }] } },
    { method: 'textDocument/didClose', params: { textDocument: { uri } } },
    { method: 'workspace/didChangeConfiguration', params: { settings: { fly: { chip: 'gfx942', hints: { maxLength: 20 } } } } },
    { method: '$/cancelRequest', params: { id: 3 } },
    ...['textDocument/hover', 'textDocument/definition', 'textDocument/references', 'textDocument/documentHighlight', 'fly/threadValueMap', 'fly/stateAtCursor', 'fly/explain', 'fly/stages']
      .map((method) => ({ id: 1, method, params: { ...at, context: { includeDeclaration: true }, picture: {}, code: 'FLY116' } })),
    ...['textDocument/inlayHint', 'textDocument/codeAction', 'textDocument/documentSymbol', 'textDocument/foldingRange', 'fly/operations']
      .map((method) => ({ id: 2, method, params: { textDocument: { uri }, range, context: { diagnostics: [] } } })),
    { id: 3, method: 'fly/threadValueMap', params: { type: '!fly.layout<(4,8):(1,4)>', owners: true, full: true, operand: 'a' } },
  ];
  const next = random(seed0 + 5);
  const odd = [null, true, -1, 1e300, 4294967296, '', 'x'.repeat(300), [], {}, [[[]]], '\u0000', '😀', uri, { line: -1, character: 1e9 }, { uri: 7 }];
  /** Replaces, removes or doubles one random part. */
  const mutate = (value) => {
    if (value === null || typeof value !== 'object' || next(4) === 0) return odd[next(odd.length)];
    const copy = Array.isArray(value) ? [...value] : { ...value };
    const keys = Object.keys(copy);
    if (keys.length === 0) return odd[next(odd.length)];
    const key = keys[next(keys.length)];
    if (next(6) === 0) delete copy[key];
    else copy[key] = mutate(copy[key]);
    return copy;
  };
  for (let i = 0; i < messages; ++i) {
    let message = { jsonrpc: '2.0', ...structuredClone(seeds[next(seeds.length)]) };
    if (message.id !== undefined) message.id = i;
    for (let n = next(3); n > 0; --n) message.params = mutate(message.params);
    if (next(40) === 0) message = mutate(message);
    if (message && (message.method === 'exit' || message.method === 'shutdown')) continue;
    let bytes = frame(message ?? null);
    if (next(60) === 0) bytes = frame(JSON.stringify(message ?? null).slice(0, next(60)));
    child.stdin.write(bytes);
    if (i % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.stdin.write(frame({ jsonrpc: '2.0', id: 'bye', method: 'shutdown' }));
  child.stdin.write(frame({ jsonrpc: '2.0', method: 'exit' }));
  child.stdin.end();
  equal(await done, { code: 0, signal: null }, `end of the server; last output ${out.slice(-300)}`);
  ok(out.includes('"id":"bye"'), 'shutdown was answered');
});
