import { asOwner, seededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { promised } from '../promises.ts';
import { startRig } from '../rig.ts';
import { MANY, named } from '../scale.ts';
import { balancesOfMovements, clientOfItem, itemsOnPlates } from '../stock-seed.ts';
import { median, type Subject, subject, takeTurns, tell } from '../subjects.ts';

const AT_ONCE = 1;
const ITEMS = 100;
const SHORT = { item: 1, movements: 1_000 };
const LONG = { item: 51, movements: MANY };
const DAYS = 400;

/**
 * One unit comes at a time, on the client's two plates in turn, evenly over the days; every hundredth is a receipt. The
 * first stood on no plate: a place that nothing has touched for long is what a careless query walks back to.
 */
const history = ({ item, movements }: { item: number; movements: number }) =>
  `insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, reference, user_name, at)
   select ${clientOfItem(item)}, ${item}, case when n > 1 then 2 * ${clientOfItem(item)} - n % 2 end, false, 1, case when n > 1 then n / 2 else 1 end, n,
          case when n % 100 = 0 then 'receive' else 'adjust' end, case when n % 100 = 0 then 'PO-' || n else '' end, 'Bench',
          now() - interval '${DAYS} days' * (1 - n / ${movements}.0)
   from generate_series(1, ${movements}) n`;

/** What the item page asks: of now, of the past, of each day. */
const questions = (item: number, middle: { id: number; at: string }): Record<string, string> => ({
  'the item and its stock': `/inventories/${item}`,
  'latest movements': `/inventories/${item}/movements`,
  'movements from the middle': `/inventories/${item}/movements?before=${middle.id}`,
  'stock of each day': `/inventories/${item}/stock/history?days=${DAYS}`,
  'stock as of then': `/inventories/${item}/stock/as-of?at=${middle.at}`,
});

/** What is asked about one item must not depend on how much has happened to it. */
export const itemHistory: Job = {
  name: 'item-history',
  async run({ adminUrl }) {
    const urls = await seededDatabase(adminUrl, 'item_history', [
      ...itemsOnPlates(ITEMS),
      history(SHORT),
      history(LONG),
      ...balancesOfMovements,
    ]);
    const rig = await startRig(urls, AT_ONCE);
    try {
      const asked = async ({ item, movements }: typeof SHORT) => {
        const [middle] = await asOwner(urls, [
          `select id::int, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from movements
           where inventory_id = ${item} order by id offset ${movements / 2} limit 1`,
        ]);
        const paths = questions(item, middle as { id: number; at: string });
        return Object.entries(paths).map(([what, path]) => ({ what, path: `/api/v3${path}` }));
      };
      const [few, many] = [await asked(SHORT), await asked(LONG)];
      for (const [index, { what, path }] of few.entries()) {
        const ways = {
          [`${named(SHORT.movements)} movements`]: path,
          [`${named(MANY)} movements`]: many[index]?.path ?? '',
        };
        const subjects = Object.entries(ways).map(([name, way]) =>
          subject(name, (worker) => rig.ours(worker).get(way, rig.tokens[1])),
        ) as [Subject, Subject];
        await takeTurns(subjects, AT_ONCE);
        tell(`One item: ${what}`, subjects);
        promised(
          `median at ${named(MANY)} against ${named(SHORT.movements)}`,
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
