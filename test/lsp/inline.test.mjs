// "Layouts inline" and "Invariants inline", sentence by sentence.
import { readdirSync } from 'node:fs';
import { Client, data, fullCapabilities, placeOf, read, textOf } from './client.mjs';
import { equal, ok, rejects, test } from './harness.mjs';

const uri = 'file:///inline.mlir';
const whole = { start: { line: 0, character: 0 }, end: { line: 100000, character: 0 } };
const kernels = readdirSync(data('kernels')).filter((file) => file.endsWith('.mlir'));
const product = (shape) => shape.match(/\d+/g).map(Number).reduce((a, b) => a * b, 1);
/** Sizes of the two modes at the top of `((16,4),(4,1)):…`. */
function sizes(layout) {
  const shape = layout.slice(1, layout.indexOf(':') - 1);
  let depth = 0;
  for (let i = 0; i < shape.length; ++i) {
    depth += shape[i] === '(' ? 1 : shape[i] === ')' ? -1 : 0;
    if (shape[i] === ',' && depth === 0) return [product(shape.slice(0, i)), product(shape.slice(i + 1))];
  }
  throw new Error(`${layout} has one mode`);
}

test('A3.2 A3.26 hints of every kernel tell what is known from elsewhere: threads x values, tile, layout; one for a line', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  let compared = 0;
  for (const name of kernels) {
    const text = read(`kernels/${name}`), facts = JSON.parse(read(`kernels/${name.replace('.mlir', '.expected.json')}`));
    await client.openSettled(uri, text);
    const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole });
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    const byName = new Map();
    for (const hint of hints) {
      const value = textOf(text, hint.label[0].location.range);
      byName.set(value, [...(byName.get(value) ?? []), { label: hint.label.map((part) => part.value).join(''), tooltip: hint.tooltip.value }]);
      ok([...hint.label[0].value].length <= 41, `${name} ${value}: ${hint.label[0].value}`);
      equal(hint.label[0].location.uri, uri, 'the label leads to the definition');
      ok(text.split('\n')[hint.position.line].trim().startsWith(value), `${name}: ${value} is defined in the hint's line`);
    }
    const lines = hints.map((hint) => hint.position.line);
    equal(lines, [...new Set(lines)].sort((a, b) => a - b), `${name}: one hint a line, in order`);
    const expect = (value, label, layouts) => {
      ok(byName.has(value), `${name}: no hint at ${value}`);
      ok(byName.get(value).some((hint) => hint.label.startsWith(label.slice(0, 38)) && layouts.every((layout) => hint.tooltip.includes(`\`${layout}\``))),
        `${name} ${value}: expected '${label}' and ${layouts}, got ${JSON.stringify(byName.get(value))}`);
      ++compared;
    };
    for (const [value, { thr_val: layout, tile }] of Object.entries(facts.tiled_copy ?? {})) {
      if (!/^\[\d+:1\|\d+:1\]$/.test(tile)) continue;
      const [rows, cols] = tile.match(/\d+(?=:1)/g), [threads, values] = sizes(layout);
      expect(`%${value}`, `${threads}x${values} ${rows}x${cols} ${layout}`, [layout]);
    }
    for (const [value, { tile_mnk: tile, tiled_thr_val_a: a, tiled_thr_val_b: b, tiled_thr_val_c: c }] of Object.entries(facts.tiled_mma ?? {})) {
      const [threads, values] = sizes(c);
      expect(`%${value}`, `${threads}x${values} ${tile.match(/\d+/g).join('x')} C ${c}`, [a, b, c]);
    }
    for (const { value, type } of facts.inferred_types) {
      // Value names differ in case only where the dump numbers them anew.
      if (!byName.has(value)) continue;
      const layout = /^!fly\.(?:memref|coord_tensor)<[^,]+, (?:#?[\w.]+, )?(.*?)(?:, align<\d+>)?(?:, S<[\d,]+>)?>$/.exec(type)?.[1];
      if (type.startsWith('!fly.memref') && !layout.includes(' o ')) expect(value, '', [layout]);
    }
  }
  ok(compared > 60, `${compared} compared`);
});

const kinds = { // setting: a statement that gets its hint through it
  atoms: '%x = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>',
  tiled: '%x = fly.make_tiled_copy(%at, %lt, %tt) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>',
  layouts: '%x = fly.get_layout(%m) : (!fly.memref<f32, global, (8,16):(16,1)>) -> !fly.layout<(8,16):(16,1)>',
  memrefs: '%x = fly.make_view(%i, %lt) : (!fly.ptr<f32, global>, !fly.layout<(4,8):(8,1)>) -> !fly.memref<f32, global, (4,8):(8,1)>',
  partitions: '%x = fly.make_fragment_like(%m) : (!fly.memref<f32, global, (8,16):(16,1)>) -> !fly.memref<f32, register, (8,16):(1,8)>',
};
test('hints per kind: every setting takes its own kind away and no other', async (use) => {
  for (const off of [undefined, ...Object.keys(kinds), 'enabled']) {
    const client = use(new Client(serverPath));
    await client.start(undefined, off && { hints: { [off]: false } });
    for (const [kind, statement] of Object.entries(kinds)) {
      const text = `func.func @f(%m: !fly.memref<f32, global, (8,16):(16,1)>, %i: !fly.ptr<f32, global>, %at: !fly.copy_atom<!fly.universal_copy<32>, 32>, %lt: !fly.layout<(4,8):(8,1)>, %tt: !fly.tile<[4|8]>) {\n  ${statement}\n  return\n}\n`;
      const found = await client.openSettled(uri, text);
      equal(found, [], `${kind}: findings`);
      const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole });
      equal(hints.length, kind === off || off === 'enabled' ? 0 : 1, `${kind} with ${off} off`);
      await client.notify('textDocument/didClose', { textDocument: { uri } });
    }
    client.kill();
  }
});

test('hints: the length cap, and whole labels without one', async (use) => {
  const client = use(new Client(serverPath));
  await client.start(undefined, { hints: { maxLength: 400 } });
  const text = read('kernels/mma_block_f32.mlir');
  await client.openSettled(uri, text);
  const labels = async () => (await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole })).map((hint) => hint.label[0].value);
  ok((await labels()).includes('256x4 32x32x4 C ((16,8,2),((4,1),(1,1))):((32,4,512),((1,0),(0,0)))'), 'whole');
  for (const maxLength of [8, 20, 43]) {
    await client.notify('workspace/didChangeConfiguration', { settings: { fly: { hints: { maxLength } } } });
    for (const label of await labels()) ok([...label].length <= maxLength - 2, `${maxLength}: ${label}`);
  }
});

test('A3.5 hints asked for while a text is analysed are asked for again afterwards', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  // A piece that takes a while.
  const text = `func.func @f(%a: i32) -> i32 {\n  %l = fly.static : !fly.layout<(4,8):(1,4)>\n${Array.from({ length: 20000 }, (_, i) => `  %v${i} = arith.addi %a, %a : i32\n`).join('')}  return %a : i32\n}\n`;
  await client.openSettled(uri, text);
  await client.until(() => client.statuses.at(-1)?.state === 'idle', 'idle');
  const before = client.refreshes, place = placeOf(text, '(4,8)', 1);
  client.change(uri, [{ range: { start: place, end: { ...place, character: place.character + 1 } }, text: '2' }]);
  await new Promise((resolve) => setTimeout(resolve, 15)); // the analysis has begun
  const labels = async () => (await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole })).map((hint) => hint.label[0].value);
  await labels();
  await client.settled(uri);
  await client.until(() => client.refreshes > before, 'workspace/inlayHint/refresh');
  equal(await labels(), ['(2,8):(1,4)'], 'the new ones');
});

test('hints: settings changed at run time hold at once, kind by kind, and the client is asked to refresh', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `func.func @f(%m: !fly.memref<f32, global, (8,16):(16,1)>, %i: !fly.ptr<f32, global>, %at: !fly.copy_atom<!fly.universal_copy<32>, 32>, %lt: !fly.layout<(4,8):(8,1)>, %tt: !fly.tile<[4|8]>) {
${Object.entries(kinds).map(([kind, statement]) => `  ${statement.replace('%x', `%${kind}`)}\n`).join('')}  return\n}\n`;
  equal(await client.openSettled(uri, text), [], 'findings');
  const shown = async () => (await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole })).map((hint) => textOf(text, hint.label[0].location.range).slice(1)).sort();
  const set = async (hints) => {
    const { refreshes } = client;
    await client.notify('workspace/didChangeConfiguration', { settings: { fly: { hints } } });
    await client.until(() => client.refreshes > refreshes, 'workspace/inlayHint/refresh');
  };
  const all = Object.keys(kinds).sort();
  equal(await shown(), all, 'all');
  for (const kind of all) {
    await set({ [kind]: false });
    equal(await shown(), all.filter((other) => other !== kind), `without ${kind}`);
    await set({ [kind]: true });
  }
  await set({ enabled: false });
  equal(await shown(), [], 'off');
  await set({ enabled: true });
  equal(await shown(), all, 'on again');
  // A client that cannot refresh is not asked.
  const old = use(new Client(serverPath));
  await old.start({ textDocument: { inlayHint: {} } });
  await old.notify('workspace/didChangeConfiguration', { settings: { fly: { hints: { enabled: false } } } });
  await old.openSettled(uri, text);
  equal(old.refreshes, 0, 'refreshes');
});

test('hints of broken statements are marked as what was, in the label and the tooltip, within the cap; the others stay', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = read('kernels/mma_block_f32.mlir');
  await client.openSettled(uri, text);
  const hints = async (now) => new Map((await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole })).map((hint) => [textOf(now, hint.label[0].location.range), hint]));
  const good = await hints(text);
  ok(good.size > 20, `${good.size} hints`);
  for (const names of [['%mma_atom'], ['%tiled_mma'], ['%waves', '%A_frag'], ['%C_thr', '%tiled_copy_b']]) {
    const broken = `// one line more\n${text.split('\n').map((line) => (names.some((name) => line.trim().startsWith(`${name} =`)) ? line.slice(0, -1) : line)).join('\n')}`;
    await client.replaceAll(uri, broken);
    ok((await client.settled(uri)).length > 0, 'errors');
    const now = await hints(broken);
    equal([...now.keys()], [...good.keys()], `${names}: values`);
    for (const [name, hint] of now) {
      const [{ value }] = hint.label, was = good.get(name);
      equal(hint.position.line, was.position.line + 1, `${name}: moved with the text`);
      equal(hint.tooltip.value.includes('as of the last text that parsed'), names.includes(name), `${name}: tooltip`);
      if (!names.includes(name)) equal(value, was.label[0].value, name);
      else ok(value.startsWith('~ ') && value.slice(2, 30) === was.label[0].value.slice(0, 28) && [...value].length <= 41, `${name}: ${value}`);
    }
    await client.replaceAll(uri, text);
    await client.settled(uri);
    for (const [name, hint] of await hints(text)) equal(hint.label[0].value, good.get(name).label[0].value, name);
  }
});

// Literal: [shape, stride, size, cosize, injective, first values].
const literals = {
  '(4,8):(1,4)': ['(4,8)', '(1,4)', 32, 32, 'yes', '0 1 2 3 4 5 6 7'],
  '(4,8):(8,1)': ['(4,8)', '(8,1)', 32, 32, 'yes', '0 8 16 24 1 9 17 25'],
  '(4,2):(1,2)': ['(4,2)', '(1,2)', 8, 6, 'no', '0 1 2 3 2 3 4 5'],
  '((2,2),3):((1,6),2)': ['((2,2),3)', '((1,6),2)', 12, 12, 'yes', '0 1 6 7 2 3 8 9'],
  '8:0': ['8', '0', 8, 1, 'no', '0 0 0 0 0 0 0 0'],
};
test('hover on a layout literal: shape, stride, size, cosize, first values, injective or not, picture', async (use) => {
  const client = use(new Client(serverPath)), plain = use(new Client(serverPath));
  await client.start();
  await plain.start({ ...fullCapabilities, textDocument: { ...fullCapabilities.textDocument, hover: { contentFormat: ['plaintext'] } } });
  for (const [literal, [shape, stride, size, cosize, injective, first]] of Object.entries(literals)) {
    for (const text of [`func.func @f(%l: !fly.layout<${literal}>) {\n  return\n}\n`, `func.func @f(%m: !fly.memref<f32, shared, ${literal}>) {\n  return\n}\n`, `!t = !fly.layout<${literal}>\nfunc.func private @f(!t)\n`]) {
      await client.openSettled(uri, text);
      const position = placeOf(text, literal, 2);
      const { contents, range } = await client.request('textDocument/hover', { textDocument: { uri }, position });
      for (const [name, value] of Object.entries({ shape, stride, size, cosize, injective }))
        ok(contents.value.includes(`${name}: \`${value}`), `${literal} in ${text.slice(0, 40)}: ${name} ${value} in ${contents.value.slice(0, 600)}`);
      ok(contents.value.replace(/,/g, '').includes(`first values: \`${first}`), `${literal}: first values ${first} in ${contents.value.slice(0, 600)}`);
      ok(contents.value.includes('data:image/svg+xml;base64,'), `${literal}: no picture`);
      ok(textOf(text, range).includes(literal), `${literal}: range ${textOf(text, range)}`);
      await client.notify('textDocument/didClose', { textDocument: { uri } });
    }
    const text = `func.func @f(%l: !fly.layout<${literal}>) {\n  return\n}\n`;
    await plain.openSettled(uri, text);
    const { contents } = await plain.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, literal, 2) });
    ok(contents.kind === 'plaintext' && !contents.value.includes('data:image') && contents.value.includes(first.split(' ').at(-1)), 'plain text');
    await plain.notify('textDocument/didClose', { textDocument: { uri } });
  }
});

test('A1.20 hovers are well-formed Markdown: fences in pairs at the start of a line, no open quotes', async (use) => {
  const client = use(new Client(serverPath));
  await client.start(undefined, { hover: { picture: false } });
  const aliases = '!t = !fly.layout<(4,8):(1,4)>\n#m = affine_map<(d0) -> (d0)>\n#s = "a \\22quoted\\22 text"\nfunc.func @f(%a: !t) attributes {m = #m, s = #s} {\n  return\n}\n';
  let hovers = 0;
  for (const text of [aliases, ...kernels.map((name) => read(`kernels/${name}`)), read('bugs/06-swizzle-in-elements-or-bytes.mlir')]) {
    await client.openSettled(uri, text);
    const positions = [];
    text.split('\n').forEach((content, line) => {
      for (const [, before] of content.matchAll(/(^|.*?[^\w.])(?=[%@!#]\w|[a-z_]+\.[a-z])/g)) void before;
      for (const match of content.matchAll(/[%@!#]\w+|[a-z_]+(?:\.[a-z_]+)+/g)) if (text === aliases || line % 5 === 0) positions.push({ line, character: match.index + 1 });
    });
    const answers = await Promise.all(positions.map((position) => client.request('textDocument/hover', { textDocument: { uri }, position })));
    answers.forEach((answer, i) => {
      if (!answer) return;
      ++hovers;
      const lines = answer.contents.value.split('\n'), where = `${JSON.stringify(positions[i])}: ${answer.contents.value.slice(0, 300)}`;
      const fences = lines.filter((entry) => entry.includes('```'));
      ok(fences.length % 2 === 0 && fences.every((entry, n) => n % 2 ? entry.trim() === '```' : /^ *```\w*$/.test(entry)), `fences at ${where}`);
      let inside = false;
      for (const entry of lines) {
        if (entry.trim().startsWith('```')) inside = !inside;
        else if (!inside) ok((entry.match(/`/g) ?? []).length % 2 === 0, `back quotes in '${entry}' at ${where}`);
      }
      ok(!answer.contents.value.includes('fly_broken'), where);
    });
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
  ok(hovers > 400, `${hovers} hovers`);
});

test('A1.20 hover on an alias, where it is used and where it is defined: its text, and the facts of a layout', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = '!t = !fly.layout<(4,8):(1,4)>\n#m = affine_map<(d0) -> (d0)>\nfunc.func @f(%a: !t) attributes {m = #m} {\n  return\n}\n';
  await client.openSettled(uri, text);
  for (const [needle, nth, part] of [['!t', 0, '(4,8):(1,4)'], ['!t', 1, '(4,8):(1,4)'], ['#m', 0, 'affine_map<(d0) -> (d0)>'], ['#m', 1, 'affine_map<(d0) -> (d0)>']]) {
    const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, needle, 1, nth) });
    ok(hover && hover.contents.value.includes(part), `${needle} ${nth}: ${hover?.contents.value}`);
    if (needle === '!t') ok(/size: `32`/.test(hover.contents.value), `facts: ${hover.contents.value}`);
  }
});

test('hover on a payload: instruction, chips and the legal instances', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `func.func @f() {
  %a = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>
  %b = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>
  %c = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>>
  %d = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
  %e = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 32>
  return
}
`;
  equal((await client.openSettled(uri, text)).filter((d) => d.severity === 1), [], 'errors');
  for (const [needle, parts] of [
    ['!fly_rocdl.cdna3.mfma', ['v_mfma_f32_16x16x4_f32', 'gfx942', '32x32x8', '16x16x16']],
    ['!fly_rocdl.gfx11.wmma', ['v_wmma_f32_16x16x16_f16', 'gfx11', 'bf16']],
    ['!fly_ptx.sm80.mma', ['mma.sync', 'sm_80', '16x8x8']],
    ['!fly_rocdl.cdna3.buffer_copy', ['buffer', '128']],
    ['!fly.universal_copy', ['64']]]) {
    const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, needle, 6) });
    for (const part of parts) ok(hover?.contents.value.includes(part), `${needle}: no ${part} in ${hover?.contents.value.slice(0, 900)}`);
    ok(hover.contents.value.length < 20000 || hover.contents.value.includes('data:image'), `${needle}: long`);
  }
});

test('hover on an intrinsic: its instruction', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `func.func @f(%acc: vector<4xf32>, %a: f32, %z: i32) -> vector<4xf32> {
  %r = rocdl.mfma.f32.16x16x4f32 %a, %a, %acc, %z, %z, %z : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  %b = llvm.call_intrinsic "llvm.amdgcn.mfma.f32.16x16x4f32"(%a, %a, %r, %z, %z, %z) : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  return %b : vector<4xf32>
}
`;
  equal(await client.openSettled(uri, text), [], 'findings');
  for (const needle of ['rocdl.mfma.f32.16x16x4f32', 'llvm.amdgcn.mfma.f32.16x16x4f32']) {
    const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, needle, 9) });
    for (const part of ['v_mfma_f32_16x16x4_f32', 'gfx942']) ok(hover?.contents.value.includes(part), `${needle}: ${hover?.contents.value}`);
  }
});

test('A3.12 a memory space of an unknown dialect is one calm finding; what is known keeps working', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @f(%s: memref<4xf32, #mine.space<7>>, %t: !mine.type<3>) {\n  %l = fly.static : !fly.layout<(4,8):(1,4)>\n  mine.use %s, %t\n  return\n}\nfunc.func @g() {\n  return\n}\n';
  const found = await client.openSettled(uri, text);
  ok(found.length >= 1 && found.length <= 3 && found.every((d) => d.severity === 2), JSON.stringify(found.map((d) => [d.severity, d.message])));
  ok(found.some((d) => d.message.includes('mine')), 'the dialect is named');
  equal((await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole })).map((hint) => hint.label[0].value), ['(4,8):(1,4)'], 'hints');
});

test('A1.9 A1.10 A1.11 what the server announces it answers, and what it does not announce it refuses', async (use) => {
  const client = use(new Client(serverPath));
  const { capabilities } = await client.start();
  const text = read('kernels/vector_add.mlir');
  await client.openSettled(uri, text);
  const at = { textDocument: { uri }, position: { line: 20, character: 10 } };
  const requests = {
    hoverProvider: ['textDocument/hover', at], inlayHintProvider: ['textDocument/inlayHint', { textDocument: { uri }, range: whole }],
    documentSymbolProvider: ['textDocument/documentSymbol', at], definitionProvider: ['textDocument/definition', at],
    referencesProvider: ['textDocument/references', { ...at, context: { includeDeclaration: true } }], documentHighlightProvider: ['textDocument/documentHighlight', at],
    foldingRangeProvider: ['textDocument/foldingRange', at], codeActionProvider: ['textDocument/codeAction', { textDocument: { uri }, range: whole, context: { diagnostics: [] } }],
    completionProvider: ['textDocument/completion', at], renameProvider: ['textDocument/rename', { ...at, newName: 'x' }], documentFormattingProvider: ['textDocument/formatting', { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } }],
    semanticTokensProvider: ['textDocument/semanticTokens/full', at], signatureHelpProvider: ['textDocument/signatureHelp', at], codeLensProvider: ['textDocument/codeLens', at],
    selectionRangeProvider: ['textDocument/selectionRange', { textDocument: { uri }, positions: [at.position] }], workspaceSymbolProvider: ['workspace/symbol', { query: '' }],
  };
  for (const [provider, [method, params]] of Object.entries(requests))
    if (capabilities[provider]) ok(await client.request(method, params) !== undefined, method);
    else await rejects(client.request(method, params), -32601, method);
});

test('A1.16 findings carry the rule, not a category; notes say something', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @f(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.layout<3:1>) -> i32 {\n  %x = fly.composition(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<3:1>) -> !fly.layout<7:1>\n  return\n}\n';
  const found = await client.openSettled(uri, text);
  ok(found.length >= 2, JSON.stringify(found));
  for (const finding of found) {
    equal(finding.category, undefined, 'category');
    ok(!/see current operation/.test(finding.message + JSON.stringify(finding.relatedInformation ?? [])), JSON.stringify(finding));
  }
});

test('A1.21 several operations at the top, modules and parts: each is lowered', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const device = (name) => `gpu.module @${name} [#rocdl.target<chip = "gfx942">] {\n  gpu.func @k(%m: !fly.ptr<f32, global>) kernel {\n    gpu.return\n  }\n}\n`;
  const text = `${device('one')}${device('two')}func.func @host() {\n  return\n}\n`;
  await client.openSettled(uri, text);
  const { error, stages } = await client.request('fly/lowering', { textDocument: { uri }, stage: 'target' });
  equal(error, undefined, 'error');
  for (const name of ['@one', '@two', '@host']) ok(stages.at(-1).text.includes(name), name);
});

test('the chip in force and its source: module, setting, project, none', async (use) => {
  const bare = 'func.func @f() {\n  %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>\n  return\n}\n';
  const inside = (chip) => `gpu.module @k [#rocdl.target<chip = "${chip}">] {\n  gpu.func @f() kernel {\n    %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>\n    gpu.return\n  }\n}\n`;
  for (const [what, text, settings, chip, source, errors] of [
    ['none', bare, {}, undefined, undefined, 0], ['setting', bare, { chip: 'gfx942' }, 'gfx942', 'setting', 0], ['wrong setting', bare, { chip: 'gfx1100' }, 'gfx1100', 'setting', 1],
    ['module', inside('gfx942'), {}, 'gfx942', 'gpu.module', 0], ['module before setting', inside('gfx950'), { chip: 'gfx1100' }, 'gfx950', 'gpu.module', 0], ['wrong module', inside('gfx1100'), { chip: 'gfx942' }, 'gfx1100', 'gpu.module', 1]]) {
    const client = use(new Client(serverPath));
    await client.start(undefined, settings);
    const found = await client.openSettled(uri, text);
    equal(found.length, errors, `${what}: ${JSON.stringify(found)}`);
    for (const finding of found) ok(finding.message.includes(chip) && finding.relatedInformation?.length > 0, `${what}: ${JSON.stringify(finding)}`);
    const status = await client.until(() => client.statuses.findLast((entry) => entry.state === 'idle'), 'a status');
    equal([status.chip, status.chipSource], [chip, source], `${what}: status`);
    const map = await client.request('fly/threadValueMap', { textDocument: { uri }, position: placeOf(text, '%m =', 1) });
    equal([map.chip, map.chipSource], [chip, source], `${what}: map`);
    const { contents } = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, '%m =', 1) });
    equal(contents.value.includes('chip in force'), chip !== undefined, `${what}: hover`);
    client.kill();
  }
});
