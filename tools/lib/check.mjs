import { bin, Failed, run, step } from './run.mjs';

const WORKSPACES = ['contract', 'server', 'web', 'e2e', 'bench', 'tools'];

/** Everything that needs neither a database nor a browser: format, lint, types, arrows, tidiness. */
export async function check({ fix = false } = {}) {
  if (fix) await step('biome, fixing', () => run(bin('biome'), ['check', '--write', '--log-level=error']));
  await step('format and lint', () => run(bin('biome'), ['ci', '--log-level=error']));
  await step('types', checkTypes);
  await step('arrows', () => run(process.execPath, ['tools/arrows.mjs'], { shell: false }));
  await step('tidy', () => run(process.execPath, ['tools/tidy.mjs'], { shell: false }));
}

/**
 * Two at a time: more do not fit a small machine, one leaves half of it idle. All workspaces report before it fails.
 */
async function checkTypes() {
  const waiting = [...WORKSPACES];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const workspace = name;
      await run(bin('tsc'), ['--noEmit', '-p', workspace]).catch(() => failed.push(workspace));
    }
  };
  await Promise.all([worker(), worker()]);
  if (failed.length > 0) throw new Failed(`type errors in: ${failed.join(', ')}`);
}
