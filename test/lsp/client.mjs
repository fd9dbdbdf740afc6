// A client on Microsoft's own protocol library, so that the server is not tested against our idea of the protocol:
// the connection is the library's, and every answer is held against its types.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import lsp from 'vscode-languageserver-protocol/node.js';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const data = (name) => path.join(root, 'test/data', name);
export const read = (name) => readFileSync(data(name), 'utf8');

export const fullCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: { inlayHint: { refreshSupport: true } },
  window: { workDoneProgress: true },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    inlayHint: {},
  },
};

const listOf = (is) => (value) => Array.isArray(value) && value.every((entry) => is(entry));
const answers = {
  'textDocument/hover': (value) => value === null || lsp.Hover.is(value),
  'textDocument/inlayHint': listOf(lsp.InlayHint.is),
  'textDocument/documentSymbol': listOf((entry) => lsp.DocumentSymbol.is(entry) || lsp.Location.is(entry.location)),
  'textDocument/definition': listOf(lsp.Location.is),
  'textDocument/references': listOf(lsp.Location.is),
  'textDocument/documentHighlight': listOf((entry) => lsp.Range.is(entry.range) && [1, 2, 3].includes(entry.kind)),
  'textDocument/foldingRange': listOf(lsp.FoldingRange.is),
  'textDocument/codeAction': listOf((entry) => lsp.CodeAction.is(entry) || lsp.Command.is(entry)),
  'textDocument/codeLens': listOf(lsp.CodeLens.is),
};

export class Client {
  constructor(server, { environment = {}, args = [] } = {}) {
    this.process = spawn(server, args, {
      stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...environment },
    });
    // Stand-ins for broken statements are the server's own business: nothing that it says may name them.
    let tail = '';
    this.process.stdout.on('data', (chunk) => {
      tail = tail.slice(-20) + chunk;
      const at = tail.indexOf('fly_broken');
      if (at >= 0) this.wrong ??= `the server says ${tail.slice(Math.max(0, at - 200), at + 200)}`;
    });
    this.stderr = '';
    this.process.stderr.on('data', (chunk) => { this.stderr += chunk; });
    this.exited = new Promise((resolve) => this.process.on('exit', (code, signal) => resolve({ code, signal })));
    this.connection = lsp.createProtocolConnection(
      new lsp.StreamMessageReader(this.process.stdout), new lsp.StreamMessageWriter(this.process.stdin));
    this.diagnostics = new Map();
    this.published = []; // every publication, in order
    this.statuses = [];
    this.progress = [];
    this.refreshes = 0;
    this.waiters = [];
    this.connection.onNotification('textDocument/publishDiagnostics', (params) => {
      for (const diagnostic of params.diagnostics) this.mustBe(lsp.Diagnostic.is(diagnostic), 'a diagnostic', diagnostic);
      this.diagnostics.set(params.uri, params);
      this.published.push(params);
      this.wake();
    });
    this.connection.onNotification('fly/status', (params) => { this.statuses.push(params); this.wake(); });
    this.connection.onNotification('$/progress', (params) => { this.progress.push(params); this.wake(); });
    this.connection.onRequest('workspace/inlayHint/refresh', () => { this.refreshes++; this.wake(); return null; });
    this.connection.onError(() => {});
    this.connection.listen();
    this.versions = new Map();
  }

  wake() {
    for (const waiter of [...this.waiters]) waiter();
  }

  /** Resolves as soon as `condition` gives something truthy; rejects after `timeout` ms. */
  until(condition, what, timeout = 60000) {
    return new Promise((resolve, reject) => {
      const check = () => {
        const value = condition();
        if (!value) return;
        clearTimeout(timer);
        this.waiters = this.waiters.filter((entry) => entry !== check);
        resolve(value);
      };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((entry) => entry !== check);
        reject(new Error(`timed out waiting for ${what}; stderr: ${this.stderr.slice(-500)}`));
      }, timeout);
      this.waiters.push(check);
      check();
    });
  }

  /** The answer; rejects when the server ends before it has given one. */
  request(method, params) {
    const died = this.exited.then(({ code, signal }) => { throw new Error(`the server ended with ${code ?? signal} before it answered ${method}`); });
    const answer = this.connection.sendRequest(method, params).then((result) => {
      this.mustBe(!answers[method] || answers[method](result), `what ${method} answers`, result);
      return result;
    });
    return Promise.race([answer, died]);
  }

  /** Notes what breaks the types of the protocol; the test fails at its end. */
  mustBe(holds, what, value) {
    if (!holds) this.wrong ??= `${what} is not of the protocol's type: ${JSON.stringify(value).slice(0, 400)}`;
  }

  notify(method, params) { return this.connection.sendNotification(method, params); }

  async start(capabilities = fullCapabilities, initializationOptions = undefined, clientInfo = { name: 'fly-lsp-tests' }) {
    this.initializeResult = await this.request('initialize', {
      processId: process.pid, rootUri: null, capabilities, initializationOptions,
      clientInfo,
    });
    await this.notify('initialized', {});
    return this.initializeResult;
  }

  async open(uri, text, version = 1) {
    this.versions.set(uri, version);
    this.diagnostics.delete(uri);
    await this.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'mlir', version, text },
    });
  }

  async change(uri, contentChanges) {
    const version = this.versions.get(uri) + 1;
    this.versions.set(uri, version);
    await this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    return version;
  }

  replaceAll(uri, text) { return this.change(uri, [{ text }]); }

  /** Diagnostics of the newest version of a document. */
  async settled(uri, timeout) {
    const found = await this.until(() => {
      const published = this.diagnostics.get(uri);
      return published && published.version === this.versions.get(uri) && published;
    }, `diagnostics of ${uri} version ${this.versions.get(uri)}`, timeout);
    return found.diagnostics;
  }

  async openSettled(uri, text) {
    await this.open(uri, text);
    return this.settled(uri);
  }

  at(uri, line, character) { return { textDocument: { uri }, position: { line, character } }; }

  async stop() {
    await this.request('shutdown');
    await this.notify('exit');
    return this.exited;
  }

  kill() { this.process.kill('SIGKILL'); }
}

/** Line and UTF-16 column of the n-th occurrence of `needle`, `shift` units behind its start. */
export function placeOf(text, needle, shift = 0, nth = 0) {
  let index = -1;
  for (let i = 0; i <= nth; ++i) {
    index = text.indexOf(needle, index + 1);
    if (index < 0) throw new Error(`'${needle}' is not in the text`);
  }
  const before = text.slice(0, index + shift);
  const line = before.split('\n').length - 1;
  return { line, character: index + shift - (before.lastIndexOf('\n') + 1) };
}

export function textOf(text, range) {
  const lines = text.split('\n');
  if (range.start.line === range.end.line)
    return lines[range.start.line].slice(range.start.character, range.end.character);
  return [lines[range.start.line].slice(range.start.character),
    ...lines.slice(range.start.line + 1, range.end.line), lines[range.end.line].slice(0, range.end.character)].join('\n');
}
