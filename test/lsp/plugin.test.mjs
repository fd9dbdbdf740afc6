// Dialects of other projects, as plugins (test/plugin).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, placeOf, root, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const uri = 'file:///plugin/a.mlir';
const toy = () => path.join(buildPath, 'lib/toy-plugin.so');
const text = `func.func @f(%a: f32) -> !toy.box<4> {
  %b = toy.wrap %a : f32 -> !toy.box<4>
  return %b : !toy.box<4>
}

func.func @g(%l: !fly.layout<(4,8):(1,4)>, %n: !toy.box<0>) {
  return
}
`;

test("A3.30 a plugin's types and operations parse, are checked and hover like any others", async (use) => {
  const client = use(new Client(serverPath, { args: [`--dialect-plugin=${toy()}`] }));
  const { capabilities } = await client.start();
  ok(capabilities.experimental.fly.dialects.includes('toy'), `dialects: ${capabilities.experimental.fly.dialects}`);
  const found = await client.openSettled(uri, text);
  equal(found.map((d) => [d.range.start.line, d.severity]), [[5, 1]], 'findings');
  ok(found[0].message.includes('a box of size 0 holds nothing'), found[0].message);
  const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(text, '%b =', 1) });
  ok(hover.contents.value.includes('!toy.box<4>'), hover.contents.value);
  const [definition] = [await client.request('textDocument/definition', { textDocument: { uri }, position: placeOf(text, 'return %b', 8) })].flat();
  equal(definition.range.start, placeOf(text, '%b ='), 'definition');

  await client.replaceAll(uri, text.replace('!toy.box<0>', '!toy.box<2>'));
  equal(await client.settled(uri), [], 'mended');
  // Pipelines run in another process, which knows the dialect, too.
  const { stages, error } = await client.request('fly/lowering', { textDocument: { uri }, stage: 'source' });
  equal(error, undefined, 'lowering');
  ok(stages[0].text.includes('toy.wrap'), stages[0].text);
});

test('A3.30 without the plugin its operations are one calm warning each', async (use) => {
  const client = use(new Client(serverPath));
  const { capabilities } = await client.start();
  ok(!capabilities.experimental.fly.dialects.includes('toy'), 'dialects');
  const one = text.slice(0, text.indexOf('\n\n'));
  const found = await client.openSettled(uri, one);
  equal(found.map((d) => [d.severity, textOf(one, d.range)]), [[2, 'toy.wrap']], 'findings');
});

test('A3.30 what is no plugin, or one for another version, is refused in one line that says why', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-plugin-'));
  try {
    const library = readFileSync(toy(), 'latin1');
    const write = (name, content) => { writeFileSync(path.join(folder, name), content, 'latin1'); return path.join(folder, name); };
    // The same number of characters, so that everything else in the library stays where it is.
    const edited = (name, from, to) => write(name, library.replaceAll(from, to));
    const [version] = /libMLIR\.so\.\d+\.\d/.exec(library);
    for (const [file, reason] of [
      [path.join(folder, 'nowhere.so'), /there is no such file/],
      [folder, /it is a folder/],
      [write('text.so', 'no library'), /it is no shared library/],
      [write('half.so', library.slice(0, 3000)), /it is no shared library/],
      [edited('entry.so', 'mlirGetDialectPluginInfo', 'mlirGetDialectPluginInfX'), /entry point not found/],
      [edited('old.so', version, 'libMLIR.so.21.1'), new RegExp(`it is built for libMLIR\\.so\\.21\\.1, this program for ${version}`)],
      [path.join(buildPath, 'lib/other-api-plugin.so'), /Wrong API version\. Got version 2, supported version is 1/],
    ]) {
      const { status, stderr } = spawnSync(serverPath, [`--dialect-plugin=${file}`], { encoding: 'utf8', input: '' });
      equal(status, 1, `${file}: status`);
      equal(stderr.trim().split('\n').length, 1, `${file}: ${stderr}`);
      ok(stderr.startsWith(`fly-lsp-server: error: cannot load the dialect plugin '${file}': `) && reason.test(stderr), stderr);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('A3.30 fly-opt reads the same plugin', async () => {
  const { status, stdout, stderr } = spawnSync(path.join(buildPath, 'bin/fly-opt'), [`--load-dialect-plugin=${toy()}`, '-'],
    { encoding: 'utf8', input: text.replace('!toy.box<0>', '!toy.box<2>') });
  equal(status, 0, stderr);
  ok(stdout.includes('toy.wrap'), stdout);
});

test('A3.30 the ten lines of the manual are those of the plugin under test', async () => {
  const read = (name) => readFileSync(path.join(root, name), 'utf8');
  const manual = read('editors/README.md');
  // What only a project of its own has: where its dialect and MLIR are.
  const own = /^(#include "Toy\.h"|find_package\(MLIR .*|target_link_libraries\(.*|)$/;
  let total = 0;
  for (const [language, file] of [['cpp', 'test/plugin/Toy.cpp'], ['cmake', 'test/plugin/CMakeLists.txt']]) {
    const [, block] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(manual);
    const source = read(file);
    const lines = block.trim().split('\n');
    total += lines.length;
    for (const line of lines.filter((line) => !own.test(line))) ok(source.includes(line), `${file} lacks: ${line}`);
  }
  ok(total <= 10, `${total} lines`);
});
