// The command line of the server.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { equal, ok, test } from './harness.mjs';

test('A3.17 --check gives the findings and the exit status of fly-lint, with its options', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fly-check-'));
  try {
    const write = (name, text) => { writeFileSync(path.join(folder, name), text); return path.join(folder, name); };
    const good = write('good.mlir', 'func.func @f() {\n  return\n}\n');
    const bad = write('bad.mlir', 'func.func @f() {\n  return %a\n}\n');
    const doubtful = write('doubtful.mlir', 'func.func @f(%c: i32) {\n  %b = toy.wrap %c : i32\n  return\n}\n');
    const toy = write('toy.mlir', 'func.func @f(%a: f32) {\n  %b = toy.wrap %a : f32 -> !toy.box<4>\n  return\n}\n');
    const run = (program, ...args) => spawnSync(path.join(buildPath, 'bin', program), args, { encoding: 'utf8' });
    for (const [file, status] of [[good, 0], [bad, 1], [doubtful, 3], [folder, 1], [path.join(folder, 'none.mlir'), 1]]) {
      const ours = run('fly-lsp-server', '--check', file), lint = run('fly-lint', file);
      equal(ours.status, status, `${file}: ${ours.stdout}${ours.stderr}`);
      equal([ours.status, ours.stdout, ours.stderr], [lint.status, lint.stdout, lint.stderr], file);
    }
    ok(JSON.parse(run('fly-lsp-server', '--check', bad, '--format', 'json').stdout), '--format json');
    const plugin = `--dialect-plugin=${path.join(buildPath, 'lib/toy-plugin.so')}`;
    equal([run('fly-lsp-server', '--check', toy).status, run('fly-lsp-server', plugin, '--check', toy).status], [3, 0], 'without and with the plugin');
    equal(run('fly-lsp-server', '--check').status, 1, 'nothing to check');

    // A server that was copied alone says what it looked for.
    const alone = path.join(folder, 'fly-lsp-server');
    copyFileSync(path.join(buildPath, 'bin/fly-lsp-server'), alone);
    const { status, stderr } = spawnSync(alone, ['--check', good], { encoding: 'utf8' });
    equal([status, stderr], [1, `fly-lsp-server: error: cannot start '${path.join(folder, 'fly-lint')}': No such file or directory\n`], 'alone');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
