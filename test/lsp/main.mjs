import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './harness.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [build, filter] = process.argv.slice(2);
globalThis.serverPath = path.join(build, 'bin/fly-lsp-server');
globalThis.buildPath = build;
for (const file of readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort())
  await import(`./${file}`);
let { passed, failed } = await run(filter);
let skipped = 0;
if (!filter || filter === 'editors') {
  // Strangers: they send what VS Code does not.
  const { stdout } = spawnSync(path.join(here, 'editors.sh'), [build], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  console.log(lines.slice(0, -1).join('\n'));
  const counts = lines.at(-1).match(/^(\d+) passed, (\d+) failed, (\d+) skipped$/);
  if (counts) [passed, failed, skipped] = [passed + Number(counts[1]), failed + Number(counts[2]), Number(counts[3])];
  else ++failed;
}
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed ? 1 : 0);
