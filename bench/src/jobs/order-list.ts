import { orderList as floor } from '../../floor/orders.ts';
import { CLIENTS, seededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { ordersOverAYear, partiesOfOrders } from '../order-seed.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { formatCount, MANY } from '../scale.ts';
import { ITEMS, itemsOnPlates } from '../stock-seed.ts';
import { median, printResults, rate, runTurns, type Subject, subject } from '../subjects.ts';
import { signInClients } from '../users.ts';

const AT_ONCE = 8;
const LIST = '/api/v3/orders?on_page=1&per_page=15&filter_by[type]=Customer+Order';
const clientOf = (worker: number, turn: number) => 1 + ((worker + turn * AT_ONCE) % CLIENTS);
const someStock = 'update item_totals set in_stock = (inventory_id::bigint * 7919 % 10007)::int';
/** The days of the charts are counted by a job every hour; here it has run. */
const countedDays = [
  `insert into day_counts (client_id, kind, day, count)
   select client_id, 'outbound orders', created_at::date, count(*) from orders where created_at < current_date group by 1, 3`,
  `insert into day_counts (client_id, kind, day, count)
   select client_id, 'outbound shipments', created_at::date, count(*) from shipments where created_at < current_date group by 1, 3`,
  `update company set timezone = 'UTC'`,
  `update day_counts_state set through = current_date - 1, zone = 'UTC'`,
];

interface Set {
  rig: Rig;
  listed: [Subject, Subject, Subject];
  page: Subject;
  searches: Subject[];
  dashboards: Subject[];
}

async function makeSet(adminUrl: string, count: number): Promise<Set> {
  const seed = [...itemsOnPlates(ITEMS), someStock, ...partiesOfOrders, ...ordersOverAYear(count), ...countedDays];
  const urls = await seededDatabase(adminUrl, `orders_${count}`, seed);
  const rig = await startRig(urls, AT_ONCE);
  const clients = await signInClients(urls, rig.port);
  const get = (name: string, path: string, tokens: readonly string[]) =>
    subject(`${name}, ${formatCount(count)}`, (worker, turn) =>
      rig.ours(worker).get(path, tokens[clientOf(worker, turn)]),
    );
  const opens = `${LIST}&filter_by[status]=Open`;
  return {
    rig,
    listed: [
      get('Longshore', opens, rig.tokens),
      subject(`bare HTTP floor, ${formatCount(count)}`, (worker, turn) =>
        rig.bare(worker).get(`/order-list?client=${clientOf(worker, turn)}&status=Open`),
      ),
      subject(`driver floor, ${formatCount(count)}`, (worker, turn) => floor(rig.pool, clientOf(worker, turn), 'Open')),
    ],
    page: get('newest page', LIST, rig.tokens),
    searches: ['rare', 'comm'].flatMap((fragment) => [
      get(`"${fragment}" as staff`, `${LIST}&search=${fragment}`, rig.tokens),
      get(`"${fragment}" as client`, `${LIST}&search=${fragment}`, clients),
    ]),
    dashboards: [
      get('dashboard as staff', '/api/v3/dashboard?period=month', rig.tokens),
      get('dashboard as client', '/api/v3/dashboard?period=month', clients),
    ],
  };
}

/** Lists, searches and the dashboard with a thousand and with a million orders. */
export const orderList: Job = {
  name: 'order-list',
  async run({ adminUrl }) {
    const sets: Set[] = [];
    try {
      for (const count of [1_000, MANY]) sets.push(await makeSet(adminUrl, count));
      const [few, many] = sets as [Set, Set];
      const growth = `median at ${formatCount(MANY)} against 1,000`;

      await runTurns([...few.listed, ...many.listed], AT_ONCE);
      for (const { listed } of sets) {
        printResults(`Newest 15 open orders with names, ${AT_ONCE} at once`, listed);
        reportPromise('rate against the bare HTTP floor', rate(listed[0]) / rate(listed[1]), 'at least', 0.5);
        console.log(`            rate against the driver floor: ${(rate(listed[0]) / rate(listed[2])).toFixed(2)}`);
      }
      reportPromise(growth, median(many.listed[0]) / median(few.listed[0]), 'at most', 2);

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

      const dashboards = [...few.dashboards, ...many.dashboards];
      await runTurns(dashboards, AT_ONCE);
      printResults(`Dashboard, ${AT_ONCE} at once`, dashboards);
      for (const [index, each] of many.dashboards.entries())
        reportPromise(`${each.name}: ${growth}`, median(each) / median(few.dashboards[index] as Subject), 'at most', 3);
    } finally {
      for (const { rig } of sets) await rig.stop();
    }
  },
};
