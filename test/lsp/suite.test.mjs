// The IR tests of the other suites in the editor: what MLIR's verifier says there is said here, with its code and
// at a place inside the line; what has no faults there has none here.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Client, root, textOf } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const files = ['test/lit', 'examples'].flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true })
  .filter((file) => file.endsWith('.mlir')).map((file) => path.join(folder, file))).sort();

/** `expected-error` and `expected-warning` annotations: [line, severity, code or undefined]. */
function expectations(text) {
  const lines = text.split('\n'), found = [];
  lines.forEach((line, i) => {
    for (const [, kind, offset, message] of line.matchAll(/expected-(error|warning)(?:-re)?\s*(?:@([^\s{]+))?\s*\d*\s*\{\{(.*?)\}\}(?=\s|$)/g)) {
      let at = i;
      if (offset === 'above' || offset === 'below') do at += offset === 'above' ? -1 : 1; while (/expected-/.test(lines[at]));
      else if (/^[+-]\d+$/.test(offset ?? '')) at += Number(offset);
      else if (offset) continue; // unknown, or elsewhere
      found.push([at, kind === 'error' ? 1 : 2, /\[(FLY\d+)\]$/.exec(message)?.[1]]);
    }
  });
  return found;
}
// These expect what passes find, or only part of what is wrong.
const passes = /--(?:fly-(?!check(?:\s|$))|convert-)/, partial = /only-expected/;

test('A3.1 every .mlir of the test suite: the findings that it expects, with their codes, and no others', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const codes = new Set();
  let checked = 0, clean = 0;
  for (const file of files) {
    const uri = `file://${path.join(root, file)}`, text = readFileSync(path.join(root, file), 'utf8');
    const run = text.split('\n').filter((line) => line.includes('RUN:')).join(' ');
    if (/\bfly-lint\b/.test(run)) continue;
    const found = await client.openSettled(uri, text);
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    const expected = expectations(text), places = (list) => [...new Set(list)].sort();
    for (const finding of found) {
      const where = textOf(text, finding.range);
      ok(where.length > 0 && where === where.trim(), `${file}: '${where}' is underlined for ${finding.message}`);
      equal(finding.source, finding.code ? 'fly' : 'mlir', `${file}: source of ${finding.message}`);
      if (!finding.code) continue;
      codes.add(finding.code);
      equal(new URL(finding.codeDescription.href).hash, `#${finding.code.toLowerCase()}`, `${file}: link`);
    }
    if (!partial.test(run)) {
      // The editor tells where an atom is made what a conversion tells where it is called.
      const errors = found.filter((d) => d.severity === 1 && !expected.some(([line]) =>
        line === d.range.start.line || (passes.test(run) && /module targets|requires sm_/.test(d.message) && line === d.range.start.line + 2)));
      equal(errors.map((d) => [d.range.start.line + 1, d.message]), [], `${file}: errors that nobody expects`);
    }
    if (expected.length === 0) ++clean;
    if (passes.test(run)) continue;
    for (const [line, severity, code] of expected)
      ok(found.some((d) => d.range.start.line === line && d.severity <= Math.max(severity, 2) && (!code || d.code === code)),
        `${file}:${line + 1}: ${code ?? 'an error'} is missing; there is ${JSON.stringify(found.filter((d) => d.range.start.line === line).map((d) => [d.severity, d.code, d.message]))}`);
    if (expected.length) ++checked;
  }
  ok(checked >= 30 && clean >= 40 && codes.size >= 60, `${checked} files with and ${clean} without findings, ${codes.size} codes`);
});
