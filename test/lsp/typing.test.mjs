// Texts while they are typed: nothing healthy goes dark, every key is answered. FLY_TYPING=all takes every key
// of every file (minutes); without it the kernels are sampled.
import { readdirSync } from 'node:fs';
import { Client, data, read } from './client.mjs';
import { equal, ok, test } from './harness.mjs';
import { random } from './random.mjs';

const all = process.env.FLY_TYPING === 'all';
const list = (folder) => readdirSync(data(folder)).filter((file) => file.endsWith('.mlir')).map((file) => `${folder}/${file}`);
const small = [...list('bugs'), ...list('gaps')];
const kernels = list('kernels');
const whole = { start: { line: 0, character: 0 }, end: { line: 100000, character: 0 } };

// One finding and one hint each; names that no case uses.
const anchor = (name) => `func.func @${name}() {
  %${name}_atom = fly.make_copy_atom {valBits = 48 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 48>
  %${name}_layout = fly.static : !fly.layout<(4,8):(1,4)>
  return
}
`;

/** The text behind the comments at the top, without the marks of parts. */
const code = (text) => text.replace(/^(\s*(\/\/[^\n]*)?\n)+/, '').replace(/^\/\/ -----.*$/gm, '').replace(/[ \t]*\/\/[^\n]*$/gm, '');

test('A3.24 every case typed key by key between two functions: their findings and hints never vanish', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  let keys = 0;
  for (const name of small) {
    const uri = `file:///${name}`, typed = code(read(name)), before = anchor('before'), after = anchor('after');
    let line = before.split('\n').length - 1, character = 0, from = client.published.length;
    await client.openSettled(uri, `${before}\n${after}`);
    const pending = [], dark = [];
    let length = 0;
    for (const key of typed) {
      const at = { line, character };
      await client.change(uri, [{ range: { start: at, end: at }, text: key }]);
      if (key === '\n') { ++line; character = 0; } else character += key.length;
      ++keys;
      length += key.length;
      pending.push(client.request('textDocument/hover', client.at(uri, line, character)));
      const text = typed.slice(0, length);
      // Every sixth key is analysed before the next one comes, the rest as fast as the server can.
      if (all || keys % 6 === 0) await client.settled(uri);
      if (!all && keys % 2) continue;
      const range = keys % 4 ? { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } } : whole;
      pending.push(client.request('textDocument/inlayHint', { textDocument: { uri }, range }).then((hints) => {
        const labels = hints.map((hint) => hint.position.line);
        if (!labels.includes(2)) dark.push(`above after ${JSON.stringify(text.slice(-40))}`);
        if (range === whole && !(hints.at(-1)?.label[0].value === '(4,8):(1,4)' && labels.at(-1) > 5)) dark.push(`below after ${JSON.stringify(text.slice(-40))}`);
      }));
    }
    await Promise.all(pending);
    equal(dark, [], `${name}: no hint`);
    await client.settled(uri);
    for (const published of client.published.slice(from).filter((entry) => entry.uri === uri)) {
      const codes = published.diagnostics.filter((d) => d.code === 'FLY116').map((d) => d.range.start.line);
      ok(codes[0] === 1 && codes.length >= 2, `${name}: version ${published.version} lost a finding of a healthy function: ${JSON.stringify(published.diagnostics.map((d) => [d.range.start.line, d.message]))}`);
    }
    // Typed to the end it is what a text that was never broken is.
    const typedFindings = (await client.settled(uri)).map((d) => [d.range, d.message]);
    const fresh = use(new Client(serverPath));
    await fresh.start();
    equal(typedFindings, (await fresh.openSettled(uri, `${before}${typed}\n${after}`)).map((d) => [d.range, d.message]), `${name}: findings at the end`);
    fresh.kill();
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
  ok(keys > 8000, `${keys} keys`);
});

test('A3.24 each character of every case deleted and put back; A3.25 every key is followed by a hover there', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const name of small) {
    const uri = `file:///${name}`, text = read(name);
    const findings = await client.openSettled(uri, text);
    let line = 0, character = 0, index = 0, answers = [];
    for (const key of text) {
      const start = { line, character };
      const end = key === '\n' ? { line: line + 1, character: 0 } : { line, character: character + key.length };
      ({ line, character } = end);
      if (!all && ++index % 4) continue;
      client.change(uri, [{ range: { start, end }, text: '' }]);
      answers.push(client.request('textDocument/hover', { textDocument: { uri }, position: start }));
      if ((answers.length + line) % 9 === 0) await client.settled(uri);
      client.change(uri, [{ range: { start, end: start }, text: key }]);
      if (answers.length % 200 === 0) await Promise.all(answers);
    }
    equal((await Promise.all(answers)).length, Math.floor([...text].length / (all ? 1 : 4)), `${name}: answers`);
    equal(await client.settled(uri), findings, `${name}: findings at the end`);
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
});

test('A3.25 hover at every position of mutated files', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  for (const [n, name] of small.entries()) {
    const uri = `file:///${name}`, text = read(name), start = text.indexOf('func.func');
    const at = start + (n * 37) % (text.length - start);
    // A stretch lost, doubled, and reversed.
    const mutants = [text.slice(0, at) + text.slice(at + 9), text.slice(0, at + 12) + text.slice(at),
      text.slice(0, at) + [...text.slice(at, at + 15)].reverse().join('') + text.slice(at + 15)];
    for (const mutant of all ? mutants : [mutants[n % 3]]) {
      await client.openSettled(uri, mutant);
      const answers = [];
      mutant.split('\n').forEach((content, line) => {
        // Comments are alike at every place.
        for (let character = 0; character <= (content.startsWith('//') && !all ? 1 : content.length); ++character)
          answers.push(client.request('textDocument/hover', client.at(uri, line, character)));
      });
      ok((await Promise.all(answers)).filter(Boolean).length > 20, `${name}: answers`);
      await client.notify('textDocument/didClose', { textDocument: { uri } });
    }
  }
});

test('A3.24 statements of every kernel retyped key by key: the hints of all others stay', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  // Most stay what they are. What follows from the statement may be that of the last good text, which a mark says.
  const shown = ([line, label, stale]) => all ? `${line} ${label.replace(/^~ /, '').slice(0, 36)}` : `${line} ${label} ${stale}`;
  for (const name of kernels) {
    const uri = `file:///${name}`, text = read(name), lines = text.split('\n');
    equal(await client.openSettled(uri, text), [], name);
    const hintsNow = async () => (await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole }))
      .map((hint) => [hint.position.line, hint.label[0].value, hint.tooltip.value.includes('last text that parsed') ? 'stale' : '']);
    const expected = await hintsNow();
    const candidates = lines.flatMap((line, i) => /^\s+%\w+ = fly/.test(line) ? [i] : []);
    const chosen = candidates.filter((_, i) => all || i % Math.ceil(candidates.length / 2) === 1);
    for (const line of chosen) {
      const statement = lines[line], indent = statement.length - statement.trimStart().length;
      const others = expected.filter(([at]) => at !== line);
      await client.change(uri, [{ range: { start: { line, character: indent }, end: { line, character: statement.length } }, text: '' }]);
      for (let i = indent; i < statement.length; ++i) {
        await client.change(uri, [{ range: { start: { line, character: i }, end: { line, character: i } }, text: statement[i] }]);
        ok((await client.settled(uri)).length > 0 || i > indent + 6, `${name}:${line + 1}: a finding while it is typed`);
        const now = (await hintsNow()).filter(([at]) => at !== line).map(shown);
        const lost = others.map(shown).filter((hint) => !now.includes(hint));
        equal([lost, now.length], [[], others.length], `${name}:${line + 1} after ${JSON.stringify(statement.slice(indent, i + 1))}`);
      }
      equal(await client.settled(uri), [], `${name}:${line + 1} at the end`);
      equal(await hintsNow(), expected, `${name}:${line + 1} at the end`);
    }
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
});


// --- One character ---

const nasty = ['}', '{', '"', '(', ')', '<', '>', '%', ',', ':', '#', '!', '@', '\n', '//', ''];

/** Hints as [line, label] and the names of symbols. */
async function shownOf(client, uri) {
  const hints = (await client.request('textDocument/inlayHint', { textDocument: { uri }, range: whole }))
    // Stale ones carry a mark, which a long label pays for at its end.
    .map((hint) => [hint.position.line, hint.label[0].value.replace(/^~ /, '').slice(0, 36)]);
  const names = (list) => list.flatMap((symbol) => [symbol.name, ...names(symbol.children ?? [])]);
  return { hints, symbols: names(await client.request('textDocument/documentSymbol', { textDocument: { uri } })) };
}

/** Names of values outside of comments, as [line, character]. */
const valuesIn = (text) => text.split('\n').flatMap((line, at) => line.trimStart().startsWith('//') ? []
  : [...line.matchAll(/%[a-zA-Z]\w*/g)].map((match) => [at, match.index + 1]));

/** The facts of other lines that are gone after `key` was typed at an offset, or a character was lost ('' for `key`). */
async function darkness(client, uri, text, offset, key, before, values) {
  const start = { line: text.slice(0, offset).split('\n').length - 1, character: offset - (text.lastIndexOf('\n', offset - 1) + 1) };
  const joined = key === '' && text[offset] === '\n';
  const end = joined ? { line: start.line + 1, character: 0 } : { ...start, character: start.character + (key === '' ? 1 : 0) };
  await client.change(uri, [{ range: { start, end }, text: key }]);
  const findings = await client.settled(uri);
  const moved = joined ? -1 : key === '\n' ? 1 : 0;
  const others = (list) => list.filter(([line]) => line !== start.line && !(joined && line === start.line + 1))
    .map(([line, rest]) => [line > start.line ? line + moved : line, rest]);
  const shown = await shownOf(client, uri), present = shown.hints.map((hint) => JSON.stringify(hint));
  const dark = [];
  for (const hint of others(before.hints).map((entry) => JSON.stringify(entry))) {
    const at = present.indexOf(hint);
    if (at < 0) dark.push(`hint ${hint}`);
    else present.splice(at, 1);
  }
  const line = text.split('\n')[start.line];
  dark.push(...before.symbols.filter((name) => !shown.symbols.includes(name) && !line.includes(name)).map((name) => `symbol ${name}`));
  const places = others(values);
  const answers = await Promise.all(places.map(([at, character]) => client.request('textDocument/hover', client.at(uri, at, character))));
  answers.forEach((answer, i) => { if (!answer) dark.push(`hover ${places[i][0] + 1}:${places[i][1]}`); });
  await client.replaceAll(uri, text);
  await client.settled(uri);
  return { dark, errors: findings.filter((found) => found.severity === 1).length, place: `${start.line + 1}:${start.character + 1} ${key === '' ? `without ${JSON.stringify(text[offset])}` : JSON.stringify(key)}` };
}

test('A3.24 one character typed or lost anywhere in a kernel: nothing of another line goes dark', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const dark = [];
  let count = 0, shown = 0;
  for (const [n, name] of kernels.entries()) {
    const uri = `file:///${name}`, text = read(name), next = random(7919 * (n + 1));
    await client.openSettled(uri, text);
    const before = await shownOf(client, uri);
    const values = valuesIn(text).filter(() => all || next(6) === 0);
    // FLY_TYPING=all takes a place in about ten characters, without it in a thousand.
    for (let offset = next(500); offset < text.length; offset += 1 + next(all ? 20 : 2000)) {
      const key = nasty[next(nasty.length)];
      const result = await darkness(client, uri, text, offset, key, before, values);
      ++count;
      shown += before.hints.length + values.length;
      if (result.dark.length) dark.push(`${name}:${result.place}: ${result.dark.slice(0, 3).join(', ')}${result.dark.length > 3 ? ` and ${result.dark.length - 3} more` : ''}`);
      if (result.errors > 8) dark.push(`${name}:${result.place}: ${result.errors} errors of one fault`);
    }
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  }
  if (all) console.log(`     ${count} edits, ${shown} hints and hovers looked at, ${dark.length} edits with something dark\n     ${dark.slice(0, 40).join('\n     ')}`);
  equal(dark, [], `dark after ${count} edits`);
});
