// Named tests that run one after the other, each line of output one result.
const tests = [];
export function test(name, body) { tests.push({ name, body }); }

export class Failure extends Error {}
const show = (value) => { const text = JSON.stringify(value); return text && text.length > 600 ? text.slice(0, 600) + '…' : text; };
export function ok(condition, message) { if (!condition) throw new Failure(message); }
export function equal(actual, expected, message) {
  if (JSON.stringify(sorted(actual)) !== JSON.stringify(sorted(expected)))
    throw new Failure(`${message}: expected ${show(expected)}, got ${show(actual)}`);
}
/** The same value with the keys of objects in order. */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  return value;
}
export async function rejects(promise, code, message) {
  try {
    await promise;
  } catch (error) {
    if (error.code !== code) throw new Failure(`${message}: expected error ${code}, got ${error.code}: ${error.message}`);
    return error;
  }
  throw new Failure(`${message}: expected error ${code}, got an answer`);
}

export async function run(filter) {
  let passed = 0, failed = 0;
  for (const { name, body } of tests) {
    if (filter && !name.includes(filter)) continue;
    const start = Date.now();
    const open = [];
    try {
      await body((client) => { open.push(client); return client; });
      for (const { wrong } of open) ok(!wrong, wrong);
      ++passed;
      console.log(`ok   ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      ++failed;
      console.log(`FAIL ${name}: ${error instanceof Failure ? error.message : error.stack}`);
    }
    for (const client of open) client.kill();
  }
  return { passed, failed };
}
