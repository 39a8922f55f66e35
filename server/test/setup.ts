import { afterAll, expect } from 'vitest';
import { recordStatements } from './recorded-statements.ts';
import { locks, running } from './running.ts';

const statementsFolder = process.env.STATEMENTS_FOLDER;
const keepRecorded = statementsFolder ? recordStatements(statementsFolder) : () => {};

// Test files share their modules (vitest.config.ts), so that what a file leaves behind would meet the next one. This
// file is run for each of them.
afterAll(async () => {
  for (const each of running.splice(0).reverse()) await each.stop();
  keepRecorded();
  const violations = locks.violations.splice(0);
  expect(violations, 'locks that were taken out of order (server/test/lock-order.ts)').toEqual([]);
});
