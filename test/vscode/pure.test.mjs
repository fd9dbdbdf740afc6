// The parts of the extension that need no editor.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, test } from './harness.mjs';

const extension = path.join(root, 'editors/vscode');
const require = createRequire(import.meta.url);
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

const { escapeHtml, counted, chipText, dialectsText, fitHover, withoutNumbers } = await load('text');
const { expand, findServer } = await load('findServer');
const { escaped, runLines, script, substitute, substitutions, unknownSubstitutions } = await load('testScript');

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

test('the server that the extension brings comes last', () => {
  const bundled = '/extension/server/bin/fly-lsp-server';
  assert.equal(search('fly-lsp-server', [bundled], { bundled }).program, bundled);
  assert.equal(search('fly-lsp-server', [bundled, '/project/build/dev/bin/fly-lsp-server'], { bundled }).program,
    '/project/build/dev/bin/fly-lsp-server');
  assert.equal(search('/nowhere/fly-lsp-server', [bundled], { bundled }).program, undefined);
});

test('a folder that is not trusted names no program and holds none', () => {
  for (const configured of ['fly-lsp-server', 'build/dev/bin/fly-lsp-server', '${workspaceFolder}/build/dev/bin/fly-lsp-server'])
    assert.equal(search(configured, ['/project/build/dev/bin/fly-lsp-server'], { folders: [] }).program, undefined);
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

test('A3.9 arguments of the server know the same variables', () => {
  assert.equal(expand('--dialect-plugin=${workspaceFolder}/a$&.so', '/project $& #1', {}), '--dialect-plugin=/project $& #1/a$&.so');
  assert.equal(expand('${env:HERE}${env:NOWHERE}', '', { HERE: '/x' }), '/x');
});

const { ServerProcess } = await load('serverProcess');

test('a server that ends is quoted with its last words and its last request', async () => {
  const server = new ServerProcess('/bin/sh', ['-c', 'echo first >&2; echo last words >&2; exit 3']);
  await server.start();
  assert.equal(await server.reason(), 'ended with status 3: last words');
  const killed = new ServerProcess('/bin/sh', ['-c', 'kill -SEGV $$']);
  await killed.start();
  killed.lastRequest = 'textDocument/hover';
  assert.equal(await killed.reason(), 'ended by SIGSEGV; the last request was textDocument/hover');
  await assert.rejects(new ServerProcess('/nowhere/server', []).start(), { code: 'ENOENT' });
});

test('a server is started again four times within three minutes', () => {
  const server = new ServerProcess('/bin/true', []);
  assert.deepEqual([0, 1, 2, 3, 4].map((second) => server.mayRestart(second * 1000)), [true, true, true, true, false]);
  assert.equal(server.mayRestart(400000), true);
});

test('A3.18 dialects: ours by name, then the others', () => {
  assert.equal(dialectsText(['arith', 'fly', 'fly_ptx', 'toy']), 'fly, fly_ptx and 2 others: arith, toy');
  assert.equal(dialectsText([]), 'the server does not say');
});

test('A3.27 RUN lines: continued, in any comment, up to END.', () => {
  assert.deepEqual(runLines('// RUN: a %s | \\\n// RUN:   b\r\n; RUN: c\nx // RUN: d\n// END.\n// RUN: e\n'), ['a %s | b', 'c', 'd']);
  assert.deepEqual(runLines('func.func @f()\n// CHECK: RUN\n'), []);
});

test('A3.27 names in RUN lines: lit\'s own, those of the setting, and what is left', () => {
  const known = substitutions('/dir #1/a.b.mlir', '/tmp/x', { '%source': '/src' });
  assert.equal(substitute('%s %S %p %t %T %basename_t %source %% %5', known), '/dir #1/a.b.mlir /dir #1 /dir #1 /tmp/x/a.b.tmp /tmp/x a.b.tmp /src % %5');
  assert.deepEqual(unknownSubstitutions(['%s %data %d', '%data %source/x %program'], known), ['%data', '%program']);
});

test('A3.27 a path stays one word', () => {
  for (const file of ['/a/b-c_1.mlir', "/a b/it's #1 (é) $x;&|<>\"\\*.mlir"])
    assert.equal(spawnSync('bash', ['-c', `printf %s ${escaped(file)}`], { encoding: 'utf8' }).stdout, file);
});

test('A3.27 the script does what lit does', () => {
  // lit itself is the judge: status and, by the file that a step leaves, where it stopped.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fly-lit-'));
  try {
    fs.writeFileSync(path.join(folder, 'lit.cfg'), `import lit.formats
config.name = "t"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir"]
config.test_source_root = ${JSON.stringify(folder)}
config.test_exec_root = ${JSON.stringify(path.join(folder, 'out'))}
`);
    const lit = path.join(spawnSync('llvm-config-22', ['--bindir'], { encoding: 'utf8' }).stdout.trim(), 'lit');
    const cases = {
      passes: '// RUN: cat %s | grep -q here\n// here',
      fails: '// RUN: cat %s | grep -q nothing[0-9]',
      'stops-at-the-first': '// RUN: false\n// RUN: touch %t.second',
      'fails-in-a-pipe': '// RUN: false | cat',
      'keeps-the-shell': '// RUN: export A=1; cd /\n// RUN: test "$A$PWD" = 1/',
      'quotes': `// RUN: test "it's" = 'it'"'"'s'`,
      'continues': '// RUN: test 1 = \\\n// RUN:   2',
      'percent': '// RUN: test %%s = "%%"s',
      'negates': '// RUN: not_there || true\n// RUN: ! false',
    };
    for (const [name, text] of Object.entries(cases)) {
      const file = path.join(folder, `${name}.mlir`);
      fs.writeFileSync(file, `${text}\n`);
      const ours = path.join(folder, 'ours');
      fs.mkdirSync(ours);
      const known = substitutions(file, ours);
      const { status } = spawnSync('bash', ['-c', script(runLines(text), known)], { cwd: ours });
      const theirs = spawnSync(lit, ['-q', file], { encoding: 'utf8' });
      assert.equal(status === 0, theirs.status === 0, `${name}: ${status}, lit: ${theirs.stdout}`);
      const left = (where) => fs.existsSync(where) ? fs.readdirSync(where).filter((one) => one.includes('second')).length : 0;
      assert.equal(left(ours), left(path.join(folder, 'out/Output')), name);
      fs.rmSync(ours, { recursive: true });
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

const manifest = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));

test('A3.29 the packed extension is one file of code without modules of others beside it', async () => {
  const entries = await new Promise((resolve, reject) => require('yauzl').open(path.join(root, 'build/fly-workbench.vsix'), (error, zip) => {
    if (error) return reject(error);
    const names = [];
    zip.on('entry', (entry) => names.push(entry.fileName)).on('end', () => resolve(names)).on('error', reject);
  }));
  const code = entries.filter((name) => /\.[cm]?js$/.test(name)).map((name) => name.replace('extension/', ''));
  assert.deepEqual(code.sort(), ['dist/extension.js', 'media/lowering.js', 'media/map.js', 'media/panel.js']);
  assert.deepEqual(entries.filter((name) => /node_modules|\.map$|\.ts$|(^|\/)\.|server\//.test(name)), []);
});

test('A3.29 few dependencies, none that the registry warns of', async (note) => {
  assert.deepEqual(Object.keys(manifest(extension).dependencies), ['vscode-languageclient']);
  const { packages } = JSON.parse(fs.readFileSync(path.join(extension, 'package-lock.json'), 'utf8'));
  const shipped = Object.entries(packages).filter(([name, entry]) => name !== '' && !entry.dev).map(([name]) => name);
  assert.ok(shipped.length <= 10, `${shipped.length} packages: ${shipped.join(' ')}`);
  const audit = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-timeout=10000', '--fetch-retries=0'], { cwd: extension, encoding: 'utf8' });
  const answer = JSON.parse(audit.stdout || '{}');
  if (!answer.metadata) return note(`npm audit is not to be had here: ${answer.error?.summary || answer.message || audit.stderr.split('\n')[0]}`);
  assert.equal(answer.metadata.vulnerabilities.total, 0, JSON.stringify(answer.vulnerabilities));
}, 30000);

test('programs of a folder that is not trusted stay off', () => {
  const { capabilities, contributes } = manifest(extension);
  const restricted = capabilities.untrustedWorkspaces.restrictedConfigurations;
  // Each setting that names a program, its arguments or its surroundings.
  const risky = Object.keys(contributes.configuration.properties).filter((name) => /^fly\.(server|test)\./.test(name));
  assert.deepEqual([...restricted].sort(), risky.sort());
});

test('A3.19 dumps are MLIR by their endings or by their first lines', () => {
  const [mlir] = manifest(extension).contributes.languages;
  assert.deepEqual(mlir.extensions, ['.mlir', '.ttir', '.ttgir']);
  const first = new RegExp(mlir.firstLine);
  for (const line of ['// -----// IR Dump After CSE (cse) //----- //', 'module {', 'module attributes {gpu.container_module} {', 'module @m {',
    'builtin.module {', '"builtin.module"() ({', '#loc = loc("k.py":1:0)', '#map = affine_map<(d0) -> (d0)>', '#blocked = #ttg.blocked<{}>',
    '!t = !fly.layout<4:1>', '// RUN: fly-opt %s | FileCheck %s'])
    assert.ok(first.test(line), line);
  for (const line of ['module foo (input a);', 'module Main where', '#!/bin/sh', '#include <a.h>', '# a = b', '# Title', '!x', 'module.exports = {',
    '// RUN: clang %s', 'module mylib {', '{', ''])
    assert.ok(!first.test(line), line);
});
