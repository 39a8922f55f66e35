import { shipmentList as floor } from '../../floor/shipments.ts';
import { CLIENTS, seededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { linesOfShipments, ordersOverAYear, partiesOfOrders } from '../order-seed.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { formatCount, MANY } from '../scale.ts';
import { ITEMS, itemsOnPlates } from '../stock-seed.ts';
import { median, printResults, rate, runTurns, type Subject, subject } from '../subjects.ts';

const AT_ONCE = 8;
/** Incoming and outgoing shipments. */
const BOTH = '/api/v3/shipments?on_page=1&per_page=15';
const LIST = `${BOTH}&filter_by[type]=outbound`;
const IN_WAREHOUSE = `${LIST}&filter_by[status]=In+Warehouse`;
const clientOf = (worker: number, turn: number) => 1 + ((worker + turn * AT_ONCE) % CLIENTS);

interface Set {
  rig: Rig;
  listed: [Subject, Subject, Subject];
  /** Other ways to list, each compared with itself on fewer shipments. */
  others: Subject[];
  page: Subject;
  searches: Subject[];
}

async function makeSet(adminUrl: string, count: number): Promise<Set> {
  const seed = [...itemsOnPlates(ITEMS), ...partiesOfOrders, ...ordersOverAYear(count), ...linesOfShipments];
  const rig = await startRig(await seededDatabase(adminUrl, `shipments_${count}`, seed), AT_ONCE);
  const get = (name: string, path: string) =>
    subject(`${name}, ${formatCount(count)}`, (worker, turn) =>
      rig
        .ours(worker)
        .get(path.replace('{client}', String(clientOf(worker, turn))), rig.tokens[clientOf(worker, turn)]),
    );
  return {
    rig,
    listed: [
      get('Longshore', IN_WAREHOUSE),
      subject(`bare HTTP floor, ${formatCount(count)}`, (worker) =>
        rig.bare(worker).get('/shipment-list?status=In+Warehouse'),
      ),
      subject(`driver floor, ${formatCount(count)}`, () => floor(rig.pool, 'In Warehouse')),
    ],
    others: [
      get('by ship date', `${IN_WAREHOUSE}&order_by[ship_date]=desc`),
      get('of one client', `${LIST}&filter_by[client_id]={client}`),
      get('by print count', `${LIST}&order_by[print_count]=desc`),
      get('by print count, both directions', `${BOTH}&order_by[print_count]=desc`),
    ],
    page: get('newest page', LIST),
    searches: ['rare', 'comm'].map((fragment) => get(`"${fragment}"`, `${LIST}&search=${fragment}`)),
  };
}

/** The list of all clients' shipments with a thousand and with a million of them. */
export const shipmentList: Job = {
  name: 'shipment-list',
  async run({ adminUrl }) {
    const sets: Set[] = [];
    try {
      for (const count of [1_000, MANY]) sets.push(await makeSet(adminUrl, count));
      const [few, many] = sets as [Set, Set];
      const growth = `median at ${formatCount(MANY)} against 1,000`;

      await runTurns([...few.listed, ...many.listed], AT_ONCE);
      for (const { listed } of sets) {
        printResults(`Newest 15 shipments in the warehouse, ${AT_ONCE} at once`, listed);
        reportPromise('rate against the bare HTTP floor', rate(listed[0]) / rate(listed[1]), 'at least', 0.4);
        console.log(`            rate against the driver floor: ${(rate(listed[0]) / rate(listed[2])).toFixed(2)}`);
      }
      reportPromise(growth, median(many.listed[0]) / median(few.listed[0]), 'at most', 2);

      await runTurns([...few.others, ...many.others], AT_ONCE);
      printResults(`Other orders and filters, ${AT_ONCE} at once`, [...few.others, ...many.others]);
      for (const [n, each] of many.others.entries())
        reportPromise(`${each.name}: ${growth}`, median(each) / median(few.others[n] as Subject), 'at most', 2);

      const found = [many.page, ...many.searches];
      await runTurns(found, AT_ONCE);
      printResults(`Search by a fragment of the reference, ${AT_ONCE} at once`, found);
      for (const search of many.searches)
        reportPromise(
          `${search.name}: median against a page without search`,
          median(search) / median(many.page),
          'at most',
          5,
        );
    } finally {
      for (const { rig } of sets) await rig.stop();
    }
  },
};
