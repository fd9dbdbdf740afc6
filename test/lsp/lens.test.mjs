// textDocument/codeLens
import { Client, fullCapabilities } from './client.mjs';
import { equal, rejects, test } from './harness.mjs';

const uri = 'file:///lens/a.mlir';
const runs = { ...fullCapabilities, experimental: { commands: { commands: ['fly.runTest'] } } };

test('A3.27 a text with RUN lines has one lens, which says what to run', async (use) => {
  const client = use(new Client(serverPath));
  const { capabilities } = await client.start(runs);
  equal(capabilities.codeLensProvider, { resolveProvider: false }, 'capability');
  const lenses = async (text) => {
    await client[client.versions.has(uri) ? 'replaceAll' : 'open'](uri, text);
    return client.request('textDocument/codeLens', { textDocument: { uri } });
  };
  const command = { title: 'Run test', command: 'fly.runTest', arguments: [uri] };
  const at = (line, end) => [{ range: { start: { line, character: 0 }, end: { line, character: end } }, command }];
  equal(await lenses('// RUN: fly-opt %s\n// RUN: fly-opt %s | FileCheck %s\nfunc.func @f() {\n  return\n}\n'), at(0, 18), 'two lines');
  equal(await lenses('// A test.\n//RUN: fly-opt %s'), at(1, 17), 'at the end of the text');
  equal(await lenses('\n  // RUN: x\nfunc.func @f() { oops\n'), at(1, 11), 'a broken text');
  equal(await lenses('func.func @f() attributes {s = "// RUN: x"} {\n  return // see RUN: x\n}\n'), [], 'no line of its own');
  equal(await lenses(''), [], 'an empty text');
});

test('A3.27 clients that cannot run a test are offered none', async (use) => {
  const client = use(new Client(serverPath));
  const { capabilities } = await client.start();
  equal(capabilities.codeLensProvider, undefined, 'capability');
  await client.open(uri, '// RUN: x\n');
  await rejects(client.request('textDocument/codeLens', { textDocument: { uri } }), -32601, 'a lens that was not offered');
});
