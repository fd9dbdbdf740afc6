// A small runner: named tests in order, each with a time limit, one line each.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, '../..');

/** All limits are for a machine that has nothing else to do; this is for one that has. */
const patience = 2;

const tests = [];
/** `body` gets a function that prints a note beside the result. */
export function test(name, body, limit = 20000) { tests.push({ name, body, limit }); }

const skipped = [];
export function skip(name, why) { skipped.push({ name, why }); }

export function sleep(ms) { return new Promise((resolve) => setTimeout(resolve, ms)); }

/** Calls `look` until it gives something truthy; `what` names it in the message of a failure. */
export async function until(what, look, limit = 15000) {
  limit *= patience;
  const end = Date.now() + limit;
  let last;
  for (;;) {
    try {
      const value = await look();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) {
      throw new Error(`no ${what} after ${limit / 1000} s${last ? `: ${last.message.split('\n')[0]}` : ''}`);
    }
    await sleep(60);
  }
}

/** Runs everything; `onFailure` may add to the evidence. Returns the number of failures. */
export async function runAll(filter, onFailure) {
  let passed = 0, failed = 0, filtered = 0;
  for (const { name, body, limit: usual } of tests) {
    const limit = usual * patience;
    if (filter && !new RegExp(filter).test(name)) { filtered++; continue; }
    // A browser on a busy machine may lose a key; what fails twice is broken.
    for (const attempt of [1, 2]) {
      const start = Date.now();
      let timer;
      try {
        await Promise.race([body((text) => console.log(`note    ${text}`)), new Promise((_, reject) => {
          timer = setTimeout(() => reject(new Error(`not done after ${limit / 1000} s`)), limit);
        })]);
        passed++;
        console.log(`ok      ${name} (${Date.now() - start} ms${attempt > 1 ? ', second try' : ''})`);
        break;
      } catch (error) {
        const last = attempt === 2;
        if (last) failed++;
        console.log(`${last ? 'FAILED ' : 'again  '} ${name} (${Date.now() - start} ms)\n        ${error?.stack ?? error}`);
        await onFailure?.(name);
      } finally {
        clearTimeout(timer);
      }
    }
  }
  for (const { name, why } of skipped) console.log(`skipped ${name}: ${why}`);
  if (filtered) console.log(`${filtered} tests are not named like '${filter}'`);
  console.log(`${passed} passed, ${failed} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`);
  return failed;
}
