import { orderList as floor } from '../../floor/orders.ts';
import { createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { AT_ONCE, clientOf, type ListSet, listedBy, measureLists, pageOf } from '../lists.ts';
import { ordersOverAYear, partiesOfOrders } from '../order-seed.ts';
import { startRig } from '../rig.ts';
import { ITEMS, itemsOnPlates } from '../stock-seed.ts';
import { signInClients } from '../users.ts';

const LIST = '/api/v3/orders?on_page=1&per_page=15&filter_by[type]=Customer+Order';
const DASHBOARD = '/api/v3/dashboard?period=month';
const DASHBOARD_GROWS_BY = 3;
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

async function makeSet(adminUrl: string, count: number): Promise<ListSet> {
  const seed = [...itemsOnPlates(ITEMS), someStock, ...partiesOfOrders, ...ordersOverAYear(count), ...countedDays];
  const urls = await createSeededDatabase(adminUrl, `orders_${count}`, seed);
  const rig = await startRig(urls, AT_ONCE);
  const clients = await signInClients(urls, rig.port);
  const get = pageOf(rig, count);
  return {
    rig,
    listed: listedBy(
      get('Longshore', `${LIST}&filter_by[status]=Open`),
      count,
      (worker, turn) => rig.bare(worker).get(`/order-list?client=${clientOf(worker, turn)}`),
      (worker, turn) => floor(rig.pool, clientOf(worker, turn)),
    ),
    page: get('newest page', LIST),
    searches: ['rare', 'comm'].flatMap((fragment) => [
      get(`"${fragment}" as staff`, `${LIST}&search=${fragment}`),
      get(`"${fragment}" as client`, `${LIST}&search=${fragment}`, clients),
    ]),
    others: [
      { page: get('dashboard as staff', DASHBOARD), atMost: DASHBOARD_GROWS_BY },
      { page: get('dashboard as client', DASHBOARD, clients), atMost: DASHBOARD_GROWS_BY },
    ],
  };
}

/** Lists, searches and the dashboard with a thousand and with a million orders. */
export const orderList: Job = {
  name: 'order-list',
  run: ({ adminUrl }) => measureLists('Newest 15 open orders with names', 0.5, (count) => makeSet(adminUrl, count)),
};
