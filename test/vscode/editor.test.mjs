// The extension in VS Code, seen as a user sees it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root, test as plainTest, until } from './harness.mjs';

const kernel = fs.readFileSync(path.join(root, 'examples/mma_block_f32.mlir'), 'utf8');
const broken = kernel.replace('!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>',
  '!fly.copy_atom<!fly.universal_copy<12>, 32>');
const lineOf = (text, needle) => text.slice(0, text.indexOf(needle)).split('\n').length;

export const files = { 'kernel.mlir': kernel, 'broken.mlir': broken };

export function editorTests(workbench) {
  const test = (name, body, limit) => plainTest(name, async () => {
    if (!workbench.ready) throw new Error('VS Code did not start');
    await body();
  }, limit);
  const page = () => workbench.page;

  plainTest('VS Code starts with the packaged extension', async () => {
    await workbench.start();
    await workbench.open('kernel.mlir');
  }, 90000);

  test('layouts stand inline', async () => {
    await workbench.cursor(16, 1);
    await until('hint (64,16):(16,1)', () => page().locator('.view-line').filter({ hasText: /%lay.?.?\(64,16\):\(16,1\).*fly\.get_layout/ }).count());
  });

  test('fly types have their own colour', async () => {
    const colour = async (text) => until(`token ${text}`, () => page().locator('.view-lines .view-line span span')
      .filter({ hasText: new RegExp(`^${text}`) }).first().evaluate((node) => getComputedStyle(node).color));
    const [type, value] = [await colour('!fly\\.layout'), await colour('%lay')];
    assert.notEqual(type, value);
  });

  test('the status bar shows the chip', async () => {
    await until('gfx942 in the status bar', async () => /gfx942/.test(await page().locator('.statusbar').innerText()));
  });

  test('hover shows layouts', async () => {
    await workbench.cursor(lineOf(kernel, '%mma_atom ='), 9);
    await workbench.command('Show or Focus Hover');
    await until('hover with the layout of C', async () =>
      /\(\(16,4\),/.test(await page().locator('.monaco-hover').first().innerText()));
    await page().keyboard.press('Escape');
  });

  test('Show Thread-Value Map draws the map', async () => {
    await workbench.open('kernel.mlir');
    await workbench.cursor(lineOf(kernel, '%mma_atom ='), 9);
    await workbench.command('Fly: Show Thread-Value Map');
    const frame = await workbench.webview('svg.fly');
    assert.ok(await frame.locator('svg.fly g.cell').count() >= 64 + 64 + 256);
  }, 30000);

  test('Show Lowering shows the stages down to the instructions', async () => {
    await workbench.open('kernel.mlir');
    await workbench.command('Fly: Show Lowering');
    const frame = await workbench.webview('button[data-stage]', 40000);
    const names = await frame.locator('button[data-stage]').allInnerTexts();
    assert.ok(names.some((name) => name.startsWith('isa')), names.join(' '));
    await frame.locator('button[data-stage]').filter({ hasText: /^isa/ }).click();
    await until('v_mfma_f32_16x16x4_f32 in the isa stage', async () =>
      /v_mfma_f32_16x16x4_f32/.test(await frame.locator('section:not([hidden])').innerText()));
  }, 60000);

  test('a wrong copy width is underlined and listed with its code', async () => {
    await workbench.open('broken.mlir');
    await workbench.cursor(lineOf(broken, 'universal_copy<12>'), 1);
    await until('underline', () => page().locator('.squiggly-error').count());
    await workbench.command('Problems: Focus on Problems View');
    await until('FLY116 in the Problems panel', async () =>
      /12[\s\S]*FLY116/.test(await page().locator('.markers-panel').innerText()));
  }, 30000);

  test('Restart Language Server brings the answers back', async () => {
    await workbench.command('Fly: Restart Language Server');
    await until('FLY116 in the Problems panel', async () =>
      /FLY116/.test(await page().locator('.markers-panel').innerText()), 20000);
  }, 40000);
}
