// The grammar, run by the engine of VS Code itself (vscode-textmate with oniguruma).
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root, test } from './harness.mjs';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const file = path.join(root, 'editors/vscode/syntaxes/mlir.tmLanguage.json');
const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer;
const registry = new textmate.Registry({
  onigLib: oniguruma.loadWASM(wasm).then(() => ({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  })),
  loadGrammar: async (scope) =>
    scope === 'source.mlir' ? textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file) : null,
});
const grammar = await registry.loadGrammar('source.mlir');

/** `[text, innermost scope]` of every token of a line. */
function tokens(line, state = textmate.INITIAL) {
  const result = grammar.tokenizeLine(line, state);
  return {
    state: result.ruleStack,
    tokens: result.tokens.map((token) => ({ text: line.slice(token.startIndex, token.endIndex), scopes: token.scopes })),
  };
}

function expectScopes(line, expected) {
  const found = tokens(line).tokens;
  let from = 0;
  for (const [text, scope] of expected) {
    const at = found.findIndex((token, i) => i >= from && token.text.trim() === text);
    assert.ok(at >= 0, `'${text}' is not a token of its own in: ${line}\n${JSON.stringify(found.map((t) => t.text))}`);
    assert.ok(found[at].scopes.includes(scope), `'${text}' has ${found[at].scopes.join(' ')}, not ${scope}`);
    from = at + 1;
  }
}

test('grammar: an atom type', () => expectScopes(
  '%atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>', [
    ['%atom', 'variable.other.mlir'], ['fly.make_mma_atom', 'keyword.operation.fly.mlir'],
    ['!fly.mma_atom', 'support.type.fly.mlir'], ['!fly_rocdl.cdna3.mfma', 'support.type.fly.mlir'],
    ['16x16x4', 'constant.numeric.shape.fly.mlir'], ['f32', 'storage.type.mlir'], ['f32', 'storage.type.mlir'],
    ['->', 'keyword.operator.arrow.mlir'], ['f32', 'storage.type.mlir'],
  ]));

test('grammar: a layout with dynamic, symbolic and basis leaves', () => expectScopes(
  '%l = fly.static : !fly.layout<(4,?{div=8},*):(1,2E0,3E1E0)>', [
    ['!fly.layout', 'support.type.fly.mlir'], ['4', 'constant.numeric.mlir'],
    ['?{div=8}', 'constant.language.dynamic.fly.mlir'], ['*', 'constant.language.none.fly.mlir'],
    [':', 'keyword.operator.stride.fly.mlir'], ['2', 'constant.numeric.mlir'], ['E0', 'entity.name.tag.basis.fly.mlir'],
    ['E1E0', 'entity.name.tag.basis.fly.mlir'],
  ]));

test('grammar: swizzles, tiles and address spaces', () => {
  expectScopes('!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>', [
    ['S', 'support.function.swizzle.fly.mlir'], ['3', 'constant.numeric.mlir'],
    ['o', 'keyword.operator.compose.fly.mlir'], ['o', 'keyword.operator.compose.fly.mlir'],
  ]);
  expectScopes('%t = fly.static : !fly.tile<[32:1|4:1]>', [['|', 'keyword.operator.mode.fly.mlir']]);
  expectScopes('%m : !fly.memref<f16, shared, (8,64):(64,1), align<16>>', [
    ['f16', 'storage.type.mlir'], ['shared', 'storage.modifier.address-space.fly.mlir'],
    ['align', 'storage.modifier.address-space.fly.mlir'],
  ]);
  expectScopes('%p : !fly.ptr<f32, #fly_rocdl.buffer_desc>', [
    ['#fly_rocdl.buffer_desc', 'entity.other.attribute-name.mlir']]);
});

test('grammar: the rest of MLIR', () => {
  expectScopes('gpu.func @k(%A: i32) kernel attributes {known = array<i32: 1>} { // why', [
    ['gpu.func', 'keyword.declaration.mlir'], ['@k', 'entity.name.function.mlir'], ['%A', 'variable.other.mlir'],
    ['i32', 'storage.type.mlir'], ['kernel', 'keyword.control.mlir'], ['attributes', 'keyword.control.mlir'],
    ['// why', 'comment.line.double-slash.mlir']]);
  expectScopes('// -----', [['// -----', 'comment.line.separator.mlir']]);
  expectScopes('cf.cond_br %c, ^bb1(%0#1 : vector<4xf32>), ^bb2', [
    ['cf.cond_br', 'keyword.operation.mlir'], ['%c', 'variable.other.mlir'], ['^bb1', 'entity.name.label.mlir'],
    ['%0#1', 'variable.other.mlir'], ['vector', 'storage.type.mlir']]);
  expectScopes('func.func private @"a b"()', [
    ['func.func', 'keyword.declaration.mlir'], ['private', 'storage.modifier.mlir'],
    ['@"a b"', 'entity.name.function.mlir']]);
});

test('grammar: a broken type does not colour the following lines', () => {
  const broken = tokens('%a = fly.static : !fly.layout<(4,8):(1,4)');
  const next = tokens('%b = fly.make_layout(%a)', broken.state);
  assert.ok(next.tokens.some((token) => token.scopes.includes('keyword.operation.fly.mlir')),
    JSON.stringify(next.tokens));
});

const kernels = path.join(root, 'test/data/kernels');
for (const name of fs.readdirSync(kernels).filter((name) => name.endsWith('.mlir'))) {
  test(`grammar: every type and operation of ${name}`, () => {
    let state = textmate.INITIAL;
    fs.readFileSync(path.join(kernels, name), 'utf8').split('\n').forEach((line, number) => {
      const found = tokens(line, state);
      state = found.state;
      const where = `${name}:${number + 1}`;
      for (const { text, scopes } of found.tokens) {
        if (scopes.some((scope) => /^(comment|string)/.test(scope))) continue;
        if (/!fly(_rocdl|_ptx)?\./.test(text))
          assert.ok(scopes.includes('support.type.fly.mlir') || scopes.includes('entity.name.type.mlir'),
            `${where}: ${text} has ${scopes.join(' ')}`);
        if (/(^|\s)fly(_rocdl|_ptx)?\.\w/.test(text))
          assert.ok(scopes.includes('keyword.operation.fly.mlir'), `${where}: ${text} has ${scopes.join(' ')}`);
      }
      assert.equal(state.depth, 1, `${where}: a type is left open`);
    });
  });
}
