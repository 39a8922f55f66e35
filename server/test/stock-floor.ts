import { api, type Bucket } from '@longshore/contract';
import { expect } from 'vitest';
import {
  type Fulfilment,
  lockItems,
  promise,
  receiveStock,
  reverseReceipt,
  reverseShipping,
  shipStock,
  stockChecks,
} from '../src/modules/stock/index.ts';
import type { Actor } from '../src/platform/auth/actor.ts';
import { staffScope, type Tx } from '../src/platform/database/tx.ts';
import type { Caller, TestApp } from './harness.ts';

const by = { id: 1, name: 'Floor' } as Actor;
const ways = { receiveStock, shipStock, reverseReceipt, reverseShipping };

export interface Goods {
  item: number;
  quantity: number;
  plate?: number | null;
  lot?: number | null;
  quarantine?: boolean;
  bucket?: number;
  /** The state a bucket comes from or goes back to. */
  from?: 'created' | 'shipped';
}

let made = 0;

/** Goods in and out of the warehouse as shipments will move them, without their screens. */
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
    return { item: found, place, quantity, bucketId: bucket ?? null, reference: 'R-1', cause: 'shipment 1' };
  };
  const go = (way: keyof typeof ways) => async (goods: Goods) => {
    const all = await fulfilment(goods);
    await inTransaction([goods.item], (tx) => ways[way](tx, by, all, goods.from));
  };
  return {
    receive: go('receiveStock'),
    ship: go('shipStock'),
    reverseReceipt: go('reverseReceipt'),
    reverseShipping: go('reverseShipping'),
    promise: (item: number, quantity: number) =>
      inTransaction([item], async (tx) => {
        const [row] = await app.database.owner<{ client_id: number }>(
          'select client_id from inventories where id = $1',
          [item],
        );
        expect(await promise(tx, row?.client_id ?? 0, item, quantity)).toBe(true);
      }),
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
