import { inOneTransaction } from '../../floor/driver.ts';
import { entriesOfAMonth, entriesOverTwoYears, ratesOfClients } from '../billing-seed.ts';
import { createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise } from '../promises.ts';
import { startRig } from '../rig.ts';
import { formatCount, isSmoke } from '../scale.ts';
import { median, printResults, runTurns, subject } from '../subjects.ts';

const AT_ONCE = 2;
const ENTRIES = isSmoke ? 1_000 : 100_000;
const OTHERS = isSmoke ? 1_000 : 200_000;
const PATH = '/api/v3/billing/statements';

/** The least that a statement needs: the sum of its entries by activity and item. */
const SUM = `select activity_id, item_id, count(*), sum(quantity), sum(amount) from billing_entries
  where client_id = 1 and deleted_at is null and bill_date >= '2026-01-01' and bill_date < '2026-02-01' group by 1, 2`;

/** The statement of a month with a hundred thousand entries, against the plain sum of them. */
export const statement: Job = {
  name: 'statement',
  async run({ adminUrl }) {
    const seed = [...ratesOfClients, ...entriesOverTwoYears(OTHERS), ...entriesOfAMonth(ENTRIES)];
    const rig = await startRig(await createSeededDatabase(adminUrl, 'statement', seed), AT_ONCE);
    try {
      const ours = subject('Longshore', (worker) => rig.ours(worker).get(`${PATH}/1/2026-01`, rig.tokens[1]));
      const list = subject('all clients', (worker) => rig.ours(worker).get(`${PATH}?month=2026-01`, rig.tokens[1]));
      const sum = subject('plain SQL', () => inOneTransaction(rig.pool, [{ name: 'sum', text: SUM, values: [] }]));
      await runTurns([ours, list, sum], AT_ONCE);
      printResults(`Statement of ${formatCount(ENTRIES)} entries, ${AT_ONCE} at once`, [ours, list, sum]);
      reportPromise('median against the plain sum', median(ours) / median(sum), 'at most', 3);
      reportPromise('list of all clients: median against the plain sum', median(list) / median(sum), 'at most', 3);
    } finally {
      await rig.stop();
    }
  },
};
