import { inOneTransaction } from '../../floor/driver.ts';
import { seededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise } from '../promises.ts';
import { startRig } from '../rig.ts';
import { formatCount, isSmoke } from '../scale.ts';
import { ITEMS, itemsOnPlates } from '../stock-seed.ts';
import { median, printResults, runTurns, subject } from '../subjects.ts';

const AT_ONCE = 2;
const MOVEMENTS = isSmoke ? 5_000 : 1_000_000;
const OK = 200;

/** A year of receipts and adjustments, evenly over the items. */
const year = [
  ...itemsOnPlates(ITEMS),
  `insert into movements (client_id, inventory_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
   select i.client_id, i.id, false, case when n % 3 = 0 then -10 else 10 end, 10, 10, case when n % 3 = 0 then 'adjust' else 'count' end, 'Bench',
     timestamptz '2026-01-01' + interval '365 days' * (n / ${MOVEMENTS}.0)
   from generate_series(1, ${MOVEMENTS}) n join inventories i on i.id = 1 + n % ${ITEMS} order by n`,
  'analyze movements',
];

const MONTH = { from_date: '2026-06-01', to_date: '2026-06-30' };

/** What a person would type to have the same figures. */
const PLAIN: Record<string, string> = {
  movement: `select i.sku, i.name, sum(m.quantity) filter (where m.at < '2026-06-01'), sum(m.quantity) filter (where m.at >= '2026-06-01' and m.kind = 'adjust'),
      sum(m.quantity) filter (where m.at >= '2026-06-01' and m.kind = 'count'), sum(m.quantity)
    from movements m join inventories i on i.id = m.inventory_id where m.client_id = 1 and m.at < '2026-07-01' group by i.id order by lower(i.sku)`,
  'inventory-as-of': `select i.sku, i.name, sum(m.quantity) filter (where not m.quarantine), sum(m.quantity) filter (where m.quarantine)
    from movements m join inventories i on i.id = m.inventory_id where m.client_id = 1 and m.at < '2026-07-01' group by i.id order by lower(i.sku)`,
  transactions: `select m.at, m.kind, i.sku, m.quantity, m.row_balance, m.reference, m.user_name from movements m join inventories i on i.id = m.inventory_id
    where m.client_id = 1 and m.at >= '2026-06-01' and m.at < '2026-07-01' order by m.at, m.id`,
};

/** Reports of a month over a year of movements, against the plain SQL that answers the same. */
export const reports: Job = {
  name: 'reports',
  async run({ adminUrl }) {
    const rig = await startRig(await seededDatabase(adminUrl, 'reports', year), AT_ONCE);
    try {
      for (const [name, text] of Object.entries(PLAIN)) {
        const ours = subject('Longshore', async (worker) => {
          const status = await rig
            .ours(worker)
            .post('/api/v3/reports/operations', { clientId: 1, name, ...MONTH }, rig.tokens[1]);
          if (status !== OK) throw new Error(`The report ${name} answered ${status}.`);
        });
        const plain = subject('plain SQL', () => inOneTransaction(rig.pool, [{ name, text, values: [] }]));
        await runTurns([ours, plain], AT_ONCE);
        printResults(`${name} of a month, ${formatCount(MOVEMENTS)} movements, ${AT_ONCE} at once`, [ours, plain]);
        reportPromise(`${name}: median against plain SQL`, median(ours) / median(plain), 'at most', 3);
      }
    } finally {
      await rig.stop();
    }
  },
};
