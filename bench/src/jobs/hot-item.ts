import { examine } from '../../../server/src/commands/doctor.ts';
import { asOwner, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { measure } from '../load.ts';
import { reportPromise, reportRequirement } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { isSmoke } from '../scale.ts';
import { clientOfItem, itemsOnPlates, plateName, platesOf } from '../stock-seed.ts';

const WORKERS = 32;
const SECONDS = isSmoke ? 1 : Number(process.env.BENCH_HOT_SECONDS ?? 60);
const ITEM = 7;
const { first, second } = platesOf(clientOfItem(ITEM));
const OPERATIONS = '/api/v3/operations/inventories';

interface Tally {
  /** Responses by status. */
  statuses: Map<number, number>;
  /** Net units of the adjustments that were acknowledged. */
  units: number;
}

/** The stock is so low that many calls must be rejected: overselling is attempted constantly. */
function work({ ours, tokens }: Rig, tally: Tally) {
  const token = tokens[clientOfItem(ITEM)];
  return async (worker: number, turn: number) => {
    const connection = ours(worker);
    const choice = (worker * 7 + turn * 13) % 10;
    const quantity = choice < 3 ? 1 + (turn % 3) : -1 - (turn % 4);
    const plate = plateName(turn % 2 ? first : second);
    const other = plateName(turn % 2 ? second : first);
    const isMove = choice >= 7;
    const status = await (isMove
      ? connection.post(`${OPERATIONS}/move`, { inventory_id: ITEM, from_lp: plate, to_lp: other, qty: 2 }, token)
      : connection.post(`${OPERATIONS}/adjust`, { inventory_id: ITEM, license: plate, qty: quantity }, token));
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    if (status === 200 && !isMove) tally.units += quantity;
  };
}

async function retriesOf(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counted = [...text.matchAll(/^longshore_transaction_retries_total(?:\{[^}]*\})? (\d+)$/gm)];
  return counted.reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * All workers use the same item for a minute: nothing fails, nothing is oversold, transactions are hardly ever retried.
 */
export const hotItem: Job = {
  name: 'hot-item',
  async run({ adminUrl }) {
    const urls = await createSeededDatabase(adminUrl, 'hot_item', itemsOnPlates(ITEM));
    const rig = await startRig(urls, WORKERS);
    try {
      const tally: Tally = { statuses: new Map(), units: 0 };
      const { requests, perSecond, medianMs } = await measure(WORKERS, SECONDS, work(rig, tally));
      const retries = await retriesOf(rig.metricsPort);
      const broken = await examine(urls.serverUrl);
      const [total] = await asOwner(urls, [
        `select t.in_stock, (select min(least(row_balance, item_balance)) from movements) as lowest from item_totals t where t.inventory_id = ${ITEM}`,
      ]);
      console.log(
        `\nOne item, ${WORKERS} workers, ${SECONDS} s: ${requests} calls, ${perSecond.toFixed(0)} a second, median ${medianMs.toFixed(1)} ms`,
      );
      for (const [status, count] of tally.statuses) console.log(`    answered ${status}: ${count}`);
      for (const line of broken) console.log(`    broken: ${line}`);
      const failed = [...tally.statuses].filter(([status]) => status !== 200 && status !== 400);
      reportRequirement(
        'answers other than done or refused',
        failed.reduce((sum, [, count]) => sum + count, 0),
        'at most',
        0,
      );
      reportPromise('calls retried inside the server', retries / requests, 'at most', 0.001);
      reportRequirement(
        'units that differ from what was acknowledged',
        Math.abs(Number(total?.in_stock) - tally.units),
        'at most',
        0,
      );
      reportRequirement('lowest balance', Number(total?.lowest), 'at least', 0);
      reportRequirement('broken invariants', broken.length, 'at most', 0);
    } finally {
      await rig.stop();
    }
  },
};
