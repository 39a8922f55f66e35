import { CLIENTS, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { formatCount, MANY } from '../scale.ts';
import { itemsOnPlates } from '../stock-seed.ts';
import { median, printResults, runTurns, type Subject, subject } from '../subjects.ts';

const AT_ONCE = 8;
const PATH = '/api/v3/inventories?on_page=1&per_page=15&order_by[available]=';
const clientOf = (worker: number, turn: number) => 1 + ((worker + turn * AT_ONCE) % CLIENTS);

/** Stock without movements: lists read only the totals. */
const someStock = 'update item_totals set in_stock = (inventory_id::bigint * 7919 % 10007)::int';

/** Items sorted by available quantity, with few and many rows. */
export const itemList: Job = {
  name: 'item-list',
  async run({ adminUrl }) {
    const sets: { count: number; rig: Rig; subjects: Subject[] }[] = [];
    try {
      for (const count of [1_000, MANY]) {
        const urls = await createSeededDatabase(adminUrl, `items_${count}`, [...itemsOnPlates(count), someStock]);
        const rig = await startRig(urls, AT_ONCE);
        const subjects = ['desc', 'asc'].map((direction) =>
          subject(`${direction}, ${formatCount(count)} items`, (worker, turn) =>
            rig.ours(worker).get(PATH + direction, rig.tokens[clientOf(worker, turn)]),
          ),
        );
        sets.push({ count, rig, subjects });
      }
      const all = sets.flatMap(({ subjects }) => subjects);
      await runTurns(all, AT_ONCE);
      printResults(`List of 15 items by available, over ${CLIENTS} clients, ${AT_ONCE} at once`, all);
      const [few, many] = sets.map(({ subjects }) => subjects) as [Subject[], Subject[]];
      for (const [index, direction] of ['downwards', 'upwards'].entries())
        reportPromise(
          `median at ${formatCount(MANY)} against 1,000, ${direction}`,
          median(many[index] as Subject) / median(few[index] as Subject),
          'at most',
          2,
        );
    } finally {
      for (const { rig } of sets) await rig.stop();
    }
  },
};
