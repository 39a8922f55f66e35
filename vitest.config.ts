import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/lib/test-order.mjs';
import { declaredData } from './web/declared-data.ts';

/** Nothing waits this long on a machine of its own; a busy one may be some times slower. */
const TIMEOUT_MS = 60_000;

/** Files of a project share a worker and its modules: loading the app for each of them took half of the time. */
const shared = { isolate: false, testTimeout: TIMEOUT_MS };

/** Servers that are killed, frozen, flooded or replaced: they take minutes and run apart from the rest. */
const FAULTS = [
  'server/test/chaos/*.test.ts',
  'server/test/fuzz/*.test.ts',
  'server/test/backup.test.ts',
  'server/test/durability.test.ts',
  'server/test/*-killed.test.ts',
  'server/test/rolling-upgrade.test.ts',
  'server/test/simulation/orders-killed.test.ts',
];

const onDatabase = {
  ...shared,
  // The demo of the second is drawn by the workers of the first.
  globalSetup: ['tools/lib/worker-for-tests.mjs', 'server/test/global-setup.ts'],
  setupFiles: ['server/test/setup.ts'],
  pool: 'forks' as const,
  hookTimeout: TIMEOUT_MS,
};

export default defineConfig({
  test: {
    // One more than the cores of a small machine: many files wait, for jobs, limits and clocks that pass.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          ...onDatabase,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: FAULTS,
        },
      },
      { test: { ...onDatabase, name: 'faults', include: FAULTS } },
      {
        // Screens are tested with what the browser gets of the contract.
        plugins: [declaredData()],
        test: {
          ...shared,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test/setup.ts'],
        },
      },
      { test: { name: 'tools', include: ['tools/test/**/*.test.ts'], testTimeout: TIMEOUT_MS } },
    ],
  },
});
