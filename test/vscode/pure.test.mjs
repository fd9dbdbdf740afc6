// The parts of the extension that need no editor.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, test } from './harness.mjs';

const extension = path.join(root, 'editors/vscode');
const { buildSync } = createRequire(path.join(extension, 'package.json'))('esbuild');

/** A module of the extension, compiled for this program. */
async function load(name) {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'fly-pure-')), `${name}.mjs`);
  try {
    buildSync({
      entryPoints: [path.join(extension, 'src', `${name}.ts`)], outfile: file, bundle: true, format: 'esm',
      platform: 'node', logLevel: 'silent',
    });
    return await import(file);
  } finally {
    fs.rmSync(path.dirname(file), { recursive: true });
  }
}

const { escapeHtml, counted, chipText, fitHover, withoutNumbers } = await load('text');
const { findServer } = await load('findServer');

test('text from outside cannot become markup', () => {
  assert.equal(escapeHtml('!fly.ptr<f32> & "x" \'y\''), '!fly.ptr&lt;f32&gt; &amp; &quot;x&quot; &#39;y&#39;');
  assert.equal(escapeHtml('&lt;'), '&amp;lt;');
  assert.equal(escapeHtml(''), '');
});

test('numbers agree with their nouns', () => {
  assert.equal(counted(1, 'operation'), '1 operation');
  assert.equal(counted(0, 'operation'), '0 operations');
  assert.equal(counted(1234, 'pass', 'passes'), '1,234 passes');
});

test('the chip is named with its origin', () => {
  assert.equal(chipText(undefined, undefined), 'no chip');
  assert.equal(chipText('gfx942', 'gpu.module'), 'gfx942, from the module');
  assert.equal(chipText('gfx942', 'setting'), 'gfx942, from the setting fly.chip');
  assert.equal(chipText('gfx942', 'elsewhere'), 'gfx942, from elsewhere');
});

test('a hover is never cut in the middle of its picture', () => {
  const picture = (length) => `![map](data:image/svg+xml;base64,${'A'.repeat(length)})`;
  const short = `facts\n\n${picture(1000)}\n\nchip`;
  assert.equal(fitHover(short), short);
  assert.equal(fitHover(`facts\n\n${picture(100000)}\n\nchip`), 'facts\n\nchip');
});

test('values that differ in their number alone compare as equal', () => {
  assert.equal(withoutNumbers('%12 = arith.addi %c0_i32_3, %7 : i32'), '%_ = arith.addi %c0_i32, %_ : i32');
  assert.equal(withoutNumbers('%thread_id_x = f(%arg0)'), '%thread_id_x = f(%arg0)');
});

const search = (configured, programs, more = {}) => findServer({
  configured, folders: ['/project'], path: '/usr/bin:/opt/fly/bin::', isProgram: (file) => programs.includes(file), ...more,
});

test('A3.11 the server is found by name on PATH, in the order of PATH', () => {
  assert.equal(search('fly-lsp-server', ['/opt/fly/bin/fly-lsp-server']).program, '/opt/fly/bin/fly-lsp-server');
  assert.equal(search('fly-lsp-server', ['/opt/fly/bin/fly-lsp-server', '/usr/bin/fly-lsp-server']).program,
    '/usr/bin/fly-lsp-server');
});

test('an empty path means the usual name', () => {
  assert.equal(search('  ', ['/usr/bin/fly-lsp-server']).program, '/usr/bin/fly-lsp-server');
});

test('a built checkout serves itself', () => {
  assert.equal(search('fly-lsp-server', ['/project/build/dev/bin/fly-lsp-server']).program,
    '/project/build/dev/bin/fly-lsp-server');
});

test('an absolute path is looked up nowhere else', () => {
  const found = search('/nowhere/fly-lsp-server', ['/usr/bin/fly-lsp-server']);
  assert.equal(found.program, undefined);
  assert.deepEqual(found.tried, ['/nowhere/fly-lsp-server']);
});

test('A3.9 a relative path and ${workspaceFolder} count from the folders of the workspace', () => {
  assert.equal(search('tools/server', ['/project/tools/server']).program, '/project/tools/server');
  assert.equal(search('${workspaceFolder}/out/server', ['/other/out/server'], { folders: ['/project', '/other'] }).program,
    '/other/out/server');
  assert.deepEqual(search('${workspaceFolder}/out/server', [], { folders: [] }), { program: undefined, tried: [] });
});

test('A3.9 ${env:NAME} is a variable of the environment, nothing where it is not set', () => {
  const environment = { FLY: '/opt/fly' };
  assert.equal(search('${env:FLY}/bin/server', ['/opt/fly/bin/server'], { environment }).program, '/opt/fly/bin/server');
  assert.deepEqual(search('${env:NONE}/bin/server', [], { environment }).tried, ['/bin/server']);
});

test('A3.9 ~ is the home folder', () => {
  const program = path.join(os.homedir(), 'bin/server');
  assert.equal(search('~/bin/server', [program]).program, program);
});
