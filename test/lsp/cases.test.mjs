// The collected cases: kernels have no findings, reported faults and gaps have those that they state.
import { readdirSync } from 'node:fs';
import { Client, data, placeOf, read, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

test('A3.1 kernels have no findings, and every fly operation has a hover', async (use) => {
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

test('A3.24 typing character by character, and deleting each character (bug 10)', async (use) => {
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

test('reported faults and gaps give the findings that they state', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  // File: [severity, code, text underlined or part of it, part of the message]
  const expected = {
    'bugs/01-divide-short-tile.mlir': [[1, 'FLY137', '%t', "'*'"]],
    'bugs/07-layout-divisor-or-tile.mlir': [[4, undefined, '%d', '32 consecutive']],
    'bugs/08-printing-a-swizzled-value.mlir': [[1, 'FLY160', '%m', 'no printable value']],
    'gaps/frag_static_oob.mlir': [[1, 'FLY131', '%s', '4']],
    'gaps/lds_align.mlir': [[2, 'FLY172', '%v', '16 bytes of the source'], [2, 'FLY172', '%q', 'aligned to 2 bytes']],
    'gaps/mma_part_static.mlir': [[1, undefined, '!fly.coord_tensor<0, (1,1,1):(0,0,0)>', 'coord_tensor<16']],
    'gaps/stage_dyn.mlir': [[4, undefined, '%c', 'register memory of 8 elements stays in memory: an offset into it is only known at run time'], [2, 'FLY172', '%src', 'aligned to 4 bytes'], [2, 'FLY172', '%o', 'aligned to 4 bytes']],
    'gaps/swz_vec_store.mlir': [[1, 'FLY174', '%q', 'only 8 bytes together']],
  };
  for (const folder of ['bugs', 'gaps'])
    for (const file of readdirSync(data(folder)).filter((name) => name.endsWith('.mlir'))) {
      const name = `${folder}/${file}`, uri = `file:///${name}`, text = read(name);
      const found = await client.openSettled(uri, text);
      const wanted = expected[name] ?? [];
      equal(found.map((d) => [d.severity, d.code]), wanted.map(([severity, code]) => [severity, code]), name);
      wanted.forEach(([, , where, message], i) => {
        equal(textOf(text, found[i].range), where, `${name}: place`);
        ok(found[i].message.includes(message), `${name}: ${found[i].message}`);
      });
    }
});

test('A1.15 quick fixes: the inferred type, a tile for a layout, a near name', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const apply = async (uri, text, title) => {
    const found = await client.openSettled(uri, text);
    const actions = await client.request('textDocument/codeAction', { textDocument: { uri }, range: found[0].range, context: { diagnostics: found } });
    const action = actions.find((entry) => entry.title.includes(title));
    ok(action, `no '${title}' in ${JSON.stringify(actions.map((entry) => entry.title))}`);
    // Edits of one action are told in the coordinates of the same text: the last one first.
    const edits = action.edit.changes[uri].sort((a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character);
    await client.change(uri, edits.map((edit) => ({ range: edit.range, text: edit.newText })));
    return client.settled(uri);
  };
  equal(await apply('file:///1.mlir', `func.func @f(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.layout<8:1>) {
  %x = fly.composition(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<8:1>) -> !fly.layout<(4,3):(1,4)>
  %y = fly.size(%x) : (!fly.layout<(4,3):(1,4)>) -> !fly.int_tuple<8>
  return
}
`, 'inferred type'), [], 'inferred type, also at its use');
  equal(await apply('file:///2.mlir', read('bugs/07-layout-divisor-or-tile.mlir'), '[4|8]'), [], 'tile');
  equal(await apply('file:///3.mlir', 'func.func @f(%left: i32) -> i32 {\n  return %lift : i32\n}\n', '%left'), [], 'name');
});

const promise = (name, body, code, severity, message) => test(`promise: ${name}`, async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const found = await client.openSettled('file:///promise.mlir', `func.func @f(${body[0]}) {\n${body[1]}\n  return\n}\n`);
  equal(found.map((d) => [d.code, d.severity]), [[code, severity]], JSON.stringify(found.map((d) => d.message)));
  ok(message.test(found[0].message), found[0].message);
});
const universal = (bits, values) => `!fly.copy_atom<!fly.universal_copy<${bits}>, ${values}>`;
promise('a pitch that breaks the alignment (FLY172)', [`%a: !fly.memref<f16, global, (8,8):(1,9), align<16>>, %r: !fly.memref<f16, register, (8,8):(1,8)>`,
  `  %c = fly.make_copy_atom {valBits = 16 : i32} : ${universal(128, 16)}
  fly.copy(%c, %a, %r) : (${universal(128, 16)}, !fly.memref<f16, global, (8,8):(1,9), align<16>>, !fly.memref<f16, register, (8,8):(1,8)>) -> ()`], 'FLY172', 2, /16 bytes.*2 bytes/);
promise('a copy wider than the grain (FLY174)', [`%a: !fly.memref<f16, shared, 8:1, align<16>, S<3,3,3>>, %r: !fly.memref<f16, register, 8:1>`,
  `  %c = fly.make_copy_atom {valBits = 16 : i32} : ${universal(128, 16)}
  fly.copy(%c, %a, %r) : (${universal(128, 16)}, !fly.memref<f16, shared, 8:1, align<16>, S<3,3,3>>, !fly.memref<f16, register, 8:1>) -> ()`], 'FLY174', 2, /16 bytes.*8 bytes/);
promise('an index beyond 32 bits (FLY176)', ['%c: !fly.int_tuple<(?,?)>, %l: !fly.layout<(65536,65536):(65536,1)>',
  '  %i = fly.crd2idx(%c, %l) : (!fly.int_tuple<(?,?)>, !fly.layout<(65536,65536):(65536,1)>) -> !fly.int_tuple<?>'], 'FLY176', 2, /4294967295/);
promise('a pointer inside a byte (FLY177)', ['%p: !fly.ptr<f4E2M1FN, shared, align<4>>, %o: !fly.int_tuple<1>',
  '  %q = fly.add_offset(%p, %o) : (!fly.ptr<f4E2M1FN, shared, align<4>>, !fly.int_tuple<1>) -> !fly.ptr<f4E2M1FN, shared>'], 'FLY177', 2, /inside a byte/);
promise('other values than elements (FLY178)', [`%a: !fly.memref<f16, global, (4,8):(8,1), align<16>>, %t: !fly.int_tuple<?>, %tc: !fly.tiled_copy<${universal(32, 32)}, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>`,
  `  %p = fly.tiled_copy.partition_src(%tc, %a, %t) : (!fly.tiled_copy<${universal(32, 32)}, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>, !fly.memref<f16, global, (4,8):(8,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((1,(4,2)),1,1):((0,(8,1)),0,0), align<4>>`], 'FLY178', 1, /32 bits.*16 bits.*1 element and moves 2/);

test('a partition tells the view of all threads (bug 03), a swizzled pointer its unit (bug 06)', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const uri = 'file:///3.mlir', text = read('bugs/03-whole-partition-view.mlir');
  await client.openSettled(uri, text);
  const position = placeOf(text, 'fly.tiled_copy.partition_src', 4);
  const hover = await client.request('textDocument/hover', { textDocument: { uri }, position });
  for (const part of ['8 threads, 4 values, 1x4 repetitions', '128 of 128 elements covered once'])
    ok(hover.contents.value.includes(part), `${part} in ${hover.contents.value.slice(0, 700)}`);
  const map = await client.request('fly/threadValueMap', { textDocument: { uri }, position, owners: true });
  const [operand] = map.operands;
  equal([map.kind, operand.threads, operand.values, operand.tile], ['copy', 8, 16, [8, 16]], 'map');
  // Thread t owns row t; slots 0..3 of repetition r are columns 4r..4r+3.
  for (const [thread, value, row, col] of operand.owners) equal([row, col], [thread, value], 'owner');
  const other = 'file:///6.mlir', swizzled = read('bugs/06-swizzle-in-elements-or-bytes.mlir');
  await client.openSettled(other, swizzled);
  const memory = await client.request('textDocument/hover', { textDocument: { uri: other }, position: placeOf(swizzled, '%m:', 1) });
  ok(memory.contents.value.includes('byte addresses') && memory.contents.value.includes('S<1,4,3>'), memory.contents.value.slice(0, 500));
  const { operands } = await client.request('fly/threadValueMap', { textDocument: { uri: other }, position: placeOf(swizzled, '%c:', 1), picture: { format: 'json' } });
  equal(operands[0].layout, 'S<1,3,3> o 0 o (8,16):(16,1)', 'composed layout');
});
