import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

/**
 * Builds unless the stamp file shows that the same sources were built before.
 * @param {string} stampFile
 * @param {string[]} sources files and folders, from the root; absent ones count as empty
 * @param {() => Promise<unknown>} build
 */
export async function buildWhenStale(stampFile, sources, build) {
  const stamp = join(root, stampFile);
  const fingerprintNow = fingerprint([...sources, 'package-lock.json', 'tools/lib/build.mjs']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintNow) return;
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprintNow);
}

/** @param {string[]} sources */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
