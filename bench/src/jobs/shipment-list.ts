import { shipmentList as floor } from '../../floor/shipments.ts';
import { createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { AT_ONCE, type ListSet, listedBy, measureLists, pageOf } from '../lists.ts';
import { linesOfShipments, ordersOverAYear, partiesOfOrders } from '../order-seed.ts';
import { startRig } from '../rig.ts';
import { ITEMS, itemsOnPlates } from '../stock-seed.ts';

/** Incoming and outgoing shipments. */
const BOTH = '/api/v3/shipments?on_page=1&per_page=15';
const LIST = `${BOTH}&filter_by[type]=outbound`;
const IN_WAREHOUSE = `${LIST}&filter_by[status]=In+Warehouse`;

async function makeSet(adminUrl: string, count: number): Promise<ListSet> {
  const seed = [...itemsOnPlates(ITEMS), ...partiesOfOrders, ...ordersOverAYear(count), ...linesOfShipments];
  const rig = await startRig(await createSeededDatabase(adminUrl, `shipments_${count}`, seed), AT_ONCE);
  const get = pageOf(rig, count);
  return {
    rig,
    listed: listedBy(
      get('Longshore', IN_WAREHOUSE),
      count,
      (worker) => rig.bare(worker).get('/shipment-list'),
      () => floor(rig.pool),
    ),
    page: get('newest page', LIST),
    searches: ['rare', 'comm'].map((fragment) => get(`"${fragment}"`, `${LIST}&search=${fragment}`)),
    others: [
      get('by ship date', `${IN_WAREHOUSE}&order_by[ship_date]=desc`),
      get('of one client', `${LIST}&filter_by[client_id]={client}`),
      get('by print count', `${LIST}&order_by[print_count]=desc`),
      get('by print count, both directions', `${BOTH}&order_by[print_count]=desc`),
    ].map((page) => ({ page, atMost: 2 })),
  };
}

/** The list of all clients' shipments with a thousand and with a million of them. */
export const shipmentList: Job = {
  name: 'shipment-list',
  run: ({ adminUrl }) => measureLists('Newest 15 shipments in the warehouse', 0.4, (count) => makeSet(adminUrl, count)),
};
