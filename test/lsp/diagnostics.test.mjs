// Findings: places, codes, links, related information, clearing.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, fullCapabilities, placeOf, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

export const planted = `module {
  gpu.module @k [#rocdl.target<chip = "gfx942">] {
    gpu.func @f(%m: !fly.memref<f32, global, (8,16):(16,1)>) kernel {
      %mma = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>
      %a = fly.make_copy_atom {valBits = 48 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 48>
      %l = fly.static : !fly.layout<(4,8):(8,1)>
      %t = fly.static : !fly.tile<[4|8]>
      %b = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
      %tc = fly.make_tiled_copy(%b, %l, %t) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>
      gpu.return
    }
  }
}
`;
const uri = 'file:///planted.mlir';
const whole = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

test('a copy width that the value width does not divide is underlined with its code; all other hints stay', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const found = await client.openSettled(uri, planted);
  equal(found.length, 1, 'findings');
  const [finding] = found;
  equal(finding.code, 'FLY116', 'code');
  equal(finding.source, 'fly', 'source');
  equal(finding.severity, 1, 'severity');
  equal(finding.range.start.line, 4, 'line');
  equal(textOf(planted, finding.range), '48', 'underlined');
  ok(!finding.message.includes('FLY'), 'the code stands in the message too');
  ok(/48/.test(finding.message) && /64/.test(finding.message), 'both numbers');
  const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole });
  equal(hints.map((hint) => textOf(planted, hint.label[0].location.range)), ['%mma', '%l', '%b', '%tc'], 'hints');
  // Repairing it clears the finding and brings the missing hint.
  await client.change(uri, [{ range: finding.range, text: '32' },
    { range: { start: placeOf(planted, '= 48', 2), end: placeOf(planted, '= 48', 4) }, text: '32' }]);
  equal(await client.settled(uri), [], 'repaired');
  const more = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole });
  equal(more.length, 5, 'hints after the repair');
});

test('the link of a code leads to a page that exists and has the code', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const [finding] = await client.openSettled(uri, planted);
  const link = new URL(finding.codeDescription.href);
  equal(link.hash, '#fly116', 'anchor');
  link.hash = '';
  ok(existsSync(fileURLToPath(link)), `no ${link}`);
});

test('without the capabilities neither link nor related information is sent', async (use) => {
  const client = use(new Client(serverPath));
  await client.start({});
  const [finding] = await client.openSettled(uri, planted);
  equal(finding.codeDescription, undefined, 'link');
  equal(finding.relatedInformation, undefined, 'related');
  ok(finding.message.includes('value width that divides 64'), 'the fix is told in the message');
});

test('verifier errors: all of them, at the operation, with the inferred type named', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `func.func @f(%a: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(1,2)>) {
  %x = fly.size(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<31>
  %y = fly.crd2idx(%c, %a) : (!fly.int_tuple<(1,2)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<10>
  return
}
func.func @g() -> i32 {
  %x = arith.constant 1 : i64
  return %x : i64
}
`;
  const found = await client.openSettled(uri, text);
  equal(found.map((d) => d.range.start.line), [1, 2, 7], 'lines');
  ok(found[0].message.includes('32') && found[1].message.includes('9'), 'inferred values');
});

test('A1.14 syntax errors of different functions are all shown, and each at its token', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `func.func @a(%x: i32) -> i32 {
  %y = arith.addi %x : i32
  return %x : i32
}
func.func @b(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y i32
}
func.func @c(%x: i32) -> i32 {
  %y = arith.addi %x, %x
  return %y : i32
}
`;
  const found = await client.openSettled(uri, text);
  equal(found.map((d) => d.range.start.line), [1, 6, 9], 'lines');
  for (const finding of found) {
    const where = textOf(text, finding.range);
    ok(where.trim() === where && where.length > 0, `underlined '${where}'`);
  }
});

test('several errors in one function are all shown', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `func.func @a(%x: i32) -> i32 {
  %y = arith.addi %x, %nowhere : i32
  %z = arith.nonsense %x : i32
  %u = arith.muli %x, %z : i32
  %v = arith.addi %u, %u : i64
  %w = arith.constant : i32
  return %y : i32
}
`;
  const found = await client.openSettled(uri, text);
  equal(found.map((d) => d.range.start.line), [1, 2, 4, 5], 'lines');
  equal(textOf(text, found[0].range), '%nowhere', 'undeclared name');
});

test('A1.4 "// -----" in a string does not split', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  equal(await client.openSettled(uri, 'func.func @f() attributes {a = "// -----"} {\n  return\n}\n'), [], 'one line');
});

test('parts between // ----- are apart', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @f() {\n  return\n}\n\n// -----\n\nfunc.func @f() {\n  oops\n}\n\n// -----\n\nfunc.func @f() {\n  return\n}\n';
  const found = await client.openSettled(uri, text);
  equal(found.map((d) => d.range.start.line), [7], 'one error');
});

test('A1.12 A3.13 an unknown dialect is one calm warning for each place', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @f(%a: i32) -> i32 {\n  %b = foo.bar %a : i32\n  %c = arith.addi %a, %b : i32\n  return %c : i32\n}\n';
  const found = await client.openSettled(uri, text);
  equal(found.map((d) => [d.severity, textOf(text, d.range)]), [[2, 'foo.bar']], 'warning');
  const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, '%c =', 1) });
  ok(hover.contents.value.includes('i32'), 'hover on what follows');
  // One that is a whole piece of the text, as in the dumps of another compiler.
  const dump = 'tt.func @f() {\n  tt.return\n}\n';
  equal((await client.openSettled('file:///dump.ttir', dump)).map((d) => [d.severity, textOf(dump, d.range)]), [[2, 'tt.func']], 'a function of another dialect');
});

test('a newer fly operation is one calm finding with the known revision', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @f(%l: !fly.layout<4:1>) {\n  %x = fly.brand_new_thing(%l) : (!fly.layout<4:1>) -> !fly.layout<4:1>\n  %y = fly.size(%x) : (!fly.layout<4:1>) -> !fly.int_tuple<4>\n  return\n}\n';
  const found = await client.openSettled(uri, text);
  equal(found.length, 1, `findings: ${JSON.stringify(found)}`);
  equal(found[0].severity, 2, 'severity');
});

test('redefined symbols name both places; missing symbols are found across functions', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @f() {\n  return\n}\nfunc.func @f() {\n  call @nowhere() : () -> ()\n  return\n}\n';
  const found = await client.openSettled(uri, text);
  equal(found.map((d) => d.range.start), [{ line: 3, character: 10 }, { line: 4, character: 7 }], 'places');
  equal(found[0].relatedInformation[0].location.range.start, { line: 0, character: 10 }, 'first definition');
});

test('a call sees the signature of another function after that one changes', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func private @g(i32)\nfunc.func @f(%a: i32) {\n  call @g(%a) : (i32) -> ()\n  return\n}\n';
  equal(await client.openSettled(uri, text), [], 'open');
  await client.change(uri, [{ range: { start: { line: 0, character: 21 }, end: { line: 0, character: 24 } }, text: 'i64' }]);
  equal((await client.settled(uri)).map((d) => d.range.start.line), [2], 'the call is wrong now');
  await client.change(uri, [{ range: { start: { line: 0, character: 21 }, end: { line: 0, character: 24 } }, text: 'i32' }]);
  equal(await client.settled(uri), [], 'and right again');
});

test('aliases: used by functions, broken ones are reported once, at the alias', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = '!t = !fly.layout<(4,8):(1,4)>\n#m = affine_map<(d0) -> (d0)>\nfunc.func @f(%a: !t) attributes {m = #m} {\n  return\n}\nfunc.func @g(%a: !t) {\n  return\n}\n';
  equal(await client.openSettled(uri, text), [], 'open');
  await client.change(uri, [{ range: { start: { line: 0, character: 17 }, end: { line: 0, character: 22 } }, text: '(4' }]);
  const found = await client.settled(uri);
  ok(found.length >= 1 && found.every((d) => d.range.start.line === 0), `only the alias: ${JSON.stringify(found)}`);
  await client.replaceAll(uri, text);
  equal(await client.settled(uri), [], 'repaired');
});

test('A3.15 Python places of operations are related information', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @f(%a: !fly.layout<(4,8):(1,4)>) {\n  %x = fly.size(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<31> loc("kernel.py":12:3)\n  return\n}\n';
  const [finding] = await client.openSettled('file:///dir/a.mlir', text);
  equal(finding.range.start.line, 1, 'line');
  const python = finding.relatedInformation.find((r) => r.location.uri.endsWith('kernel.py'));
  equal(python.location.uri, 'file:///dir/kernel.py', 'file');
  equal(python.location.range.start, { line: 11, character: 2 }, 'place');
});

test('A3.15 a relative Python name is looked for beside the document, then in the folders of the workspace', async (use) => {
  const base = mkdtempSync(path.join(os.tmpdir(), 'fly-sources-'));
  try {
    for (const folder of ['dump', 'first', 'second']) mkdirSync(path.join(base, folder));
    const place = (...names) => `file://${path.join(base, ...names)}`;
    const write = (...names) => writeFileSync(path.join(base, ...names), '');
    const text = (file) => `func.func @f(%a: !fly.layout<(4,8):(1,4)>) {\n  %x = fly.size(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<31> loc("${file}":12:3)\n  return\n}\n`;
    const started = async (folders) => {
      const client = use(new Client(serverPath));
      await client.request('initialize', { processId: process.pid, capabilities: fullCapabilities, ...folders });
      await client.notify('initialized', {});
      return client;
    };
    const named = async (client, uri, file) => {
      const [finding] = await client.openSettled(uri, text(file));
      await client.notify('textDocument/didClose', { textDocument: { uri } });
      const notes = finding.relatedInformation.filter((note) => note.message === 'written by this line');
      return notes.length ? notes.map((note) => note.location.uri).join() : finding.message.split('\n').find((line) => line.startsWith('written by this line'));
    };
    const workspace = await started({ rootUri: place('nowhere'), workspaceFolders: ['first', 'second'].map((name) => ({ uri: place(name), name })) });
    const root = await started({ rootUri: place('second') });
    const alone = await started({ rootUri: null });
    const document = place('dump', 'a.mlir');
    write('second', 'two.py');
    equal(await named(workspace, document, 'two.py'), place('second', 'two.py'), 'in the second folder');
    equal(await named(root, document, 'two.py'), place('second', 'two.py'), 'in the root');
    write('first', 'two.py');
    equal(await named(workspace, document, 'two.py'), place('first', 'two.py'), 'the first folder that has it');
    equal(await named(workspace, 'untitled:a.mlir', 'two.py'), place('first', 'two.py'), 'of a document without a file');
    write('dump', 'two.py');
    equal(await named(workspace, document, 'two.py'), place('dump', 'two.py'), 'beside the document');
    equal(await named(workspace, document, '../second/two.py'), place('second', 'two.py'), 'a way up');
    equal(await named(workspace, document, path.join(base, 'first', 'none.py')), place('first', 'none.py'), 'an absolute name');
    equal(await named(workspace, document, 'none.py'), place('dump', 'none.py'), 'a file that is nowhere');
    // Without a path there is no link.
    for (const client of [workspace, alone]) equal(await named(client, 'untitled:a.mlir', 'none.py'), 'written by this line (none.py:12)', 'no path');
    equal(await named(alone, document, '-'), 'written by this line (-:12)', 'the standard input');
    equal(await named(alone, 'untitled:a.mlir', ''), 'written by this line (-:12)', 'no name');
  } finally {
    rmSync(base, { recursive: true });
  }
});

test('a comment silences what it names outside of strings, and a code that no rule has is told', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const statement = '%x = fly.crd2idx(%c, %l) : (!fly.int_tuple<(9,9)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<45>';
  const text = (above, behind) => `func.func @f(%l: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(9,9)>) {\n  ${above}\n  ${statement} ${behind}\n  return\n}\n`;
  const said = async (above, behind) => {
    const content = text(above, behind);
    const found = await client.openSettled(uri, content);
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    return found.map((d) => [d.code, d.severity, d.code ? '' : textOf(content, d.range), (d.data?.fixes ?? []).map((fix) => fix.title).join()]);
  };
  const finding = ['FLY131', 2, '', ''];
  const kept = (await said('', '')).length;
  ok(kept >= 1, 'the finding');
  const all = Array.from({ length: kept }, () => finding);
  const expected = async (above, behind, others, silenced) => equal((await said(above, behind)).sort(), [...others, ...(silenced ? [] : all)].sort(), `${above} ${behind}`);
  await expected('// fly-lint: allow FLY131', '', [], true);
  await expected('', '// fly-lint: allow FLY131', [], true);
  await expected('', 'loc("a \\" // b") // fly-lint: allow FLY131', [], true);
  await expected('', 'loc("// fly-lint: allow FLY131":1:1)', [], false);
  await expected('', 'loc("\\"// fly-lint: allow FLY131":1:1)', [], false);
  await expected('// fly-lint: allow FLY131, FLY172 16 bytes are enough', '', [], true);
  await expected('// fly-lint: allow FLY999', '', [[undefined, 2, 'FLY999', (await said('// fly-lint: allow FLY999', '')).find(([code]) => !code)[3]]], false);
  await expected('// fly-lint: allow fly131', '', [[undefined, 2, 'fly131', 'Write FLY131']], false);
  await expected('// fly-lint: allow FLY131, fly172', '', [[undefined, 2, 'fly172', 'Write FLY172']], true);
  await expected('// fly-lint: allow', '', [[undefined, 2, '', '']], false);
  // An error is silenced like anything else; fly-opt goes on refusing the text.
  const wrong = (comment) => `${comment}\nfunc.func private @f(!fly.copy_atom<!fly.universal_copy<64>, 48>)\n`;
  equal((await client.openSettled(uri, wrong('//'))).map((d) => d.code), ['FLY116'], 'an error');
  await client.replaceAll(uri, wrong('// fly-lint: allow FLY116'));
  equal(await client.settled(uri), [], 'a silenced error');
});

test('a comment silences warnings of a code, and the quick fix writes it', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  // FLY131: a static coordinate outside of the extent is a warning.
  const text = 'func.func @f(%l: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(9,9)>) {\n  %x = fly.crd2idx(%c, %l) : (!fly.int_tuple<(9,9)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<45>\n  return\n}\n';
  const found = await client.openSettled(uri, text);
  ok(found.length >= 1 && found.every((d) => d.code === 'FLY131' && d.severity === 2), `a warning: ${JSON.stringify(found)}`);
  const actions = await client.request('textDocument/codeAction', { textDocument: { uri }, range: found[0].range, context: { diagnostics: found } });
  const allow = actions.find((action) => action.title.includes('FLY131'));
  const [edit] = allow.edit.changes[uri];
  await client.change(uri, [{ range: edit.range, text: edit.newText }]);
  equal(await client.settled(uri), [], 'silenced');
});

test('the chip of a setting is used where no target says one, and findings name it', async (use) => {
  const client = use(new Client(serverPath));
  await client.start(undefined, { chip: 'gfx1100' });
  const text = 'func.func @f() {\n  %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>\n  return\n}\n';
  const found = await client.openSettled(uri, text);
  equal(found.length, 1, 'one finding');
  ok(found[0].message.includes('gfx1100'), found[0].message);
  await client.notify('workspace/didChangeConfiguration', { settings: { fly: { chip: 'gfx942' } } });
  await client.until(() => client.diagnostics.get(uri).diagnostics.length === 0, 'gone with the right chip');
});
