// Places in UTF-8, UTF-16 and UTF-32: every kind of answer, with characters of every length in front of what it is about.
import { Client, fullCapabilities } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const uri = 'file:///encoding.mlir';
// One to four bytes in UTF-8, one or two units in UTF-16; a mark that combines with its letter; a family of seven code points.
const wide = 'aé€😀e\u0301👨‍👩‍👧‍👦';
const encodings = {
  'utf-8': (text) => Buffer.byteLength(text),
  'utf-16': (text) => text.length,
  'utf-32': (text) => [...text].length,
};

/** A text, and places in it counted in the unit of an encoding. */
class Text {
  constructor(text, units) {
    this.text = text;
    this.units = units;
  }
  at(needle, shift = 0, nth = 0) {
    let index = -1;
    for (let i = 0; i <= nth; ++i) index = this.text.indexOf(needle, index + 1);
    ok(index >= 0, `'${needle}' is not in the text`);
    const before = this.text.slice(0, index + shift);
    return { line: before.split('\n').length - 1, character: this.units(before.slice(before.lastIndexOf('\n') + 1)) };
  }
  range(needle, nth = 0) { return { start: this.at(needle, 0, nth), end: this.at(needle, needle.length, nth) }; }
  /** What stands at a range, whose ends must be places between characters. */
  of({ start, end }) {
    const lines = this.text.split('\n');
    const index = ({ line, character }) => {
      let place = 0, index = 0;
      for (const one of lines[line]) {
        if (place >= character) break;
        place += this.units(one);
        index += one.length;
      }
      equal(place, character, `a place between two characters of '${lines[line]}'`);
      return lines.slice(0, line).join('\n').length + (line ? 1 : 0) + index;
    };
    return this.text.slice(index(start), index(end));
  }
}

const before = (name) => `%${name} = arith.constant {note = "${wide}"} 0 : i32`;
const source = `func.func private @g(i32) attributes {note = "${wide}"} func.func @f(%a: i32) {
  ${before('w0')} %l = fly.static : !fly.layout<(4,8):(1,4)>
  ${before('w1')} %m = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>
  ${before('w2')} %s = fly.size(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<31>
  ${before('w3')} func.call @g(%a) : (i32) -> ()
  ${before('w4')} cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  ${before('w5')} return
}
`;
const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

for (const [encoding, units] of Object.entries(encodings))
  test(`A1.7 ${encoding}: places in every kind of answer, behind characters of every length`, async (use) => {
    const text = new Text(source, units), textDocument = { uri };
    const client = use(new Client(serverPath));
    const { capabilities } = await client.start({ ...fullCapabilities, general: { positionEncodings: [encoding, 'utf-16'] } });
    equal(capabilities.positionEncoding, encoding, 'encoding');
    const at = (...place) => ({ textDocument, position: text.at(...place) });

    const [finding, ...more] = await client.openSettled(uri, source);
    equal(more, [], 'one finding');
    equal(text.of(finding.range), '!fly.int_tuple<31>', 'diagnostic');
    equal(text.of(finding.relatedInformation[0].location.range), 'fly.static', 'related information');
    const actions = await client.request('textDocument/codeAction', { textDocument, range: finding.range, context: { diagnostics: [finding] } });
    equal(actions[0].edit.changes[uri], [{ range: text.range('!fly.int_tuple<31>'), newText: '!fly.int_tuple<32>' }], 'code action');

    const hints = await client.request('textDocument/inlayHint', { textDocument, range: whole });
    equal(hints.map((hint) => text.of(hint.label[0].location.range)), ['%l', '%m'], 'labels of hints');
    for (const hint of hints) equal(hint.position, hint.label[0].location.range.end, 'places of hints');
    // Of a line, up to a place in it.
    const narrow = { start: { line: 1, character: 0 }, end: text.at('%l = ', -1) };
    equal(await client.request('textDocument/inlayHint', { textDocument, range: narrow }), [], 'hints in front of a name');

    for (const [needle, shift, nth, found] of [
      ['%l', 1, 0, '%l'], ['%l', 1, 1, '%l'], ['fly.size', 3, 0, 'fly.size'], ['(4,8):(1,4)', 2, 0, '!fly.layout<(4,8):(1,4)>'],
      ['!fly.universal_copy<32>', 4, 0, '!fly.universal_copy<32>'], ['@g(%a)', 1, 0, '@g']]) {
      const hover = await client.request('textDocument/hover', at(needle, shift, nth));
      ok(hover, `hover at ${needle}`);
      equal(text.of(hover.range), found, `hover at ${needle}`);
    }

    const symbols = await client.request('textDocument/documentSymbol', { textDocument });
    equal(symbols.map((symbol) => text.of(symbol.selectionRange)), ['@g', '@f'], 'symbols');
    ok(text.of(symbols[1].range).startsWith('func.func @f(') && text.of(symbols[1].range).endsWith('}'), text.of(symbols[1].range));

    for (const [needle, nth, definition, uses] of [['%l', 0, '%l = fly', 1], ['%a', 1, '%a: i32', 2], ['@g', 1, '@g(i32)', 1], ['^bb1', 0, '^bb1(%x', 1]]) {
      const [place] = await client.request('textDocument/definition', at(needle, 1, nth));
      equal(place.range.start, text.at(definition), `definition of ${needle}`);
      const references = await client.request('textDocument/references', { ...at(needle, 1, nth), context: { includeDeclaration: true } });
      equal(references.map(({ range }) => text.of(range)), Array(uses + 1).fill(needle), `references of ${needle}`);
      const highlights = await client.request('textDocument/documentHighlight', at(needle, 1, nth));
      equal(highlights.map(({ range }) => text.of(range)), Array(uses + 1).fill(needle), `highlights of ${needle}`);
    }

    const map = await client.request('fly/threadValueMap', at('%m = ', 1));
    equal(text.of(map.range), '%m', 'map');
    equal((await client.request('fly/operations', { textDocument })).map(({ range }) => text.of(range)), ['%l', '%m'], 'operations');
    const state = await client.request('fly/stateAtCursor', at('%l) :', 1));
    equal([text.of(state.range), state.definition], ['%l', text.range('%l')], 'state');

    const broken = new Text(source.replace('fly.size(%l)', 'fly.nonsense(%l)'), units);
    await client.replaceAll(uri, broken.text);
    await client.settled(uri);
    const { error } = await client.request('fly/lowering', { textDocument });
    equal([error.kind, { line: error.line, character: error.character }], ['input', broken.at('fly.nonsense')], 'lowering');
  });

test('A3.31 thousands of functions on one line behind a wide character: answers take no longer than their number', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const functions = 2500, text = `func.func private @g(i32) attributes {note = "${wide}"} ${Array.from({ length: functions }, (_, i) => `func.func @f${i}(%a: i32) { %l = fly.static : !fly.layout<(4,8):(1,4)> return } `).join('')}`;
  equal(await client.openSettled(uri, text), [], 'findings');
  for (const [method, params, placeOf] of [
    ['textDocument/documentSymbol', {}, (symbol) => symbol.selectionRange], ['textDocument/inlayHint', { range: whole }, (hint) => hint.label[0].location.range], ['fly/operations', {}, (entry) => entry.range]]) {
    const start = performance.now(), list = await client.request(method, { textDocument: { uri }, ...params }), time = performance.now() - start;
    // 10 to 30 s where every place counts from the start of the line.
    ok(time < 2000, `${method}: ${time.toFixed(0)} ms`);
    const last = placeOf(list.at(-1)), found = text.slice(last.start.character, last.end.character);
    ok(list.length >= functions && (found === '%l' || found === `@f${functions - 1}`), `${method}: ${list.length}, the last at '${found}'`);
  }
});
