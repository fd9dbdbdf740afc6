import path from 'node:path';
import { run } from './harness.mjs';

const [build, filter] = process.argv.slice(2);
globalThis.serverPath = path.join(build, 'bin/fly-lsp-server');
globalThis.buildPath = build;
for (const file of ['protocol', 'sync', 'diagnostics', 'recovery', 'facts', 'maps', 'lowering', 'input', 'schema', 'speed', 'cases', 'fuzz'])
  await import(`./${file}.test.mjs`);
const { passed, failed } = await run(filter);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
