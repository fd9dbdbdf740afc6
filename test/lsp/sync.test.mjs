// Documents: incremental changes, encodings, schemes.
import { Client, fullCapabilities, placeOf, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const good = 'func.func @f(%a: i32) -> i32 {\n  %b = arith.addi %a, %a : i32\n  return %b : i32\n}\n';

test('A1.5 A1.6 several changes in one message, all of them ranges, are applied in order', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const uri = 'file:///a.mlir';
  equal(await client.openSettled(uri, good), [], 'open');
  await client.change(uri, [
    { range: { start: placeOf(good, '%b ='), end: placeOf(good, '%b =', 2) }, text: '%sum' },
    { range: { start: { line: 2, character: 9 }, end: { line: 2, character: 11 } }, text: '%sum' },
  ]);
  equal(await client.settled(uri), [], 'after renaming in two steps');
  await client.change(uri, [
    { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '// one\n' },
    { range: { start: { line: 3, character: 9 }, end: { line: 3, character: 13 } }, text: '%gone' },
    { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, text: '' },
  ]);
  const found = await client.settled(uri);
  equal(found.length, 1, 'one error');
  equal(found[0].range, { start: { line: 2, character: 9 }, end: { line: 2, character: 14 } }, 'its place');
});

test('ranges past the end are clamped', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const uri = 'file:///a.mlir';
  await client.openSettled(uri, good);
  await client.change(uri, [{ range: { start: { line: 99, character: 99 }, end: { line: 999, character: 0 } }, text: 'func.func private @g()\n' }]);
  equal(await client.settled(uri), [], 'appended');
  await client.change(uri, [{ range: { start: { line: 0, character: 5000 }, end: { line: 0, character: 6000 } }, text: ' // end of line' }]);
  equal(await client.settled(uri), [], 'end of line');
  const range = { start: { line: 0, character: 0 }, end: { line: 100000, character: 100000 } };
  ok(Array.isArray(await client.request('textDocument/inlayHint', { textDocument: { uri }, range })), 'hints past the end');
  equal(await client.request('textDocument/hover', client.at(uri, 5000, 3)), null, 'hover past the end');
});

test('A3.6 every request at line 0, the last line and in an empty document', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const [name, text] of [['empty', ''], ['one', 'func.func private @f()'], ['blank', '\n\n'], ['comment', '// nothing']]) {
    const uri = `file:///${name}.mlir`;
    await client.openSettled(uri, text);
    const last = text.split('\n').length - 1;
    for (const line of [0, last, last + 1])
      for (const character of [0, 1, 100000]) {
        for (const method of ['textDocument/hover', 'textDocument/definition', 'textDocument/documentHighlight', 'fly/threadValueMap', 'fly/stateAtCursor'])
          await client.request(method, client.at(uri, line, character));
        await client.request('textDocument/references', { ...client.at(uri, line, character), context: { includeDeclaration: true } });
        const range = { start: { line: 0, character: 0 }, end: { line, character } };
        await client.request('textDocument/inlayHint', { textDocument: { uri }, range });
        await client.request('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [] } });
      }
    for (const method of ['textDocument/documentSymbol', 'textDocument/foldingRange', 'fly/operations'])
      await client.request(method, { textDocument: { uri } });
  }
});

test('A1.8 A3.32 unsaved buffers, other schemes and escaped names are served', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const uri of ['untitled:Untitled-1', 'git:/a/b.mlir?%7B%7D', 'file:///with%20space/%23x%25/%C3%BC.mlir', 'vscode-notebook-cell:/a#b']) {
    const found = await client.openSettled(uri, good.replace('%b : i32\n}', '%c : i32\n}'));
    equal(found.length, 1, uri);
    await client.replaceAll(uri, good);
    equal(await client.settled(uri), [], `${uri} repaired`);
  }
});

for (const encoding of ['utf-8', 'utf-16', 'utf-32'])
  test(`A1.7 columns are counted in ${encoding}`, async (use) => {
    const client = use(new Client(serverPath));
    const { capabilities } = await client.start({ ...fullCapabilities, general: { positionEncodings: [encoding] } });
    equal(capabilities.positionEncoding, encoding, 'agreed');
    const line = '  %b = arith.constant {s = "😀ü"} 1 : i32 loc("é") %oops';
    const text = `func.func @f() {\n${line}\n  return\n}\n`;
    const units = (s) => encoding === 'utf-8' ? Buffer.byteLength(s) : encoding === 'utf-16' ? s.length : [...s].length;
    const before = line.slice(0, line.indexOf('%oops'));
    const uri = 'file:///a.mlir';
    const found = await client.openSettled(uri, text);
    ok(found.length > 0, 'an error');
    equal(found[0].range.start, { line: 1, character: units(before) }, 'its column');
    // An edit behind the wide characters.
    await client.change(uri, [{ range: { start: { line: 1, character: units(before) }, end: { line: 1, character: units(line) } }, text: '' }]);
    equal(await client.settled(uri), [], 'repaired');
  });

test('the client prefers UTF-8 when it names it first', async (use) => {
  const client = use(new Client(serverPath));
  const { capabilities } = await client.start({ general: { positionEncodings: ['utf-8', 'utf-16'] } });
  equal(capabilities.positionEncoding, 'utf-8', 'agreed');
});

test('CRLF and lone CR line ends', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const uri = 'file:///a.mlir';
  const found = await client.openSettled(uri, good.replace(/\n/g, '\r\n').replace('%b :', '%c :'));
  equal(found.map((d) => d.range.start), [{ line: 2, character: 9 }], 'place');
  await client.change(uri, [{ range: { start: { line: 2, character: 9 }, end: { line: 2, character: 11 } }, text: '%b' }]);
  equal(await client.settled(uri), [], 'repaired');
});

test('closing clears the diagnostics; opening again starts anew', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const uri = 'file:///a.mlir';
  equal((await client.openSettled(uri, good.replace('%b :', '%c :'))).length, 1, 'open');
  await client.notify('textDocument/didClose', { textDocument: { uri } });
  await client.until(() => client.diagnostics.get(uri).diagnostics.length === 0, 'cleared');
  await client.open(uri, good, 7);
  equal(await client.settled(uri), [], 'open again');
});

test('answers move along with edits that are not analysed yet', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const uri = 'file:///a.mlir';
  await client.openSettled(uri, good);
  client.change(uri, [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '\n\n\n' }]);
  const [target] = await client.request('textDocument/definition', client.at(uri, 5, 10));
  equal(target.range, { start: { line: 4, character: 2 }, end: { line: 4, character: 4 } }, 'definition of %b');
  equal(textOf('\n\n\n' + good, target.range), '%b', 'text');
});
