import { api, type Bucket } from '@longshore/contract';
import { expect } from 'vitest';
import {
  type Fulfilment,
  lockItems,
  type OutboundFulfilment,
  reverseReceipt,
  reverseShipping,
  stockChecks,
} from '../src/modules/stock/index.ts';
import type { Actor } from '../src/platform/auth/actor.ts';
import { staffScope, type Tx } from '../src/platform/database/tx.ts';
import { receiveGoods, shipGoods } from './fulfil-goods.ts';
import type { Caller, TestApp } from './harness.ts';
import { reserveUnits, shipmentLine } from './reserving.ts';

const by = { id: 1, name: 'Floor' } as Actor;
const ways = {
  receive: (tx: Tx, goods: OutboundFulfilment, from: Goods['from']) => receiveGoods(tx, by, goods, from),
  ship: (tx: Tx, goods: OutboundFulfilment) => shipGoods(tx, by, goods),
  reverseReceipt: (tx: Tx, goods: OutboundFulfilment, from: Goods['from']) => reverseReceipt(tx, by, goods, from),
  reverseShipping: (tx: Tx, goods: OutboundFulfilment) => reverseShipping(tx, by, goods),
};

export interface Goods {
  item: number;
  quantity: number;
  plate?: number | null;
  lot?: number | null;
  quarantine?: boolean;
  bucket?: number;
  /** The state a bucket comes from or returns to. */
  from?: 'created' | 'shipped';
}

let made = 0;

/** Receives and ships goods as shipments will, without their screens. */
export function stockFloor(app: TestApp, staff: Caller) {
  const inTransaction = <Result>(items: number[], work: (tx: Tx) => Promise<Result>) =>
    app.app.open(staffScope, async (tx) => {
      await lockItems(tx, items);
      return work(tx);
    });
  const fulfilment = async ({ item, quantity, plate = null, lot = null, quarantine = false, bucket }: Goods) => {
    const [found] = await app.database.owner<Fulfilment['item']>(
      'select id, client_id, sku, lot, serial from inventories where id = $1',
      [item],
    );
    if (!found) throw new Error(`There is no item ${item}.`);
    const place = { licenseId: plate, lotId: lot, quarantine };
    const story = { reference: 'R-1', cause: 'shipment 1', holder: shipmentLine() };
    return { item: found, place, quantity, bucketId: bucket ?? null, ...story };
  };
  const go = (way: keyof typeof ways) => async (goods: Goods) => {
    const all = await fulfilment(goods);
    await inTransaction([goods.item], (tx) => ways[way](tx, all, goods.from));
  };
  return {
    receive: go('receive'),
    ship: go('ship'),
    reverseReceipt: go('reverseReceipt'),
    reverseShipping: go('reverseShipping'),
    /** For the shipment line that `ship` ships; negative quantities are released. */
    reserve: (item: number, quantity: number) => reserveUnits(app, item, quantity),
    item: async (config: { lot?: 0 | 1; serial?: 0 | 1 } = {}, clientId?: number) =>
      app.given.item(staff, { config, ...(clientId ? { client_id: clientId } : {}) }),
    async plate(clientId = 1): Promise<{ id: number; license: string }> {
      const license = `FL-${++made}`;
      return staff.ok(api.licenses.create, { body: { license, client_id: clientId, uom_id: 1 } });
    },
    bucket: (item: number, units: number, stem = `S${++made}-`): Promise<Bucket> => {
      const serials = Array.from({ length: units }, (_, place) => `${stem}${place + 1}`);
      return staff.ok(api.serials.create, { body: { inventory_id: item, units, serials } });
    },
    async assertSound() {
      for (const check of stockChecks) expect(await app.app.open(staffScope, check.broken), check.name).toEqual([]);
    },
  };
}
export type StockFloor = ReturnType<typeof stockFloor>;
