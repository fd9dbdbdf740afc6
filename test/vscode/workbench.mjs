// A real VS Code: the server and the workbench that code-server packs (VS Code 1.96), driven through Chromium.
//
// code-server's own program is not used: it is a login page around these two. Of the modules that VS Code's
// server wants, package.json names those that the tests need; native ones that have no prebuilt package
// (terminal, kerberos) are left out, and VS Code does without them. It cannot do without @vscode/spdlog, the log,
// whose place log.cjs takes.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { here, root, sleep, until } from './harness.mjs';

export function chromium() {
  return ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => (process.env.PATH ?? '').split(':').map((folder) => path.join(folder, name)))
    .find((candidate) => fs.existsSync(candidate));
}

/** The name of the folder that is opened: what a path may hold and a URI must not. */
export const workspace = 'my kernels #1 100% é';

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class Workbench {
  /** `files`: the texts of the folder that is opened, by name. */
  constructor(build, files) {
    this.files = files;
    this.server = path.join(build, 'bin/fly-lsp-server');
    this.vsix = path.join(root, 'build/fly-workbench.vsix');
    this.evidenceFolder = path.join(build, 'test/vscode');
    this.children = [];
  }

  path(name) { return path.join(this.folder, workspace, name); }
  write(name, text) {
    fs.mkdirSync(path.dirname(this.path(name)), { recursive: true });
    fs.writeFileSync(this.path(name), text);
  }

  /** Settings of the user, which VS Code reads when it starts. */
  userSettings(more = {}) {
    fs.writeFileSync(path.join(this.folder, 'user/User/settings.json'), JSON.stringify({
      'security.workspace.trust.enabled': false,
      'telemetry.telemetryLevel': 'off',
      'update.mode': 'none',
      'extensions.autoCheckUpdates': false,
      'workbench.startupEditor': 'none',
      'workbench.tips.enabled': false,
      'editor.minimap.enabled': false,
      'editor.accessibilitySupport': 'off',
      'files.autoSave': 'off', // as in the desktop program
      'editor.autoClosingBrackets': 'never',
      'editor.hover.delay': 100,
      'window.menuBarVisibility': 'hidden',
      ...more,
    }));
  }

  /** Settings of the folder, which VS Code follows. */
  settings(more = {}) {
    this.write('.vscode/settings.json', JSON.stringify({ 'workbench.colorTheme': 'Default Dark Modern', ...more }, null, 2));
  }

  spawn(args) {
    const log = fs.openSync(path.join(this.folder, 'log'), 'a');
    // Its own process group, so that the extension host and the language server end with it.
    const child = spawn(process.execPath, [
      'out/server-main.js', '--accept-server-license-terms', '--telemetry-level', 'off',
      '--extensions-dir', path.join(this.folder, 'extensions'), '--user-data-dir', path.join(this.folder, 'user'),
      '--server-data-dir', path.join(this.folder, 'server'), ...args,
    ], {
      cwd: this.code, stdio: ['ignore', log, log], detached: true,
      // No setting says where the server is; VSCODE_CLI keeps the PATH, else VS Code asks a login shell.
      env: { ...process.env, VSCODE_CLI: '1', TMPDIR: path.join(this.folder, 'tmp'), PATH: `${path.dirname(this.server)}:${process.env.PATH}` },
    });
    fs.closeSync(log);
    child.ended = new Promise((resolve) => child.on('exit', resolve));
    this.children.push(child);
    return child;
  }

  log() { return fs.readFileSync(path.join(this.folder, 'log'), 'utf8').slice(-1500); }

  async start() {
    if (!fs.existsSync(this.server)) throw new Error(`not built: ${this.server}`);
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fly-vscode-'));
    for (const name of [workspace, 'extensions', 'tmp', 'user/User']) fs.mkdirSync(path.join(this.folder, name), { recursive: true });
    this.userSettings();
    this.settings();
    for (const [name, text] of Object.entries(this.files)) this.write(name, text);

    // The workbench loads its modules from the folder of VS Code.
    this.code = path.join(here, 'node_modules/code-server/lib/vscode');
    const modules = path.join(this.code, 'node_modules');
    if (!fs.existsSync(modules)) fs.symlinkSync('../../..', modules);
    const log = path.join(here, 'node_modules/@vscode/spdlog');
    fs.rmSync(log, { recursive: true, force: true });
    fs.mkdirSync(log);
    fs.symlinkSync('../../../log.cjs', path.join(log, 'index.js'));

    const install = this.spawn(['--install-extension', this.vsix]);
    await Promise.race([install.ended, sleep(60000)]);
    if (!fs.readdirSync(path.join(this.folder, 'extensions')).some((name) => name.includes('fly-workbench')))
      throw new Error(`VS Code did not install ${this.vsix}: ${this.log()}`);

    this.port = await freePort();
    const server = this.spawn(['--host', '127.0.0.1', '--port', String(this.port), '--without-connection-token']);
    await until('answer from the server of VS Code', async () => {
      if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}: ${this.log()}`);
      return (await fetch(`http://127.0.0.1:${this.port}/version`)).ok;
    }, 30000);

    this.browser = await playwright.launch({
      executablePath: chromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], timeout: 30000,
    });
    this.context = await this.browser.newContext({ viewport: { width: 1440, height: 900 } });
    await this.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // A cold start on a busy machine can leave the page half loaded; loading it again helps.
    for (let attempt = 1; ; attempt++) {
      try {
        await this.load();
        this.ready = true;
        return;
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  async load() {
    await this.page?.close();
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(30000);
    await this.page.goto(`http://127.0.0.1:${this.port}/?folder=${encodeURIComponent(path.join(this.folder, workspace))}`);
    await this.page.waitForSelector('.monaco-workbench', { timeout: 30000 });
    await this.page.waitForSelector('.explorer-folders-view .monaco-list-row', { timeout: 30000 });
  }

  /** VS Code starts anew, with what was open. The browser's own way would forget the last minute. */
  async reload() {
    await this.page.evaluate(() => { window.beforeReload = true; });
    await this.command('Developer: Reload Window');
    await this.page.waitForFunction(
      () => !window.beforeReload && document.querySelector('.explorer-folders-view .monaco-list-row'), undefined, { timeout: 60000 });
  }

  /** Runs a command from the palette, by its full title. */
  async command(title) {
    await until(`command '${title}' in the palette`, async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('F1');
      const input = this.page.locator('.quick-input-widget input[type=text]').first();
      await input.waitFor({ state: 'visible', timeout: 5000 });
      await input.fill(`>${title}`);
      const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first();
      await row.waitFor({ state: 'visible', timeout: 4000 });
      await row.click();
      return true;
    }, 20000);
  }

  async open(name) {
    await until(`${name} in an editor`, async () => {
      await this.page.keyboard.press('Escape');
      const tab = this.page.locator(`.tab[data-resource-name="${name}"]`).first();
      const row = this.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first();
      if (await tab.isVisible()) await tab.click({ timeout: 4000 });
      else await row.dblclick({ timeout: 4000 });
      await this.page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor({ timeout: 4000 });
      await this.page.locator('.editor-instance .view-line').first().waitFor({ timeout: 4000 });
      return true;
    }, 25000);
  }

  /** Puts the cursor at a line and column, both counted from 1. */
  async cursor(line, column) {
    await until(`cursor at ${line}:${column}`, async () => {
      // A picker that is just closing swallows the key; then it is pressed again.
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+KeyG');
      const input = this.page.locator('.quick-input-widget input[type=text]').first();
      await input.waitFor({ state: 'visible', timeout: 4000 });
      await input.fill(`:${line}:${column}`);
      await this.page.keyboard.press('Enter');
      await input.waitFor({ state: 'hidden', timeout: 4000 });
      return true;
    }, 20000);
  }

  /** The document of the web view with this title, once it holds `selector`. */
  webview(selector, limit = 20000) {
    return until(`'${selector}' in a panel`, async () => {
      for (const frame of this.page.frames()) {
        if (await frame.locator(selector).first().isVisible().catch(() => false)) return frame;
      }
      return undefined;
    }, limit);
  }

  /** The process ids of the language servers that this VS Code runs. */
  languageServers() {
    const groups = this.children.map((child) => String(child.pid));
    return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((name) => {
      try {
        const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state !== 'Z' && groups.includes(group) && fs.readlinkSync(`/proc/${name}/exe`) === fs.realpathSync(this.server);
      } catch {
        return false; // it has just ended
      }
    }).map(Number);
  }

  /** What an output channel holds, from its file. */
  outputText(channel) {
    return fs.readdirSync(this.folder, { recursive: true }).filter((name) => path.basename(name).endsWith(`${channel}.log`))
      .map((name) => fs.readFileSync(path.join(this.folder, name), 'utf8')).join('');
  }

  async evidence(name) {
    if (!this.page) return;
    fs.mkdirSync(this.evidenceFolder, { recursive: true });
    const file = path.join(this.evidenceFolder, `${name.replace(/[^\w]+/g, '-')}.png`);
    await this.page.screenshot({ path: file, timeout: 5000 }).then(() => console.log(`        picture: ${file}`), () => {});
  }

  async stop() {
    await Promise.race([this.browser?.close().catch(() => {}), sleep(5000)]);
    for (const child of this.children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const signal = (name) => { try { process.kill(-child.pid, name); } catch { /* it is gone */ } };
      signal('SIGTERM');
      await Promise.race([child.ended, sleep(3000)]);
      signal('SIGKILL');
    }
    if (this.folder) fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
