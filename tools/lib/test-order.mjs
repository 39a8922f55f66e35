import { readFileSync } from 'node:fs';
import { BaseSequencer } from 'vitest/node';

/** Files that take longest, which their size does not tell: they begin first, so that no one of them ends alone. */
const LONGEST = [
  'server/test/fba-late-killed.test.ts',
  'server/test/fba-killed.test.ts',
  'server/test/chaos/chaos.test.ts',
  'tools/test/kill-start.test.ts',
  'server/test/backup.test.ts',
  'server/test/exports.test.ts',
  'server/src/platform/database/stopped-backend.test.ts',
  'server/test/durability.test.ts',
  'server/test/rolling-upgrade.test.ts',
  'server/test/fuzz/fuzz.test.ts',
  'server/test/client-sql.test.ts',
  'server/test/simulation/simulation.test.ts',
  'server/test/simulation/orders.test.ts',
  'server/test/simulation/orders-killed.test.ts',
  'server/test/labels-killed.test.ts',
  'server/test/shipping-killed.test.ts',
  'server/src/modules/shipping/labels/label-batch.test.ts',
  'server/src/modules/shipping/inbound/inbound.test.ts',
  'server/src/modules/shipping/labels/labels.test.ts',
  'web/src/lib/outbox.test.ts',
  'server/test/access.test.ts',
  'server/test/values-before-database.test.ts',
  'server/test/access-without-policies.test.ts',
  'server/src/modules/billing/accrual/accrual-year.test.ts',
  'server/src/documents/spreadsheet.test.ts',
  'server/src/modules/clients/webhooks/deliveries.test.ts',
];

/** @param {import('vitest/node').TestSpecification} file */
function rankOf({ moduleId }) {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(path));
  return at < 0 ? LONGEST.length : at;
}

/** A worker is used again only by files of its environment, so those of one environment follow each other. */
const environments = new Map();
/** @param {import('vitest/node').TestSpecification} file */
function environmentOf({ moduleId }) {
  const known =
    environments.get(moduleId) ?? /@vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? '';
  environments.set(moduleId, known);
  return known;
}

/** The order of the test files: project by project, the longest first. */
export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted
      .map((file, index) => ({ file, index }))
      .sort(
        (a, b) =>
          a.file.project.name.localeCompare(b.file.project.name) ||
          environmentOf(b.file).localeCompare(environmentOf(a.file)) ||
          rankOf(a.file) - rankOf(b.file) ||
          a.index - b.index,
      )
      .map(({ file }) => file);
  }
}
