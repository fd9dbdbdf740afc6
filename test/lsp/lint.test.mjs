// fly-lint: the editor's findings on the command line.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import Ajv from 'ajv-draft-04';
import { Client, read, root } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const lint = (args, options = {}) => {
  const { status, signal, stdout, stderr } = spawnSync(path.resolve(buildPath, 'bin/fly-lint'), args, { encoding: 'utf8', ...options });
  return { status: signal ?? status, stdout, stderr };
};
const inFolder = (body) => async (use) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly lint #1 ')); // a name that URIs must escape
  try {
    await body(folder, use);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
const error = 'func.func @f() {\n  %a = fly.make_copy_atom {valBits = 48 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 48>\n  return\n}\n';
const warning = 'func.func @f(%l: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(9,1)>) {\n  %x = fly.crd2idx(%c, %l) : (!fly.int_tuple<(9,1)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<13>\n  return\n}\n';
const clean = 'func.func @f() {\n  return\n}\n';
const python = 'func.func @f(%a: !fly.layout<(4,8):(1,4)>) {\n  %x = fly.size(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<31> loc("kernel.py":12:3)\n  return\n}\n';

test('fly-lint finds what the editor finds, in every case, kernel and IR test, and in what is no kernel', inFolder(async (folder, use) => {
  const bad = { 'nul.mlir': 'module {\0}\n', 'deep.mlir': `module attributes {a = ${'['.repeat(2000)}${']'.repeat(2000)}} {}\n`, 'words.mlir': 'int main() { return 0; }\n',
    'wide.mlir': `// 😀😀\nfunc.func @f() {\n  %c = arith.constant {s = "😀é"} 1 : i32 %oops\n  return\n}\n`, 'bom.mlir': `\ufeff${error}`, 'crlf.mlir': warning.replace(/\n/g, '\r\n'),
    'dialect.mlir': 'func.func @f(%a: i32) {\n  %b = foo.bar %a : i32\n  return\n}\n', 'empty.mlir': '', 'blank.mlir': '\n \n', 'python.mlir': python };
  for (const [name, text] of Object.entries(bad)) writeFileSync(path.join(folder, name), text);
  const list = (from) => readdirSync(from, { recursive: true }).filter((file) => file.endsWith('.mlir')).map((file) => path.join(from, file));
  const files = [...list(path.join(root, 'test/data')), ...list(path.join(root, 'test/lit')), ...list(path.join(root, 'examples')), ...list(folder)].sort();
  ok(files.length > 130, `${files.length} files`);
  const { stdout } = lint([...files, '--format', 'json', '-j', '2']);
  const byFile = new Map(files.map((file) => [file, []]));
  const place = ({ line, column }) => ({ line: line - 1, character: column - 1 });
  for (const { file, severity, message, code, start, end, related = [] } of JSON.parse(stdout))
    byFile.get(file).push({ severity: { error: 1, warning: 2, info: 3, hint: 4 }[severity], message, code, start: place(start), end: place(end),
      related: related.map((note) => [note.message, note.file ?? 'here', place(note.start)]) });
  const client = use(new Client(serverPath));
  await client.start();
  let findings = 0;
  for (const file of files) {
    const uri = `file://${file.split('/').map(encodeURIComponent).join('/')}`;
    const published = (await client.openSettled(uri, readFileSync(file, 'utf8'))).map(({ severity, message, code, range, relatedInformation = [] }) => ({
      severity, message, code, start: range.start, end: range.end,
      related: relatedInformation.map((note) => [note.message, note.location.uri === uri ? 'here' : path.basename(note.location.uri), note.location.range.start]) }));
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    // A text that cannot be analysed has a place, and no end of it on the command line.
    const shown = byFile.get(file);
    if (shown.length === 1 && published.length === 1 && JSON.stringify(shown[0].start) === JSON.stringify(shown[0].end)) shown[0].end = published[0].end;
    equal(shown, published, file);
    findings += published.length;
  }
  ok(findings > 300, `${findings} findings`);
}));

test('fly-lint: the same output for any number of jobs, files by name, folders and files twice once', inFolder(async (folder) => {
  mkdirSync(path.join(folder, 'deep/er'), { recursive: true });
  for (let i = 0; i < 40; ++i) writeFileSync(path.join(folder, i % 2 ? 'deep/er' : '.', `${String(i).padStart(2, '0')}.mlir`), i % 3 ? error : warning);
  writeFileSync(path.join(folder, 'no.txt'), error);
  symlinkSync(folder, path.join(folder, 'deep/loop'));
  const one = lint([folder, '-j', '1']);
  for (const jobs of [['-j', '2'], ['-j16'], ['-j=256'], []]) equal(lint([folder, ...jobs]), one, `jobs ${jobs}`);
  equal(one.status, 1, 'status');
  ok(one.stderr.startsWith('40 findings in 40 files'), one.stderr);
  equal(lint([folder, path.join(folder, '00.mlir'), folder]), one, 'named three times');
  ok(lint([path.join(folder, 'no.txt')]).stdout.includes('[FLY116]'), 'a file with another ending that is named');
  const text = lint(['-'], { input: error });
  ok(text.stdout.includes('[FLY116]') && text.status === 1, 'standard input');
}));

test('fly-lint: two jobs check two files at the same time', inFolder(async (folder) => {
  const [first, second] = ['a.mlir', 'b.mlir'].map((name) => path.join(folder, name));
  execFileSync('mkfifo', [first, second]);
  const child = spawn(path.resolve(buildPath, 'bin/fly-lint'), [first, second, '-j', '2'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = new Promise((resolve) => { let out = ''; child.stdout.on('data', (chunk) => { out += chunk; }); child.on('close', (status) => resolve({ out, status })); });
  try {
    // A pipe is open once somebody reads it: the second one is, while the first has nothing to read yet.
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('the second file waits for the first')), 20000).unref());
    for (const pipe of [second, first]) {
      const writer = await Promise.race([open(pipe, 'w'), late]);
      await writer.write(error);
      await writer.close();
    }
    const { out, status } = await output;
    equal([status, out.match(/[ab]\.mlir:2:\d+: error/g)?.map((line) => line[0])], [1, ['a', 'b']], out);
  } finally {
    child.kill();
  }
}));

test('fly-lint: text shows whole characters with marks below the right ones; columns are bytes in text, UTF-16 units in JSON and SARIF', inFolder(async (folder) => {
  const file = path.join(folder, 'a.mlir'), wide = 'aé€😀e\u0301';
  const at = (format) => (format === 'text' ? Number(/:(\d+): error/.exec(lint([file]).stdout)[1]) : format === 'json' ? JSON.parse(lint([file, '--format', 'json']).stdout)[0].start.column
    : run(JSON.parse(lint([file, '--format', 'sarif']).stdout)).results[0].locations[0].physicalLocation.region.startColumn);
  // A finding, and a text that cannot be analysed.
  const start = `func.func @f() {\n  %c = arith.constant {s = "${wide.repeat(9)}"} 1 : i32 func.call @g(`;
  for (const [what, text, needle] of [['a finding', `${start}%oops) : (i32) -> ()\n  return\n}\nfunc.func private @g(i32)\n`, '%oops'], ['a NUL byte', `// ${wide}\0\n`, '\0']]) {
    writeFileSync(file, text);
    const before = text.slice(text.lastIndexOf('\n', text.indexOf(needle)) + 1, text.indexOf(needle));
    equal(['text', 'json', 'sarif'].map(at), [Buffer.byteLength(before) + 1, before.length + 1, before.length + 1], what);
  }
  writeFileSync(file, `${start}%oops) : (i32) -> ()\n  return\n}\nfunc.func private @g(i32)\n`);
  const [, shown, marks] = lint([file]).stdout.split('\n');
  ok(!shown.includes('\ufffd'), shown);
  equal([...shown].slice([...marks].indexOf('^'), marks.trimEnd().length).join(''), '%oops', 'what is marked');
}));

test('fly-lint: exit status by severity', inFolder(async (folder) => {
  const file = path.join(folder, 'a.mlir'), status = (text, ...args) => { writeFileSync(file, text); return lint([file, ...args]).status; };
  for (const format of ['text', 'json', 'sarif']) {
    equal([clean, warning, error, warning + error.replace('@f', '@g'), ''].map((text) => status(text, '--format', format)), [0, 3, 1, 1, 0], format);
    equal(JSON.stringify([]) === lint([file, '--format', 'json']).stdout.trim() || format !== 'json', true, 'an empty list');
  }
  equal(status(read('bugs/07-layout-divisor-or-tile.mlir')), 0, 'hints alone');
  equal(status('func.func @f(%a: i32) {\n  %b = foo.bar %a : i32\n  return\n}\n'), 3, 'an unknown dialect');
}));

// The schema as OASIS publishes it.
const validate = new Ajv.default({ strict: false, unicodeRegExp: false, validateFormats: false })
  .compile(createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
const run = (sarif) => sarif.runs[0];
function keepsToTheStandard(sarif) {
  ok(validate(sarif), JSON.stringify(validate.errors));
  // What the schema leaves to `format`: references are escaped and relative to nothing of ours.
  for (const { locations = [], relatedLocations = [] } of run(sarif).results)
    for (const { physicalLocation: { artifactLocation: { uri } } } of [...locations, ...relatedLocations]) ok(/^[A-Za-z0-9/._~%:-]+$/.test(uri), uri);
}

test('fly-lint: JSON of every case and IR test keeps to the schema of docs/linting.md, and so does its example', async () => {
  const page = readFileSync(path.join(root, 'docs/linting.md'), 'utf8'), block = (kind) => JSON.parse(new RegExp(`\`\`\`json ${kind} fly-lint\\n([^]*?)\`\`\``).exec(page)[1]);
  const fits = new Ajv2020.default({ strict: false }).compile(block('schema'));
  ok(fits(block('example')), JSON.stringify(fits.errors));
  const { stdout } = lint(['test/data', 'test/lit', 'missing.mlir', '--format', 'json'], { cwd: root, maxBuffer: 1 << 26 });
  ok(fits(JSON.parse(stdout)), JSON.stringify(fits.errors));
  ok(JSON.parse(stdout).length > 300, 'findings');
});

test("fly-lint: the examples of docs/linting.md are the tool's output", inFolder(async (folder) => {
  const page = readFileSync(path.join(root, 'docs/linting.md'), 'utf8'), block = (kind) => new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``).exec(page)[1];
  mkdirSync(path.join(folder, 'kernels'));
  writeFileSync(path.join(folder, 'kernels/index.mlir'), block('mlir'));
  equal(lint(['kernels/index.mlir'], { cwd: folder }).stdout, block('text'), 'text');
  equal(JSON.parse(lint(['kernels', '--format', 'json'], { cwd: folder }).stdout), JSON.parse(block('json example fly-lint')), 'JSON');
}));

test('fly-lint: SARIF of every case and IR test keeps to the schema of the standard', async () => {
  const { stdout } = lint(['test/data', 'test/lit', '--format', 'sarif'], { cwd: root, maxBuffer: 1 << 26 });
  const sarif = JSON.parse(stdout);
  ok(run(sarif).results.length > 300, `${run(sarif).results.length} results`);
  keepsToTheStandard(sarif);
});

test('fly-lint: SARIF keeps to its schema, with rules, regions and fingerprints', inFolder(async (folder) => {
  writeFileSync(path.join(folder, 'a b.mlir'), `// 😀\n${warning}${python.replace('@f', '@g')}`);
  writeFileSync(path.join(folder, 'e.mlir'), error);
  writeFileSync(path.join(folder, 'nul.mlir'), 'a\0');
  const sarif = JSON.parse(lint(['.', 'missing.mlir', '--format', 'sarif'], { cwd: folder }).stdout);
  keepsToTheStandard(sarif);
  equal(run(sarif).columnKind, 'utf16CodeUnits', 'unit of columns');
  const { rules } = run(sarif).tool.driver, { results } = run(sarif);
  equal(rules.map((rule) => rule.id), ['FLY116', 'FLY131'], 'rules');
  for (const rule of rules) ok(rule.shortDescription.text && rule.fullDescription.text && rule.help.text, `${rule.id} is described`);
  for (const result of results) if (result.ruleId) equal(rules[result.ruleIndex].id, result.ruleId, 'index of the rule');
  const uris = results.map((result) => result.locations[0].physicalLocation.artifactLocation.uri);
  ok(uris.includes('./a%20b.mlir') || uris.includes('a%20b.mlir'), `${uris}`);
  const size = results.find((result) => result.message.text.includes('fly.size'));
  const py = size.relatedLocations.find((note) => note.physicalLocation.artifactLocation.uri === 'kernel.py');
  equal(py.physicalLocation.region, { startLine: 12, startColumn: 3 }, 'the Python line');
  equal(results.filter((result) => result.level === 'error').length, 4, 'errors');
  equal(results.find((result) => result.ruleId === 'FLY131').locations[0].physicalLocation.region, { startLine: 3, startColumn: 20, endLine: 3, endColumn: 22 }, 'region');
  // Fingerprints stay when lines move.
  const prints = (output) => JSON.parse(output).runs[0].results.map((result) => result.partialFingerprints?.['flyLint/v1']);
  const before = prints(lint(['e.mlir', '--format', 'sarif'], { cwd: folder }).stdout);
  writeFileSync(path.join(folder, 'e.mlir'), `\n\n${error}`);
  equal(prints(lint(['e.mlir', '--format', 'sarif'], { cwd: folder }).stdout), before, 'fingerprints');
}));

test('fly-lint: a baseline hides what is known, and nothing else', inFolder(async (folder) => {
  const file = path.join(folder, 'a.mlir'), base = path.join(folder, 'base.json');
  writeFileSync(file, `${error}${warning.replace('@f', '@g')}`);
  equal(lint([file, '--write-baseline', base]).status, 1, 'while it is written everything is told');
  equal(lint([folder, '--baseline', base]), { status: 0, stdout: '', stderr: '0 findings in 1 file\n' }, 'nothing new');
  writeFileSync(file, `// moved\n\n${warning.replace('@f', '@g')}${error}`);
  equal(lint([file, '--baseline', base]).status, 0, 'moved');
  // The same fault once more is one more.
  writeFileSync(file, `${error}${error.replace('@f', '@h')}${warning.replace('@f', '@g')}`);
  const { status, stdout } = lint([file, '--baseline', base]);
  equal([status, stdout.match(/FLY\d+/g)], [1, ['FLY116']], 'one more');
  writeFileSync(file, warning.replace('@f', '@g'));
  equal(lint([file, '--baseline', base]).status, 0, 'repaired ones do not matter');
  equal(JSON.parse(lint([file, '--baseline', base, '--format', 'json']).stdout), [], 'JSON');
  equal(JSON.parse(lint([file, '--baseline', base, '--format', 'sarif']).stdout).runs[0].results, [], 'SARIF');
  // Entries name files by their way from the baseline: the project may lie elsewhere, two files of one name differ.
  mkdirSync(path.join(folder, 'project/sub'), { recursive: true });
  for (const name of ['x.mlir', 'sub/x.mlir']) writeFileSync(path.join(folder, 'project', name), name === 'x.mlir' ? error : clean);
  equal(lint(['.', '--write-baseline', 'base.json'], { cwd: path.join(folder, 'project') }).status, 1, 'written');
  cpSync(path.join(folder, 'project'), path.join(folder, 'copy'), { recursive: true });
  for (const args of [['.', '--baseline', 'base.json'], ['x.mlir', 'sub', '--baseline', './base.json'], [path.join(folder, 'copy'), '--baseline', path.join(folder, 'copy/base.json')]])
    equal(lint(args, { cwd: path.join(folder, 'copy') }).status, 0, `${args}`);
  copyFileSync(path.join(folder, 'copy/x.mlir'), path.join(folder, 'copy/sub/x.mlir'));
  writeFileSync(path.join(folder, 'copy/x.mlir'), clean);
  equal(lint(['.', '--baseline', 'base.json'], { cwd: path.join(folder, 'copy') }).status, 1, 'the same fault in another file');
  lint([file, '--write-baseline', base]);
  writeFileSync(base, `\ufeff${readFileSync(base, 'utf8')}`);
  equal(lint([file, '--baseline', base]).status, 0, 'a byte-order mark');
  for (const [what, text] of [['no JSON', '{'], ['no list', '{}'], ['empty', ''], ['nested', '['.repeat(1000000)]]) {
    writeFileSync(base, text);
    const { status: s, stderr } = lint([file, '--baseline', base]);
    equal([s, stderr.trim().split('\n').length], [1, 1], `${what}: ${stderr}`);
    ok(stderr.includes('base.json'), stderr);
  }
  ok(/missing\.json.*no such file/.test(lint([file, '--baseline', path.join(folder, 'missing.json')]).stderr), 'missing');
  ok(/cannot write/.test(lint([file, '--write-baseline', path.join(folder, 'no/where.json')]).stderr), 'no such folder');
}));

// How front ends print locations, of operations and of values, with the lines that must be named.
const pythonLocations = {
  'a line': ['loc("kernel.py":12:3)'], 'a range': ['loc("kernel.py":12:3 to :20)'], 'a name': ['loc("layout"("kernel.py":12:3))'], 'a call': ['loc(callsite("kernel.py":12:3 at "main.py":7:1))'],
  'several': ['loc(fused["kernel.py":12:3, "other.py":5:6])'], 'with a reason': ['loc(fused<"why">["kernel.py":12:3])'],
  'one in another': ['loc("x"(callsite(fused<"why">["kernel.py":12:3] at callsite("b.py":2:2 at "main.py":7:1))))'],
  'an alias above': ['loc(#loc1)', '#loc1 = loc("kernel.py":12:3)\n', ''], 'an alias below': ['loc(#loc1)', '', '#loc1 = loc("kernel.py":12:3)\n'],
  'aliases of aliases': ['loc(#loc4)', '#loc = loc("a.py":1:1)\n', '#loc1 = loc("kernel.py":12:3)\n#loc2 = loc("main.py":7:1)\n#loc3 = loc(callsite(#loc1 at #loc2))\n#loc4 = loc("size"(#loc3))\n'],
};
test('fly-lint and the editor name the Python line of a finding, in every format, however the location is written', inFolder(async (folder, use) => {
  const client = use(new Client(serverPath)), file = path.join(folder, 'a.mlir'), uri = `file://${file.split('/').map(encodeURIComponent).join('/')}`;
  await client.start();
  for (const [what, [location, above = '', below = '']] of Object.entries(pythonLocations))
    for (const [kind, statement, about] of [
      ['an error of a verifier', `%x = fly.size(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<31>`, 'inferred'],
      ['an error of the parser', '%m = fly.make_copy_atom {valBits = 48 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 48>', 'does not divide'],
      ['a warning', `%y = fly.crd2idx(%c, %a) : (!fly.int_tuple<(9,1)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<13>`, 'extent']]) {
      const text = `${above}func.func @f(%a: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(9,1)>) {\n  ${statement} ${location}\n  return\n}\n${below}`, where = `${kind} at ${what}`;
      writeFileSync(file, text);
      const { stdout } = lint([file]), [first] = stdout.split('\n');
      ok(first.includes(about) && /^kernel\.py:12:3: note: /m.test(stdout), `${where}: ${stdout}`);
      const [finding] = JSON.parse(lint([file, '--format', 'json']).stdout);
      ok(finding.related.some((note) => note.file === 'kernel.py' && note.start.line === 12 && note.start.column === 3), `${where}: ${JSON.stringify(finding)}`);
      const sarif = JSON.parse(lint([file, '--format', 'sarif']).stdout);
      keepsToTheStandard(sarif);
      ok(run(sarif).results[0].relatedLocations.some(({ physicalLocation: at }) => at.artifactLocation.uri === 'kernel.py' && JSON.stringify(at.region) === '{"startColumn":3,"startLine":12}'), where);
      const [published] = await client.openSettled(uri, text);
      const line = published.relatedInformation.find((note) => note.location.uri.endsWith('/kernel.py'));
      equal(line?.location.range.start, { line: 11, character: 2 }, `${where}: in the editor`);
      // Relative files are sought beside the document.
      equal(line.location.uri, uri.replace('a.mlir', 'kernel.py'), where);
      await client.notify('textDocument/didClose', { textDocument: { uri } });
    }
}));

test('fly-lint: project files and suppressions', inFolder(async (folder) => {
  const file = path.join(folder, 'sub/a.mlir'), project = path.join(folder, 'fly.json');
  mkdirSync(path.join(folder, 'sub'));
  const atom = 'func.func @f() {\n  %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>\n  return\n}\n';
  const status = (text, settings, ...args) => {
    writeFileSync(file, text);
    writeFileSync(project, JSON.stringify(settings));
    return lint([file, ...args]).status;
  };
  equal(status(atom, {}), 0, 'no chip');
  equal(status(atom, { chip: 'gfx1100' }), 1, 'the chip of the project');
  equal(status(atom, { chip: 'gfx1100' }, '--chip', 'gfx942'), 0, 'the option comes before the project');
  equal(status(warning, { severity: { FLY131: 'error' } }), 1, 'raised');
  for (const level of ['info', 'hint', 'off']) equal(status(warning, { severity: { FLY131: level } }), 0, level);
  equal(status(warning, { accepted: [{ code: 'FLY131' }] }), 0, 'accepted');
  equal(status(warning, { accepted: [{ code: 'FLY131', file: 'sub/a.mlir', message: 'outside the extent' }] }), 0, 'accepted here');
  equal(status(warning, { accepted: [{ code: 'FLY131', file: 'other.mlir' }] }), 3, 'accepted elsewhere');
  equal(status(warning, { accepted: [{ code: 'FLY131', message: 'something else' }] }), 3, 'another message');
  equal(status(warning.replace('  %x', '  // fly-lint: allow FLY172, FLY131 for a reason\n  %x'), {}), 0, 'above the line');
  equal(status(warning.replace('<13>', '<13> // fly-lint: allow FLY131'), {}), 0, 'on the line');
  equal(status(warning.replace('  %x', '  // fly-lint: allow FLY132\n  %x'), {}), 3, 'another code');
  equal(status(warning.replace('  return', '  // fly-lint: allow FLY131\n  return'), {}), 3, 'another line');
  // A broken project file is told once, as a warning, in every format.
  writeFileSync(project, '{"severity": ');
  writeFileSync(file, clean);
  copyFileSync(file, path.join(folder, 'sub/b.mlir'));
  const { status: s, stdout } = lint([folder]);
  equal([s, stdout.trim().split('\n').length], [3, 1], stdout);
  ok(/fly\.json:1:1: warning: /.test(stdout), stdout);
  const json = JSON.parse(lint([folder, '--format', 'json']).stdout);
  equal(json.map((entry) => [path.basename(entry.file), entry.severity]), [['fly.json', 'warning']], 'JSON');
  equal(JSON.parse(lint([folder, '--format', 'sarif']).stdout).runs[0].results.map((result) => result.level), ['warning'], 'SARIF');
}));

test('fly-lint: wrong command lines and unreadable inputs are told in one line', inFolder(async (folder) => {
  const file = path.join(folder, 'a.mlir');
  writeFileSync(file, clean);
  const told = (args, what) => {
    const { status, stdout, stderr } = lint(args);
    equal([status, stdout, stderr.trim().split('\n').length], [1, '', 1], `${args}: ${stderr.slice(0, 300)}`);
    ok(stderr.startsWith('fly-lint: error: ') && stderr.includes(what), `${args}: ${stderr}`);
  };
  told(['--nonsense', file], "'--nonsense'");
  told(['-x', file], "'-x'");
  told([file, '--format'], '--format');
  told([file, '--format', 'xml'], "'xml'");
  told([file, '--help=yes'], 'takes no value');
  for (const jobs of ['0', '-1', 'many', '257', '1.5', '']) told([file, '-j', jobs], '-j wants a number from 1 to 256');
  told(['--explain', 'FLY999'], "'FLY999'");
  told(['--explain', ''], "unknown code ''");
  told(['--format', 'json'], 'no files');
  mkdirSync(path.join(folder, 'empty'));
  told([path.join(folder, 'empty')], 'no .mlir files');
  equal(lint([]).status, 1, 'no arguments');
  const help = lint(['--help']);
  ok(help.status === 0 && help.stderr === '' && help.stdout.split('\n').length < 40, 'help');
  ok(/^fly-lint \d+\.\d+/.test(lint(['--version']).stdout), 'version');
  const unread = (name, what) => {
    const { status, stdout } = lint([path.join(folder, name), file]);
    equal([status, stdout.trim().split('\n').length], [1, 1], `${name}: ${stdout}`);
    ok(stdout.includes(`${name}`) && what.test(stdout), stdout);
  };
  unread('missing.mlir', /: error: no such file or directory/);
  symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'dangling.mlir'));
  unread('dangling.mlir', /: error: no such file or directory/);
  writeFileSync(path.join(folder, 'binary.mlir'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff]));
  unread('binary.mlir', /binary\.mlir:1:\d+: error: /);
  writeFileSync(path.join(folder, 'latin1.mlir'), Buffer.from('// caf\xe9\n', 'latin1'));
  unread('latin1.mlir', /latin1\.mlir:1:7: error: .*UTF-8/);
  writeFileSync(path.join(folder, 'locked.mlir'), clean);
  chmodSync(path.join(folder, 'locked.mlir'), 0);
  // Root reads everything: somebody else asks.
  const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  chmodSync(folder, 0o755);
  mkdirSync(path.join(folder, 'shut'), { mode: 0 });
  const asked = lint([path.join(folder, 'locked.mlir'), path.join(folder, 'shut'), file], nobody);
  equal([asked.status, asked.stdout.match(/[^/]*: error: permission denied/g)], [1, ['locked.mlir: error: permission denied', 'shut: error: permission denied']], 'what may not be read');
  const whole = lint([folder], nobody);
  ok(/shut: error: permission denied/.test(whole.stdout) && /binary\.mlir:1:\d+: error/.test(whole.stdout), `the rest of a folder is looked at: ${whole.stdout}`);
  chmodSync(path.join(folder, 'shut'), 0o755);
  // A pipe in a folder is passed over; one that is named is read.
  execFileSync('mkfifo', [path.join(folder, 'shut/pipe.mlir')]);
  told([path.join(folder, 'shut')], 'no .mlir files');
  told([file, '--chip', 'gfx9zzz'], "'gfx9zzz'");
  // What is fine is still looked at, and found in a folder too.
  ok(/binary\.mlir:1:\d+: error/.test(lint([folder]).stdout), 'in a folder');
}));

test('fly-lint --explain knows every code of docs/diagnostics.md', async () => {
  const codes = [...new Set([...readFileSync(path.join(root, 'docs/diagnostics.md'), 'utf8').matchAll(/^#+ (FLY\d+)/gm)].map(([, code]) => code))];
  ok(codes.length > 100, `${codes.length} codes`);
  for (const code of codes.filter((_, i) => i % 9 === 0)) {
    const { status, stdout } = lint(['--explain', code]);
    equal(status, 0, code);
    ok(stdout.startsWith(`${code}: `) && stdout.length > 60, stdout);
  }
});
