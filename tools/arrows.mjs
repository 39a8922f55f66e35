import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failed, main, root } from './lib/run.mjs';

const config = join(root, 'tools', 'arrows.config.cjs');
const reader = join(root, 'tools', 'lib', 'swc-reads-tsx.cjs');
const cruiser = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

/** @typedef {{ from: string, to: string, rule: { name: string } }} Violation */

/**
 * @param {string} folder
 * @returns {Promise<{ modules: number, violations: Violation[] }>}
 */
async function findViolations(folder) {
  const args = ['--require', reader, cruiser, '--config', config, '--output-type', 'json', 'contract', 'server', 'web'];
  const options = { cwd: folder, maxBuffer: 256 * 1024 * 1024 };
  // The exit code is the number of violations, which are in the output too.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
  if (!stdout) throw new Failed(`dependency-cruiser printed nothing for ${folder}: ${stderr}`);
  const { modules, summary } = JSON.parse(stdout);
  /** @type {{ source: string }[]} */
  const ours = modules;
  return {
    modules: ours.filter(({ source }) => /^(contract|server|web)\/.*\.tsx?$/.test(source)).length,
    violations: summary.violations,
  };
}

/** Proves that the check works: each rule has to find the violation planted for it in the fixtures. */
async function checkFixtures() {
  const { forbidden } = createRequire(import.meta.url)(config);
  const { violations } = await findViolations(join(root, 'tools', 'fixtures', 'arrows'));
  const found = new Set(violations.map(({ rule }) => rule.name));
  /** @type {Set<string>} */
  const rules = new Set(forbidden.map((/** @type {{ name: string }} */ { name }) => name));
  const notFound = [...rules].filter((name) => !found.has(name));
  if (notFound.length > 0)
    throw new Failed(`The planted violations of these rules were not found: ${notFound.join(', ')}`);
}

await main(async () => {
  await checkFixtures();
  const { modules, violations } = await findViolations(root);
  if (modules === 0) throw new Failed('dependency-cruiser read 0 files: is @swc/core installed for this platform?');
  for (const { from, to, rule } of violations) console.error(`${from}  imports ${to} → ${rule.name}`);
  if (violations.length > 0) throw new Failed(`${violations.length} imports against the arrows of ARCHITECTURE.md`);
});
