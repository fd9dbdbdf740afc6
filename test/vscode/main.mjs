// usage: main.mjs BUILD_DIR [FILTER]
import { runAll, skip } from './harness.mjs';
import { chromium, Workbench } from './workbench.mjs';

const [build, filter] = process.argv.slice(2);

await import('./pure.test.mjs');
await import('./grammar.test.mjs');

// One editor serves all tests; it starts once.
let workbench;
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  skip('the extension in VS Code', `needs node >= 20, this is ${process.versions.node}`);
} else if (!chromium()) {
  skip('the extension in VS Code', 'needs the Debian package chromium');
} else {
  const { editorTests, files } = await import('./editor.test.mjs');
  workbench = new Workbench(build, files);
  editorTests(workbench);
}

const end = async (status) => {
  await workbench?.stop();
  process.exit(status);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(130));

const failed = await runAll(filter, (name) => workbench?.evidence(name));
await end(failed ? 1 : 0);
