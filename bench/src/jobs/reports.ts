import { inOneTransaction } from '../../floor/driver.ts';
import { CLIENTS, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { formatCount, isSmoke } from '../scale.ts';
import { ITEMS, itemsOnPlates } from '../stock-seed.ts';
import { median, printResults, runTurns, subject } from '../subjects.ts';

const AT_ONCE = 2;
const MOVEMENTS = isSmoke ? 5_000 : 1_000_000;
const OK = 200;

/** A year of counts and adjustments: half of them on the items of client 1, the others evenly over all items. */
const year = [
  ...itemsOnPlates(ITEMS),
  `insert into movements (client_id, inventory_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
   select i.client_id, i.id, false, case when n % 3 = 0 then -10 else 10 end, 10, 10, case when n % 3 = 0 then 'adjust' else 'count' end, 'Bench',
     timestamptz '2026-01-01' + interval '365 days' * (n / ${MOVEMENTS}.0)
   from generate_series(1, ${MOVEMENTS}) n
   join inventories i on i.id = case when n % 2 = 0 then 1 + ${CLIENTS} * (n / 2 % ${Math.floor(ITEMS / CLIENTS)}) else 1 + n % ${ITEMS} end order by n`,
  'analyze movements',
];

const MONTH = { from_date: '2026-06-01', to_date: '2026-06-30' };

/** The SQL that a person would type to get the same figures. */
const PLAIN: Record<string, string> = {
  movement: `select i.sku, i.name, sum(m.quantity) filter (where m.at < '2026-06-01'), sum(m.quantity) filter (where m.at >= '2026-06-01' and m.kind = 'adjust'),
      sum(m.quantity) filter (where m.at >= '2026-06-01' and m.kind = 'count'), sum(m.quantity)
    from movements m join inventories i on i.id = m.inventory_id where m.client_id = 1 and m.at < '2026-07-01' group by i.id order by lower(i.sku)`,
  'inventory-as-of': `select i.sku, i.name, sum(m.quantity) filter (where not m.quarantine), sum(m.quantity) filter (where m.quarantine)
    from movements m join inventories i on i.id = m.inventory_id where m.client_id = 1 and m.at < '2026-07-01' group by i.id order by lower(i.sku)`,
  transactions: `select m.at, m.kind, i.sku, m.quantity, m.row_balance, m.reference, m.user_name from movements m join inventories i on i.id = m.inventory_id
    where m.client_id = 1 and m.at >= '2026-06-01' and m.at < '2026-07-01' order by m.at, m.id`,
};

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };
const QUIET_S = isSmoke ? 1 : 10;
const SAMPLE_MS = 100;

const p95Of = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** How long a call of somebody else takes, one after the other, until `isOver`. */
async function timesUntil(isOver: () => boolean, call: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return times;
}

/** All movements of a client as a file: what the server's memory and the calls of others notice of it. */
async function exportAll(rig: Rig): Promise<void> {
  const list = () => rig.ours(1).get('/api/v3/relations?filter_by[type]=customer&per_page=25', rig.tokens[2]);
  const quietEnd = performance.now() + QUIET_S * 1000;
  const quiet = await timesUntil(() => performance.now() > quietEnd, list);
  const before = rig.memory();
  let [peak, isDone] = [before, false];
  const sampler = setInterval(() => {
    peak = Math.max(peak, rig.memory());
  }, SAMPLE_MS);
  const started = performance.now();
  const exported = rig
    .ours(0)
    .post('/api/v3/reports/operations', { clientId: 1, name: 'transactions', ...YEAR, format: 'excel' }, rig.tokens[1])
    .finally(() => {
      isDone = true;
    });
  const busy = await timesUntil(() => isDone, list);
  clearInterval(sampler);
  const status = await exported;
  if (status !== OK) throw new Error(`The export answered ${status}.`);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `\n  ${formatCount(MOVEMENTS / 2)} rows and more as Excel in ${seconds.toFixed(1)} s, memory ${before} to ${peak} MB`,
  );
  reportPromise('export: memory of the server rises by MB', peak - before, 'below', 100);
  reportPromise(
    'export: 95th percentile of a list meanwhile, against a quiet server',
    p95Of(busy) / p95Of(quiet),
    'at most',
    2,
  );
}

/** Reports of a month over a year of movements, against the plain SQL that answers the same. */
export const reports: Job = {
  name: 'reports',
  async run({ adminUrl }) {
    const rig = await startRig(await createSeededDatabase(adminUrl, 'reports', year), AT_ONCE);
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
      await exportAll(rig);
    } finally {
      await rig.stop();
    }
  },
};
