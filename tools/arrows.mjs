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
async function cruise(folder) {
  const args = ['--require', reader, cruiser, '--config', config, '--output-type', 'json', 'contract', 'server', 'web'];
  const options = { cwd: folder, maxBuffer: 256 * 1024 * 1024 };
  // It exits with the number of violations, and those are in the answer.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
  if (!stdout) throw new Failed(`dependency-cruiser said nothing about ${folder}: ${stderr}`);
  const { modules, summary } = JSON.parse(stdout);
  /** @type {{ source: string }[]} */
  const ours = modules;
  return {
    modules: ours.filter(({ source }) => /^(contract|server|web)\/.*\.tsx?$/.test(source)).length,
    violations: summary.violations,
  };
}

/** A checker that sees nothing reports nothing: each rule has to find the violation planted for it. */
async function guard() {
  const { forbidden } = createRequire(import.meta.url)(config);
  const { violations } = await cruise(join(root, 'tools', 'fixtures', 'arrows'));
  const found = new Set(violations.map(({ rule }) => rule.name));
  /** @type {Set<string>} */
  const rules = new Set(forbidden.map((/** @type {{ name: string }} */ { name }) => name));
  const blind = [...rules].filter((name) => !found.has(name));
  if (blind.length > 0) throw new Failed(`The planted violations of these rules were not found: ${blind.join(', ')}`);
}

await main(async () => {
  await guard();
  const { modules, violations } = await cruise(root);
  if (modules === 0) throw new Failed('dependency-cruiser read 0 files: is @swc/core installed for this platform?');
  for (const { from, to, rule } of violations) console.error(`${from}  imports ${to} → ${rule.name}`);
  if (violations.length > 0) throw new Failed(`${violations.length} imports against the arrows of ARCHITECTURE.md`);
});
