import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Run after `npm install` has changed the lock file. When a registry lacks a package of another platform, npm leaves it
 * out of the lock, and `npm ci` then refuses the file. This adds those packages, so that the lock is complete on every
 * platform: they are optional, and npm installs only those that fit the machine.
 */
const PATH = 'package-lock.json';
const platform = /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z0-9]+)/;

const lock = JSON.parse(readFileSync(PATH, 'utf8'));
let added = 0;
for (const [at, entry] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const [, os, cpu] = platform.exec(name) ?? [];
    if (!os || lock.packages[`node_modules/${name}`] || lock.packages[`${at}/node_modules/${name}`]) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(entry.dev && { dev: true }),
      optional: true,
      os: [os],
    };
    added++;
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to the lock file.`);
