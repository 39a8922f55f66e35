import { type Holder, release, reserve } from '../src/modules/stock/index.ts';
import { staffScope } from '../src/platform/database/tx.ts';
import type { TestApp } from './harness.ts';

/** A shipment line, as a holder of units. */
export const shipmentLine = (id = 1): Holder => ({ kind: 'shipment_line', id });

/** Reserves units of an item (or releases them, when negative) as a shipment would. */
export async function reserveUnits(app: TestApp, inventoryId: number, quantity: number, holder = shipmentLine()) {
  const [item] = await app.database.owner<{ client_id: number }>('select client_id from inventories where id = $1', [
    inventoryId,
  ]);
  if (!item) throw new Error(`There is no item ${inventoryId}.`);
  const line = { inventoryId, holder, quantity: Math.abs(quantity) };
  const change = quantity < 0 ? release : reserve;
  await app.app.open(staffScope, (tx) => change(tx, item.client_id, [line]));
}
