import { defineConfig } from 'vitest/config';

/** Nothing waits this long on a machine of its own; a busy one may be some times slower. */
const TIMEOUT_MS = 60_000;

export default defineConfig({
  test: {
    // The tests share a small machine with the database they use.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], testTimeout: TIMEOUT_MS } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts', 'tools/lib/worker-for-tests.mjs'],
          pool: 'forks',
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], testTimeout: TIMEOUT_MS } },
      { test: { name: 'tools', include: ['tools/test/**/*.test.ts'], testTimeout: TIMEOUT_MS } },
    ],
  },
});
