import { z } from 'zod';
import { type PartnerConnection, PartnerProblem } from '../../modules/channels/index.ts';
import type { StationOrder, StationPartner, StationRef } from '../../modules/shipping/index.ts';
import { read } from './client.ts';
import { labelOf, stationBody } from './mapping.ts';
import { SsLabelsShape, SsManyPushedShape, SsOrdersShape, SsPushedShape } from './shapes.ts';

const PAGE_SIZE = 500;
const PAGES_MAX = 5;

type Pushed = Awaited<ReturnType<StationPartner['push']>>[number];

/** ShipStation puts orders without a store into a store of its own, and fails like this when the account has none. */
const withoutStore = (problem: PartnerProblem) =>
  problem.status === 500 && problem.message.startsWith('Object reference not set');

/** What is wrong with one order is its own answer; everything else is a problem of the call. */
async function pushOne(connection: PartnerConnection, order: StationOrder): Promise<Pushed> {
  try {
    const { orderId } = await read(
      connection,
      { subject: 'Send an order', method: 'POST', path: '/orders/createorder', body: stationBody(order) },
      SsPushedShape,
    );
    return { key: order.key, id: orderId, problem: '' };
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    if (withoutStore(error)) return { key: order.key, id: '', problem: 'NoManualStore' };
    if (error.kind !== 'refused') throw error;
    return { key: order.key, id: '', problem: error.message };
  }
}

async function pushMany(connection: PartnerConnection, orders: readonly StationOrder[]): Promise<Pushed[]> {
  const { results } = await read(
    connection,
    {
      subject: `Send orders: ${orders.length}`,
      method: 'POST',
      path: '/orders/createorders',
      body: orders.map(stationBody),
    },
    SsManyPushedShape,
  );
  return orders.map(({ key }) => {
    const result = results.find(({ orderKey }) => orderKey === key);
    if (result?.success && result.orderId) return { key, id: result.orderId, problem: '' };
    return { key, id: '', problem: result?.errorMessage || 'NotAnswered' };
  });
}

/** ShipStation has no search by our key: orders whose number begins so are looked through. */
async function findId(connection: PartnerConnection, { key, number }: StationRef): Promise<string> {
  for (let page = 1; page <= PAGES_MAX; page++) {
    const { orders, pages } = await read(
      connection,
      {
        subject: 'Search an order that was sent',
        method: 'GET',
        path: '/orders',
        query: { orderNumber: number, sortBy: 'CreateDate', sortDir: 'DESC', pageSize: PAGE_SIZE, page },
      },
      SsOrdersShape,
    );
    const found = orders.find(({ orderKey }) => orderKey === key);
    if (found) return found.orderId;
    if (page >= pages) return '';
  }
  return '';
}

const idOf = async (connection: PartnerConnection, order: StationRef): Promise<string> =>
  order.id || findId(connection, order);

export const shipStationStation: StationPartner = {
  partner: 'shipstation',
  batch: 100,
  async push(connection, orders) {
    const [first, ...others] = orders;
    if (!first) return [];
    return others.length === 0 ? [await pushOne(connection, first)] : pushMany(connection, orders);
  },
  find: findId,
  async pull(connection, order) {
    const id = await idOf(connection, order);
    if (!id) return [];
    const labels = [];
    for (let page = 1; page <= PAGES_MAX; page++) {
      const { shipments, pages } = await read(
        connection,
        {
          subject: 'Read the labels of an order',
          method: 'GET',
          path: '/shipments',
          query: { orderId: id, pageSize: PAGE_SIZE, page },
        },
        SsLabelsShape,
      );
      labels.push(...shipments.filter(({ orderId, isReturnLabel }) => orderId === id && !isReturnLabel));
      if (page >= pages) break;
    }
    return labels.map(labelOf);
  },
  async remove(connection, order) {
    const id = await idOf(connection, order);
    if (!id) return;
    try {
      await read(
        connection,
        { subject: 'Delete an order', method: 'DELETE', path: `/orders/${encodeURIComponent(id)}` },
        z.unknown(),
      );
    } catch (error) {
      // It is gone already: an attempt before this one took it away, or a person did.
      if (!(error instanceof PartnerProblem) || error.kind !== 'notFound') throw error;
    }
  },
};
