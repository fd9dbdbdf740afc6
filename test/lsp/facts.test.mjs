// Hover, inlay hints, symbols, definitions, references.
import { Client, fullCapabilities, placeOf, read, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const uri = 'file:///a.mlir';
const whole = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
const kernel = read('kernels/mma_block_f32.mlir');

test('A3.26 hints: threads x values, tile and head of the layout, at most 43 characters, tooltip in full', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  equal(await client.openSettled(uri, kernel), [], 'the kernel has no findings');
  const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole });
  const byName = new Map(hints.map((hint) => [textOf(kernel, hint.label[0].location.range), hint]));
  for (const hint of hints)
    ok([...hint.label[0].value].length + 2 <= 43, `too long: ${hint.label[0].value}`);
  ok(byName.get('%mma_atom').label[0].value.startsWith('64x4 16x16x4 C ((16,4)'), byName.get('%mma_atom').label[0].value);
  ok(byName.get('%tiled_mma').label[0].value.startsWith('256x4 32x32x4 C ((16,8,2)'), 'tiled mma');
  ok(byName.get('%tiled_copy_c').label[0].value.startsWith('256x4 32x32 '), 'tiled copy');
  equal(byName.get('%waves').label[0].value, '(2,2,1):(1,2,0)', 'layout');
  equal(byName.get('%A_frag').label[0].value, 'f32 register (1,2,4):(0,4,1)', 'fragment');
  const tooltip = byName.get('%tiled_mma').tooltip.value;
  for (const layout of ['((16,4,2,2),(1,(1,1))):((1,32,16,0),(0,(0,0)))', '((16,8,2),((4,1),(1,1))):((32,4,512),((1,0),(0,0)))'])
    ok(tooltip.includes(layout), `tooltip lacks ${layout}`);
  ok(byName.get('%A_frag').tooltip.value.includes('injective') && byName.get('%A_frag').tooltip.value.includes('cosize'), 'facts in the tooltip');
  // A hint stands behind the name that it speaks of, and its label leads there.
  for (const [name, hint] of byName) equal(hint.position, hint.label[0].location.range.end, name);
});

test('hints of a part of the text only, per kind and off', async (use) => {
  const client = use(new Client(serverPath));
  await client.start(undefined, { hints: { memrefs: false, partitions: false, layouts: false, maxLength: 20 } });
  await client.openSettled(uri, kernel);
  const names = async (range) => (await client.request('textDocument/inlayHint', { textDocument: { uri }, range }))
    .map((hint) => textOf(kernel, hint.label[0].location.range));
  equal(await names(whole), ['%mma_atom', '%tiled_mma', '%bcopy', '%tiled_copy_a', '%tiled_copy_b', '%tiled_copy_c'], 'atoms and tiled operations');
  const { line } = placeOf(kernel, '%tiled_mma =');
  equal(await names({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } }), ['%tiled_mma'], 'one line');
  const [hint] = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: { start: { line, character: 0 }, end: { line, character: 99 } } });
  ok([...hint.label[0].value].length <= 18 && hint.label[0].value.endsWith('…'), hint.label[0].value);
  await client.notify('workspace/didChangeConfiguration', { settings: { fly: { hints: { enabled: false } } } });
  equal(await names(whole), [], 'off');
});

test('A3.4 A3.5 hints follow an edit of the producer, and the client is asked to refresh', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @f(%x: i32) {\n  %l = fly.static : !fly.layout<(4,8):(1,4)>\n  return\n}\n';
  await client.openSettled(uri, text);
  const refreshes = client.refreshes;
  client.change(uri, [{ range: { start: placeOf(text, '(4,8)', 1), end: placeOf(text, '(4,8)', 2) }, text: '2' }]);
  await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole });
  equal(await client.settled(uri), [], 'no findings');
  const [hint] = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole });
  equal(hint.label[0].value, '(2,8):(1,4)', 'new layout');
  ok(client.refreshes >= refreshes, 'refresh');
});

test('hover: value, operation with documentation, layout text, symbol, alias', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `!t = !fly.layout<(4,8):(1,4)>\n${kernel}`;
  await client.openSettled(uri, text);
  const hover = async (needle, shift) => {
    const answer = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, needle, shift) });
    return answer ? { text: answer.contents.value, range: answer.range && textOf(text, answer.range) } : null;
  };
  const value = await hover('%tiled_mma =', 3);
  equal(value.range, '%tiled_mma', 'range');
  for (const part of ['!fly.tiled_mma<', '256 x 4', '((16,8,2),((4,1),(1,1))):((32,4,512),((1,0),(0,0)))', 'gfx942', 'data:image/svg+xml;base64,'])
    ok(value.text.includes(part), `value: no ${part}`);
  const svg = Buffer.from(/base64,([A-Za-z0-9+/=]+)/.exec(value.text)[1], 'base64').toString();
  ok(svg.startsWith('<svg') || svg.startsWith('<?xml'), 'the picture is an SVG');
  const use_ = await hover('%tiled_mma, %A_blk', 3);
  ok(use_.text.includes('!fly.tiled_mma<'), 'at a use');
  const operation = await hover('fly.make_tiled_mma', 6);
  equal(operation.range, 'fly.make_tiled_mma', 'operation range');
  ok(operation.text.includes('---') && operation.text.length > value.range.length, 'documentation');
  const layout = await hover('!fly.layout<(2,2,1):(1,2,0)>>', 14);
  ok(layout.text.includes('size: `4`'), `layout text: ${layout.text.slice(0, 200)}`);
  const symbol = await hover('@kernels::@one_block_0', 14);
  ok(symbol.text.includes('gpu.func @one_block_0'), 'symbol');
  for (const needle of ['gpu.launch_func', 'arith.constant 0 : i16']) ok(await hover(needle, 2), needle);
});

test('hover as plain text has a grid instead of a picture', async (use) => {
  const client = use(new Client(serverPath));
  await client.start({ ...fullCapabilities, textDocument: { hover: { contentFormat: ['plaintext'] } } });
  await client.openSettled(uri, kernel);
  const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(kernel, '%mma_atom =', 3) });
  equal(hover.contents.kind, 'plaintext', 'kind');
  ok(!hover.contents.value.includes('data:image'), 'no picture');
  ok(hover.contents.value.includes('T17V'), 'a grid');
});

test('hovers stay below what VS Code shows, with the chip and the text before the picture', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  for (const needle of ['%tiled_mma =', '%mma_atom =', '%tiled_copy_c =', '%C_thr =', '%A_buf =', 'fly.make_tiled_mma']) {
    const { contents } = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(kernel, needle, 2) });
    ok(contents.value.length < 95000, `${needle}: ${contents.value.length} characters`);
    const picture = contents.value.indexOf('data:image');
    if (picture > 0) ok(contents.value.indexOf('chip in force', picture) < 0, `${needle}: text behind the picture`);
    // Larger ones are left to the map panel.
    if (!['%A_buf =', '%C_thr ='].includes(needle)) ok(picture > 0, `${needle}: no picture`);
  }
});

test('hover on every character of the kernel answers', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const lines = kernel.split('\n');
  const answers = [];
  for (let line = 0; line < lines.length; line += 3)
    for (let character = 0; character <= Math.min(lines[line].length, 200); character += 5)
      answers.push(client.request('textDocument/hover', client.at(uri, line, character)));
  ok((await Promise.all(answers)).filter(Boolean).length > 300, 'answers');
});

test('A1.13 definition, references and highlights of values, blocks, symbols and aliases', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `!t = i32
func.func @f(%a: !t) -> !t {
  %c = arith.constant true
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  %r = call @g(%a) : (i32) -> i32
  return %r : i32
}
func.func private @g(i32) -> !t
`;
  equal(await client.openSettled(uri, text), [], 'findings');
  const definition = async (needle, shift, nth) => (await client.request('textDocument/definition', { textDocument: { uri }, position: placeOf(text, needle, shift, nth) }))
    .map((place) => [place.range.start.line, textOf(text, place.range)]);
  equal(await definition('%a : i32', 1), [[1, '%a']], 'argument');
  equal(await definition('%r :', 1), [[7, '%r']], 'result');
  equal(await definition('^bb2\n', 1), [[6, '^bb2']], 'block');
  equal(await definition('@g(%a)', 1), [[10, '@g']], 'symbol: the name, not the operation');
  equal(await definition('-> !t {', 4), [[0, '!t']], 'alias');
  const references = async (needle, includeDeclaration) => (await client.request('textDocument/references', {
    textDocument: { uri }, position: placeOf(text, needle, 1), context: { includeDeclaration },
  })).map((place) => place.range.start.line);
  equal(await references('%a:', false), [3, 7], 'uses of %a');
  equal(await references('%a:', true), [1, 3, 7], 'with its declaration');
  equal(await references('@g(i32)', false), [7], 'uses of @g');
  equal(await references('!t =', false), [1, 1, 10], 'uses of !t');
  const highlights = await client.request('textDocument/documentHighlight', { textDocument: { uri }, position: placeOf(text, '%a:', 1) });
  equal(highlights.map((h) => [h.range.start.line, h.kind]).sort(), [[1, 3], [3, 2], [7, 2]], 'highlights');
});

test('outline: nested, flat for old clients; folding', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const symbols = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
  equal(symbols.map((s) => [s.name, (s.children ?? []).map((c) => c.name)]), [['@kernels', ['@one_block_0']], ['@one_block', []]], 'outline');
  for (const symbol of symbols) equal(textOf(kernel, symbol.selectionRange), symbol.name, 'selection');
  const folds = await client.request('textDocument/foldingRange', { textDocument: { uri } });
  ok(folds.length >= 3, 'folding');
  const old = use(new Client(serverPath));
  await old.start({});
  await old.openSettled(uri, kernel);
  const flat = await old.request('textDocument/documentSymbol', { textDocument: { uri } });
  equal(flat.map((s) => s.name), ['@kernels', '@one_block_0', '@one_block'], 'flat');
  ok(flat[0].location.uri === uri, 'location');
});

test('symbols of one name in several tables and parts are told apart: definitions, references, highlights, hover', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @main(%x: i32) kernel {
      func.call @helper(%x) : (i32) -> ()
      gpu.return
    }
    func.func @helper(%y: i32) {
      return
    }
  }
  gpu.module @l {
    gpu.func @main() kernel {
      gpu.return
    }
  }
  func.func @main() attributes {r = @k::@main} {
    %c1 = arith.constant 1 : index
    %i = arith.constant 1 : i32
    gpu.launch_func @k::@main blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%i : i32)
    gpu.launch_func @l::@main blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    call @main() : () -> ()
    call @helper(%i) : (i32) -> ()
    call @"a name"() : () -> ()
    return
  }
  func.func private @helper(i32)
  func.func private @"a name"()
}
// -----
func.func @main() -> i32 {
  %r = call @main() : () -> i32
  return %r : i32
}
`;
  equal((await client.openSettled(uri, text)).filter((d) => d.severity === 1), [], 'errors');
  // What is meant: its head, and every place that means it, the definition first.
  const symbols = {
    'gpu.func @main(%x: i32) kernel': [[2, '@main'], [15, '@main', 1], [18, '@main']], 'gpu.func @main() kernel': [[11, '@main'], [19, '@main']],
    'func.func @main() attributes {r = @k::@main}': [[15, '@main'], [20, '@main']], 'func.func @main() -> i32': [[29, '@main'], [30, '@main']],
    'gpu.module @k': [[1, '@k'], [15, '@k'], [18, '@k']], 'gpu.module @l': [[10, '@l'], [19, '@l']],
    'func.func @helper(%y: i32)': [[6, '@helper'], [3, '@helper']], 'func.func private @helper(i32)': [[25, '@helper'], [21, '@helper']], 'func.func private @"a name"()': [[26, '@"a name"'], [22, '@"a name"']],
  };
  const lines = text.split('\n'), column = (line, name, nth = 0) => { let at = -1; for (let i = 0; i <= nth; ++i) at = lines[line].indexOf(name, at + 1); return at; };
  for (const [head, places] of Object.entries(symbols)) {
    const all = places.map(([line, name, nth]) => [line, column(line, name, nth)]), sort = (list) => list.map(({ range }) => [range.start.line, range.start.character]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const [definition, ...uses] = all;
    for (const [line, character] of all) {
      const at = client.at(uri, line, character + 1), where = `${head} at ${line}`;
      equal(sort(await client.request('textDocument/definition', at)), [definition], `${where}: definition`);
      equal(sort(await client.request('textDocument/references', { ...at, context: { includeDeclaration: false } })), sort(uses.map(([l, c]) => ({ range: { start: { line: l, character: c } } }))), `${where}: references`);
      const highlights = await client.request('textDocument/documentHighlight', at);
      equal([highlights.length, sort(highlights.filter(({ kind }) => kind === 3))], [all.length, [definition]], `${where}: highlights`);
      equal((await client.request('textDocument/hover', at)).contents.value, `\`\`\`mlir\n${head}\n\`\`\``, `${where}: hover`);
    }
  }
});

test('hover on blocks and their arguments', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `func.func @f(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1(%a, %a : i32, i32), ^bb2
^bb1(%x: i32, %y: i32):
  return %y : i32
^bb2:
  %n = arith.constant 4 : index
  scf.for %i = %n to %n step %n {
  }
  cf.br ^bb1(%a, %a : i32, i32)
}
`;
  equal(await client.openSettled(uri, text), [], 'findings');
  const hover = async (needle, nth = 0) => { const answer = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, needle, 1, nth) }); return [textOf(text, answer.range), answer.contents.value]; };
  for (const nth of [0, 1, 2]) equal(await hover('^bb1', nth), ['^bb1', '```mlir\n^bb1(%x: i32, %y: i32)\n```\n\na block, entered from 2 places'], `^bb1 ${nth}`);
  equal((await hover('^bb2', 1))[1], '```mlir\n^bb2\n```\n\na block, entered from 1 place', '^bb2');
  for (const [needle, owner] of [['%x', '^bb1'], ['%y', '^bb1'], ['%a', 'func.func'], ['%i =', 'scf.for']]) ok((await hover(needle))[1].endsWith(`argument of \`${owner}\``), `${needle}: ${(await hover(needle))[1]}`);
});

