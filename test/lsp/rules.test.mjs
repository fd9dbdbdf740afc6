// Every registered rule: the example on its page is IR that gives its finding at the token that a person would point
// at, with the other party related and the fixes that follow from the rule; the same in all tools.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, root, textOf } from './client.mjs';
import { edited } from './findings.test.mjs';
import { equal, ok, test } from './harness.mjs';

const tool = (name) => path.join(buildPath, 'bin', name);

/** code: [token underlined, tokens related elsewhere, titles of the fixes] */
const rules = {
  // Text and attributes: one party.
  101: [')'],
  102: ['>'],
  103: ['S<3,3,3>'],
  104: ['1', [], ['Write (1,4)']],
  105: ['-4', [], ['Write 4']],
  106: ['!fly.int_tuple<(?,?)>'],
  107: ['?'],
  108: ['0'],
  109: ['*'],
  110: ['-1'],
  111: ['index', [], ['Write i32', 'Write i64']],
  112: ['3', [], ['Write shared']],
  113: ['i0', [], ['Write i1']],
  114: ['4', [], ['Write 6']],
  115: ['f32'],
  116: ['48', [], ['Use values of 16 bits']],
  117: ['f32'],
  118: ['i32'],
  119: ['f32'],
  // Layout algebra.
  121: ['!fly.int_tuple<?>'],
  122: ['mode = array<i32: 5>', ['%t']],
  123: ['begin = 1 : i32, end = 1 : i32', ['%t']],
  124: ['<1>', ['%t', '%e'], ['Write 3']],
  125: ['%c', ['%t']],
  126: ['%b', ['%a'], ['Write (2,2)']],
  127: ['%b', ['%a']],
  128: ['%b', ['%a']],
  129: ['%b', ['%a']],
  130: ['%b', ['%a']],
  131: ['%c', ['%l']],
  132: ['%l', ['%i']],
  133: ['%b', ['%a'], ['Write 4:6', 'Write 4:12']],
  134: ['!fly.layout<(4,8):(1E0,4E1)>', ['fly.coalesce', '%l'], ['Write the inferred type !fly.layout<(4,8):(1E0,4E1)>']],
  135: ['%m', ['%l'], ['Write 64']],
  136: ['%l'],
  137: ['%t', ['%l'], ['Write [4|16]']],
  138: ['%o', ['%s']],
  139: ['%l', [], ['Write (4,8):(1,4)', 'Write (4,8):(1,8)']],
  140: ['!fly.composed_layout<32:2 o 5 o 32:1>', ['fly.coalesce', '%c'], ['Write the inferred type !fly.composed_layout<32:2 o 5 o [32:1 o 7 o 32:1]>']],
  141: ['!fly.coord_tensor<0, 8:1E1>', ['fly.get', '%t'], ['Write the inferred type !fly.coord_tensor<(3,0), 8:1E1>']],
  // Memory, atoms, tiled operations.
  142: ['1E0'],
  143: ['(0,0)'],
  144: ['(0,1)'],
  145: ['%s', ['%p']],
  146: ['S<3,3,3>'],
  147: ['%v', ['%m']],
  148: ['%v', ['%m']],
  149: ['vector<3xi64>', ['%p']],
  150: ['!fly.ptr<i64, global, align<4096>>', ['%p']],
  151: ['!fly.memref<f32, global, 9:2>', ['%l'], ['Write !fly.memref<f32, register, 4:1>']],
  152: ['!fly.ptr<f32, register>'],
  153: ['%s', ['%a', '%d']],
  154: ['%a', ['%m', '%d', '%b', '%c']],
  155: ['%s', ['%d']],
  156: ['"nope"', ['%a']],
  157: ['valBits = 16 : i32', ['!fly.copy_atom<!fly.universal_copy<32>, 32>'], ['Write 32']],
  158: ['%s', ['%c', '%i']],
  159: ['%x'],
  160: ['"{} {}"', ['%x'], ['Write one {} per value']],
  161: ['index', ['%a', '%b']],
  163: ['!fly.int_tuple<-2>', ['fly.cosize', '%l'], ['Write the inferred type !fly.int_tuple<4>']],
  164: ['#fly.int_tuple4', [], ['Write #fly<int_tuple 4>']],
  165: ['%s', ['%c']],
  166: ['%t'],
  168: ['%x'],
  // Promises that static facts refute.
  170: ['%l', ['%a']],
  171: ['%c', ['%d']],
  172: ['%s'],
  173: ['%p'],
  174: ['%p', [], ['Raise the base of the swizzle to 4']],
  175: ['%m'],
  176: ['%c', ['%l'], ['Write (?{i64},?{i64})']],
  177: ['%o', ['%p']],
  178: ['%s', ['%c']],
  179: ['%m', [], ['Set the scales to one']],
  180: ['%b', ['%a']],
  181: ['%c', ['%f']],
  211: ['32', [], ['Use values of 16 bits']],
  // AMD.
  301: ['16x16x8, (f16, f16) -> f32', [], ['Write 16x16x16, (f16, f16) -> f32', 'Write 32x32x8, (f16, f16) -> f32', 'Write 16x16x32, (f16, f16) -> f32']],
  302: ['4x4x4', [], ['Write 16x16x16, (f16, f16) -> f32', 'Write 32x32x8, (f16, f16) -> f32', 'Write 16x16x32, (f16, f16) -> f32']],
  303: ['16x16x32, (f8E4M3FNUZ, f8E4M3FN) -> f32', [], ['Write (f8E4M3FNUZ, f8E4M3FNUZ)', 'Write (f8E4M3FN, f8E4M3FN)']],
  304: ['16x16x32, (f8E4M3FN, f8E4M3FN) -> f32', [], ['Write 16x16x128, (f8E4M3FN, f8E4M3FN) -> f32', 'Write 32x32x64, (f8E4M3FN, f8E4M3FN) -> f32']],
  305: ['opselA = 2', [], ['Write 1']],
  306: ['32x16x128', [], ['Write (f4E2M1FN, f4E2M1FN)', 'Write 16x16x128']],
  307: ['16x16x32, (f16, f16) -> f32', [], ['Write 16x16x16, (f16, f16) -> f32', 'Write 16x16x16, (bf16, bf16) -> f32', 'Write 16x16x16, (i8, i8) -> i32']],
  308: ['signA = true', [], ['Set signA, signB and clamp to false']],
  309: ['48', [], ['Write 32', 'Write 64']],
  310: ['64', [], ['Write 32', 'Write 128']],
  311: ['add, f16', [], ['Write vector<2xf16>']],
  312: ['trans = 32b, 64', [], ['Write 16b, 64']],
  313: ['warps = 3', [], ['Write 2', 'Write 4']],
  332: ['%v'],
  333: ['%s', ['%a', '%d']],
  334: ['%d', ['%a', '%s']],
  335: ['%a', ['%m', '%d', '%b', '%c']],
  336: ['%s', ['%a', '%d']],
  337: ['!fly_rocdl.cdna4.mfma_scale<16x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>', ['gfx942'], ['Compile for gfx950']],
  341: ['!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>'],
  342: ['!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>'],
  343: ['!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>'],
  344: ['!fly_rocdl.cdna4.mfma_scale<16x16x128, (f6E2M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>'],
  345: ['!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>'],
  346: ['!fly_rocdl.cdna3.buffer_copy<128, cache = 2>', ['gfx1201'], ['Write 0']],
  347: ['!fly_rocdl.cdna4.buffer_load_async_lds<128>'],
  348: ['%s', ['%a', '%d']],
  // NVIDIA.
  401: ['!fly_ptx.sm89.mma<16x8x32, (f8E4M3FN, f8E4M3FN) -> f32>', ['sm_80'], ['Compile for sm_89']],
  405: ['%s', ['%a', '%d']],
  406: ['%s', ['%a', '%d']],
  407: ['%s', [], ['State align<16> in the type']],
  408: ['%p'],
  410: ['16x8x16, (f16, bf16) -> f32', [], ['Write sm75.mma<16x8x8, (f16, f16) -> f32', 'Write 16x8x16, (f16, f16) -> f32']],
  411: ['satfinite', [], ['Remove satfinite']],
  419: ['cache = cg', [], ['Write ca']],
  429: ['%o'],
  434: ['96', [], ['Write 64', 'Write 128']],
};
/** The same fact has two numbers, because two specifications state it; the example shows the one that is told. */
const toldAs = { 314: 115, 331: 156, 412: 211 };
/** Told where a project file asks for it. */
const onRequest = [166, 173, 347];
/** What no text of a user leads to: [why, a test that shows the rule if there is one, what it says there]. */
const payloads = ['needs a payload with wrong layouts, which only its author writes', 'test/unit/fly/InvariantsTest.cpp'];
const withoutText = {
  162: ['about a rewrite, not about text', 'test/lit/fly/ops/d62-block-arguments.mlir', 'D-62'],
  167: ['about what operations declare', 'test/lit/fly/ops/d67-memory-effects.mlir', 'D-67'],
  ...Object.fromEntries([201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 212].map((code) => [code, [...payloads, String(code)]])),
  338: ['a payload that gives up without a word, which none of ours does', 'test/unit/passes/SilentPayloadTest.cpp', 'FLY338'],
  339: ['an older LLVM', 'test/lit/pipelines/device-check.mlir', 'FLY339'],
  433: ['an instruction that this LLVM lacks: it has all', 'test/unit/fly_ptx/PayloadsTest.cpp', 'FLY433'],
};
/** Rules of a backend, which the editor tells where the text is: fly-opt has them from the conversion that makes code,
 * and says less before. */
const fromConversions = { 332: [], 337: [], 341: [], 342: [], 343: [], 344: [], 345: [], 346: [], 347: [], 401: [], 407: ['FLY172'], 408: [], 429: [] };
/** Messages of MLIR itself, of which the editor knows the rule; in fly-opt a note has the code, or nothing. */
const withoutCode = [134, 140, 141, 163, 168];

const closing = (text) => {
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
/** A document that holds an example: a type, an attribute, an operation or the whole. */
const documentOf = (example) => {
  const text = example.trim();
  if (/^(gpu\.module|func\.func)/.test(text)) return `${text}\n`;
  if (text.startsWith('!')) return `func.func private @f(${text})\n`;
  if (text.startsWith('#')) return `func.func private @f() attributes {a = ${text}}\n`;
  // The values of an operation are arguments of the types that it spells.
  const colon = text.lastIndexOf(' : '), types = text.slice(colon + 3), end = closing(types);
  const names = [...text.slice(0, colon).matchAll(/%\w+/g)].map(([name]) => name);
  const operands = types.startsWith('(') ? split(types.slice(1, end)) : [];
  const result = types.startsWith('(') ? types.slice(end + 1).trim().replace(/^-> /, '') : types;
  equal(names.length, operands.length, `operands of ${text}`);
  return `func.func @f(${names.map((name, i) => `${name}: ${operands[i]}`).join(', ')}) {\n  ${result === '()' ? '' : '%0 = '}${text}\n  return\n}\n`;
};

const remarks = JSON.stringify({ severity: Object.fromEntries(onRequest.map((code) => [`FLY${code}`, 'info'])) });

test('every rule at the guilty token of its example, with its page, the other party and its fixes', async (use) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-rules-'));
  try {
    writeFileSync(path.join(folder, 'fly.json'), remarks);
    const client = use(new Client(serverPath));
    await client.start();
    const page = readFileSync(path.join(root, 'docs/diagnostics.md'), 'utf8');
    const registered = [...page.matchAll(/^## FLY(\d+) /gm)].map(([, code]) => Number(code));
    const covered = [...Object.keys(rules), ...Object.keys(toldAs), ...Object.keys(withoutText)].map(Number).sort((a, b) => a - b);
    equal(covered, registered, 'rules in this test and on the page');
    for (const [code, [, file, words]] of Object.entries(withoutText).filter(([, [, name]]) => name))
      ok(readFileSync(path.join(root, file), 'utf8').includes(words), `FLY${code}: '${words}' is not in ${file}`);
    const said = {}, wrong = [];
    const compare = (code, what, actual, wanted) => {
      if (JSON.stringify(actual) !== JSON.stringify(wanted)) wrong.push(`FLY${code} ${what}: ${JSON.stringify(actual)} for ${JSON.stringify(wanted)}`);
    };
    for (const code of registered.filter((entry) => !withoutText[entry])) {
      const rule = await client.request('fly/explain', { code: `FLY${code}` });
      const file = path.join(folder, `${code}.mlir`), text = documentOf(rule.example);
      writeFileSync(file, text);
      const found = await client.openSettled(`file://${file}`, text);
      said[code] = found.map((d) => [d.range.start.line + 1, d.severity, d.code, d.message]);
      const told = toldAs[code] ?? code;
      // Nothing but the rule: the example shows one thing.
      compare(code, 'codes', [...new Set(found.map((d) => d.code))], [`FLY${told}`]);
      const hit = found.find((d) => d.code === `FLY${told}`);
      if (!hit) continue;
      const severity = { error: 1, warning: 2, remark: 3 }[(await client.request('fly/explain', { code: `FLY${told}` })).severity];
      compare(code, 'severity', hit.severity, severity);
      ok(hit.codeDescription.href.endsWith(`diagnostics.md#fly${told}`), `FLY${code}: ${JSON.stringify(hit.codeDescription)}`);
      if (told !== code) continue;
      const [token, related = [], fixes = []] = rules[code];
      compare(code, 'token', textOf(text, hit.range), token);
      const elsewhere = (hit.relatedInformation ?? []).map((note) => textOf(text, note.location.range)).filter((word) => word !== token);
      compare(code, 'related', [...new Set(elsewhere)], related);
      compare(code, 'fixes', (hit.data?.fixes ?? []).map((fix) => fix.title), fixes);
      // Each fix alone is enough.
      for (const fix of hit.data?.fixes ?? []) {
        await client.replaceAll(`file://${file}`, edited(text, fix.edits));
        const left = (await client.settled(`file://${file}`)).filter((d) => d.severity === 1 || d.code === hit.code);
        compare(code, `after '${fix.title}'`, left.map((d) => [d.code, d.message]), []);
      }
    }
    equal(wrong, [], 'findings of the examples');

    // fly-lint says the same, line by line.
    const { stdout } = spawnSync(tool('fly-lint'), ['--format', 'json', folder], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const lint = {};
    for (const entry of JSON.parse(stdout)) (lint[path.basename(entry.file, '.mlir')] ??= []).push([entry.start.line, { error: 1, warning: 2, info: 3, hint: 4 }[entry.severity], entry.code, entry.message]);
    for (const [code, list] of Object.entries(said)) equal(lint[code] ?? [], list, `FLY${code}: fly-lint and the editor`);
    // And so does fly-opt, which stops at the first error of the parser and gives MLIR's own messages no code.
    const options = { 166: '--fly-check=remarks', 173: '--fly-check=remarks' };
    for (const [code, list] of Object.entries(said)) {
      const { stderr } = spawnSync(tool('fly-opt'), [path.join(folder, `${code}.mlir`), options[code] ?? '--fly-check', '-o', os.devNull], { encoding: 'utf8' });
      const codes = [...new Set([...stderr.matchAll(/(?:error|warning|remark): .*\[(FLY\d+)\]$/gm)].map(([, name]) => name))];
      const wanted = withoutCode.includes(Number(code)) ? [] : fromConversions[code] ?? [...new Set(list.map(([, , name]) => name))];
      equal(codes, wanted, `FLY${code}: fly-opt and the editor: ${stderr.slice(0, 300)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('A3.15 findings of every rule name the Python line that wrote the operation or argument', async (use) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-python-'));
  try {
    writeFileSync(path.join(folder, 'fly.json'), remarks);
    const client = use(new Client(serverPath));
    await client.start();
    const silent = [];
    let checked = 0;
    for (const code of Object.keys(rules)) {
      const { example } = await client.request('fly/explain', { code: `FLY${code}` });
      // A type is refused while it is read: the location that is spelled behind it counts, here through aliases.
      const located = /^[!#]/.test(example) ? `func.func private @f(${example.startsWith('!') ? example : '!fly.layout<4:1>'} loc(#loc2)) ${example.startsWith('#') ? `attributes {a = ${example}} loc(#loc2)` : ''}\n#loc1 = loc("kernel.py":12:3)\n#loc2 = loc("x"(#loc1))\n` : documentOf(example);
      const text = located.replace(/^( *(?:%\w+ = )?fly\..*)$/gm, '$1 loc("kernel.py":12:3)');
      const found = await client.openSettled(`file://${folder}/${code}.mlir`, text);
      const hit = found.find((d) => d.code === `FLY${code}`);
      const lines = (hit?.relatedInformation ?? []).filter((note) => note.location.uri.endsWith('/kernel.py'));
      ++checked;
      if (lines.length !== 1 || lines[0].location.range.start.line !== 11) silent.push(`FLY${code}: ${JSON.stringify(hit ?? found)}`);
    }
    equal(silent, [], 'rules that do not name the line, once');
    ok(checked >= 110, `only ${checked} rules`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('remarks are told where the project asks for them, and nowhere else', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const code of onRequest) {
    const { example } = await client.request('fly/explain', { code: `FLY${code}` });
    equal(await client.openSettled(`file:///nowhere/${code}.mlir`, documentOf(example)), [], `FLY${code}`);
  }
});

/** A text, what is wrong in it, and the one fix. */
const slips = [
  ['operation', 'func.func @f(%l: !fly.layout<4:1>) {\n  %c = fly.colaesce(%l) : (!fly.layout<4:1>) -> !fly.layout<4:1>\n  return\n}\n', 'fly.colaesce', "unknown operation 'fly.colaesce'", 'fly.coalesce'],
  ['operation in generic form', 'func.func @f(%l: !fly.layout<4:1>) {\n  %c = "fly.coalese"(%l) : (!fly.layout<4:1>) -> !fly.layout<4:1>\n  return\n}\n', 'fly.coalese', "unknown operation 'fly.coalese'", 'fly.coalesce'],
  ['type', 'func.func private @f(!fly.memreff<f32, global, 4:1>, !fly.memreff<f16, global, 4:1>)\n', '!fly.memreff', "unknown type '!fly.memreff'", '!fly.memref'],
  ['payload', 'func.func private @f(!fly.mma_atom<!fly_rocdl.cdna3.mffa<16x16x4, (f32, f32) -> f32>>)\n', '!fly_rocdl.cdna3.mffa', "unknown type '!fly_rocdl.cdna3.mffa'", '!fly_rocdl.cdna3.mfma'],
  ['attribute', 'func.func private @f(!fly.ptr<f32, #fly_rocdl.bufer_desc>)\n', '#fly_rocdl.bufer_desc', "unknown attribute '#fly_rocdl.bufer_desc'", '#fly_rocdl.buffer_desc'],
  ['address space', 'func.func private @f(!fly.ptr<f32, registr>)\n', 'registr', 'expected an address space', 'register'],
  ['upstream operation', 'func.func @f(%a: i32) {\n  %c = arith.adddi %a, %a : i32\n  return\n}\n', 'arith.adddi', "custom op 'arith.adddi' is unknown", 'arith.addi'],
];

test('a slip of the pen is an error with the word that was meant; a newer word stays a calm warning', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const [what, text, token, message, fix] of slips) {
    const uri = `file:///slips/${what}.mlir`, found = await client.openSettled(uri, text);
    equal(found.map((d) => [d.severity, textOf(text, d.range)]), [[1, token]], `${what}: ${JSON.stringify(found)}`);
    ok(found[0].message.startsWith(message), `${what}: ${found[0].message}`);
    equal(found[0].data?.fixes?.map((entry) => entry.title), [`Write ${fix}`], `${what}: fixes`);
    const actions = await client.request('textDocument/codeAction', { textDocument: { uri }, range: found[0].range, context: { diagnostics: found } });
    const preferred = actions.filter((action) => action.isPreferred);
    equal(preferred.length, 1, `${what}: preferred`);
    await client.replaceAll(uri, text.replaceAll(token, fix));
    equal(await client.settled(uri), [], `${what}: repaired`);
    equal(preferred[0].edit.changes[uri].length, text.split(token).length - 1, `${what}: every place of the word`);
  }
  // A known name with operands of the wrong type is no slip.
  const wrong = 'func.func @f(%a: f16) {\n  %c = arith.cmpi eq, %a, %a : f16\n  return\n}\n';
  const [mistyped] = await client.openSettled('file:///mistyped.mlir', wrong);
  equal(mistyped.data?.fixes ?? [], [], mistyped.message);
  for (const text of [
    'fly.telepathy()',
    '%a = fly.static : !fly.hologram<f32>',
    // Another number is a newer chip.
    '%a = fly.make_mma_atom : !fly.mma_atom<!fly_ptx.sm95.mma<16x8x16, (f16, f16) -> f32>>',
    '%a = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna5.mfma<16x16x4, (f32, f32) -> f32>>',
  ].map((statement) => `func.func @f() {\n  ${statement}\n  return\n}\n`)) {
    const found = await client.openSettled('file:///newer.mlir', text);
    equal(found.map((d) => [d.severity, /revision 11c4174d82b7/.test(d.message), d.data?.fixes?.length ?? 0]), [[2, true, 0]], `${text}: ${JSON.stringify(found)}`);
    await client.notify('textDocument/didClose', { textDocument: { uri: 'file:///newer.mlir' } });
  }
});

test('an undeclared value is replaced by one of its type that is defined before', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const fixes = async (text) => {
    const found = await client.openSettled('file:///undeclared.mlir', text);
    await client.notify('textDocument/didClose', { textDocument: { uri: 'file:///undeclared.mlir' } });
    const hit = found.find((d) => d.message.startsWith('use of undeclared'));
    ok(hit, JSON.stringify(found));
    return (hit.data?.fixes ?? []).map((entry) => entry.title);
  };
  equal(await fixes('func.func @f(%stride: i32) {\n  %a = arith.addi %strde, %stride : i32\n  return\n}\n'), ['Use %stride'], 'near');
  equal(await fixes('func.func @f(%stride: i64, %b: i32) {\n  %a = arith.addi %strde, %b : i32\n  return\n}\n'), [], 'of another type');
  equal(await fixes('func.func @f(%b: i32) {\n  %a = arith.addi %strde, %b : i32\n  %stride = arith.addi %b, %b : i32\n  return\n}\n'), [], 'defined later');
  equal(await fixes('func.func @f(%b: i32, %c: i1) {\n  scf.if %c {\n    %stride = arith.addi %b, %b : i32\n  }\n  %a = arith.addi %strde, %b : i32\n  return\n}\n'), [], 'in another region');
});

test('a chip of the settings that nobody knows is told, with the nearest one', async (use) => {
  const client = use(new Client(serverPath));
  await client.start(undefined, { chip: 'gfx9421' });
  const found = await client.openSettled('file:///chip.mlir', 'func.func @f() {\n  return\n}\n');
  equal(found.map((d) => [d.severity, d.message]), [[2, "the settings: unknown chip 'gfx9421'; did you mean 'gfx942'?"]], 'warning');
});
