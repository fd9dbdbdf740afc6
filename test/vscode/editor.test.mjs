// The extension in VS Code, seen as a user sees it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root, test as plainTest, until } from './harness.mjs';

const kernel = fs.readFileSync(path.join(root, 'examples/mma_block_f32.mlir'), 'utf8');
const broken = kernel.replace('!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>',
  '!fly.copy_atom<!fly.universal_copy<12>, 32>');
const plain = `func.func @plain() {
  %copy = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  %row = fly.static : !fly.layout<(4,8):(8,1)>
  return
}
`;
const dump = `// -----// IR Dump Before CSE (cse) //----- //
#map = affine_map<(d0) -> (d0)>
func.func @f() attributes {m = #map} {
  %row = fly.static : !fly.layout<(4,8):(8,1)>
  return
}


// -----// IR Dump After CSE (cse) //----- //
#map = affine_map<(d0) -> (d0 + 1)>
func.func @f() attributes {m = #map} {
  return
}
`;
const many = Array.from({ length: 20 }, (_, i) => `${String(i).padStart(2, '0')}.mlir`);
export const files = {
  'kernel.mlir': kernel, 'broken.mlir': broken, 'plain.mlir': plain, 'cse.ttgir': dump, 'ir_dump': dump,
  'runs.mlir': '// RUN: fly-opt %s | FileCheck %s\n// CHECK: @it_runs\nfunc.func @it_runs() {\n  return\n}\n',
  'fails.mlir': '// RUN: %here/program 1\n// RUN: echo second\nfunc.func @f() {\n  return\n}\n',
  'sleeps.mlir': '// RUN: sleep 98765\nfunc.func @f() {\n  return\n}\n',
  'toy.mlir': 'func.func @f(%a: f32) {\n  %b = toy.wrap %a : f32 -> !toy.box<4>\n  return\n}\n',
  ...Object.fromEntries(many.map((name) => [`many/${name}`, plain.replace('universal_copy<32>', 'universal_copy<12>')])),
};

const lineOf = (text, needle) => text.slice(0, text.indexOf(needle)).split('\n').length;
const atom = lineOf(kernel, '%mma_atom =');

export function editorTests(workbench) {
  const test = (name, body, limit = 30000) => plainTest(name, async () => {
    if (!workbench.ready) throw new Error('VS Code did not start');
    await body();
  }, limit);
  const page = () => workbench.page;
  const shows = (what, locator, pattern, limit) => until(what, async () => {
    const text = await locator().innerText({ timeout: 2000 });
    if (!pattern.test(text)) throw new Error(`it shows ${JSON.stringify(text.slice(0, 300))}`);
    return true;
  }, limit);
  const bar = () => page().locator('.statusbar');
  const problems = () => page().locator('.markers-panel');
  const notification = () => page().locator('.notifications-toasts');
  /** The text of the output panel, whose lines are cut at its width. */
  const output = (pattern, limit) => until(`${pattern} in the output`, async () => {
    const lines = await page().locator('.panel .output-view .view-line').allInnerTexts();
    const text = lines.join('\n').replaceAll('\u00a0', ' ');
    if (!pattern.test(text)) throw new Error(`it shows ${JSON.stringify(text.slice(-400))}`);
    return text;
  }, limit);
  /** The number of the line that holds the cursor, from 1. */
  const cursorLine = async () =>
    Number(/Ln (\d+)/.exec(await bar().innerText())?.[1]);

  /** Closes everything; what was exported is not kept. */
  const closeAll = async () => {
    await workbench.command('View: Close All Editors');
    await until('no tab', async () => {
      const away = page().locator('.monaco-dialog-box .monaco-button').filter({ hasText: "Don't Save" });
      if (await away.isVisible()) await away.click();
      return await page().locator('.tab').count() === 0;
    });
  };

  plainTest('VS Code starts with the packaged extension', async () => {
    await workbench.start();
    await workbench.open('kernel.mlir');
  }, 120000);

  test('A3.32 a folder with a space, #, %, and é in its name is served: the status bar shows the chip', async () => {
    assert.match(workbench.path(''), / .*#.*%.*é/);
    await shows('gfx942', bar, /gfx942/);
  });

  test('A3.11 A3.18 the output says version, place on PATH, dialects and chips', async () => {
    await workbench.command('Fly: Show Server Output');
    const text = await output(/kernel\.mlir: gfx942, from the module/);
    assert.match(text, /Fly Workbench \d+\.\d+\.\d+/);
    assert.match(text, /fly-lsp-server \d+\.\d+\.\d+ serves MLIR from/);
    assert.ok(text.replaceAll('\n', '').includes(`serves MLIR from ${workbench.server}`), text);
    assert.match(text, /Dialects: fly, fly_ptx, fly_rocdl and \d+ others/);
    assert.match(text, /Chip: the setting fly\.chip is empty/);
    await workbench.command('View: Hide Panel');
  });

  test('A3.19 dumps with another ending, or with none, are MLIR without settings', async () => {
    for (const name of ['cse.ttgir', 'ir_dump']) {
      await workbench.open(name);
      await shows(`language of ${name}`, () => page().locator('#status\\.editor\\.mode'), /^MLIR$/);
      await until(`hint in ${name}`, () => page().locator('.view-line').filter({ hasText: /%row\s?\(4,8\):\(8,1\)/ }).count());
    }
    // Each dump of a file stands for itself: the same names in the second are no error.
    assert.equal(await page().locator('.squiggly-error, .squiggly-warning').count(), 0);
    await workbench.open('kernel.mlir');
  });

  test('layouts stand inline', async () => {
    const line = lineOf(kernel, 'fly.get_layout');
    await workbench.cursor(line, 1);
    await until('hint (64,16):(16,1)', () => page().locator('.view-line')
      .filter({ hasText: /%lay\s?\(64,16\):\(16,1\).*fly\.get_layout/ }).count());
  });

  test('A3.14 fly types, values and operations have colours of their own', async () => {
    const colour = (pattern) => until(`token ${pattern}`, () => page().locator('.view-lines .view-line span span')
      .filter({ hasText: pattern }).first().evaluate((node) => getComputedStyle(node).color));
    const colours = [await colour(/^!fly\.layout$/), await colour(/^%lay$/), await colour(/^fly\.get_layout$/)];
    assert.equal(new Set(colours).size, 3, colours.join(' '));
    const bracket = (text) => page().locator('.view-line [class*=bracket-highlighting]').filter({ hasText: text }).count();
    assert.ok(await bracket(/^<$/) > 0, 'angle brackets do not pair');
    assert.equal(await bracket(/->/), 0, 'an arrow is coloured as a bracket');
    assert.equal(await page().locator('.unexpected-closing-bracket').count(), 0, 'an arrow counts as a bracket');
  });

  test('hover shows layouts and leads to the map', async () => {
    await workbench.cursor(atom, 9);
    await workbench.command('Show or Focus Hover');
    const hover = () => page().locator('.monaco-hover:visible').first();
    await shows('layout of C', hover, /64\s*x\s*4\s*\(\(16,4\),/);
    await shows('chip, which is the end', hover, /chip in force: gfx942/);
    assert.equal(await page().locator('.monaco-hover').getByText('Show thread-value map').count(), 1);
    await page().keyboard.press('Escape');
  });

  test('hover shows a picture', async () => {
    await workbench.open('plain.mlir');
    await workbench.cursor(3, 5);
    await workbench.command('Show or Focus Hover');
    await until('picture in the hover', () => page().locator('.monaco-hover img').first()
      .evaluate((image) => image.complete && image.naturalWidth > 50, undefined, { timeout: 3000 }));
    await page().keyboard.press('Escape');
    await workbench.open('kernel.mlir');
  });

  test('Go to Atom finds the tiled product', async () => {
    await workbench.command('Fly: Go to Atom, Tiled Operation or Layout');
    const input = page().locator('.quick-input-widget input[type=text]').first();
    await until('list of operations', () => page().locator('.quick-input-list').getByText('%tiled_mma').count());
    await input.fill('tiled_mma');
    await page().keyboard.press('Enter');
    const line = lineOf(kernel, '%tiled_mma =');
    await until(`cursor on line ${line}`, async () => await cursorLine() === line);
  });

  test('Show Thread-Value Map draws the map', async () => {
    await workbench.cursor(atom, 9);
    await workbench.command('Fly: Show Thread-Value Map');
    const frame = await workbench.webview('svg.fly g.cell');
    assert.equal(await frame.locator('svg.fly g.cell').count(), 64 + 64 + 256);
    await shows('facts of the atom', () => frame.locator('main'), /v_mfma_f32_16x16x4_f32[\s\S]*gfx942, from the module/);
  });

  test('the map lights up a thread', async () => {
    const frame = await workbench.webview('svg.fly g.cell');
    await frame.locator('#thread').fill('5');
    await shows('elements of thread 5', () => frame.locator('.readout'), /Thread 5 holds A \(5, 0\) V0, B .*C \(3, 5\) V3/);
    assert.equal(await frame.locator('g.cell.on').count(), 1 + 1 + 4);
    await frame.locator('#thread').fill('');
    assert.equal(await frame.locator('g.cell.on').count(), 0);
  });

  test('the map shows one operand alone', async () => {
    const frame = await workbench.webview('svg.fly g.cell');
    await frame.locator('td button[data-operand=c]').click();
    await until('map of C', async () => await frame.locator('svg.fly g.cell').count() === 256);
    assert.equal(await frame.locator('td button[data-operand]').count(), 3, 'the table keeps all operands');
    await frame.locator('.toolbar button[data-operand=""]').click();
    await until('map of all', async () => await frame.locator('svg.fly g.cell').count() === 384);
  });

  test('A3.28 the map follows the cursor', async () => {
    await workbench.open('kernel.mlir');
    await workbench.cursor(lineOf(kernel, '%tiled_copy_a ='), 10);
    const frame = await workbench.webview('svg.fly g.cell');
    await shows('map of %tiled_copy_a', () => frame.locator('header'), /%tiled_copy_a/);
  });

  const pin = (frame, on) => until(`pin ${on}`, async () => {
    const button = frame.locator('[data-pin]');
    if (await button.getAttribute('aria-pressed', { timeout: 2000 }) === String(on)) return true;
    await button.click({ timeout: 2000 });
    return false;
  });

  test('A3.28 a click on a cell leads to the operation, and the cursor back to the map', async () => {
    const line = lineOf(kernel, '%tiled_copy_a =');
    const frame = await workbench.webview('svg.fly g.cell');
    await shows('map of %tiled_copy_a', () => frame.locator('header'), /%tiled_copy_a/);
    await pin(frame, true);
    await workbench.open('kernel.mlir');
    await workbench.cursor(atom, 9);
    await frame.locator('svg.fly g.cell').first().click();
    // The panel has the focus, so the status bar says nothing of the cursor.
    await until(`cursor on line ${line}`, async () =>
      Number(await page().locator('.editor-instance .active-line-number').first().innerText()) === line);
    await frame.locator('svg.fly g.cell').first().click(); // lets the thread go out again
    await pin(frame, false);
    await workbench.open('kernel.mlir');
    await workbench.cursor(atom, 9);
    await shows('map of %mma_atom', () => frame.locator('header'), /%mma_atom/);
  });

  test('the map follows the colour theme', async () => {
    const frame = await workbench.webview('svg.fly g.cell');
    const ink = () => frame.locator('svg.fly .title').first().evaluate((node) => getComputedStyle(node).fill);
    const dark = await ink();
    workbench.settings({ 'workbench.colorTheme': 'Default Light Modern' });
    await until('another ink', async () => await ink() !== dark);
    workbench.settings();
    await until('the first ink again', async () => await ink() === dark);
  });

  test('the map can be exported', async () => {
    const frame = await workbench.webview('svg.fly g.cell');
    await frame.locator('#export').selectOption('csv');
    await until('CSV in an editor', () => page().locator('.editor-instance .view-line').filter({ hasText: /\d+,\d+,\d+/ }).count());
    await workbench.open('kernel.mlir');
  });

  test('Show Lowering shows the stages down to the instructions', async () => {
    await workbench.open('kernel.mlir');
    await workbench.command('Fly: Show Lowering');
    const frame = await workbench.webview('button[data-stage=isa]', 40000);
    await shows('instructions', () => frame.locator('section:not([hidden]) .text'), /v_mfma_f32_16x16x4_f32/);
    await frame.locator('button[data-stage=layout]').click();
    await shows('atom calls', () => frame.locator('section:not([hidden]) .text'), /fly\.mma_atom_call/);
    await shows('counts', () => frame.locator('section:not([hidden]) .badges'), /fly\.mma_atom_call 24/);
  }, 60000);

  test('an edit marks the lowering as old, and saving lowers again', async () => {
    const frame = await workbench.webview('button[data-stage=isa]');
    const old = () => frame.locator('#outdated').isVisible();
    await workbench.open('kernel.mlir');
    await workbench.cursor(7, 1);
    await page().keyboard.type('// edited');
    await until('mark of an old lowering', old);
    await page().keyboard.press('Control+KeyS');
    await until('lowering of the saved text', async () => !(await old()));
    await page().keyboard.press('Control+KeyZ');
    await until('mark of an old lowering', old);
    await page().keyboard.press('Control+KeyS');
    await until('lowering of the saved text', async () => !(await old()));
  });

  test('a line of a stage leads to its line in the file', async () => {
    const frame = await workbench.webview('button[data-stage=layout]');
    const row = frame.locator('section:not([hidden]) .line[data-source]').filter({ hasText: 'fly.mma_atom_call' }).first();
    const source = Number(await row.getAttribute('data-source')) + 1;
    assert.equal(source, lineOf(kernel, 'fly.gemm('));
    await row.click();
    await until(`line ${source} in view`, () => page().locator('.view-line').filter({ hasText: 'fly.gemm(' }).count());
    // And back: the cursor lights up what became of its line.
    await workbench.open('kernel.mlir');
    await workbench.cursor(source, 8);
    await until('24 lines lit', async () => await frame.locator('section:not([hidden]) .line.here').count() >= 24);
  });

  test('a line of a stage leads to its line with the keyboard, too', async () => {
    const frame = await workbench.webview('button[data-stage=layout]');
    await workbench.open('kernel.mlir');
    await workbench.cursor(1, 1);
    const text = frame.locator('section:not([hidden]) .text');
    await text.focus();
    await text.press('ArrowDown');
    for (let i = 0; i < 6; i++) await text.press('PageDown');
    const row = frame.locator('section:not([hidden]) .line.at');
    assert.equal(await row.count(), 1);
    const line = kernel.split('\n')[Number(await row.getAttribute('data-source'))].trim().slice(0, 30);
    const inView = () => page().locator('.editor-instance .view-line').filter({ hasText: line }).count();
    assert.equal(await inView(), 0, `${line} is in view before`);
    await text.press('Enter');
    await until(`${line} in view`, inView);
  });

  test('stages can be compared', async () => {
    const frame = await workbench.webview('button[data-stage=layout]');
    await frame.locator('button[data-compare]').click();
    await until('comparison', () => page().locator('.tab').filter({ hasText: 'signature ↔ layout' }).count());
    await until('two sides', () => page().locator('.monaco-diff-editor .view-line').filter({ hasText: '%_ = fly.make_int_tuple' }).count());
    await workbench.command('View: Close Editor');
  });

  test('a broken piece keeps its answers and is marked stale', async () => {
    await workbench.open('kernel.mlir');
    // The statement of the atom itself: its brackets do not close.
    await workbench.cursor(atom, kernel.split('\n')[atom - 1].indexOf('mfma<') + 'mfma<'.length + 1);
    await page().keyboard.type('<');
    await shows('stale mark', bar, /\(stale\)/);
    await workbench.cursor(atom, 9);
    await until('hints stay', () => page().locator('.view-line').filter({ hasText: /%mma_atom\s?~\s64x4\s16x16x4/ }).count());
    await workbench.command('Fly: Show Thread-Value Map');
    const frame = await workbench.webview('.badge.stale');
    await shows('stale badge of the map', () => frame.locator('header'), /stale/);
    await workbench.open('kernel.mlir');
    await page().keyboard.press('Control+KeyZ');
    await until('no stale mark', async () => !/stale/.test(await bar().innerText()));
    await until('no stale badge', async () => !(await frame.locator('.badge.stale').count()));
  });

  test('a wrong copy width is underlined and listed with its code', async () => {
    await workbench.open('broken.mlir');
    await workbench.cursor(lineOf(broken, 'universal_copy<12>'), broken.split('\n')[lineOf(broken, 'universal_copy<12>') - 1].indexOf('<12>') + 2);
    await until('underline', () => page().locator('.squiggly-error').count());
    await workbench.command('Problems: Focus on Problems View');
    await shows('FLY116', problems, /got 12[\s\S]*FLY116/);
  });

  test('the light bulb explains the code', async () => {
    await workbench.open('broken.mlir');
    await until('light bulb menu', async () => {
      await page().keyboard.press('Escape');
      await page().keyboard.press('Control+Period');
      // Quick fixes stand above it.
      const rows = page().locator('.action-widget .monaco-list-row.action');
      await rows.filter({ hasText: 'Explain FLY116' }).waitFor({ timeout: 3000 });
      const index = (await rows.allInnerTexts()).findIndex((text) => text.includes('Explain FLY116'));
      for (let i = 0; i < index; i++) await page().keyboard.press('ArrowDown');
      await page().keyboard.press('Enter');
      return true;
    });
    const frame = await workbench.webview('.badge.error');
    await shows('rule', () => frame.locator('main'), /FLY116[\s\S]*multiple of 8 bits[\s\S]*Fix/);
  });

  /** How often a server has begun to serve; findings on the screen may still be those of the one before. */
  const starts = () => workbench.outputText('Fly Language Server').split('serves MLIR from').length - 1;

  test('Restart Language Server brings the answers back', async () => {
    const [before] = workbench.languageServers();
    const served = starts();
    await workbench.open('broken.mlir');
    await workbench.command('Fly: Restart Language Server');
    await until('another process', () => {
      const [now] = workbench.languageServers();
      return now && now !== before;
    });
    await until('a server that serves', () => starts() > served);
    await shows('FLY116', problems, /FLY116/);
    await shows('chip', bar, /gfx942/);
  });

  test('a server that dies is started again', async () => {
    const [before] = workbench.languageServers();
    process.kill(before, 'SIGKILL');
    await until('another process', () => {
      const [now] = workbench.languageServers();
      return now && now !== before;
    });
    await shows('FLY116', problems, /FLY116/);
    await workbench.command('Fly: Show Server Output');
    await output(/The language server ended by SIGKILL; the last request was\s[^]*\. It starts\sagain/);
    assert.equal(await notification().locator('.notification-toast').count(), 0);
    await workbench.command('View: Hide Panel');
  });

  test('A3.32 the project file is found in such a folder, and followed', async () => {
    await workbench.open('plain.mlir');
    await shows('no chip', bar, /no chip/);
    workbench.write('fly.json', '{"chip": "gfx1100"}');
    await shows('chip of the project file', bar, /gfx1100/);
    fs.rmSync(workbench.path('fly.json'));
    await shows('no chip', bar, /no chip/);
  });

  test('Select Chip serves modules that name none', async () => {
    await workbench.open('plain.mlir');
    await shows('no chip', bar, /no chip/);
    await workbench.command('Fly: Select Chip');
    const input = page().locator('.quick-input-widget input[type=text]').first();
    await until('list of chips', () => page().locator('.quick-input-list').getByText('gfx1010', { exact: true }).count());
    await input.fill('gfx950');
    await until('gfx950 in the list', () => page().locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: 'gfx950' }).count());
    await page().keyboard.press('Enter');
    await shows('gfx950', bar, /gfx950/);
  });

  test('A3.27 the lens above RUN lines runs the test', async () => {
    await workbench.open('runs.mlir');
    await page().locator('.codelens-decoration a').filter({ hasText: 'Run test' }).click();
    const text = await output(/Passed: exit code 0/);
    assert.match(text, /\$ fly-opt .*runs\.mlir/);
  });

  test('A3.27 a test that fails says its exit code, and what it cannot know', async () => {
    await workbench.open('fails.mlir');
    await workbench.command('Fly: Run Test');
    const text = await output(/Failed: exit code \d+/);
    assert.ok(!text.includes('$ echo second'), text);
    assert.match(text, /Not known here: %here; the setting fly\.test\.substitutions/);
  });

  test('A3.27 a test that runs can be cancelled, with everything that it started', async () => {
    const sleeping = () => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).some((name) => {
      try {
        return fs.readFileSync(`/proc/${name}/cmdline`, 'utf8') === 'sleep\u000098765\u0000';
      } catch {
        return false; // it has just ended
      }
    });
    await workbench.open('sleeps.mlir');
    await workbench.command('Fly: Run Test');
    await until('the program', sleeping);
    await page().locator('.notification-toast').getByText('Cancel', { exact: true }).click();
    await output(/Cancelled after/);
    await until('no program', () => !sleeping());
    await workbench.command('View: Hide Panel');
  });

  test('hints can be turned off and on', async () => {
    await workbench.open('plain.mlir');
    const hint = () => page().locator('.view-line').filter({ hasText: /%row\s?\(4,8\):\(8,1\)/ }).count();
    await until('hint at %row', hint);
    workbench.settings({ 'fly.hints.layouts': false });
    await until('no hint at %row', async () => !(await hint()));
    workbench.settings();
    await until('hint at %row', hint);
  });

  test('A3.30 a plugin of a dialect that the settings name is served; a wrong one is said', async () => {
    fs.copyFileSync(path.join(path.dirname(workbench.server), '../lib/toy-plugin.so'), workbench.path('toy.so'));
    const warnings = () => page().locator('.squiggly-warning').count();
    await workbench.open('toy.mlir');
    await until('a warning of an unknown dialect', warnings);
    workbench.settings({ 'fly.server.arguments': ['--dialect-plugin=${workspaceFolder}/toy.so'] });
    await until('no warning', async () => !(await warnings()));
    workbench.settings({ 'fly.server.arguments': ['--dialect-plugin=${workspaceFolder}/toy.mlir'] });
    await shows('message', notification, /did not start: ended with status 1: .*cannot load the dialect plugin[^]*it is no shared library/);
    assert.equal(await notification().locator('.notification-toast').count(), 1);
    await shows('status bar', bar, /Fly: stopped/);
    workbench.settings();
    await until('the server again', () => workbench.languageServers().length === 1);
    await until('a warning of an unknown dialect', warnings);
    await workbench.command('Notifications: Clear All Notifications');
  });

  test('A3.10 a missing server is said with the ways out', async () => {
    workbench.settings({ 'fly.server.path': '/nowhere/fly-lsp-server' });
    await shows('message', notification, /'\/nowhere\/fly-lsp-server' was not found[\s\S]*fly\.server\.path/);
    await shows('ways out', notification, /Choose Program…[\s\S]*Open Settings/);
    await shows('status bar', bar, /Fly: no server/);
    await page().locator('.notification-toast').getByText('Open Settings', { exact: true }).click();
    await until('the setting', () => page().locator('.settings-editor .setting-item').filter({ hasText: 'Program that serves MLIR files' }).count());
    await workbench.command('View: Close Editor');
    await workbench.command('Fly: Show Server Output');
    await output(/was not found\. Looked at:\n\s*\/nowhere\/fly-lsp-server/);
    await workbench.command('View: Hide Panel');
    await workbench.command('Notifications: Clear All Notifications');
    workbench.settings();
    await until('the server again', async () => !/no server/.test(await bar().innerText()) && workbench.languageServers().length === 1);
  });

  test('A3.16 twenty files opened at once are all served, without a complaint', async () => {
    await closeAll();
    const row = (name) => page().locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first();
    if (!await row(many[0]).isVisible()) await row('many').click();
    await row(many.at(-1)).waitFor();
    await row(many[0]).click();
    await row(many.at(-1)).click({ modifiers: ['Shift'] });
    await page().keyboard.press('Control+Enter');
    await until('20 tabs', async () => await page().locator('.tab').count() >= 20);
    // Each in front for a moment: only then does VS Code read it.
    for (let i = 0; i < 21; i++) await page().keyboard.press('Control+PageDown');
    await workbench.command('Problems: Focus on Problems View');
    await until('problems of 20 files', async () => /\b20\b/.test(await page().locator('.panel .badge').first().innerText()));
    assert.equal(await notification().locator('.notification-toast').count(), 0);
    // VS Code that starts with all of them open.
    await workbench.reload();
    await until('the tabs again', async () => await page().locator('.tab').count() >= 20);
    await until('underline', () => page().locator('.squiggly-error').count());
    assert.equal(await notification().locator('.notification-toast').count(), 0);
    await closeAll();
  }, 60000);

  test('a folder that is not trusted is served, and runs nothing of its own', async () => {
    workbench.userSettings({ 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' });
    workbench.settings({ 'fly.server.path': '/nowhere/fly-lsp-server' });
    await workbench.load();
    await workbench.open('runs.mlir');
    await until('restricted mode', () => page().locator('.statusbar').getByText('Restricted Mode').count());
    await shows('served by the program on PATH', bar, /no chip/);
    await workbench.command('Fly: Run Test');
    await shows('why not', notification, /Trust this workspace to run them/);
    assert.equal(await page().locator('.output-view').filter({ hasText: 'RUN lines' }).count(), 0);
  }, 60000);
}
