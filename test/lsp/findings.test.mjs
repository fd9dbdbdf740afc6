// Findings: one analysis behind every tool, a place for every rule, and fixes that work.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, data, fullCapabilities, root, textOf } from './client.mjs';
import { equal, ok, rejects, test } from './harness.mjs';

const tool = (name) => path.join(buildPath, 'bin', name);
const severities = { 1: 'error', 2: 'warning', 3: 'info', 4: 'hint' };
const filesOf = (folder) => readdirSync(folder).sort().flatMap((name) => {
  const file = path.join(folder, name);
  return statSync(file).isDirectory() ? filesOf(file) : name.endsWith('.mlir') ? [file] : [];
});
/** Number of the `// -----` chunk of every line. */
const chunksOf = (text) => {
  let chunk = 0;
  return text.split('\n').map((line) => (line.startsWith('// -----') ? ++chunk : chunk));
};

/** What fly-opt says in one run: [line, severity, code, message]. */
const flyOpt = (file, ...args) => {
  const { stderr } = spawnSync(tool('fly-opt'), [file, '--split-input-file', ...args, '-o', os.devNull], { encoding: 'utf8' });
  return stderr.split('\n').flatMap((line) => {
    const match = line.match(/^(?:.*?):(\d+):\d+: (error|warning|remark): (.*?)(?: \[(FLY\d+)\])?$/);
    return match ? [[Number(match[1]), match[2] === 'remark' ? 'info' : match[2], match[4], match[3].replace(/^'[\w.]+' op /, '')]] : [];
  });
};

test('the same findings from fly-opt --fly-check, the editor and fly-lint', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const files = [...filesOf(path.join(root, 'test/lit/check')), ...filesOf(data('.'))];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-findings-'));
  let compared = 0;
  try {
    // Remarks are shown on request; a project file asks for them.
    writeFileSync(path.join(folder, 'fly.json'), '{"severity": {"FLY166": "info", "FLY173": "info"}}');
    for (const original of files) {
      const name = path.relative(root, original), text = readFileSync(original, 'utf8')
        .replaceAll('expected-', 'awaited-'); // or fly-opt checks these comments
      const file = path.join(folder, path.basename(original));
      writeFileSync(file, text);
      const editor = (await client.openSettled(`file://${file}`, text))
        .map((d) => [d.range.start.line + 1, severities[d.severity], d.code, d.message.split('\n')[0]]);
      const { stdout } = spawnSync(tool('fly-lint'), ['--format', 'json', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
      const lint = JSON.parse(stdout).map((entry) => [entry.start.line, entry.severity, entry.code, entry.message]);
      equal(lint, editor, `${name}: fly-lint and the editor`);

      // Where a piece does not verify, fly-opt stops before the analysis.
      const chunks = chunksOf(text);
      const broken = new Set(flyOpt(file).filter(([, severity]) => severity === 'error').map(([line]) => chunks[line - 1]));
      // Rules of the core dialect: what holds for chips is told by the editor before code is made.
      const comparable = (list) => list
        .filter(([line, , code]) => code && Number(code.slice(3)) < 300 && !broken.has(chunks[line - 1]))
        .map(([line, severity, code, message]) => [line, severity, code, message.replace(/^'[\w.]+' op /, '')].join(' ')).sort();
      const optimizer = comparable(flyOpt(file, '--fly-check=remarks'));
      equal(comparable(editor), optimizer, `${name}: the editor and fly-opt`);
      compared += optimizer.length;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  ok(compared >= 30, `only ${compared} findings were compared`);
});

/** Texts whose finding has one definite repair: [code, title of a fix, text]. */
const repairs = () => {
  const atom = (payload, bits) => `!fly.copy_atom<${payload}, ${bits}>`;
  const type = (text) => `func.func private @f(${text})\n`;
  const body = (args, ...lines) => `func.func @f(${args}) {\n${lines.map((line) => `  ${line}\n`).join('')}  return\n}\n`;
  const mma = (payload) => type(`!fly.mma_atom<${payload}>`);
  const target = (chip, payload) => `gpu.module @m [${chip}] {\n  gpu.func @f() {\n    %a = fly.make_mma_atom : !fly.mma_atom<${payload}>\n    gpu.return\n  }\n}\n`;
  const narrow = atom('!fly.universal_copy<128>', 32), tile = '!fly.tile<128>', two = '!fly.layout<(64,2):(2,1)>';
  const half = atom('!fly.universal_copy<32>', 16), pairs = '!fly.layout<(4,2):(2,1)>';
  return [
    ['FLY102', 'Make it a layout', type('!fly.composed_layout<4:1>')],
    ['FLY104', 'Write (1,4)', type('!fly.layout<(4,8):1>')],
    ['FLY105', 'Write 4', type('!fly.layout<-4:1>')],
    ['FLY108', 'Write 4', type('!fly.int_tuple<?{div=-4}>')],
    ['FLY111', 'Write i32', type('!fly.ptr<index, global>')],
    ['FLY112', 'Write shared', type('!fly.ptr<f32, 3>')],
    ['FLY114', 'Write 6', type('!fly.ptr<i12, shared, align<4>>')],
    ['FLY116', 'Use values of 16 bits', type(atom('!fly.universal_copy<64>', 48))],
    ['FLY116', 'Write 24', type('!fly.universal_copy<20>')],
    ['FLY119', 'Write [4|8]', type(`!fly.tiled_copy<${atom('!fly.universal_copy<32>', 32)}, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|4]>>`)],
    ['FLY134', 'Write the inferred type !fly.layout<(4,8):(1E0,4E1)>', body('%l: !fly.layout<(4,8):(1E0,4E1)>', '%c = fly.coalesce(%l) : (!fly.layout<(4,8):(1E0,4E1)>) -> !fly.layout<32:1E0>')],
    ['FLY145', 'Write S<0,0,0>', type('!fly.ptr<f16, shared, S<0,4,3>>')],
    ['FLY150', 'Write 1', body('%p: !fly.ptr<f32, global>', '%q = fly.to_llvm_ptr(%p) {llvm_address_space = 3 : i32} : (!fly.ptr<f32, global>) -> !llvm.ptr<3>')],
    ['FLY150', 'Keep all but the element type', body('%p: !fly.ptr<f32, shared, align<8>>', '%q = fly.recast_iter(%p) : (!fly.ptr<f32, shared, align<8>>) -> !fly.ptr<f16, global>')],
    ['FLY150', 'Keep all but the element type', body('%p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>', '%q = fly.recast_iter(%p) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> !fly.ptr<i8, shared, align<16>>')],
    ['FLY152', 'Write 64', body('', '%p = fly.make_ptr() {dictAttrs = {allocBytes = 512 : i64, allocAlign = 16 : i64}} : () -> !fly.ptr<f32, shared, align<64>>')],
    ['FLY152', 'Write 128', body('%l: !fly.layout<32:1>', '%p = fly.make_ptr() {dictAttrs = {allocAlign = 16 : i64, allocBytes = 64 : i64}} : () -> !fly.ptr<f32, shared, align<16>>', '%v = fly.make_view(%p, %l) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<32:1>) -> !fly.memref<f32, shared, 32:1, align<16>>')],
    ['FLY152', 'Add allocAlign = 16 : i64', body('', '%p = fly.make_ptr() {dictAttrs = {allocBytes = 512 : i64}} : () -> !fly.ptr<f32, shared, align<16>>')],
    ['FLY156', 'Write "soffset"', body(`%a: ${atom('!fly_rocdl.cdna3.buffer_copy<32>', 32)}, %v: i32`, `%b = fly.atom.set_value(%a, "sofset", %v) : (${atom('!fly_rocdl.cdna3.buffer_copy<32>', 32)}, i32) -> ${atom('!fly_rocdl.cdna3.buffer_copy<32>', 32)}`)],
    ['FLY157', 'Write 32', body('', `%a = fly.make_copy_atom {valBits = 16 : i32} : ${atom('!fly.universal_copy<32>', 32)}`)],
    ['FLY160', 'Write one {} per value', body('%x: i32', 'fly.print(%x) {format = "{} {}"} : (i32) -> ()')],
    ['FLY161', 'Write !fly.int_tuple<?{div=4}>', body('%a: !fly.int_tuple<?{div=4}>, %b: !fly.int_tuple<?>', '%c = fly.assume(%a, %b) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<?>) -> !fly.int_tuple<?>')],
    ['FLY170', 'Copy 64 bits at a time', body('', `%a = fly.make_copy_atom {valBits = 32 : i32} : ${narrow}`, `%l = fly.static : ${two}`, `%t = fly.static : ${tile}`, `%c = fly.make_tiled_copy(%a, %l, %t) : (${narrow}, ${two}, ${tile}) -> !fly.tiled_copy<${narrow}, ${two}, ${tile}>`)],
    ['FLY172', 'State align<16> in the type', body('%p: !fly.ptr<f16, global>', '%v = fly.ptr.load(%p) : (!fly.ptr<f16, global>) -> vector<8xf16>')],
    ['FLY174', 'Raise the base of the swizzle to 4', body('%p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>', '%v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<8xf16>')],
    ['FLY178', 'Use values of 32 bits', body('%s: !fly.memref<f32, global, 8:1>, %i: !fly.int_tuple<?>', `%a = fly.make_copy_atom {valBits = 16 : i32} : ${half}`, `%l = fly.static : ${pairs}`, '%t = fly.static : !fly.tile<8>', `%c = fly.make_tiled_copy(%a, %l, %t) : (${half}, ${pairs}, !fly.tile<8>) -> !fly.tiled_copy<${half}, ${pairs}, !fly.tile<8>>`, `%p = fly.tiled_copy.partition_src(%c, %s, %i) : (!fly.tiled_copy<${half}, ${pairs}, !fly.tile<8>>, !fly.memref<f32, global, 8:1>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((2,1),1):((1,0),0)>`)],
    ['FLY301', 'Write ', mma('!fly_rocdl.cdna3.mfma<16x16x8, (f16, f16) -> f32>')],
    ['FLY302', 'Write 16x16x16, (f16, f16) -> f32', mma('!fly_rocdl.cdna3.mfma<4x4x4, (f16, f16) -> f32>')],
    ['FLY307', 'Write ', mma('!fly_rocdl.gfx11.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>')],
    ['FLY308', 'Set signA, signB and clamp to false', mma('!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = true, signB = false, clamp = false>')],
    ['FLY309', 'Write ', type(atom('!fly_rocdl.cdna3.buffer_copy<48>', 16))],
    ['FLY310', 'Write 32', type(atom('!fly_rocdl.cdna3.buffer_copy_lds<64>', 16))],
    ['FLY337', 'Compile for gfx942', target('#rocdl.target<chip = "gfx1100">', '!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>')],
    ['FLY401', 'Compile for sm_89', target('#nvvm.target<chip = "sm_80">', '!fly_ptx.sm89.mma<16x8x32, (f8E4M3FN, f8E4M3FN) -> f32>')],
    ['FLY311', 'Write vector<2xf16>', type(atom('!fly_rocdl.cdna3.buffer_atomic<add, f16>', 16))],
    ['FLY304', 'Write 16x16x128', mma('!fly_rocdl.cdna4.mfma_scale<16x16x32, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>')],
    ['FLY434', 'Write x', type(atom('!fly_ptx.sm75.ldmatrix<x3>', 16))],
    ['FLY411', 'Remove satfinite', mma('!fly_ptx.sm80.mma<16x8x16, (f16, f16) -> f32, satfinite>')],
    ['FLY411', 'Write first', type(atom('!fly_ptx.sm75.ld<32, evict = frist>', 32))],
    ['FLY411', 'Write no_allocate', type(atom('!fly_ptx.sm75.st<32, evict = noallocate>', 32))],
    ['FLY419', 'Write ca', type(atom('!fly_ptx.sm80.cp_async<64, cache = cg>', 16))],
    ['FLY434', 'Write ', type(atom('!fly_ptx.sm80.cp_async<96>', 16))],
    [undefined, 'Compile for gfx942', 'gpu.module @m [#rocdl.target<chip = "gfx9421">] {\n}\n'],
  ];
};

/** A text with edits, which are all told in its own coordinates. */
export const edited = (text, edits) => {
  const lines = text.split('\n'), starts = [0];
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
  const offset = ({ line, character }) => starts[line] + character;
  return [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((now, edit) => now.slice(0, offset(edit.range.start)) + edit.newText + now.slice(offset(edit.range.end)), text);
};
const counted = (list) => list.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map());

test('A1.15 every fix that is offered makes its finding vanish and brings no new error', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const bad = [], codes = new Map();
  let applied = 0;
  const texts = [...filesOf(path.join(root, 'test/lit')), ...filesOf(data('.'))]
    .map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]);
  const wanted = repairs();
  texts.push(...wanted.map(([code, , text], i) => [`${code}/${i}`, text]));
  const titles = new Map();
  for (const [name, whole] of texts) {
    if (whole.length > 300000) continue;
    const chunks = whole.split(/^(?=\/\/ -----)/m);
    for (const [index, text] of chunks.entries()) {
      const uri = `file:///fixes/${name}.${index}.mlir`;
      const found = await client.openSettled(uri, text);
      if (!found.some((entry) => entry.data?.fixes?.length)) continue;
      const errors = counted(found.filter((d) => d.severity === 1).map((d) => d.message));
      for (const diagnostic of found) {
        if (!diagnostic.data?.fixes?.length) continue;
        await client.replaceAll(uri, text);
        await client.settled(uri);
        const actions = (await client.request('textDocument/codeAction', { textDocument: { uri }, range: diagnostic.range, context: { diagnostics: [diagnostic] } }))
          .filter((action) => action.edit && !action.title.startsWith('Allow') && action.diagnostics[0].message === diagnostic.message && JSON.stringify(action.diagnostics[0].range) === JSON.stringify(diagnostic.range));
        equal(actions.length, diagnostic.data.fixes.length, `${name}: actions for ${diagnostic.message}`);
        equal(actions.map((action) => Boolean(action.isPreferred)), actions.map(() => actions.length === 1), `${name}: preferred`);
        for (const action of actions) {
          titles.set(name, [...(titles.get(name) ?? []), `${diagnostic.code} ${action.title}`]);
          const now = edited(text, action.edit.changes[uri]);
          await client.replaceAll(uri, now);
          const after = await client.settled(uri);
          ++applied;
          codes.set(diagnostic.code ?? '-', (codes.get(diagnostic.code ?? '-') ?? 0) + 1);
          const same = (list) => list.filter((d) => d.code === diagnostic.code && d.message === diagnostic.message).length;
          const fresh = [...counted(after.filter((d) => d.severity === 1).map((d) => d.message))].filter(([message, count]) => count > (errors.get(message) ?? 0)).map(([message]) => message);
          if (same(after) >= same(found)) bad.push(`${name}.${index} '${action.title}' keeps ${diagnostic.code}: ${diagnostic.message.slice(0, 90)}`);
          else if (fresh.length) bad.push(`${name}.${index} '${action.title}' for ${diagnostic.code} brings: ${fresh[0].slice(0, 160)}`);
        }
      }
    }
  }
  if (process.env.FLY_SHOW_FIXES) console.log(applied, JSON.stringify([...codes].sort()), `\n${bad.join('\n')}`);
  const lacking = wanted.filter(([code, title], i) => !titles.get(`${code}/${i}`)?.some((entry) => entry.startsWith(`${code} ${title}`)))
    .map(([code, title]) => `${code} '${title}'`);
  if (process.env.FLY_SHOW_FIXES) console.log(lacking.join('\n'));
  equal(bad, [], `of ${applied} fixes`);
  equal(lacking, [], 'no such fix');
  ok(applied >= 60 && codes.size >= 20, `${applied} fixes of ${codes.size} rules: ${[...codes.keys()].sort()}`);
});

test('a finding is silenced with a comment, and its rule explained', async (use) => {
  const shown = [];
  const run = async (capabilities) => {
    const client = use(new Client(serverPath));
    client.connection.onRequest('window/showDocument', (params) => { shown.push(params.uri); return { success: true }; });
    client.connection.onNotification('window/showMessage', (params) => shown.push(params.message));
    await client.start(capabilities);
    const uri = 'file:///explain.mlir', text = 'func.func @f(%p: !fly.ptr<f16, global>) {\n  %v = fly.ptr.load(%p) : (!fly.ptr<f16, global>) -> vector<8xf16>\n  return\n}\n';
    const [diagnostic] = await client.openSettled(uri, text);
    const actions = await client.request('textDocument/codeAction', { textDocument: { uri }, range: diagnostic.range, context: { diagnostics: [diagnostic] } });
    equal(actions.map((action) => [action.title, Boolean(action.isPreferred)]), [['State align<16> in the type', true], ['Allow FLY172 here', false], ['Explain FLY172', false]], 'actions');
    ok(client.initializeResult.capabilities.executeCommandProvider.commands.includes(actions[2].command.command), 'the command is announced');
    await client.request('workspace/executeCommand', { command: actions[2].command.command, arguments: actions[2].command.arguments });
    await client.until(() => shown.length, 'the explanation');
    await client.replaceAll(uri, edited(text, actions[1].edit.changes[uri]));
    equal(await client.settled(uri), [], 'silenced');
    await rejects(client.request('workspace/executeCommand', { command: 'fly.showRule', arguments: ['FLY999'] }), -32602, 'no such rule');
  };
  await run({ ...fullCapabilities, window: { showDocument: { support: true } } });
  ok(shown.pop().endsWith('diagnostics.md#fly172'), 'the page');
  await run(fullCapabilities);
  ok(shown.pop().startsWith('FLY172 access wider than its alignment: '), 'the essence');
});

test('what is wrong with a project file is told once, with the nearest spelling', async (use) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-project-'));
  try {
    const file = path.join(folder, 'a.mlir');
    writeFileSync(file, 'func.func @f() {\n  return\n}\n');
    const client = use(new Client(serverPath));
    await client.start();
    let version = 0;
    const problems = async (text) => {
      const project = path.join(folder, 'fly.json');
      writeFileSync(project, text);
      const lint = JSON.parse(spawnSync(tool('fly-lint'), ['--format', 'json', file], { encoding: 'utf8' }).stdout).map((entry) => entry.message);
      const uri = `file://${file}`;
      await client.open(uri, readFileSync(file, 'utf8'), ++version);
      const found = await client.settled(uri);
      await client.notify('textDocument/didClose', { textDocument: { uri } });
      const sorted = [...found].sort((a, b) => (a.message < b.message ? -1 : 1));
      equal(sorted.map((d) => [d.severity, d.range.start, d.message]), lint.map((message) => [2, { line: 0, character: 0 }, `${project}: ${message}`]), 'the editor and fly-lint');
      return lint;
    };
    equal(await problems(JSON.stringify({ chip: 'gfx942', severity: { FLY172: 'off', FLY331: 'error', FLY401: 'hint' }, bankModel: 'generic', waveSize: 64, accepted: [{ code: 'FLY172', file: 'a.mlir', message: '16' }] })), [], 'a good one');
    const cases = [
      [{ sverity: {} }, 'unknown key "sverity"; did you mean "severity"?'],
      [{ colour: 1 }, 'unknown key "colour"'],
      [{ chip: 'gfx943' }, 'unknown chip "gfx943"; did you mean'],
      [{ chip: 7 }, '"chip" must be the name of a chip, got a number'],
      [{ bankModel: ['gfx942'] }, '"bankModel" must be the name of a chip, got a list'],
      [{ bankModel: 'gfx9500' }, '"bankModel": unknown chip "gfx9500"; did you mean "gfx9'],
      [{ waveSize: 48 }, '"waveSize" must be 32 or 64, got 48'],
      [{ waveSize: '64' }, '"waveSize" must be 32 or 64, got a string'],
      [{ severity: [] }, '"severity" must be an object of codes, got a list'],
      [{ severity: { FLY999: 'off' } }, '"severity": unknown code "FLY999"'],
      [{ severity: { FYL172: 'off' } }, 'unknown code "FYL172"; did you mean "FLY172"?'],
      [{ severity: { FLY172: 'warn' } }, 'got "warn"; did you mean "warning"?'],
      [{ severity: { FLY172: true } }, 'must be off, error, warning, info or hint, got a boolean'],
      [{ accepted: {} }, '"accepted" must be a list of objects, got an object'],
      [{ accepted: ['FLY172'] }, '"accepted": entry 1 must be an object, got a string'],
      [{ accepted: [{ file: 'a.mlir' }] }, '"accepted": entry 1 needs a "code"'],
      [{ accepted: [{ code: 'FLY172', mesage: 'x' }] }, 'entry 1 has the unknown key "mesage"; did you mean "message"?'],
      [{ accepted: [{ code: 'FLY172', file: 3 }] }, 'entry 1: "file" must be a string, got a number'],
    ];
    for (const [settings, wanted] of cases) {
      const told = await problems(JSON.stringify(settings));
      equal(told.length, 1, `${JSON.stringify(settings)}: ${told}`);
      ok(told[0].includes(wanted), `${JSON.stringify(settings)}: ${told[0]}`);
    }
    equal((await problems(JSON.stringify({ chip: 'x', colour: 1, waveSize: 1 }))).length, 3, 'all of them');
    equal((await problems('[1]')), ['the project file must be a JSON object, got a list'], 'a list');
    equal((await problems('{')).length, 1, 'no JSON');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the chip in force and where it comes from are told with what it lacks', async (use) => {
  const atom = '!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>';
  const call = `func.func @f(%m: ${atom}, %a: f32, %c: vector<4xf32>) {\n  %d = fly.mma_atom_call_ssa(%m, %a, %a, %c) : (${atom}, f32, f32, vector<4xf32>) -> vector<4xf32>\n  return\n}\n`;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-chip-'));
  try {
    const project = path.join(folder, 'fly.json');
    writeFileSync(project, '{"chip": "gfx1100"}');
    const client = use(new Client(serverPath));
    await client.start();
    const uri = `file://${path.join(folder, 'a.mlir')}`;
    const [found] = await client.openSettled(uri, call);
    equal([found.code, found.severity, found.message], ['FLY337', 1, '!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32> needs gfx942, gfx950, the chip in force is gfx1100'], 'project file');
    equal(textOf(call, found.range), atom.slice('!fly.mma_atom<'.length, -1), 'the payload');
    equal(found.relatedInformation.map((note) => [note.message, note.location.uri]), [['the chip gfx1100 comes from the project file', `file://${project}`]], 'its source');
    const other = use(new Client(serverPath));
    await other.start(fullCapabilities, { chip: 'sm_90' });
    const [set] = await other.openSettled(uri, call);
    equal(set.relatedInformation.map((note) => note.message), ['the chip sm_90 comes from the settings'], 'setting');
    // Without a chip: what holds for some says for which.
    const cached = 'func.func @f() {\n  %a = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128, cache = 2>, 32>\n  return\n}\n';
    const free = use(new Client(serverPath));
    await free.start();
    const [some] = await free.openSettled('file:///nochip.mlir', cached);
    equal([some.code, some.severity], ['FLY346', 3], some.message);
    ok(/^on gfx[\w-]+, gfx[\w-]+, gfx[\w-]+ and \d+ other chips: cache = 2/.test(some.message), some.message);
    // The target of the module comes before both.
    const targeted = `gpu.module @m [#rocdl.target<chip = "gfx1201">] {\n${call.replace('func.func', 'gpu.func').replace('return', 'gpu.return')}}\n`;
    const [own] = await client.openSettled(`${uri}2`, targeted);
    equal(own.relatedInformation.map((note) => [note.message, textOf(targeted, note.location.range)]), [['the chip gfx1201 is the target of gpu.module @m', 'gfx1201']], 'target');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what the conversions to both backends refuse is told while editing', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const [name, wanted] of [
    ['to_ptx/diagnostics.mlir', ['FLY401', 'FLY401', 'FLY407', 'FLY408', 'FLY429']],
    ['to_rocdl/errors.mlir', ['FLY174', 'FLY174', 'FLY337', 'FLY309']],
  ]) {
    const uri = `file:///${name}`, text = readFileSync(path.join(root, 'test/lit', name), 'utf8');
    const found = (await client.openSettled(uri, text)).filter((d) => d.severity === 1 && d.code);
    equal(found.map((d) => d.code), wanted, name);
    // The conversion names the same rules.
    for (const code of wanted) ok(text.includes(`[${code}]`), `${name}: ${code}`);
  }
  // Offsets that an instruction encodes, and memory that AMD's chips do not have.
  const atom = '!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>';
  const set = (value) => `func.func @f(%a: ${atom}, %x: i32) {\n  %c = arith.constant ${value} : i32\n  %b = fly.atom.set_value(%a, "imm_offset", ${value ? '%c' : '%x'}) : (${atom}, i32) -> ${atom}\n  return\n}\n`;
  const messages = async (uri, text) => (await client.openSettled(uri, text)).map((d) => [d.code, d.message, textOf(text, d.range)]);
  equal(await messages('file:///a.mlir', set(4096)), [['FLY332', 'imm_offset must lie in [0, 4095], got 4096', '%c']], 'too large');
  equal(await messages('file:///b.mlir', set(0)), [['FLY332', 'imm_offset must be a compile-time constant', '%x']], 'an argument');
  equal(await messages('file:///c.mlir', set(64)), [], 'fits');
  equal(await messages('file:///d.mlir', 'gpu.module @m [#rocdl.target<chip = "gfx942">] {\n  gpu.func @f(%p: !fly.ptr<f32, tensor>) {\n    %q = fly.recast_iter(%p) : (!fly.ptr<f32, tensor>) -> !fly.ptr<i32, tensor>\n    gpu.return\n  }\n}\n'),
    [[undefined, 'AMD targets have no tensor memory', 'fly.recast_iter']], 'tensor memory');
  equal(await messages('file:///e.mlir', 'gpu.module @m {\n  gpu.func @f(%i: i32, %r: !fly.memref<f32, register, 4:1>) kernel {\n    gpu.return\n  }\n  gpu.func @g(%r: !fly.memref<f32, register, 4:1>) {\n    gpu.return\n  }\n}\n'),
    [[undefined, 'a kernel takes no register memory: argument #1 is !fly.memref<f32, register, 4:1>', '%r']], 'a register argument');
});
