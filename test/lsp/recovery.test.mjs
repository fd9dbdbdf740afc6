// Nothing valid is hidden by something invalid.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Client, placeOf, read, root, textOf } from './client.mjs';
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

// Where a piece ends is told by braces, not by lines and columns: another layout of them means the same.
const isComment = (line) => line.trimStart().startsWith('//');
const layouts = {
  'flush left': (text) => text.replace(/^[ \t]+/gm, ''),
  'with tabs': (text) => text.replace(/^ +/gm, (blanks) => '\t'.repeat(Math.ceil(blanks.length / 2))),
  'with CRLF': (text) => text.replace(/\n/g, '\r\n'),
  'with blank lines inside of operations': (text) => text.split('\n').map((line) =>
    isComment(line) ? line : line.replace(/^((?:[^",/]|"[^"]*")*),/, '$1,\n\n  ')).join('\n'),
  'with comments between': (text) => text.split('\n').map((line) =>
    line.startsWith('// -----') ? line : `// a } and a " and {\n${line}`).join('\n'),
};
const valid = ['test/lit', 'examples', 'test/data'].flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true })
  .filter((file) => file.endsWith('.mlir')).map((file) => path.join(folder, file))).sort();

test('texts without errors have none in any layout of their lines, as fly-opt says too', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const all = process.env.FLY_TYPING === 'all', names = Object.keys(layouts);
  const wrong = [];
  let checked = 0, asked = 0;
  for (const [n, file] of valid.entries()) {
    const text = readFileSync(path.join(root, file), 'utf8'), at = `file:///layout/${file}`;
    const findingsOf = async (changed) => {
      const found = await client.openSettled(at, changed);
      await client.notify('textDocument/didClose', { textDocument: { uri: at } });
      return found;
    };
    if ((await findingsOf(text)).some((found) => found.severity === 1)) continue;
    for (const name of all ? names : [names[n % names.length]]) {
      const changed = layouts[name](text);
      wrong.push(...(await findingsOf(changed)).filter((found) => found.severity === 1)
        .map((found) => `${file} ${name}:${found.range.start.line + 1}: ${found.message}`));
      ++checked;
      if ((!all && n % 5) || text.includes('expected-')) continue; // fly-opt compares with what is expected
      const { stderr } = spawnSync(path.join(buildPath, 'bin/fly-opt'), ['--split-input-file', '--allow-unregistered-dialect', '-o', '/dev/null', '-'], { input: changed, encoding: 'utf8' });
      wrong.push(...(stderr.match(/error: .*/g) ?? []).map((error) => `fly-opt on ${file} ${name}: ${error}`));
      ++asked;
    }
  }
  equal(wrong, [], 'errors');
  ok(checked > 90 && asked > 9, `${checked} texts, ${asked} of them given to fly-opt`);
});

test('A1.14 what a statement lacks in front of comments is told at the statement, and the next one stays', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const [number, between] of ['  // here\n', '\n  // "here\n  // and here\n', '// {\n\n'].entries()) {
    const uri = `file:///comment${number}.mlir`;
    const text = `func.func @f() {\n  %l = fly.static : !fly.\n${between}  %m = fly.static : !fly.layout<(4,8):(1,4)>\n  return\n}\n`;
    const found = await client.openSettled(uri, text);
    equal(found.map((d) => textOf(text, d.range)), ['!fly.'], between);
    const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } });
    equal(hints.map((hint) => hint.label[0].value), ['(4,8):(1,4)'], between);
  }
});
