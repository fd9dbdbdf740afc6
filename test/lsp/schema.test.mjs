// docs/protocol.md: examples fit their schemas, and so do the server's answers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { Client, placeOf, read, root } from './client.mjs';
import { equal, ok, test } from './harness.mjs';

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
  ok(examples.length >= 8, `${examples.length} examples`);
  for (const { name, value } of examples) check(name, value);
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
