// fly/threadValueMap and its relatives against tables made elsewhere.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { Client, data, placeOf, read, root, textOf } from './client.mjs';
import { equal, ok, rejects, test } from './harness.mjs';

const uri = 'file:///a.mlir';
const kernel = read('kernels/mma_block_f32.mlir');

/** Compares owners with an oracle table; K may be permuted alike in A and B where the oracle allows it. */
function compare(map, oracle) {
  const table = (name) => map.operands.find((operand) => operand.name === name.toLowerCase());
  const columns = new Map();
  for (const name of ['A', 'B', 'C']) {
    const { rows, cols, vals, table: expected } = oracle.operands[name];
    const operand = table(name);
    equal(operand.tile, [rows, cols], `${name}: tile`);
    equal([operand.threads, operand.values], [oracle.wave, vals], `${name}: threads and values`);
    equal(operand.owners.length, oracle.wave * vals, `${name}: owners`);
    const exact = operand.owners.every(([t, v, row, col]) => expected[t][v][0] === row && expected[t][v][1] === col);
    if (exact) {
      if (name !== 'C') for (let k = 0; k < cols; ++k) if (columns.has(k)) equal(columns.get(k), k, `${name}: common permutation`);
      continue;
    }
    ok(name !== 'C', 'C must be exact');
    for (const [t, v, row, col] of operand.owners) {
      equal(row, expected[t][v][0], `${name}: row of thread ${t} value ${v}`);
      if (columns.has(col)) equal(columns.get(col), expected[t][v][1], `${name}: column map`);
      else columns.set(col, expected[t][v][1]);
    }
    equal(new Set(columns.values()).size, columns.size, `${name}: one to one`);
  }
}

test("A3.3 the kernel's instruction: owners equal the oracle's table", async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const map = await client.request('fly/threadValueMap', {
    textDocument: { uri }, position: placeOf(kernel, '%mma_atom =', 2), owners: true,
  });
  equal([map.kind, map.name, map.op, map.chip, map.chipSource], ['mma', '%mma_atom', 'fly.make_mma_atom', 'gfx942', 'gpu.module'], 'heading');
  compare(map, JSON.parse(read('oracle/amd/cdna3/v_mfma_f32_16x16x4_f32.json')));
});

test('A3.3 every AMD instruction of the oracle that a payload spells', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  let compared = 0;
  for (const arch of readdirSync(data('oracle/amd'), { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (const name of readdirSync(data(`oracle/amd/${arch.name}`))) {
      const oracle = JSON.parse(readFileSync(path.join(data('oracle/amd'), arch.name, name)));
      if (oracle.blocks > 1) continue;
      for (const payload of oracle.payloads) {
        // These shapes can be spelled, but no chip of the payload's generation executes them.
        if (arch.name === 'cdna2') {
          await rejects(client.request('fly/threadValueMap', { type: `!fly.mma_atom<${payload}>` }), -32602, payload);
          continue;
        }
        const map = await client.request('fly/threadValueMap', { type: `!fly.mma_atom<${payload}>`, owners: true });
        try {
          compare(map, oracle);
        } catch (error) {
          error.message = `${arch.name}/${name} ${payload}: ${error.message}`;
          throw error;
        }
        ++compared;
      }
    }
  ok(compared >= 20, `only ${compared} compared`);
});

test("the kernel's tiled operations have the expected layouts", async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const expected = JSON.parse(read('kernels/mma_block_f32.expected.json'));
  const mma = expected.tiled_mma.tiled_mma;
  const map = await client.request('fly/threadValueMap', { textDocument: { uri }, position: placeOf(kernel, '%tiled_mma =', 2) });
  equal(map.operands.map((o) => o.layout), [mma.tiled_thr_val_a, mma.tiled_thr_val_b, mma.tiled_thr_val_c], 'tiled mma');
  for (const name of Object.keys(expected.tiled_copy)) {
    const copy = await client.request('fly/threadValueMap', { textDocument: { uri }, position: placeOf(kernel, `%${name} =`, 2), owners: true });
    equal(copy.kind, 'copy', name);
    equal(copy.operands.map((o) => o.name), ['src', 'dst'], `${name}: operands`);
  }
});

test('operations in order of the text; each place asks for its map', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const list = await client.request('fly/operations', { textDocument: { uri } });
  ok(list.some((entry) => entry.kind === 'tiled_mma') && list.some((entry) => entry.kind === 'copy_atom'), 'kinds');
  for (let i = 1; i < list.length; ++i)
    ok(list[i - 1].range.start.line <= list[i].range.start.line, 'order');
  for (const entry of list) {
    equal(textOf(kernel, entry.range), entry.name, 'range');
    const map = await client.request('fly/threadValueMap', { textDocument: { uri }, position: entry.range.start });
    equal(map.type, entry.type, entry.name);
  }
});

test('pictures: SVG, text and the note for large ones; one operand', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const type = '!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>';
  const map = await client.request('fly/threadValueMap', { type, picture: { theme: 'dark', thread: 17 } });
  ok(map.svg.includes('<svg') && map.svg.includes('</svg>'), 'svg');
  const text = await client.request('fly/threadValueMap', { type, operand: 'c', picture: { format: 'text' } });
  equal(text.operands.map((o) => o.name), ['c'], 'one operand');
  ok(text.picture.includes('T17V'), 'text');
  const large = await client.request('fly/threadValueMap', { type: '!fly.layout<(1024,1024):(1,1024)>', picture: { format: 'text' } });
  ok(large.pictureNote && !large.picture, 'note');
  equal((await client.request('fly/threadValueMap', { type: '!fly.layout<(4,8):(1,4)>' })).operands, [{ name: 'layout', layout: '(4,8):(1,4)' }], 'layout');
  equal(await client.request('fly/threadValueMap', { type: 'f32' }), null, 'no layout');
  const error = await rejects(client.request('fly/threadValueMap', { type: '!fly.layout<(4,8):1>' }), -32602, 'broken type');
  ok(error.message.length > 10, error.message);
  await rejects(client.request('fly/threadValueMap', {}), -32602, 'nothing');
});

test('a map of a type is answered while a large text is parsed', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const type = '!fly.layout<(4,8):(1,4)>';
  await client.request('fly/threadValueMap', { type });
  const operations = Array.from({ length: 100 }, (_, i) => `  %v${i} = arith.addi %a, %a : i32\n`).join('');
  const text = Array.from({ length: 400 }, (_, i) => `func.func @f${i}(%a: i32) -> i32 {\n${operations}  return %a : i32\n}\n`).join('');
  await client.open(uri, text);
  await new Promise((resolve) => setTimeout(resolve, 60)); // the parse has begun
  const times = [];
  for (let i = 0; i < 5; ++i) {
    const start = performance.now();
    ok(await client.request('fly/threadValueMap', { type }), 'a map');
    times.push(performance.now() - start);
  }
  ok(!client.diagnostics.has(uri), 'the maps came behind the parse');
  times.sort((a, b) => a - b);
  ok(times[2] < 50, `${times} ms`);
  await client.settled(uri);
});

test('owners above 65,536 pairs only with full', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const type = '!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(256,512):(1,256)>, <[256|512]>>';
  const without = await client.request('fly/threadValueMap', { type, owners: true });
  ok(without.operands.every((o) => !o.owners), 'left out');
  const full = await client.request('fly/threadValueMap', { type, owners: true, full: true });
  ok(full.operands.every((o) => o.owners.length === 256 * 512), 'full');
});

test('stateAtCursor follows the cursor', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const at = (needle, shift) => client.request('fly/stateAtCursor', { textDocument: { uri }, position: placeOf(kernel, needle, shift) });
  const value = await at('%C_frag, %A_frag', 2);
  equal([value.name, value.op, value.type], ['%C_frag', 'fly.mma.make_fragment', '!fly.memref<f32, register, ((4,1),2,3):((1,0),12,4)>'], 'at a use');
  equal(value.facts.find((fact) => fact.name === 'size').value, '24', 'facts');
  const operation = await at('fly.make_tiled_mma', 3);
  equal([operation.name, operation.map.kind], ['%tiled_mma', 'mma'], 'at the operation');
  equal(await at('// One-workgroup', 3), null, 'in a comment');
});

test('fly-map prints the same JSON', async () => {
  const type = '!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>';
  const out = JSON.parse(execFileSync(path.join(buildPath, 'bin/fly-map'), [type, '--format', 'json'], { encoding: 'utf8' }));
  equal(out.type, type, 'type');
  compare(out, JSON.parse(read('oracle/amd/cdna3/v_mfma_f32_16x16x4_f32.json')));
});

// docs/memory-models.md by the name that the output gives a model.
const models = Object.fromEntries([...readFileSync(path.join(root, 'docs/memory-models.md'), 'utf8').matchAll(/^\| (\w.*?) \| (\d+) \| (\d+) bytes \| (\d+) \| (\d+), (\d+), (\d+) \|/gm)]
  .flatMap(([, names, banks, width, lanes, ...phases]) => names.replace(/ \(.*/, '').split(', ').map((name) => [name.replace('…', ''), { banks: Number(banks), width: Number(width), lanes: Number(lanes), phases: phases.map(Number) }])));
/** Most different words of one bank in one phase. */
function degree(addresses, bytes, { banks, width, phases }) {
  const lanes = phases[bytes <= 4 ? 0 : bytes <= 8 ? 1 : 2];
  let worst = 1;
  for (let first = 0; first < addresses.length; first += lanes) {
    const words = new Map();
    for (const address of addresses.slice(first, first + lanes))
      for (let word = Math.floor(address / width); word * width < address + bytes; ++word) words.set(word % banks, (words.get(word % banks) ?? new Set()).add(word));
    worst = Math.max(worst, ...[...words.values()].map((set) => set.size));
  }
  return worst;
}
test('fly-map --banks: the model of the option, of the project file or of the chip in force, and its degrees', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-map-')), file = path.join(folder, 'a.mlir');
  const banks = (project, chip, layout, ...args) => {
    writeFileSync(path.join(folder, 'fly.json'), JSON.stringify(project));
    const type = `!fly.memref<f16, shared, ${layout}, align<16>>`;
    writeFileSync(file, `gpu.module @m${chip ? ` [#${chip.startsWith('sm') ? 'nvvm' : 'rocdl'}.target<chip = "${chip}">]` : ''} {\n  gpu.func @k(%m: ${type}) kernel {\n    gpu.return\n  }\n}\n`);
    const { status, stdout, stderr } = spawnSync(path.join(buildPath, 'bin/fly-map'), [file, '--at', '2:16', '--banks', ...args], { encoding: 'utf8' });
    equal([status, stderr], [0, ''], `${args}`);
    return stdout.trim().split('\n');
  };
  try {
    for (const [project, chip, args, name, lanes, source] of [
      [{}, '', [], 'generic'], [{}, 'gfx942', [], 'gfx9'], [{}, 'gfx950', [], 'gfx950'], [{}, 'gfx1100', [], 'gfx11'], [{}, 'gfx1250', [], 'gfx12'], [{}, 'sm_90', [], 'sm_'],
      [{ chip: 'gfx950' }, '', [], 'gfx950'], [{ chip: 'gfx950' }, 'gfx1100', [], 'gfx11'],
      [{ bankModel: 'gfx950' }, 'gfx1100', [], 'gfx950', undefined, 'fly.json'], [{ bankModel: 'generic' }, 'gfx1250', [], 'generic', undefined, 'fly.json'], [{ waveSize: 64 }, 'gfx1100', [], 'gfx11', 64, 'fly.json'],
      [{ bankModel: 'gfx950', waveSize: 32 }, 'gfx1100', [], 'gfx950', 32, 'fly.json'], [{ bankModel: 'gfx950', waveSize: 32 }, 'gfx942', ['--chip', 'gfx1201'], 'gfx12'], [{}, 'gfx942', ['--chip', 'generic'], 'generic']])
      for (const [layout, pitch] of [['(64,64):(64,1)', 64], ['(64,64):(72,1)', 72], ['(64,64):(66,1)', 66]])
        for (const vector of [1, 2, 4, 8]) {
          const [said, first] = banks(project, chip, layout, ...args, '--vector', String(vector)), model = models[name], wave = lanes ?? model.lanes;
          ok(said.startsWith(`${name}: ${model.banks} banks of ${model.width} bytes, ${wave} lanes,`), said);
          equal(said.includes('fly.json'), source !== undefined, said);
          const addresses = Array.from({ length: Math.min(wave, 64) }, (_, lane) => lane * pitch * 2);
          ok(first.startsWith(`column 0: ${degree(addresses, 2 * vector, model)}-way`), `${said} ${layout} by ${vector}: ${first}, expected ${degree(addresses, 2 * vector, model)}`);
        }
    const { status, stderr } = spawnSync(path.join(buildPath, 'bin/fly-map'), ['(4,8):(1,4)', '--banks', '--chip', 'gfx9zzz'], { encoding: 'utf8' });
    ok(status === 1 && stderr.includes("'gfx9zzz'"), stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
