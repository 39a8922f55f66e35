import { module } from '../module.ts';
import { checkBroken } from './checks.exceptions.ts';
import { durabilityCheck } from './durability-check.ts';
import { housekeeping } from './housekeeping.ts';

export const upkeep = module({
  name: 'upkeep',
  jobs: ({ nightlyBackup }) => ({
    upkeep: { housekeeping, ...(nightlyBackup ? { 'nightly-backup': nightlyBackup } : {}) },
  }),
  schedules: [
    { task: 'nightly-backup', match: '37 2 * * *' },
    { task: 'housekeeping', match: '17 3 * * *' },
  ],
  checks: [durabilityCheck],
  exceptions: [checkBroken],
});
