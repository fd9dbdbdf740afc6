// The hover sentence of "Layouts inline", part by part: every expected text comes from arithmetic in this file,
// from the printed tables of fly-opt or from what fly-compile makes of the same text.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, data, fullCapabilities, placeOf, read, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const uri = 'file:///hover.mlir';
const kernel = read('kernels/mma_block_f32.mlir');
const plaintext = { ...fullCapabilities, textDocument: { ...fullCapabilities.textDocument, hover: { contentFormat: ['plaintext'] } } };
const tool = (name, ...args) => {
  const { stdout, stderr, status } = spawnSync(path.join(buildPath, 'bin', name), args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  return { stdout, stderr, status };
};

/** A client with one text open; `at(needle, shift, nth)` gives the hover's text there, null for none. */
async function hovering(use, text, capabilities = fullCapabilities, settings = undefined, clientInfo = undefined) {
  const client = use(new Client(serverPath));
  await client.start(capabilities, settings, clientInfo);
  const findings = await client.openSettled(uri, text);
  const hover = (needle, shift = 1, nth = 0) => client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, needle, shift, nth) });
  return {
    client, findings, hover,
    // Without the blanks that keep columns apart.
    at: async (...place) => (await hover(...place))?.contents.value.replace(/\u00a0/g, '') ?? null,
    range: async (...place) => textOf(text, (await hover(...place)).range),
  };
}
function has(text, parts, what) {
  for (const part of parts) ok(text?.includes(part), `${what}: no '${part}' in ${text?.replace(/base64,[^)]*/, 'base64,…').slice(0, 1500)}`);
}
const svgOf = (markdown) => {
  const found = /!\[thread-value map\]\(data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)\)/.exec(markdown ?? '');
  return found && Buffer.from(found[1], 'base64').toString();
};

test('hover: documentation from TableGen of our operations and of those that kernels are lowered to', async (use) => {
  const { at, findings } = await hovering(use, `func.func @f(%m: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, %d: !fly.memref<f32, register, 1:1>, %v: vector<4xf32>, %n: index) {
  fly.gemm(%m, %d, %d, %d, %d) : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  %i = arith.addi %n, %n : index
  scf.for %k = %i to %n step %n {
    gpu.barrier
  }
  nvvm.barrier0
  %e = vector.extract %v[0] : f32 from vector<4xf32>
  return
}
`);
  equal(findings.filter((entry) => entry.severity === 1), [], 'errors');
  has(await at('fly.gemm', 5), ['product of one thread', '---', 'Guarantees:'], 'fly.gemm');
  has(await at('arith.addi', 7), ['integer addition', '---', 'two'], 'arith.addi');
  has(await at('scf.for', 5), ['---', 'lower bound'], 'scf.for');
  has(await at('gpu.barrier', 5), ['---', 'barrier'], 'gpu.barrier');
  has(await at('nvvm.barrier0', 6), ['instruction `bar.sync 0`', '---', 'CTA'], 'nvvm.barrier0');
  has(await at('vector.extract', 8), ['---', 'extract'], 'vector.extract');
  has(await at('!fly.universal_fma', 6), ['multiply and add of one thread', '1x1x1, (f16, f16) -> f16', 'Guarantees:'], 'a type');
});

test('hover: types and layouts of A, B, C at a matrix product, of source and destination at a copy', async (use) => {
  const { at } = await hovering(use, kernel);
  const a = '((16,4),1):((1,16),16)', c = '((16,4),(4,1)):((16,4),(1,16))';
  const tiledC = '((16,8,2),((4,1),(1,1))):((32,4,512),((1,0),(0,0)))';
  for (const [needle, shift, parts] of [
    ['%mma_atom =', 3, [`| A | 16 x 4 | 64 x 1 | \`${a}\` |`, `| B | 16 x 4 | 64 x 1 | \`${a}\` |`, `| C | 16 x 16 | 64 x 4 | \`${c}\` |`]],
    ['fly.make_tiled_mma', 8, ['%mma_atom : !fly.mma_atom<', '-> !fly.tiled_mma<', `| C | 32 x 32 | 256 x 4 | \`${tiledC}\` |`]],
    // Without a result: what the operands are, and the layouts of the atom.
    ['fly.gemm(', 5, ['%C_frag : !fly.memref<f32, register', '%A_frag : ', '| A | 16 x 4 |', '| C | 16 x 16 |']],
    ['%tiled_copy_c =', 3, ['| src | 32 x 32 | 256 x 4 | `((16,8,2),(1,4)):((32,4,512),(0,1))` |', '| dst | 32 x 32 | 256 x 4 |']],
    ['fly.copy(', 5, ['%bcopy : !fly.copy_atom<', '%A_thr : !fly.memref<', '| src |', '| dst |']],
    ['%C_thr =', 3, ['| dst | 64 x 96 | 256 x 24 |', 'covered once']],
    ['%A_frag =', 3, ['!fly.memref<f32, register, (1,2,4):(0,4,1)>', 'shape: `(1,2,4)`']]]) {
    has(await at(needle, shift), parts, needle);
  }
});

test('hover: the map as an SVG picture, drawn well-formed with one colour for a thread', async (use) => {
  const { at } = await hovering(use, kernel);
  for (const needle of ['%mma_atom =', '%tiled_mma =', '%tiled_copy_c =', '%waves =', 'fly.gemm(', 'fly.make_tiled_mma']) {
    const text = await at(needle, 3), svg = svgOf(text);
    ok(svg?.startsWith('<svg') || svg?.startsWith('<?xml'), `${needle}: no picture`);
    equal((svg.match(/<(?!\/|\?|!)[^>]*[^/]>/g) ?? []).length, (svg.match(/<\//g) ?? []).length, `${needle}: tags in pairs`);
    ok(text.length < 100000, `${needle}: ${text.length} characters`);
  }
  ok(!(await at('!fly_rocdl.cdna3.buffer_copy<32>', 20))?.includes('data:image'), 'one element is no picture');
});

test('hover as plain text: no markup, and a small grid of one operand, at most 20 rows and 16 columns', async (use) => {
  const { at } = await hovering(use, kernel, plaintext);
  const atom = await at('%mma_atom =', 3), rows = atom.split('\n').filter((line) => /^T\d+V\d/.test(line));
  // Element (row, col) of C is value row mod 4 of thread col + 16 (row div 4).
  equal(rows.map((line) => line.trim().split(/\s+/)),
    Array.from({ length: 16 }, (_, row) => Array.from({ length: 16 }, (_, col) => `T${col + 16 * Math.floor(row / 4)}V${row % 4}`)), 'C of the atom');
  has(atom, ['C 16 x 16, 64 threads x 4 values', 'A        16 x 4   64 x 1'], 'atom');
  for (const needle of ['%mma_atom =', '%tiled_mma =', '%tiled_copy_c =', '%waves =', '%A_frag =', 'fly.gemm(', 'fly.make_tiled_mma', '%C_thr =', '@one_block_0']) {
    const text = await at(needle, 3);
    ok(!/```|\*\*|^\| |data:image|`/m.test(text), `${needle}: markup in ${text.slice(0, 400)}`);
    ok(text.split('\n').filter((line) => /^T\d+V\d/.test(line)).length <= 20, `${needle}: too many rows`);
    for (const line of text.split('\n'))
      ok((line.match(/T\d+V\d+/g) ?? []).length <= 16, `${needle}: too many columns: ${line}`);
  }
  has(await at('%tiled_mma =', 3), ['C 32 x 32, 256 threads x 4 values', '… 12 more rows, 16 more columns'], 'what is cut');
  has(await at('%tiled_copy_c =', 3), ['destination 32 x 32'], 'a copy shows its destination');
  has(await at('%waves =', 3), ['0 2\n1 3'], 'a layout shows its indices');
});

test('hover with the setting hover.picture off: neither picture nor grid, everything else stays', async (use) => {
  const off = { hover: { picture: false } };
  for (const [what, capabilities] of [['markdown', fullCapabilities], ['plaintext', plaintext]]) {
    const { at } = await hovering(use, kernel, capabilities, off);
    for (const needle of ['%mma_atom =', '%tiled_mma =', '%waves =', 'fly.gemm(']) {
      const text = await at(needle, 3);
      ok(!text.includes('data:image') && !/T0V0|more rows|^0 2$/m.test(text), `${what} ${needle}: ${text.slice(-400)}`);
      ok(text.length > 100, `${what} ${needle}: the rest`);
    }
  }
});

test('hover: pictures for clients that show them, the grid for those that show Markdown alone; the setting decides before', async (use) => {
  const named = (name) => [fullCapabilities, undefined, name === undefined ? null : { name }];
  const picture = { hover: { picture: 'image' } }, text = { hover: { picture: 'text' } };
  for (const [what, start, image] of [
    ['no name', named(undefined), true], ['an unknown client', named('some editor'), true], ['VS Code', named('Visual Studio Code'), true], ['VSCodium', named('VSCodium'), true],
    ...['Neovim', 'coc.nvim', 'emacs', 'Eglot', 'helix', 'kak-lsp', 'Sublime Text LSP', 'Kate'].map((name) => [name, named(name), false]),
    ['image for Neovim', [fullCapabilities, picture, { name: 'Neovim' }], true], ['text for VS Code', [fullCapabilities, text, { name: 'Visual Studio Code' }], false],
    ['true is as without', [fullCapabilities, { hover: { picture: true } }, { name: 'Neovim' }], false], ['plain text has no pictures', [plaintext, picture], false]]) {
    const { at, client } = await hovering(use, kernel, ...start);
    const value = await at('%mma_atom =', 3);
    equal([value.includes('data:image'), /^T0V0 +T1V0 /m.test(value)], [image, !image], what);
    client.kill();
  }
});

test('hover: no two columns of a table touch in VS Code, which puts no space between them; plain text has columns of its own', async (use) => {
  for (const [capabilities, row] of [[fullCapabilities, /^\| C \| 32 x 32\u00a0\u00a0 \| 256 x 4\u00a0\u00a0 \| `/m], [plaintext, /^C +32 x 32 +256 x 4 +\(\(16,8,2\)/m]]) {
    const { hover } = await hovering(use, kernel, capabilities);
    const { contents } = await hover('%tiled_mma =', 3);
    ok(row.test(contents.value), contents.value.slice(0, 900));
    equal(contents.value.includes('\u00a0'), capabilities === fullCapabilities, 'blanks that do not break');
  }
});

test('hover: the picture shows thread and value of every element where the oracle has them; on no background, and within what VS Code shows', async (use) => {
  const { at } = await hovering(use, kernel);
  const svg = svgOf(await at('%mma_atom =', 3));
  ok(!/<rect/.test(svg) && /fill="#808080"/.test(svg), 'it stands on light and dark pages');
  const oracle = JSON.parse(read('oracle/amd/cdna3/v_mfma_f32_16x16x4_f32.json'));
  // Panels in order A, B, C; every row is a line of threads and one of values.
  const panels = svg.split('<text y="-18">').slice(1).map((part) => {
    const lines = [...part.matchAll(/<text y="[\d.]+">(.*?)<\/text>/g)].map(([, line]) => [...line.matchAll(/>([TV]\d+)</g)].map(([, label]) => label)).filter((line) => line.length > 0);
    const [threads, values] = ['T', 'V'].map((letter) => lines.filter((line) => line[0].startsWith(letter)));
    return threads.map((line, row) => line.map((thread, col) => thread + values[row][col]));
  });
  equal(panels.length, 3, 'panels');
  for (const [i, name] of ['A', 'B', 'C'].entries()) {
    const { rows, cols, table } = oracle.operands[name];
    const expected = Array.from({ length: rows }, () => Array(cols));
    table.forEach((values, thread) => values.forEach(([row, col], value) => { expected[row][col] = `T${thread}V${value}`; }));
    equal(panels[i], name === 'B' ? expected[0].map((_, col) => expected.map((row) => row[col])) : expected, name);
  }
  // From labels to colours to coarser boxes; the unit is always said.
  for (const [type, parts] of [
    ['!fly.layout<(4,8):(1,4)>', ['>31<', 'numbers: offset in elements']], ['!fly.layout<200:1>', ['>199<', '>176<']], ['!fly.layout<(200,1):(1,0)>', ['>199<', '>176<']],
    ['!fly.swizzle<S<2,0,3>>', ['numbers: index']], ['!fly.layout<(128,128):(1,128)>', ['darker: larger offset in elements']], ['!fly.composed_layout<S<3,3,3> o 0 o (256,128):(128,1)>', ['one box for']],
    ['!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(32,32):(32,1)>, !fly.tile<[32|32]>>', ['source, destination 32 × 32']]]) {
    const { at: there, client } = await hovering(use, `func.func private @f(${type})\n`);
    const value = await there(type, 6), drawn = svgOf(value);
    ok(drawn && value.length < 100000, `${type}: ${value?.length} characters`);
    for (const part of parts) ok(drawn.includes(part), `${type}: no '${part}'`);
    const [, width] = /width="(\d+)"/.exec(drawn);
    ok(width <= 600, `${type}: ${width} pixels wide`);
    client.kill();
  }
});

test('hover: a map that is too large to draw is told to be, at once', async (use) => {
  for (const capabilities of [fullCapabilities, plaintext])
    for (const [type, elements] of [['!fly.layout<(1024,1024):(1,1024)>', 1048576], ['!fly.layout<(4096,8192):(1,4096)>', 33554432], ['!fly.composed_layout<S<3,3,3> o 0 o (2048,2048):(2048,1)>', 4194304],
      ['!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(256,512):(1,256)>, !fly.tile<[256|512]>>', 262144]]) {
      const { at, client } = await hovering(use, `func.func private @f(${type})\n`, capabilities), start = performance.now();
      const value = await at(type, 6);
      ok(value.includes(`a map of ${elements} elements, too many to draw`) && !svgOf(value), `${type}: ${value.slice(-300)}`);
      ok(performance.now() - start < 500, `${type}: ${performance.now() - start} ms`);
      client.kill();
    }
});

test('hover on copies: the load at a load, the store at a store, both at the atom, as the ISA of the chip spells them', async (use) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fly-hover-'));
  try {
    for (const chip of ['gfx942', 'gfx1100', 'gfx1201'])
      for (const bits of [32, 64, 128]) {
        const atom = `!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<${bits}>, 32>`, memory = `!fly.memref<f32, #fly_rocdl.buffer_desc, ${bits / 32}:1, align<16>>`, register = `!fly.memref<f32, register, ${bits / 32}:1>`;
        const text = `gpu.module @m [#rocdl.target<chip = "${chip}">] {
  gpu.func @k(%p: ${memory}, %q: ${memory}) kernel {
    %l = fly.static : !fly.layout<${bits / 32}:1>
    %r = fly.memref.alloca(%l) : (!fly.layout<${bits / 32}:1>) -> ${register}
    %a = fly.make_copy_atom {valBits = 32 : i32} : ${atom}
    fly.copy(%a, %p, %r) : (${atom}, ${memory}, ${register}) -> ()
    fly.copy(%a, %r, %q) : (${atom}, ${register}, ${memory}) -> ()
    gpu.return
  }
}
`;
        const file = path.join(folder, 'a.mlir');
        writeFileSync(file, text);
        const isa = tool('fly-compile', '--emit', 'isa', file);
        equal(isa.status, 0, isa.stderr);
        const [load, store] = ['load', 'store'].map((way) => new RegExp(`buffer_${way}_\\w+`).exec(isa.stdout)[0]);
        const { at, findings, client } = await hovering(use, text);
        equal(findings, [], 'findings');
        const said = async (...place) => (await at(...place)).match(/buffer_(?:load|store)_\w+|raw\.ptr\.buffer\.(?:load|store)/g).filter((name, i, all) => all.indexOf(name) === i);
        equal(await said('fly.copy(%a, %p', 5), [load, 'raw.ptr.buffer.load'], `${chip} ${bits}: the load`);
        equal(await said('fly.copy(%a, %r', 5), [store, 'raw.ptr.buffer.store'], `${chip} ${bits}: the store`);
        for (const [needle, shift] of [['%a =', 1], ['!fly_rocdl.cdna3', 8]])
          has(await at(needle, shift), [`instruction \`${load}\`, the other way \`${store}\``, 'buffer.load`, the other way `llvm.amdgcn.raw.ptr.buffer.store`'], `${chip} ${bits}: ${needle}`);
        const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } });
        ok(hints.some((hint) => hint.tooltip.value.includes(`\`${load}\`, the other way \`${store}\``)), 'tooltip');
        client.kill();
      }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('hover on `module`, on the number of a result and on types of other dialects; documentation has no dead links', async (use) => {
  const { at, client } = await hovering(use, `func.func private @f(!gpu.async.token, !llvm.ptr<3>)
module @a {
  // the module in a comment
  gpu.module @b {
    gpu.func @k() kernel {
      %r:2 = "x.y"() : () -> (i32, i32)
      "x.z"(%r#1) : (i32) -> ()
      gpu.return
    }
  }
}
`);
  has(await at('module @a', 2), ['builtin.module'], 'module');
  equal(await at('the module', 6), null, 'a word of a comment');
  for (const shift of [0, 1, 2, 3, 4]) has(await at('%r#1', shift), ['%r : i32'], `%r#1 at ${shift}`);
  has(await at('!gpu.async.token', 6), ['of the dialect `gpu`'], '!gpu.async.token');
  const page = await at('!llvm.ptr', 3) + await at('module @a', 2);
  ok(!/\]\((?!https?:)/.test(page), page);
  client.kill();
});

// --- Layout literals --------------------------------------------------------------------------------------------

/** Index of a coordinate, counted column-major over the leaves of `shape` and `stride`. */
function indexOf(i, shape, stride) {
  if (!Array.isArray(shape)) return i * stride;
  let index = 0;
  for (const [mode, part] of shape.entries()) {
    const size = [part].flat(9).reduce((a, b) => a * b, 1);
    index += indexOf(mode + 1 < shape.length ? i % size : i, part, stride[mode]);
    i = Math.floor(i / size);
  }
  return index;
}
const swizzled = (x, mask, base, shift) => x ^ ((x & (((1 << mask) - 1) << (base + shift))) >> shift);
const print = (tuple) => (Array.isArray(tuple) ? `(${tuple.map(print).join(',')})` : `${tuple}`);

test('hover on plain and swizzled layout literals: every fact computed here, with a picture', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const [shape, stride, swizzle, offset] of [
    [[4, 8], [1, 4]], [[4, 8], [8, 1]], [[[2, 2], [2, 4]], [[1, 4], [2, 8]]], [[4, 2], [1, 2]], [8, 0], [[3, 5, 7], [35, 7, 1]],
    [[8, 64], [64, 1], [3, 3, 3], 0], [[16, 32], [32, 1], [2, 1, 3], 4], [[4, 4], [0, 1], [1, 0, 1], 2]]) {
    const plain = `${print(shape)}:${print(stride)}`;
    const literal = swizzle ? `S<${swizzle.join(',')}> o ${offset} o ${plain}` : plain;
    const size = [shape].flat(9).reduce((a, b) => a * b, 1);
    const values = Array.from({ length: size }, (_, i) => (swizzle ? swizzled(indexOf(i, shape, stride) + offset, ...swizzle) : indexOf(i, shape, stride)));
    const distinct = new Set(values).size;
    const facts = [`shape: \`${print(shape)}\``, `stride: \`${print(stride)}\``, `size: \`${size}\``,
      distinct === size ? 'injective: `yes`' : `injective: \`no, ${size} coordinates share ${distinct} indices\``,
      `first values: \`${values.slice(0, 16).join(', ')}${size > 16 ? ', …' : ''}\``,
      swizzle ? `range: \`${Math.min(...values)} to ${Math.max(...values)}\`` : `cosize: \`${Math.max(...values) + 1}\``];
    const type = swizzle ? 'composed_layout' : 'layout';
    for (const text of [`func.func private @f(!fly.${type}<${literal}>)\n`, `func.func private @f(!fly.memref<f16, shared, ${literal}>)\n`, `// a comment about ${literal}\n`]) {
      equal(await client.openSettled(uri, text), [], `${literal}: findings`);
      const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, plain, 1) });
      has(hover?.contents.value, facts, `${literal} in ${text}`);
      ok(svgOf(hover.contents.value), `${literal} in ${text}: no picture`);
      await client.notify('textDocument/didClose', { textDocument: { uri } });
    }
  }
});

test('hover on coordinate tensors, dynamic and huge layouts, swizzles, tiles and tuples', async (use) => {
  const { at, findings } = await hovering(use, `func.func @f() {
  return
}
func.func private @coordinates(!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>)
func.func private @twice(!fly.layout<(2,3):(1E0,1E0)>)
func.func private @dynamic(!fly.layout<(?,8):(1,?)>)
func.func private @huge(!fly.layout<(4096,1024):(1,4096)>)
func.func private @hugeNot(!fly.layout<(4096,1024):(1,0)>)
func.func private @composed(!fly.composed_layout<32:2 o 1 o (4,8):(1,4)>)
func.func private @swizzle(!fly.swizzle<S<3,4,3>>)
func.func private @tile(!fly.tile<[32|4:8|*]>)
func.func private @tuple(!fly.int_tuple<((2,4),3)>)
func.func private @pointer(!fly.ptr<f16, shared, align<16>, S<3,4,3>>)
`);
  equal(findings.filter((entry) => entry.severity === 1), [], 'errors');
  has(await at('!fly.coord_tensor', 8), ['coordinate tensor', 'base: `(0,0)`', 'shape: `(4,8)`', 'stride: `(1E0,1E1)`', 'size: `32`', 'coshape: `(4,8)`', 'injective: `yes`', 'first values: `(0,0), (1,0), (2,0), (3,0), (0,1)'], 'coordinates');
  has(await at('(2,3):(1E0', 2), ['injective: `no, 6 coordinates share 4 values`'], 'a direction taken twice');
  has(await at('!fly.layout<(?,8)', 8), ['shape: `(?,8)`', 'stride: `(1,?)`', 'size: `?'], 'dynamic');
  has(await at('(4096,1024):(1,4096)', 4), ['size: `4194304`', 'cosize: `4194304`', 'injective: `yes`', 'first values: `0, 1, 2, 3'], 'huge');
  has(await at('(4096,1024):(1,0)', 4), ['injective: `no`'], 'huge and not injective');
  has(await at('32:2 o', 1), ['composed layout', 'inner: `32:2`', 'offset: `1`', 'size: `32`', 'injective: `yes`', 'first values: `2, 4, 6, 8'], 'composed');
  const swizzle = await at('!fly.swizzle', 8);
  has(swizzle, ['xors bits 4 to 6 of the index with bits 7 to 9', 'keeps together: `16 consecutive indices`', 'repeats every: `1024 indices`'], 'swizzle');
  ok(svgOf(swizzle), 'a swizzle is drawn');
  has(await at('S<3,4,3>>)\n', 2, 1), ['xors bits 4 to 6 of the byte address', '16 consecutive bytes', '1024 bytes'], 'a swizzle of a pointer');
  has(await at('!fly.tile', 6), ['tile 32x4x*', 'modes: `3`', 'mode 1 takes: `4 elements by 4:8`'], 'tile');
  has(await at('!fly.int_tuple', 8), ['int tuple', 'product: `24`'], 'tuple');
  has(await at('!fly.ptr', 5), ['pointer', 'alignment: `16 bytes`', 'swizzle of byte addresses: `S<3,4,3>`'], 'pointer');
});

// --- Payloads ---------------------------------------------------------------------------------------------------

test('hover on payloads: instruction and chips of every instance of both tables, the instance itself first', async (use) => {
  let compared = 0;
  for (const dialect of ['fly_rocdl', 'fly_ptx']) {
    const table = tool('fly-opt', `--list-atoms=${dialect}`).stdout.split('\n').filter((line) => line.startsWith('| `!fly')).map((line) => line.split(' | '));
    ok(table.length > 50, `${dialect}: ${table.length} rows`);
    const payloads = table.map(([payload]) => payload.slice(3, -1));
    const text = payloads.map((payload, i) => `!t${i} = ${payload}\n`).join('');
    const { client, findings } = await hovering(use, text, fullCapabilities, { hover: { picture: false } });
    equal(findings, [], 'findings');
    const answers = await Promise.all(payloads.map((payload, line) => client.request('textDocument/hover', client.at(uri, line, text.split('\n')[line].indexOf('<') + 2))));
    for (const [i, payload] of payloads.entries()) {
      const value = answers[i]?.contents.value;
      const [, , , mnemonics, chips] = table[i];
      for (const mnemonic of mnemonics.match(/`[^`]+`/g)) has(value, [mnemonic], payload);
      has(value, [/^[\w.]+/.exec(chips)[0]], payload);
      // The list starts with the instance, or with the one that it adds options to.
      const list = value.split('```text\n')[1].split('\n```')[0].split('\n');
      const parameters = payload.slice(payload.indexOf('<') + 1, -1);
      ok(parameters.startsWith(list[0].split('  ')[0].trim()), `${payload}: first is ${list[0]}`);
      ok(list.length <= 41, `${payload}: ${list.length} lines`);
      ++compared;
    }
  }
  ok(compared > 300, `${compared} compared`);
});

test('hover on a payload: the legal instances of its table, cut with a count; illegal ones too, as the message names them', async (use) => {
  const rows = tool('fly-opt', '--list-atoms=fly_rocdl').stdout.split('\n').filter((line) => line.startsWith('| `!fly'));
  const mfma = rows.filter((line) => line.includes('cdna3.mfma<')).map((line) => /mfma<([^`]*)>`/.exec(line)[1]);
  const scaled = rows.filter((line) => line.includes('cdna4.mfma_scale<')).length;
  const { at, range, findings } = await hovering(use, `func.func @f() {
  %a = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>
  %b = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x5, (f32, f32) -> f32>>
  %c = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>>
  %d = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_ptx.sm75.ldmatrix<x3>, 16>
  %e = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<12>, 4>
  %g = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16
  return
}
!alias = !fly_rocdl.cdna3.mfma<32x32x2, (f32, f32) -> f32>
`);
  const legal = await at('cdna3.mfma<16x16x4,', 8);
  equal(await range('cdna3.mfma<16x16x4,', 8), '!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>', 'range');
  has(legal, [`legal instances (${mfma.length})`, ...mfma, 'matrix product of a 64-lane wave', 'instruction `v_mfma_f32_16x16x4_f32`', 'gfx942, gfx950', 'intrinsic: `llvm.amdgcn.mfma.f32.16x16x4f32`', 'operation: `rocdl.mfma.f32.16x16x4f32`', '| C | 16 x 16 | 64 x 4 |'], 'legal');
  ok(svgOf(legal), 'the map of a payload');
  const illegal = await at('cdna3.mfma<16x16x5,', 8);
  has(illegal, ['not legal:** `16x16x5, (f32, f32) -> f32`', ...mfma], 'illegal');
  const message = findings.find((entry) => entry.message.includes('16x16x5')).message;
  const nearest = /nearest: (\S+) (\(f32, f32\) -> f32), (\S+) (\(f32, f32\) -> f32)/.exec(message);
  const lines = illegal.split('```text\n')[1].split('\n');
  ok(lines[0].startsWith(`${nearest[1]}, ${nearest[2]}`) && lines[1].startsWith(`${nearest[3]}, ${nearest[4]}`), `${message} against ${lines.slice(0, 2)}`);
  const many = await at('cdna4.mfma_scale', 8);
  equal(many.split('```text\n')[1].split('\n```')[0].split('\n').length, 41, '40 rows and a count');
  has(many, [`legal instances (${scaled})`, `and ${scaled - 40} more`], 'cut');
  has(await at('sm75.ldmatrix<x3>', 8), ['not legal:** `x3`', 'x4', 'x2', 'x1', 'also with: trans', 'sm_75 and later'], 'ldmatrix');
  has(await at('universal_copy<12>', 8), ['not legal:** `12`', '8\n', '16\n', '128'], 'universal copy');
  has(await at('cdna3.mfma<16x16\n', 8), ['16x16x4, (f32, f32) -> f32'], 'while it is being typed');
  has(await at('!alias', 2), ['!alias = !fly_rocdl.cdna3.mfma<32x32x2', 'instruction `v_mfma_f32_32x32x2_f32`', `legal instances (${mfma.length})`], 'through an alias');
});

test('hover says when the chip in force lacks an instruction, and spells it as the chip does', async (use) => {
  const text = (chip) => `gpu.module @m [#rocdl.target<chip = "${chip}">] {
  gpu.func @f() {
    %a = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
    %c = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
    gpu.return
  }
}
`;
  for (const [chip, load] of [['gfx942', 'buffer_load_dwordx4'], ['gfx1100', 'buffer_load_b128'], ['gfx1201', 'buffer_load_b128']]) {
    const { at } = await hovering(use, text(chip));
    has(await at('!fly_rocdl.cdna3.buffer_copy', 8), [`instruction \`${load}\``, `\`${load.replace('load', 'store')}\``], chip);
    const atom = await at('%a =', 1);
    has(atom, [`chip in force: \`${chip}\` (gpu.module)`], chip);
    equal(atom.includes('which lacks this instruction'), chip !== 'gfx942', chip);
    equal((await at('!fly_rocdl.cdna3.mfma', 8)).includes(`**not on** \`${chip}\``), chip !== 'gfx942', chip);
  }
});

// --- Aliases ----------------------------------------------------------------------------------------------------

test('hover on aliases: at the definition, at uses, of types and attributes, one inside of another', async (use) => {
  const { at, findings } = await hovering(use, `!t = !fly.layout<(4,8):(1,4)>
!payload = !fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>
!atom = !fly.mma_atom<!payload>
#m = affine_map<(d0) -> (d0)>
#l = #fly<layout (2,3):(1,2)>
#s = #fly<swizzle S<3,4,3>>
func.func @f(%a: !t, %b: !atom) attributes {m = #m, l = #l, s = #s} {
  return
}
`);
  equal(findings, [], 'findings');
  for (const nth of [0, 1])
    has(await at('!t', 1, nth), ['!t = !fly.layout<(4,8):(1,4)>', 'size: `32`', 'injective: `yes`', 'data:image'], `!t ${nth}`);
  for (const nth of [0, 1])
    has(await at('!payload', 3, nth), ['!payload = !fly_rocdl.cdna3.mfma', 'v_mfma_f32_16x16x4_f32', '32x32x2, (f32, f32) -> f32'], `!payload ${nth}`);
  for (const nth of [0, 1])
    has(await at('!atom', 3, nth), ['!atom = !fly.mma_atom<!payload>', '| C | 16 x 16 | 64 x 4 |', 'data:image'], `!atom ${nth}`);
  for (const nth of [0, 1]) equal(await at('#m', 1, nth), '```mlir\n#m = affine_map<(d0) -> (d0)>\n```', `#m ${nth}`);
  for (const nth of [0, 1]) has(await at('#l', 1, nth), ['#l = #fly<layout (2,3):(1,2)>', 'size: `6`', 'data:image'], `#l ${nth}`);
  for (const nth of [0, 1]) has(await at('#s', 1, nth), ['xors bits 4 to 6'], `#s ${nth}`);
  has(await at('(2,3):(1,2)', 3), ['size: `6`'], 'the layout inside of an attribute');
  equal(await at('affine_map', 3), null, 'nothing to tell of another dialect');
});

// --- Intrinsics -------------------------------------------------------------------------------------------------

test('hover on intrinsics: the instruction named is the one that the compiler makes of the kernel', async (use) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fly-hover-'));
  try {
    let compared = 0;
    for (const [name, chip] of [['mma_block_f32', 'gfx942'], ['gemm_f16_gfx942', 'gfx942'], ['wmma_f16_gfx1100', 'gfx1100'], ['wmma_tdm_gfx1250', 'gfx1250']]) {
      const file = data(`kernels/${name}.mlir`);
      const lowered = tool('fly-compile', '--chip', chip, '--emit', 'target', file), isa = tool('fly-compile', '--chip', chip, '--emit', 'isa', file);
      ok(lowered.status === 0 && isa.status === 0, `${name}: ${lowered.stderr}${isa.stderr}`);
      const { at } = await hovering(use, lowered.stdout);
      const instructions = /^(rocdl\.(?:mfma|wmma|raw\.ptr\.buffer|global\.load\.lds|tensor)[\w.]*)/;
      const operations = [...new Set([...lowered.stdout.matchAll(/(?:= |^ +)(rocdl\.[\w.]+)/gm)].map((found) => found[1]))].filter((op) => instructions.test(op));
      ok(operations.length > 1, `${name}: ${operations}`);
      for (const operation of operations) {
        const text = await at(`${operation} `, 8);
        const mnemonic = /instruction `([^`]+)`/.exec(text)?.[1];
        ok(mnemonic && isa.stdout.includes(mnemonic), `${name}: ${operation}: '${mnemonic}' is not in the ISA`);
        has(text, ['made by', '!fly_rocdl.', `chip in force: \`${chip}\``], operation);
        ++compared;
      }
    }
    ok(compared > 8, `${compared} compared`);
    // Cross-lane and other instructions that no payload makes.
    for (const [chip, body, names] of [
      ['gfx950', `%1 = rocdl.ds_swizzle %t, %c : (i32, i32) -> i32
    %2 = rocdl.ds_bpermute %t, %t : (i32, i32) -> i32
    %3 = rocdl.readlane %1, %j : (i32, i32) -> i32
    %4 = rocdl.readfirstlane %t : i32
    %5 = rocdl.update.dpp %t, %t with 296, 15, 15, true : i32
    %6 = rocdl.permlane16.swap %t, %i, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
    %7 = rocdl.permlane32.swap %t, %i, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
    %8 = rocdl.exp2 %x f32 -> f32
    %9 = rocdl.rcp %x f32 -> f32
    rocdl.s.barrier
    rocdl.s.setprio 1
    rocdl.s.sleep 1
    rocdl.s.waitcnt 0
    %s6 = llvm.extractvalue %6[0] : !llvm.struct<(i32, i32)>
    %s7 = llvm.extractvalue %7[0] : !llvm.struct<(i32, i32)>
    %b8 = llvm.bitcast %8 : f32 to i32
    %b9 = llvm.bitcast %9 : f32 to i32`, ['%1', '%2', '%3', '%4', '%5', '%s6', '%s7', '%b8', '%b9']],
      ['gfx1100', '%1 = rocdl.permlanex16 %t, %t, %i, %j, true, false : i32, i32', ['%1']]]) {
      let sum = '%t';
      const xors = names.map((name, i) => { const line = `    %x${i} = llvm.xor ${sum}, ${name} : i32`; sum = `%x${i}`; return line; });
      const text = `gpu.module @k [#rocdl.target<chip = "${chip}">] {
  llvm.func @f(%i: i32, %j: i32, %x: f32, %p: !llvm.ptr<1>) attributes {gpu.kernel, rocdl.kernel} {
    %t = rocdl.workitem.id.x : i32
    %c = llvm.mlir.constant(8223 : i32) : i32
    ${body}
${xors.join('\n')}
    llvm.store ${sum}, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}
`;
      const file = path.join(folder, `${chip}.mlir`);
      writeFileSync(file, text);
      const isa = tool('fly-compile', '-O', '0', '--emit', 'isa', file);
      equal(isa.status, 0, isa.stderr);
      const { at, findings } = await hovering(use, text);
      equal(findings, [], 'findings');
      for (const operation of new Set(body.match(/rocdl\.[\w.]+/g))) {
        const mnemonic = /instruction `([^` ]+)/.exec(await at(`${operation} `.replace('barrier ', 'barrier'), 8))?.[1];
        ok(mnemonic && isa.stdout.includes(mnemonic), `${operation}: '${mnemonic}' is not in the ISA`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('hover on intrinsics of NVIDIA, and on inline PTX: the instruction named is in the PTX of the compiler', async (use) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fly-hover-'));
  try {
    const text = `gpu.module @k [#nvvm.target<chip = "sm_90">] {
  llvm.func @f(%i: i32, %s: !llvm.ptr<3>, %p: !llvm.ptr<1>, %h: vector<2xf16>, %x: f32) attributes {gpu.kernel, nvvm.kernel} {
    %0 = nvvm.shfl.sync bfly %i, %i, %i, %i : i32 -> i32
    %1 = nvvm.read.ptx.sreg.tid.x : i32
    nvvm.barrier0
    nvvm.cp.async.shared.global %s, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    %2 = nvvm.ldmatrix %s {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %3 = nvvm.mma.sync A[%h, %h, %h, %h] B[%h, %h] C[%x, %x, %x, %x] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.inline_asm has_side_effects "st.global.L1::no_allocate.v4.b32 [$0], {$1, $2, $3, $4};", "l,r,r,r,r" %p, %i, %i, %i, %i : (!llvm.ptr<1>, i32, i32, i32, i32) -> ()
    %4 = llvm.extractvalue %3[0] : !llvm.struct<(f32, f32, f32, f32)>
    %5 = llvm.bitcast %4 : f32 to i32
    %6 = llvm.add %0, %1 : i32
    %7 = llvm.add %5, %6 : i32
    %8 = llvm.extractvalue %2[0] : !llvm.struct<(i32, i32, i32, i32)>
    %9 = llvm.add %7, %8 : i32
    llvm.store %9, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}
`;
    const file = path.join(folder, 'k.mlir');
    writeFileSync(file, text);
    const ptx = tool('fly-compile', '--emit', 'isa', file);
    equal(ptx.status, 0, ptx.stderr);
    const { at, findings } = await hovering(use, text);
    equal(findings, [], 'findings');
    for (const [needle, payload] of [
      ['nvvm.shfl.sync', ''], ['nvvm.barrier0', ''], ['nvvm.cp.async.commit.group', ''], ['nvvm.cp.async.wait.group', ''],
      ['nvvm.cp.async.shared.global', '!fly_ptx.sm80.cp_async<128'], ['nvvm.ldmatrix', '!fly_ptx.sm75.ldmatrix<x4>'],
      ['nvvm.mma.sync', '!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32>'],
      ['llvm.inline_asm', '!fly_ptx.sm75.st<128, evict = no_allocate>'], ['st.global.L1', '!fly_ptx.sm75.st<128, evict = no_allocate>']]) {
      const value = await at(needle, 6);
      const instruction = /instruction `([^`]+)`/.exec(value)?.[1];
      ok(instruction && ptx.stdout.replace(/\s+/g, ' ').includes(instruction), `${needle}: '${instruction}' is not in the PTX: ${value}`);
      if (payload) has(value, [`made by \`${payload}`, '`sm_'], needle);
    }
    has(await at('nvvm.read.ptx.sreg.tid.x', 6), ['%tid.x'], 'a special register');
    ok(svgOf(await at('nvvm.mma.sync', 6)), 'the map of the instruction');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('hover on the names of intrinsics in calls, symbols, comments and LLVM IR', async (use) => {
  const { at, range, findings } = await hovering(use, `// This makes llvm.amdgcn.mfma.f32.32x32x2f32.
func.func @f(%acc: vector<4xf32>, %a: f32, %z: i32, %r: !llvm.ptr<8>) -> vector<4xf32> {
  %b = llvm.call_intrinsic "llvm.amdgcn.mfma.f32.16x16x4f32"(%a, %a, %acc, %z, %z, %z) : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  %c = llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.v4f32"(%r, %z, %z, %z) : (!llvm.ptr<8>, i32, i32, i32) -> vector<4xf32>
  %d = rocdl.raw.ptr.buffer.load %r, %z, %z, %z : vector<2xf32>
  %e = rocdl.raw.ptr.buffer.load %r, %z, %z, %z : f16
  rocdl.raw.ptr.buffer.store %a, %r, %z, %z, %z : f32
  // Or llvm.amdgcn.raw.ptr.buffer.load.lds, of any width.
  rocdl.sched.barrier 0
  return %b : vector<4xf32>
}
// llvm.amdgcn.mfma.f32.32x32x1f32 llvm.amdgcn.no.such.thing llvm.nvvm.mma.m16n8k8.row.col.f32.f32
`);
  equal(findings.filter((entry) => entry.severity === 1), [], 'errors');
  has(await at('llvm.amdgcn.mfma.f32.16x16x4f32', 14), ['instruction `v_mfma_f32_16x16x4_f32`', '`gfx942, gfx950`', 'made by `!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>`', '| C | 16 x 16 |'], 'in a call');
  equal(await range('llvm.amdgcn.mfma.f32.16x16x4f32', 14), 'llvm.amdgcn.mfma.f32.16x16x4f32', 'range');
  has(await at('llvm.call_intrinsic', 8), ['instruction `v_mfma_f32_16x16x4_f32`'], 'the calling operation');
  has(await at('llvm.amdgcn.mfma.f32.32x32x2f32', 14), ['instruction `v_mfma_f32_32x32x2_f32`'], 'in a comment');
  has(await at('llvm.amdgcn.raw.ptr.buffer.load', 14), ['buffer_load_dwordx4', '!fly_rocdl.cdna3.buffer_copy<128>'], 'with the type of an overload');
  has(await at('rocdl.raw.ptr.buffer.load', 8, 0), ['buffer_load_dwordx2', 'made by `!fly_rocdl.cdna3.buffer_copy<64>`'], 'by the width of the result');
  has(await at('rocdl.raw.ptr.buffer.load', 8, 1), ['made by `!fly_rocdl.cdna3.buffer_copy<16>`'], 'by the width of the result');
  has(await at('rocdl.raw.ptr.buffer.store', 8), ['buffer_store_dword', 'made by `!fly_rocdl.cdna3.buffer_copy<32>`'], 'a store');
  has(await at('buffer.load.lds', 10), ['!fly_rocdl.cdna3.buffer_copy_lds<32>', '!fly_rocdl.cdna3.buffer_copy_lds<128>'], 'in a comment between operations');
  has(await at('rocdl.sched.barrier', 8), ['intrinsic `llvm.amdgcn.sched.barrier`'], 'no instruction of its own');
  has(await at('llvm.amdgcn.mfma.f32.32x32x1f32', 14), ['no fly payload makes this instruction'], 'a multi-block product');
  has(await at('llvm.amdgcn.no.such', 14), ['LLVM has no intrinsic of this name'], 'a name that is none');
  has(await at('llvm.nvvm.mma', 8), ['mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32', '!fly_ptx.sm75.mma<16x8x8, (f16, f16) -> f32>'], 'of NVIDIA');
});

// --- Broken statements ------------------------------------------------------------------------------------------

test('hover on values of broken statements: the type that uses want or that it is not known, never a stand-in', async (use) => {
  const text = `func.func @f(%n: index) {
  %a = fly.frobnicate %n : i32
  %b = fly.make_layout(
  %c = fly.static : !fly.layout<4:1>
  func.call @g(%a) : (i32) -> ()
  rocdl.mfma.f32.16x16x4f32 %n,
  scf.for %q
  return
}
func.func private @g(i32)
`;
  const { client, at } = await hovering(use, text);
  has(await at('%a =', 1), ['%a : i32', 'the type that its uses want'], '%a');
  has(await at('%b =', 1), ['%b', 'not known while the statement is broken'], '%b');
  has(await at('%c =', 1), ['!fly.layout<4:1>'], '%c');
  has(await at('rocdl.mfma', 8), ['v_mfma_f32_16x16x4_f32'], 'the instruction of a broken statement');
  has(await at('scf.for', 5), ['---'], 'the documentation of a broken statement');
  const lines = text.split('\n');
  for (let line = 0; line < lines.length; ++line)
    for (let character = 0; character <= lines[line].length; ++character) {
      const hover = await client.request('textDocument/hover', client.at(uri, line, character));
      ok(!JSON.stringify(hover).includes('fly_broken'), `${line}:${character}: ${JSON.stringify(hover)}`);
    }
});

test('hovers are short enough for VS Code at every place of every kernel and lowered kernel', async (use) => {
  const lowered = tool('fly-compile', '--chip', 'gfx942', '--emit', 'target', data('kernels/mma_block_f32.mlir')).stdout;
  for (const text of [kernel, read('kernels/gemm_f16_gfx942.mlir'), read('kernels/softmax_row.mlir'), read('kernels/wmma_tdm_gfx1250.mlir'), lowered]) {
    const { client } = await hovering(use, text);
    const lines = text.split('\n');
    const asked = [];
    for (let line = 0; line < lines.length; line += 2)
      for (let character = line % 7; character <= Math.min(lines[line].length, 300); character += 7)
        asked.push(client.request('textDocument/hover', client.at(uri, line, character)));
    for (const hover of await Promise.all(asked))
      ok(!hover || hover.contents.value.length < 100000, `${hover?.contents.value.length} characters: ${hover?.contents.value.slice(0, 200)}`);
    client.kill();
  }
});
