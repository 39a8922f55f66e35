import { describe, expect, test } from 'vitest';
import { isComplete } from '../lib/installed.mjs';

/** What npm writes for a workspace, a package of the app, one of the tests, and packages of platforms. */
const lock = {
  packages: {
    '': { version: '1.0.0' },
    web: { version: '1.0.0' },
    'node_modules/@longshore/web': { resolved: 'web', link: true },
    'node_modules/fastify': { version: '5.1.0' },
    'server/node_modules/pg': { version: '8.1.0' },
    'node_modules/vitest': { version: '4.0.0', dev: true },
    'node_modules/esbuild-linux': { version: '1.0.0', optional: true },
    'node_modules/typescript': { version: '7.0.0', devOptional: true },
  },
};
const { 'node_modules/vitest': vitest, ...app } = lock.packages;
const { 'node_modules/esbuild-linux': _, ...elsewhere } = lock.packages;
const { 'server/node_modules/pg': __, ...withoutNested } = lock.packages;

describe('what is installed, by the list that npm leaves', () => {
  test.each([
    ['nothing, or an installation that was cut off', undefined, false, false],
    ['npm ci', lock.packages, true, true],
    ['npm ci --omit=dev', app, true, false],
    ['npm ci on another platform', elsewhere, true, true],
    ['without a package of a workspace', withoutNested, false, false],
    ['another version of a package', { ...lock.packages, 'node_modules/fastify': { version: '5.0.9' } }, false, false],
    ['another version of a tool', { ...app, 'node_modules/vitest': { version: '3.9.0', dev: true } }, true, false],
    [
      'a package of the registry where a workspace is now',
      { ...lock.packages, 'node_modules/@longshore/web': { version: '1.0.0' } },
      false,
      false,
    ],
    ['the tools without the app', { 'node_modules/vitest': vitest }, false, false],
  ])('%s', (_name, packages, isApp, isAll) => {
    const installed = packages && { packages };
    expect([isComplete('app', lock, installed), isComplete('all', lock, installed)]).toEqual([isApp, isAll]);
  });
});
