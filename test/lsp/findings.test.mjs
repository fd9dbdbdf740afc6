// Findings: one analysis behind every tool, a place for every rule, and fixes that work.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, data, root, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

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

/** A document that holds the example of a rule, or null where the example is prose. */
const exampleText = (example) => {
  const text = example.replace(/^`|`$/g, '').trim();
  const inType = (type) => `func.func private @f(${type})\n`;
  if (/^!fly[\w.]*[<{].*>$/s.test(text)) return text.includes('…') ? null : inType(text);
  const match = text.match(/^(fly[\w.]*(?:<\d+>)?) ?\(?(.*)$/s);
  if (!match || !text.includes(' : ') || text.includes(' with ')) return null;
  // Values are arguments of the types that the operation spells.
  const names = [...text.slice(0, text.lastIndexOf(' : ')).matchAll(/%\w+/g)].map(([name]) => name);
  let types = text.slice(text.lastIndexOf(' : ') + 3);
  const list = types.startsWith('(') ? types.slice(1, matching(types)) : '';
  const operands = split(list);
  if (names.length !== operands.length) return null;
  const arrow = types.startsWith('(') ? types.slice(matching(types) + 1).trim() : `-> ${types}`;
  const result = arrow.replace(/^-> /, '');
  return `func.func @f(${names.map((name, i) => `${name}: ${operands[i]}`).join(', ')}) {\n  ${result && result !== '()' ? '%0 = ' : ''}${text}\n  return\n}\n`;
};
const matching = (text) => {
  let depth = 0;
  for (let i = 0; i < text.length; ++i) {
    if ('([<{'.includes(text[i])) ++depth;
    else if (')]}'.includes(text[i]) || (text[i] === '>' && text[i - 1] !== '-')) if (--depth === 0) return i;
  }
  return text.length;
};
const split = (list) => {
  const parts = [];
  let depth = 0, begin = 0;
  for (let i = 0; i <= list.length; ++i) {
    if (i === list.length || (list[i] === ',' && depth === 0)) {
      if (list.slice(begin, i).trim()) parts.push(list.slice(begin, i).trim());
      begin = i + 1;
    } else if ('([<{'.includes(list[i])) ++depth;
    else if (')]}'.includes(list[i]) || (list[i] === '>' && list[i - 1] !== '-')) --depth;
  }
  return parts;
};

/** Rules whose example is prose or a payload that needs a call around it. */
const inCode = (code) => {
  const atom = (payload, bits) => `!fly.copy_atom<${payload}, ${bits}>`;
  const made = (type, bits) => `func.func @f() {\n  %a = fly.make_copy_atom {valBits = ${bits} : i32} : ${type}\n  return\n}\n`;
  const mma = (payload) => `func.func private @f(!fly.mma_atom<${payload}>)\n`;
  const copy = (payload, bits) => `func.func private @f(${atom(payload, bits)})\n`;
  switch (code) {
    case 'FLY170': return `func.func @f(%a: ${atom('!fly.universal_copy<128>', 32)}, %l: !fly.layout<(64,2):(2,1)>, %t: !fly.tile<128>) {\n  %c = fly.make_tiled_copy(%a, %l, %t) : (${atom('!fly.universal_copy<128>', 32)}, !fly.layout<(64,2):(2,1)>, !fly.tile<128>) -> !fly.tiled_copy<${atom('!fly.universal_copy<128>', 32)}, !fly.layout<(64,2):(2,1)>, !fly.tile<128>>\n  return\n}\n`;
    case 'FLY172': return 'func.func @f(%p: !fly.ptr<f16, global>) {\n  %v = fly.ptr.load(%p) : (!fly.ptr<f16, global>) -> vector<8xf16>\n  return\n}\n';
    case 'FLY174': return 'func.func @f(%p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>) {\n  %v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<8xf16>\n  return\n}\n';
    case 'FLY302': return mma('!fly_rocdl.cdna3.mfma<4x4x4, (f16, f16) -> f32>');
    case 'FLY301': return mma('!fly_rocdl.cdna3.mfma<16x16x8, (f16, f16) -> f32>');
    case 'FLY309': return copy('!fly_rocdl.cdna3.buffer_copy<48>', 16);
    case 'FLY310': return copy('!fly_rocdl.cdna3.buffer_copy_lds<64>', 16);
    case 'FLY337': return 'gpu.module @m [#rocdl.target<chip = "gfx942">] {\n  gpu.func @f() {\n    %a = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>\n    gpu.return\n  }\n}\n';
    case 'FLY346': return made(atom('!fly_rocdl.cdna3.buffer_copy<128, cache = 2>', 32), 32);
    case 'FLY401': return 'gpu.module @m [#nvvm.target<chip = "sm_80">] {\n  gpu.func @f() {\n    %a = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm89.mma<16x8x32, (f8E4M3FN, f8E4M3FN) -> f32>>\n    gpu.return\n  }\n}\n';
    case 'FLY408': return 'func.func @f(%p: !fly.ptr<f32, tensor>) {\n  %v = fly.ptr.load(%p) : (!fly.ptr<f32, tensor>) -> f32\n  return\n}\n';
    case 'FLY429': return 'func.func @f(%p: !fly.ptr<f16, tensor>, %o: !fly.int_tuple<1>) {\n  %q = fly.add_offset(%p, %o) : (!fly.ptr<f16, tensor>, !fly.int_tuple<1>) -> !fly.ptr<f16, tensor>\n  return\n}\n';
    default: return null;
  }
};

test('every rule at the guilty token of its example, with its page', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const missing = [], wide = [], seen = [];
  for (let code = 101; code < 560; ++code) {
    const rule = await client.request('fly/explain', { code: `FLY${code}` });
    // A remark is told on request, and no fault of a text leads to the normal forms and effects.
    if (!rule || rule.severity === 'remark') continue;
    const text = inCode(rule.code) ?? exampleText(rule.example);
    if (!text) continue;
    const uri = `file:///examples/${rule.code}.mlir`;
    const found = await client.openSettled(uri, text);
    const hit = found.find((entry) => entry.code === rule.code);
    if (!hit) { missing.push(`${rule.code} (${found.map((entry) => `${entry.code ?? '-'} ${entry.message}`).join('; ').slice(0, 150)})`); continue; }
    seen.push(rule.code);
    ok(hit.codeDescription.href.endsWith(`diagnostics.md#${rule.code.toLowerCase()}`), `${rule.code}: ${JSON.stringify(hit.codeDescription)}`);
    const line = text.split('\n')[hit.range.start.line].trim(), token = textOf(text, hit.range).trim();
    if (!token || token.length >= line.length || token.includes('\n') || /^[(<[]$/.test(token)) wide.push(`${rule.code}: '${token}'`);
  }
  if (process.env.FLY_SHOW_FIXES) console.log(missing.join('\n'), wide.join('\n'));
  equal(wide, [], 'places as wide as the line');
  equal(missing, [], `rules that their example does not show (${seen.length} are shown)`);
  ok(seen.length >= 60, `only ${seen.length} rules are shown`);
});

/** A text with edits, which are all told in its own coordinates. */
const edited = (text, edits) => {
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
  for (const file of [...filesOf(path.join(root, 'test/lit')), ...filesOf(data('.'))]) {
    const name = path.relative(root, file), whole = readFileSync(file, 'utf8');
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
  equal(bad, [], `of ${applied} fixes`);
  ok(applied >= 60 && codes.size >= 20, `${applied} fixes of ${codes.size} rules: ${[...codes.keys()].sort()}`);
});
