// The packed tools (scripts/package.sh), away from LLVM and from the build.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, placeOf, read, root } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

const uri = 'file:///kernel.mlir';
const kernel = read('kernels/mma_block_f32.mlir');
const run = (command, args, options = {}) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  ok(status === 0, `${command} ${args.join(' ')}: ${error ?? stderr}`);
  return stdout;
};

/** The server must find, say and lower things, wherever it was started. */
async function serves(client) {
  const { serverInfo } = await client.start();
  equal(serverInfo.name, 'fly-lsp-server', 'name');
  equal(await client.openSettled(uri, kernel), [], 'findings of the kernel');
  const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(kernel, '%tiled_mma =', 1) });
  ok(hover.contents.value.includes('fly.tiled_mma'), hover.contents.value);
  const { stages, error } = await client.request('fly/lowering', { textDocument: { uri } });
  equal(error, undefined, 'lowering');
  ok(stages.at(-1).text.includes('v_mfma_f32_16x16x4_f32'), 'instructions');
  await client.replaceAll(uri, kernel.replace('buffer_copy<32>, 32>', 'buffer_copy<32>, 12>'));
  const found = await client.settled(uri);
  ok(found.some((finding) => finding.code === 'FLY116'), `findings: ${JSON.stringify(found)}`);
  return found.find((finding) => finding.code === 'FLY116');
}

test('A3.20 the packed server needs nothing but glibc: an empty environment, another folder, a bare root', async (use) => {
  const bare = mkdtempSync(path.join(os.tmpdir(), 'fly-package-'));
  try {
    run(path.join(root, 'scripts/package.sh'), [buildPath, bare]);
    const tree = path.join(bare, 'fly-workbench');
    const server = path.join(tree, 'bin/fly-lsp-server');
    const size = Number(run('du', ['-s', '--apparent-size', '--block-size=1000000', tree]).split('\t')[0]);
    ok(size < 450, `${size} MB`);

    // Every library comes from the package, those of glibc alone from the machine.
    const outside = run('ldd', [server], { env: {} }).split('\n').flatMap((line) => /(?:=> )?(\/\S+) \(/.exec(line)?.[1] ?? [])
      .filter((file) => !file.startsWith(tree));
    for (const file of outside) ok(/^(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv))\.so\./.test(path.basename(file)), `outside of the package: ${file}`);

    const finding = await serves(use(new Client('/usr/bin/env', { args: ['-i', '-C', '/', server] })));
    ok(finding.codeDescription.href.startsWith(`file://${tree}/share/doc/fly/diagnostics.md`), finding.codeDescription.href);
    equal(spawnSync(server, ['--check', path.join(root, 'test/data/kernels/mma_block_f32.mlir')], { env: {} }).status, 0, '--check');

    // A root with glibc and /proc, which the loader reads, and nothing else: no shell, no /tmp.
    mkdirSync(path.join(bare, 'proc'));
    for (const file of outside) {
      mkdirSync(path.join(bare, path.dirname(file)), { recursive: true });
      cpSync(file, path.join(bare, file), { dereference: true });
    }
    const enter = ['-i', '/usr/bin/unshare', ...(process.getuid() === 0 ? [] : ['-r']), '-m', '-p', '--fork', '--kill-child',
      `--mount-proc=${bare}/proc`];
    if (spawnSync('/usr/bin/env', [...enter, '/bin/true']).status !== 0) return console.log('     no bare root here: unshare is not allowed');
    await serves(use(new Client('/usr/bin/env', { args: [...enter, '/usr/sbin/chroot', bare, '/fly-workbench/bin/fly-lsp-server'] })));
  } finally {
    rmSync(bare, { recursive: true, force: true });
  }
});
