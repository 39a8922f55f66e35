import { asOwner, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise } from '../promises.ts';
import { startRig } from '../rig.ts';
import { formatCount, MANY } from '../scale.ts';
import { balancesOfMovements, clientOfItem, itemsOnPlates } from '../stock-seed.ts';
import { median, printResults, runTurns, type Subject, subject } from '../subjects.ts';

const AT_ONCE = 1;
const ITEMS = 100;
const SHORT = { item: 1, movements: 1_000 };
const LONG = { item: 51, movements: MANY };
const DAYS = 400;

/**
 * One unit at a time, alternating between the client's two plates, evenly over the days; every hundredth is a receipt.
 * The first unit is on no plate: a naive query would scan back to that old row.
 */
const history = ({ item, movements }: { item: number; movements: number }) =>
  `insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, reference, user_name, at)
   select ${clientOfItem(item)}, ${item}, case when n > 1 then 2 * ${clientOfItem(item)} - n % 2 end, false, 1, case when n > 1 then n / 2 else 1 end, n,
          case when n % 100 = 0 then 'receive' else 'adjust' end, case when n % 100 = 0 then 'PO-' || n else '' end, 'Bench',
          now() - interval '${DAYS} days' * (1 - n / ${movements}.0)
   from generate_series(1, ${movements}) n`;

/** The reads of the item page: current, past, and per day. */
const pathsOf = (item: number, middle: { id: number; at: string }): Record<string, string> => ({
  'the item and its stock': `/inventories/${item}`,
  'latest movements': `/inventories/${item}/movements`,
  'movements from the middle': `/inventories/${item}/movements?before=${middle.id}`,
  'stock of each day': `/inventories/${item}/stock/history?days=${DAYS}`,
  'stock as of then': `/inventories/${item}/stock/as-of?at=${middle.at}`,
});

/** Reads of one item must not depend on the length of its history. */
export const itemHistory: Job = {
  name: 'item-history',
  async run({ adminUrl }) {
    const urls = await createSeededDatabase(adminUrl, 'item_history', [
      ...itemsOnPlates(ITEMS),
      history(SHORT),
      history(LONG),
      ...balancesOfMovements,
    ]);
    const rig = await startRig(urls, AT_ONCE);
    try {
      const measureItem = async ({ item, movements }: typeof SHORT) => {
        const [middle] = await asOwner(urls, [
          `select id::int, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from movements
           where inventory_id = ${item} order by id offset ${movements / 2} limit 1`,
        ]);
        const paths = pathsOf(item, middle as { id: number; at: string });
        return Object.entries(paths).map(([what, path]) => ({ what, path: `/api/v3${path}` }));
      };
      const [few, many] = [await measureItem(SHORT), await measureItem(LONG)];
      for (const [index, { what, path }] of few.entries()) {
        const requests = {
          [`${formatCount(SHORT.movements)} movements`]: path,
          [`${formatCount(MANY)} movements`]: many[index]?.path ?? '',
        };
        const subjects = Object.entries(requests).map(([name, request]) =>
          subject(name, (worker) => rig.ours(worker).get(request, rig.tokens[1])),
        ) as [Subject, Subject];
        await runTurns(subjects, AT_ONCE);
        printResults(`One item: ${what}`, subjects);
        reportPromise(
          `median at ${formatCount(MANY)} against ${formatCount(SHORT.movements)}`,
          median(subjects[1]) / median(subjects[0]),
          'at most',
          1.2,
        );
      }
    } finally {
      await rig.stop();
    }
  },
};
