import * as floor from '../../floor/orders.ts';
import { asOwner, CLIENTS, createSeededDatabase, type Urls } from '../database.ts';
import type { Job } from '../job.ts';
import type { Work } from '../load.ts';
import { clientOfOrder, itemsOfOrder, ordersToShip, partiesOfOrders } from '../order-seed.ts';
import { type Rig, startRig } from '../rig.ts';
import { isSmoke } from '../scale.ts';
import { ampleStock } from '../stock-seed.ts';
import { compareWrites, counter, newIdempotencyKey, sendOnce, settle, type Works } from '../writes.ts';

const AT_ONCE = [8, 32];
/** Orders that are shipped once each; more than can be shipped during the measurements. */
const TO_SHIP = isSmoke ? 2_000 : 100_000;

interface Party {
  relationId: number;
  addressId: number;
  courierId: number;
}

async function readParties(urls: Urls): Promise<Party[]> {
  const rows = await asOwner(urls, [
    `select a.client_id, a.relation_id, a.id, (select min(id) from couriers) as courier_id from addresses a order by 1`,
  ]);
  const parties: Party[] = [];
  for (const row of rows)
    parties[Number(row.client_id)] = {
      relationId: Number(row.relation_id),
      addressId: Number(row.id),
      courierId: Number(row.courier_id),
    };
  return parties;
}

const clientOf = (worker: number, turn: number) => 1 + ((worker * 7 + turn) % CLIENTS);

function creations({ ours, bare, pool, tokens }: Rig, parties: readonly Party[]): Works {
  const order = (worker: number, turn: number): floor.NewOrder => {
    const clientId = clientOf(worker, turn);
    const items = itemsOfOrder(clientId, worker * 31 + turn);
    return { clientId, ...(parties[clientId] as Party), reference: `B-${worker}-${turn}`, items, quantity: 2 };
  };
  return {
    Longshore: (worker, turn) => {
      const { clientId, relationId, addressId, courierId, reference, items, quantity } = order(worker, turn);
      const body = {
        type: 'Customer Order',
        client_id: clientId,
        relation_id: relationId,
        reference,
        shipping_address_id: addressId,
        billing_address_id: addressId,
        shipping: { courier_id: courierId },
        lines: items.map((inventory_id) => ({ inventory_id, quantity })),
      };
      return sendOnce(ours(worker), 'post', '/api/v3/orders', body, tokens[clientId]);
    },
    'bare HTTP floor': (worker, turn) => sendOnce(bare(worker), 'post', '/orders', order(worker, turn)),
    'driver floor': (worker, turn) => floor.createOrder(pool, order(worker, turn), newIdempotencyKey()),
  };
}

/** Every order is shipped once: whoever is next takes the next one. */
function shipments({ ours, bare, pool, tokens }: Rig, next: () => number): Works {
  return {
    Longshore: (worker) => {
      const id = next();
      return sendOnce(ours(worker), 'put', `/api/v3/orders/${id}/shipment/full`, {}, tokens[clientOfOrder(id)]);
    },
    'bare HTTP floor': (worker) => {
      const orderId = next();
      return sendOnce(bare(worker), 'post', '/ship', { orderId, clientId: clientOfOrder(orderId) });
    },
    'driver floor': () => {
      const orderId = next();
      return floor.shipOrder(pool, { orderId, clientId: clientOfOrder(orderId) }, newIdempotencyKey());
    },
  };
}

/** Creating an order of five lines, and shipping one in full, as our screens send them: under a key. */
export const orderWrites: Job = {
  name: 'order-writes',
  async run({ adminUrl }) {
    const seed = [...ampleStock, ...partiesOfOrders, ...ordersToShip(TO_SHIP)];
    const urls = await createSeededDatabase(adminUrl, 'order_writes', seed);
    const parties = await readParties(urls);
    const rig = await startRig(urls, Math.max(...AT_ONCE));
    try {
      const created = creations(rig, parties);
      const shipped = shipments(rig, counter(1, TO_SHIP));
      await settle(
        urls,
        [created, shipped].map((works) => works['driver floor'] as Work),
      );
      // A new order is read back, which the floor does not do.
      for (const atOnce of AT_ONCE) await compareWrites('Create an order of 5 lines', created, atOnce, 0.33);
      for (const atOnce of AT_ONCE) await compareWrites('Ship it in full', shipped, atOnce);
    } finally {
      await rig.stop();
    }
  },
};
