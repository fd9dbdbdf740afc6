// fly/lowering: stages, failures, and that nothing a pipeline does harms the server.
import { readFileSync, readdirSync } from 'node:fs';
import { Client, placeOf, read } from './client.mjs';
import { equal, ok, rejects, test } from './harness.mjs';

const uri = 'file:///a.mlir';
const kernel = read('kernels/mma_block_f32.mlir');
const alive = async (client) => {
  const hover = await client.request('textDocument/hover', { textDocument: { uri }, position: placeOf(kernel, '%tiled_mma =', 2) });
  ok(hover.contents.value.includes('tiled mma'), 'hover after the failure');
  const broken = await client.change(uri, [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: 'oops\n' }]);
  ok(broken && (await client.settled(uri)).length > 0, 'diagnostics after the failure');
};

test('every stage with text, times, counts and source map; the ISA has the expected instructions', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const result = await client.request('fly/lowering', { textDocument: { uri }, workDoneToken: 'low' });
  equal(result.error, undefined, 'error');
  equal([result.chip, result.chipSource], ['gfx942', 'gpu.module'], 'chip');
  equal(result.stages.map((stage) => stage.name), ['source', 'signature', 'layout', 'ssa', 'target', 'llvm', 'llvm-ir', 'isa'], 'stages');
  const byName = Object.fromEntries(result.stages.map((stage) => [stage.name, stage]));
  equal((byName.isa.text.match(/v_mfma_f32_16x16x4_f32/g) ?? []).length, 24, 'v_mfma');
  equal(byName.target.counts.find(([name]) => name === 'rocdl.mfma.f32.16x16x4f32')[1], 24, 'count of operations');
  ok(!/\bfly\./.test(byName.target.text), 'fly left in target');
  ok(byName.signature.passes.length === 2 && byName.signature.passes.every((pass) => pass.ms >= 0 && typeof pass.changed === 'boolean'), 'passes');
  // A line of the product leads to the gemm in the document.
  const lines = byName.target.text.split('\n');
  const mfma = lines.findIndex((line) => line.includes('rocdl.mfma'));
  const source = byName.target.sourceMap.find(([line]) => line === mfma)[1];
  ok(kernel.split('\n')[source].includes('fly.gemm'), `line ${source}: ${kernel.split('\n')[source]}`);
  const progress = client.progress.filter((entry) => entry.token === 'low').map((entry) => entry.value.kind);
  equal([progress[0], progress.at(-1)], ['begin', 'end'], 'progress');
  ok(progress.length > 10, 'reports');
});

test('up to a stage, with the texts of passes', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const result = await client.request('fly/lowering', { textDocument: { uri }, stage: 'ssa', passTexts: true });
  equal(result.stages.map((stage) => stage.name), ['source', 'signature', 'layout', 'ssa'], 'stages');
  for (const stage of result.stages)
    for (const pass of stage.passes) equal(pass.changed, pass.text !== undefined, `${pass.name}: text`);
  const ir = await client.request('fly/lowering', { textDocument: { uri }, stage: 'llvm-ir' });
  equal(ir.stages.at(-1).name, 'llvm-ir', 'llvm-ir');
  ok(ir.stages.at(-1).text.includes('llvm.amdgcn.mfma'), 'LLVM IR');
});

test('a pipeline that crashes: the stage is named, the earlier ones are there, the server lives', async (use) => {
  const client = use(new Client(serverPath, { environment: { FLY_TEST_PIPELINE: 'abort:fly-layout-lowering' } }));
  await client.start();
  await client.openSettled(uri, kernel);
  const { stages, error } = await client.request('fly/lowering', { textDocument: { uri } });
  equal(stages.map((stage) => stage.name), ['source', 'signature'], 'stages');
  equal([error.kind, error.stage, error.pass], ['crashed', 'layout', 'fly-layout-lowering'], 'error');
  ok(error.message.includes('layout'), error.message);
  await alive(client);
});

test('a pipeline child that is killed', async (use) => {
  const client = use(new Client(serverPath, { environment: { FLY_TEST_PIPELINE: 'sleep:fly-layout-lowering' } }));
  await client.start();
  await client.openSettled(uri, kernel);
  const answer = client.request('fly/lowering', { textDocument: { uri } });
  const child = await (async () => {
    for (let i = 0; i < 200; ++i) {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
        try {
          if (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(client.process.pid)
            && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--pipeline-child')) return Number(pid);
        } catch { /* gone already */ }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return 0;
  })();
  ok(child > 0, 'no child found');
  // Diagnostics are not held up meanwhile.
  await alive(client);
  await new Promise((resolve) => setTimeout(resolve, 300));
  process.kill(child, 'SIGKILL');
  const { error } = await answer;
  equal([error.kind, error.stage], ['crashed', 'layout'], 'error');
});

test('a pipeline that hangs is stopped after its time; one that eats memory too', async (use) => {
  const client = use(new Client(serverPath, { environment: { FLY_TEST_PIPELINE: 'sleep:fly-canonicalize' } }));
  await client.start(undefined, { pipeline: { timeoutSeconds: 1 } });
  await client.openSettled(uri, kernel);
  const { error } = await client.request('fly/lowering', { textDocument: { uri } });
  equal([error.kind, error.pass], ['timeout', 'fly-canonicalize'], 'timeout');
  await alive(client);
  const small = use(new Client(serverPath));
  await small.start(undefined, { pipeline: { memoryMegabytes: 64 } });
  await small.openSettled(uri, kernel);
  const tight = await small.request('fly/lowering', { textDocument: { uri } });
  ok(tight.error && tight.error.message, 'an error');
  await alive(small);
});

test('progress: begin, reports that rise, end; the cancel button of its message and `$/cancelRequest` stop the process', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  await client.request('fly/lowering', { textDocument: { uri }, workDoneToken: 'whole', stage: 'ssa' });
  const values = client.progress.filter(({ token }) => token === 'whole').map(({ value }) => value);
  equal([values[0].kind, values[0].cancellable, values.at(-1).kind], ['begin', true, 'end'], 'frame');
  const reports = values.slice(1, -1);
  ok(reports.length > 5 && reports.every(({ kind, message, percentage }, i) => kind === 'report' && message && percentage >= (reports[i - 1]?.percentage ?? 0) && percentage <= 100), JSON.stringify(reports));
  const slow = use(new Client(serverPath, { environment: { FLY_TEST_PIPELINE: 'sleep:fly-layout-lowering' } }));
  await slow.start();
  await slow.openSettled(uri, kernel);
  const children = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try { return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(slow.process.pid); } catch { return false; }
  }).length;
  let id = 1; // the library numbers requests from 0: initialize, then these
  for (const [what, take] of Object.entries({
    'the message of the progress': (token) => slow.notify('window/workDoneProgress/cancel', { token }), 'the request': () => slow.notify('$/cancelRequest', { id }) })) {
    const token = id === 1 ? 17 : 'text';
    const answer = slow.request('fly/lowering', { textDocument: { uri }, workDoneToken: token });
    await slow.until(() => slow.progress.some((entry) => entry.token === token && entry.value.message === 'fly-layout-lowering'), 'the pass');
    for (const other of [null, 'nobody', 18, {}]) await slow.notify('window/workDoneProgress/cancel', { token: other });
    await slow.notify('window/workDoneProgress/cancel', {});
    equal(children(), 1, `${what}: runs on`);
    await take(token);
    await rejects(answer, -32800, what);
    await slow.until(() => slow.progress.some((entry) => entry.token === token && entry.value.kind === 'end'), 'the end of the progress');
    equal(children(), 0, `${what}: processes left`);
    ++id;
  }
});

test('fly/lowering has codes for what is wrong, and its errors are told in units of the client', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  for (const [params, code] of [[{}, -32602], [{ textDocument: {} }, -32602], [{ textDocument: { uri: 'file:///other.mlir' } }, -32602], [null, -32602], [[], -32602]])
    await rejects(client.request('fly/lowering', params), code, JSON.stringify(params));
  const lowered = async (text, params = {}) => {
    await client.replaceAll(uri, text);
    return client.request('fly/lowering', { textDocument: { uri }, ...params });
  };
  for (const [what, text, params, kind] of [
    ['a stage that is none', kernel, { stage: 'nonsense' }, 'input'], ['a chip that is none', 'func.func @f() {\n  return\n}\n', { chip: 'gfx4711' }, 'input'], ['no kernel', 'int main() {}', {}, 'input'],
    ['nothing', '', {}, 'input'], ['another chip than the target', kernel, { chip: 'gfx1100' }, undefined]]) {
    const { error, stages } = await lowered(text, params);
    equal(error?.kind, kind, `${what}: ${JSON.stringify(error)}`);
    ok(Array.isArray(stages), what);
  }
  const { error } = await lowered('func.func @f() {\n  %c = arith.constant {s = "😀"} 1 : i32 %oops\n  return\n}\n');
  equal([error.kind, error.line, error.character], ['input', 1, 46], error.message);
});

test('the server ends its pipelines when it ends', async (use) => {
  const client = use(new Client(serverPath, { environment: { FLY_TEST_PIPELINE: 'sleep:fly-layout-lowering' } }));
  await client.start();
  await client.openSettled(uri, kernel);
  client.request('fly/lowering', { textDocument: { uri } }).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 500));
  equal((await client.stop()).code, 0, 'exit');
  const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try { return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(client.process.pid); } catch { return false; }
  });
  equal(left, [], 'children left');
});

test('a pass that fails: message, place and code; chips that are unknown or do not have the instruction', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  await client.openSettled(uri, kernel);
  const unknown = kernel.replace('chip = "gfx942"', 'chip = "gfx999"');
  await client.replaceAll(uri, unknown);
  await client.settled(uri);
  const first = await client.request('fly/lowering', { textDocument: { uri } });
  ok(first.error && first.error.message.includes('gfx999'), JSON.stringify(first.error));
  await client.replaceAll(uri, kernel.replace('chip = "gfx942"', 'chip = "gfx1100"'));
  const found = await client.settled(uri);
  ok(found.some((d) => d.message.includes('gfx1100')), 'the editor says it too');
  const second = await client.request('fly/lowering', { textDocument: { uri } });
  ok(second.error && second.stages.length >= 1, 'an instruction the chip lacks');
  const third = await client.request('fly/lowering', { textDocument: { uri }, stage: 'nonsense' });
  ok(third.error.message.includes('nonsense'), 'unknown stage');
  await client.replaceAll(uri, 'func.func @f( {');
  const fourth = await client.request('fly/lowering', { textDocument: { uri } });
  equal(fourth.error.kind, 'input', 'does not parse');
  equal(fourth.error.line, 0, 'line');
});

test('without a chip it goes as far as it can; a setting lifts that', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = 'module attributes {gpu.container_module} {\n  gpu.module @k {\n    gpu.func @f(%m: !fly.ptr<f32, global>) kernel {\n      gpu.return\n    }\n  }\n}\n';
  await client.openSettled(uri, text);
  const without = await client.request('fly/lowering', { textDocument: { uri } });
  equal([without.error, without.stages.at(-1).name], [undefined, 'target'], 'without');
  const withChip = await client.request('fly/lowering', { textDocument: { uri }, chip: 'gfx942' });
  equal([withChip.error, withChip.stages.at(-1).name, withChip.chipSource], [undefined, 'isa', 'setting'], 'with');
});

test('of a file with // ----- the part at the position is lowered, with its own line numbers', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const text = `func.func @f() {\n  return\n}\n\n// -----\n\n${kernel}`;
  await client.openSettled(uri, text);
  const result = await client.request('fly/lowering', { textDocument: { uri }, position: placeOf(text, '%tiled_mma ='), stage: 'layout' });
  equal(result.error, undefined, 'error');
  const source = result.stages[0];
  const line = source.text.split('\n').findIndex((l) => l.includes('fly.gemm'));
  ok(text.split('\n')[source.sourceMap.find(([l]) => l === line)[1]].includes('fly.gemm'), 'line numbers');
});
