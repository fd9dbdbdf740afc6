// Nothing valid is hidden by something invalid.
import { Client, placeOf, read, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const uri = 'file:///a.mlir';
const whole = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
const kernel = read('kernels/mma_block_f32.mlir');
const hintsOf = async (client, text) => (await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole }))
  .map((hint) => `${textOf(text, hint.label[0].location.range)} ${hint.label[0].value}`);

test('A1.1 A1.2 hover answers on a good line while another has a parse error, or a verifier error', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const [what, from, to] of [
    ['parse error', 'fly.make_view(%B_buf_ptr, %lay_0)', 'fly.make_view(%B_buf_ptr %lay_0)'],
    ['verifier error', '-> !fly.layout<(2,2,1):(1,2,0)>', '-> !fly.layout<(2,2,1):(1,2,4)>'],
    ['undeclared name', '%A_frag_cp) :', '%A_frag_c) :'],
  ]) {
    const broken = kernel.replace(from, to);
    ok(broken !== kernel, `${what} is planted`);
    const found = await client.openSettled(uri, broken);
    ok(found.length >= 1, `${what} is reported`);
    const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(broken, '%tv_c =', 2) });
    ok(hover && hover.contents.value.includes('(16,8,2)'), `hover with ${what}`);
    const hints = await hintsOf(client, broken);
    ok(hints.some((hint) => hint.startsWith('%mma_atom ')) && hints.some((hint) => hint.startsWith('%C_frag ')), `hints with ${what}`);
    const symbols = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    equal(symbols.map((symbol) => symbol.name), ['@kernels', '@one_block'], `symbols with ${what}`);
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
});

test('each broken statement costs its own hint and no other', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const all = await hintsOf(client, kernel);
  // Break one statement after the other by dropping its last character.
  const lines = kernel.split('\n');
  for (const name of ['%lay', '%A_buf', '%waves', '%mma_atom', '%bcopy', '%tiled_copy_b', '%C_thr', '%B_frag']) {
    const index = lines.findIndex((line) => line.trim().startsWith(`${name} =`));
    const broken = lines.map((line, i) => i === index ? line.slice(0, -1) : line).join('\n');
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    const found = await client.openSettled(uri, broken);
    equal(found.filter((d) => d.severity === 1).map((d) => d.range.start.line), [index], `${name}: one error, on its line`);
    const hints = await hintsOf(client, broken);
    equal(hints, all.filter((hint) => !hint.startsWith(`${name} `)), `${name}: hints`);
  }
});

test('while a statement is broken its last facts stay, moved and marked stale', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const place = placeOf(kernel, '%waves = ', 9);
  await client.change(uri, [{ range: { start: place, end: { ...place, character: place.character + 4 } }, text: '' }]);
  const found = await client.settled(uri);
  ok(found.length > 0, 'an error');
  await client.until(() => client.statuses.some((status) => status.stale && status.chip === 'gfx942'), 'a stale status with its chip');
  const text = kernel.replace('%waves = fly.', '%waves = ');
  const hints = await hintsOf(client, text);
  ok(hints.includes('%waves ~ (2,2,1):(1,2,0)'), `the hint of %waves: ${hints.filter((h) => h.startsWith('%w'))}`);
  const map = await client.request('fly/threadValueMap', { textDocument: { uri }, position: placeOf(text, '%waves =', 2) });
  equal([map.operands[0].layout, map.stale], ['(2,2,1):(1,2,0)', true], 'map');
});

test('a function without its closing brace does not hide the others', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'func.func @a(%x: i32) -> i32 {\n  %y = arith.addi %x, %x : i32\n  return %y : i32\n\nfunc.func @b(%x: i32) -> i32 {\n  %z = arith.muli %x, %x : i32\n  return %z : i32\n}\n';
  const found = await client.openSettled(uri, text);
  equal(found.length, 1, `one error: ${JSON.stringify(found)}`);
  ok(found[0].message.includes("'}'"), found[0].message);
  for (const name of ['%y =', '%z =']) {
    const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, name, 1) });
    ok(hover && hover.contents.value.includes('i32'), `hover on ${name}`);
  }
  const symbols = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
  equal(symbols.map((symbol) => symbol.name), ['@a', '@b'], 'symbols');
});

test('inside of a module too, and with a brace too many', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const body = (name) => `  func.func @${name}(%x: i32) -> i32 {\n    %${name} = arith.addi %x, %x : i32\n    return %${name} : i32\n`;
  for (const [what, text] of [
    ['missing', `module {\n${body('a')}\n${body('b')}  }\n}\n`],
    ['surplus', `module {\n${body('a')}  }\n  }\n${body('b')}  }\n}\n`],
    ['module not closed', `module {\n${body('a')}  }\n${body('b')}  }\n`],
  ]) {
    const found = await client.openSettled(uri, text);
    ok(found.length >= 1 && found.length <= 2, `${what}: errors ${JSON.stringify(found)}`);
    for (const name of ['a', 'b']) {
      const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, `%${name} =`, 1) });
      ok(hover && hover.contents.value.includes('i32'), `${what}: hover on %${name}`);
    }
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
});

test('A3.24 a half-typed statement on a line of its own is no fault of the one before', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const half of ['%new', '%new =', '%new = fly', '%new = fly.', '%new = fly.make_layout(', 'fly.copy(%bcopy,', 'fl', '"']) {
    const text = kernel.replace('      %thr = ', `      ${half}\n      %thr = `);
    const found = await client.openSettled(uri, text);
    ok(found.length >= 1, `${half}: an error`);
    const hints = await hintsOf(client, text);
    ok(hints.some((h) => h.startsWith('%tiled_copy_c ')) && hints.some((h) => h.startsWith('%A_thr ')), `${half}: hints around it`);
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
});
