// What is no kernel at all gets one clear message; no tool dies.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, read } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const kernel = read('kernels/mma_block_f32.mlir');
const good = 'func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n';
const bad = {
  'not MLIR': 'int main() { return 0; }\n',
  'NUL bytes': 'module {\0}\n',
  'unknown dialect': '"what.is_this"() : () -> !what.type\nwhat.this %x\n',
  'truncated': kernel.slice(0, 4000),
  '10,000 nested brackets': `module attributes {a = ${'['.repeat(10000)}${']'.repeat(10000)}} {}\n`,
  '10,000 nested regions': `${'module {\n'.repeat(10000)}${'}\n'.repeat(10000)}`,
  '10,000 nested angle brackets': `func.func @f(%a: ${'!fly.layout<'.repeat(10000)}4:1${'>'.repeat(10000)})\n`,
  '50 MB': '// twenty-four characters\n'.repeat(2 * 1024 * 1024),
  'binary': 'MLïR\u0001\u0002',
  'unknown chip': kernel.replace('chip = "gfx942"', 'chip = "gfx4711"'),
  'an instruction the chip lacks': kernel.replace('chip = "gfx942"', 'chip = "gfx1201"'),
};

for (const [what, text] of Object.entries(bad))
  test(`A3.31 the server and ${what}`, async (use) => {
    const client = use(new Client(serverPath));
    await client.start();
    const uri = 'file:///bad.mlir';
    const found = await client.openSettled(uri, text);
    ok(found.length >= 1 && found.length <= 6, `${found.length} findings: ${JSON.stringify(found).slice(0, 500)}`);
    for (const finding of found) ok(finding.message.length < 400, 'a long message');
    for (const method of ['textDocument/hover', 'fly/threadValueMap', 'fly/stateAtCursor'])
      await client.request(method, client.at(uri, 0, 3));
    await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    await client.replaceAll(uri, good);
    equal(await client.settled(uri), [], 'another text afterwards');
  });

test('an empty document has no findings', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  equal(await client.openSettled('file:///empty.mlir', ''), [], 'empty');
  equal(await client.openSettled('file:///blank.mlir', '\n \n'), [], 'blank');
  equal(await client.openSettled('file:///bom.mlir', `\ufeff${good}`), [], 'byte-order mark');
});

test('fly-map and fly-lint: one line and status 1 for each bad input', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-lsp-'));
  try {
    const files = { ...bad, empty: '' };
    for (const skip of ['unknown dialect', 'unknown chip', 'an instruction the chip lacks']) delete files[skip];
    const paths = Object.entries(files).map(([what, text], i) => {
      const file = path.join(folder, `${i}.mlir`);
      writeFileSync(file, text);
      return [what, file];
    });
    paths.push(['missing', path.join(folder, 'missing.mlir')], ['a folder', folder]);
    for (const [what, file] of paths) {
      const map = spawnSync(path.join(buildPath, 'bin/fly-map'), [file, '--at', '1:1'], { encoding: 'utf8' });
      equal([map.status, map.stdout], [1, ''], `fly-map on ${what}`);
      equal(map.stderr.trim().split('\n').length, 1, `fly-map on ${what}: lines of ${map.stderr.slice(0, 300)}`);
      if (what === 'a folder' || what === 'empty') continue; // nothing is wrong with these
      const lint = spawnSync(path.join(buildPath, 'bin/fly-lint'), [file], { encoding: 'utf8' });
      equal(lint.status, 1, `fly-lint on ${what}: ${lint.stdout.slice(0, 300)}`);
    }
    for (const args of [['!fly.nonsense<1>'], ['!fly.layout<(4,8):1>'], ['(4,8'], ['f32'], [''], ['!fly.layout<4:1>', '--format', 'png'],
      ['!fly.layout<4:1>', '--nonsense'], ['--at'], ['!fly.layout<4:1>', '!fly.layout<4:1>'], ['(4,8):(1,4)', '--operand', 'a'],
      ['!fly.mma_atom<!fly_rocdl.cdna3.mfma<17x16x4, (f32, f32) -> f32>>'], ['[[[['], ['!fly.layout<'.repeat(5000)]]) {
      const map = spawnSync(path.join(buildPath, 'bin/fly-map'), args, { encoding: 'utf8' });
      equal(map.status, 1, `fly-map ${args.join(' ').slice(0, 60)}`);
      equal(map.stderr.trim().split('\n').length, 1, `fly-map ${args.join(' ').slice(0, 60)}: ${map.stderr.slice(0, 300)}`);
      ok(!map.stderr.includes('PLEASE submit'), 'a crash');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('fly-lint: formats, baseline, suppressions and project file', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-lint-'));
  const lint = (...args) => spawnSync(path.join(buildPath, 'bin/fly-lint'), args, { encoding: 'utf8' });
  try {
    const file = path.join(folder, 'a.mlir');
    const warning = 'func.func @f(%l: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(9,9)>) {\n  %x = fly.crd2idx(%c, %l) : (!fly.int_tuple<(9,9)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<45>\n  return\n}\n';
    writeFileSync(file, warning);
    equal(lint(folder).status, 3, 'warnings alone');
    const json = JSON.parse(lint(file, '--format', 'json').stdout);
    ok(json.length >= 1 && json[0].code === 'FLY131' && json[0].start.line === 2, JSON.stringify(json));
    const sarif = JSON.parse(lint(file, '--format=sarif').stdout);
    equal([sarif.version, sarif.runs[0].results[0].ruleId], ['2.1.0', 'FLY131'], 'sarif');
    ok(sarif.runs[0].tool.driver.rules[0].shortDescription.text, 'rules');
    const baseline = path.join(folder, 'base.json');
    lint(file, '--write-baseline', baseline);
    equal(lint(file, '--baseline', baseline).status, 0, 'baseline');
    writeFileSync(file, `// moved\n${warning}`);
    equal(lint(file, '--baseline', baseline).status, 0, 'baseline after lines moved');
    writeFileSync(file, warning.replace('  %x', '  // fly-lint: allow FLY131 because of a test\n  %x'));
    equal(lint(file).status, 0, 'suppressed');
    writeFileSync(file, warning);
    writeFileSync(path.join(folder, 'fly.json'), '{"severity": {"FLY131": "error"}}');
    equal(lint(file).status, 1, 'raised to an error');
    writeFileSync(path.join(folder, 'fly.json'), '{"severity": {"FLY131": "off"}}');
    equal(lint(file).status, 0, 'off');
    writeFileSync(path.join(folder, 'fly.json'), '{"accepted": [{"code": "FLY131", "file": "a.mlir"}]}');
    equal(lint(file).status, 0, 'accepted');
    writeFileSync(path.join(folder, 'fly.json'), '{"severity": ');
    ok(lint(file).stdout.includes('fly.json'), 'a broken project file is told');
    ok(/FLY116/.test(execFileSync(path.join(buildPath, 'bin/fly-lint'), ['--explain', 'FLY116'], { encoding: 'utf8' })), 'explain');
    equal(lint('--explain', 'FLY999').status, 1, 'unknown code');
    equal(lint().status, 1, 'no files');
    equal(lint('-j', '0', file).status, 1, 'bad -j');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
