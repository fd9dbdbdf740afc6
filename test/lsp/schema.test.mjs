// docs/protocol.md: examples fit their schemas, and so do the server's answers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { Client, placeOf, read, root } from './client.mjs';
import { equal, ok, rejects, test } from './harness.mjs';

const page = readFileSync(path.join(root, 'docs/protocol.md'), 'utf8');
const blocks = [...page.matchAll(/```json (schema|example) (\S+)\n([\s\S]*?)```/g)]
  .map(([, kind, name, text]) => ({ kind, name, value: JSON.parse(text) }));
const definitions = blocks.find((block) => block.name === '$defs').value;
const schemas = new Map(blocks.filter((block) => block.kind === 'schema' && block.name !== '$defs')
  .map(({ name, value }) => [name, new Ajv({ strict: false }).compile({ ...value, $defs: definitions })]));
const fits = (name, value) => {
  const validate = schemas.get(name);
  ok(validate, `no schema ${name}`);
  ok(validate(value), `${name}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value).slice(0, 400)}`);
};
/** Every key that an answer has must be described. */
function described(schema, value, where, all = { $defs: definitions }) {
  if (!schema || value === null || typeof value !== 'object') return;
  if (schema.$ref) return described(definitions[schema.$ref.split('/').pop()], value, where);
  if (schema.anyOf && !schema.properties) return described(schema.anyOf.find((s) => s.type === 'object'), value, where);
  if (Array.isArray(value)) { for (const entry of value) described(schema.items, entry, `${where}[]`); return; }
  if (!schema.properties) return;
  for (const [key, entry] of Object.entries(value)) {
    ok(schema.properties[key], `${where}.${key} is not in docs/protocol.md`);
    described(schema.properties[key], entry, `${where}.${key}`);
  }
}
const raw = (name) => blocks.find((block) => block.kind === 'schema' && block.name === name).value;
const check = (name, value) => { fits(name, value); described(raw(name), value, name); };

test('examples of docs/protocol.md fit their schemas', async () => {
  const examples = blocks.filter((block) => block.kind === 'example');
  for (const { name, value } of examples) check(name, value);
  // Every schema has an example, and what a schema demands, a value without it does not fit.
  for (const [name, validate] of schemas) {
    const of = examples.filter((example) => example.name === name);
    ok(of.length > 0, `${name} has no example`);
    for (const key of raw(name).required ?? []) {
      const { [key]: gone, ...rest } = of[0].value;
      ok(!validate(rest), `${name} without ${key}`);
    }
    for (const [key, property] of Object.entries(raw(name).properties ?? {}))
      if (property.type && key in of[0].value) ok(!validate({ ...of[0].value, [key]: property.type === 'object' ? 7 : {} }), `${name} with a wrong ${key}`);
  }
});

test("examples about the example kernel are the server's answers", async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const example = (name) => blocks.find((block) => block.kind === 'example' && block.name === name).value;
  const kernel = readFileSync(path.join(root, 'examples/mma_block_f32.mlir'), 'utf8');
  const params = example('fly/threadValueMap.params'), { textDocument } = params;
  await client.openSettled(textDocument.uri, kernel);
  equal(await client.request('fly/threadValueMap', params), example('fly/threadValueMap.result'), 'map');
  const [entry] = example('fly/operations.result');
  equal((await client.request('fly/operations', { textDocument })).filter(({ name }) => name === entry.name), [entry], 'operations');
  const state = example('fly/stateAtCursor.result');
  equal(await client.request('fly/stateAtCursor', { textDocument, position: state.definition.start }), state, 'state');
});

test('parameters of the page are understood, and wrong ones are refused with the code of the page', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const kernel = readFileSync(path.join(root, 'examples/mma_block_f32.mlir'), 'utf8');
  await client.openSettled('file:///kernels/mma.mlir', kernel);
  for (const { name, value } of blocks.filter((block) => block.kind === 'example' && block.name.endsWith('.params'))) {
    const method = name.replace('.params', '');
    ok(await client.request(method, value), `${method} is null for ${JSON.stringify(value)}`);
    // Without each thing that it must have, and with things of another kind in its place.
    const must = raw(name).required ?? raw(name).anyOf[0].required;
    for (const key of must) {
      const { [key]: gone, ...rest } = value;
      await rejects(client.request(method, rest), -32602, `${method} without ${key}`);
      for (const wrong of [null, 7, [], {}, 'x']) if (method !== 'fly/explain' || wrong !== 'x') await rejects(client.request(method, { ...value, [key]: wrong }), -32602, `${method} with ${JSON.stringify(wrong)} as ${key}`);
    }
  }
  for (const position of [{ line: -1, character: 0 }, { line: 0 }, { line: 0.5, character: 0 }, { line: '0', character: 0 }])
    for (const method of ['fly/threadValueMap', 'fly/stateAtCursor', 'textDocument/hover', 'textDocument/definition'])
      await rejects(client.request(method, { textDocument: { uri: 'file:///kernels/mma.mlir' }, position }), -32602, `${method} at ${JSON.stringify(position)}`);
  // Places behind the end count as the end.
  for (const position of [{ line: 2e9, character: 2e9 }, { line: 0, character: 2e9 }, { line: 1e15, character: 1e15 }])
    for (const method of ['fly/threadValueMap', 'fly/stateAtCursor']) equal(await client.request(method, { textDocument: { uri: 'file:///kernels/mma.mlir' }, position }), null, method);
});

test('maps, states and operations of broken statements are the last good ones, marked stale, and fit the schemas', async (use) => {
  const client = use(new Client(serverPath));
  await client.start();
  const uri = 'file:///stale.mlir', kernel = readFileSync(path.join(root, 'examples/mma_block_f32.mlir'), 'utf8');
  await client.openSettled(uri, kernel);
  const ask = (text, needle) => Promise.all(['fly/threadValueMap', 'fly/stateAtCursor'].map((method) => client.request(method, { textDocument: { uri }, position: placeOf(text, needle, 2) })));
  const names = ['%mma_atom', '%tiled_mma', '%A_frag'], good = await Promise.all(names.map((name) => ask(kernel, `${name} =`)));
  const broken = `// above\n${kernel.split('\n').map((line) => (names.some((name) => line.trim().startsWith(`${name} =`)) ? line.slice(0, -1) : line)).join('\n')}`;
  await client.replaceAll(uri, broken);
  ok((await client.settled(uri)).length > 0, 'errors');
  for (const [i, name] of names.entries())
    for (const [j, answer] of (await ask(broken, `${name} =`)).entries()) {
      check(['fly/threadValueMap.result', 'fly/stateAtCursor.result'][j], answer);
      const { range, definition, stale, ...rest } = answer, { range: before, definition: defined, stale: fresh, ...same } = good[i][j];
      equal([stale, fresh, range.start.line, rest], [true, undefined, before.start.line + 1, same], name);
    }
  const operations = await client.request('fly/operations', { textDocument: { uri } });
  check('fly/operations.result', operations);
  equal(operations.filter((entry) => entry.stale).map((entry) => entry.name).sort(), [...names].sort(), 'stale operations');
  // A text that never parsed has none.
  await client.openSettled('file:///never.mlir', 'int main() {}');
  equal(await client.request('fly/operations', { textDocument: { uri: 'file:///never.mlir' } }), [], 'none');
});

test("the server's answers fit the schemas and have nothing undocumented", async (use) => {
  const client = use(new Client(serverPath));
  const { capabilities } = await client.start();
  const kernel = read('kernels/mma_block_f32.mlir');
  const uri = 'file:///a.mlir';
  await client.openSettled(uri, kernel);
  await client.until(() => client.statuses.some((status) => status.state === 'idle'), 'a status');
  for (const status of client.statuses) check('fly/status', status);
  for (const needle of ['%mma_atom =', '%tiled_copy_a =', '%waves =', '%A_frag =', '// One']) {
    const position = placeOf(kernel, needle, 2);
    check('fly/threadValueMap.result', await client.request('fly/threadValueMap', { textDocument: { uri }, position, owners: true, picture: {} }));
    check('fly/stateAtCursor.result', await client.request('fly/stateAtCursor', { textDocument: { uri }, position }));
  }
  check('fly/threadValueMap.result', await client.request('fly/threadValueMap', { type: '!fly.layout<(4,8):(1,4)>', picture: { format: 'png' } }));
  check('fly/operations.result', await client.request('fly/operations', { textDocument: { uri } }));
  check('fly/lowering.result', await client.request('fly/lowering', { textDocument: { uri }, passTexts: true }));
  check('fly/lowering.result', await client.request('fly/lowering', { textDocument: { uri }, stage: 'x' }));
  check('fly/stages.result', await client.request('fly/stages', {}));
  check('fly/explain.result', await client.request('fly/explain', { code: 'FLY116' }));
  equal(await client.request('fly/explain', { code: 'FLY9999' }), null, 'unknown code');
  // The list of requests and the page agree.
  const documented = [...page.matchAll(/^## (fly\/\w+)$/gm)].map(([, name]) => name).sort();
  equal(capabilities.experimental.fly.requests, documented, 'requests');
});
