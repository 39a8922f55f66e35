import { api, type OrderType, relationTypeOf } from '@longshore/contract';
import { expect } from 'vitest';
import {
  type FulfilInput,
  finishShipment,
  fulfilLine,
  shipmentChecks,
  voidShipment,
} from '../src/modules/shipments/index.ts';
import { stockChecks } from '../src/modules/stock/index.ts';
import type { Actor } from '../src/platform/auth/actor.ts';
import { staffScope, type Tx } from '../src/platform/database/tx.ts';
import { address } from './address.ts';
import type { Caller, TestApp } from './harness.ts';

export { address };

const by = { id: 1, name: 'Dana' } as Actor;

export interface GivenOrder {
  type?: OrderType;
  clientId?: number;
  reference?: string;
  /** Item or kit and quantity of each line. */
  lines: readonly (readonly [item: number, quantity: number])[];
}

let made = 0;

/** Orders and what happens to them in the warehouse. */
export function ordering(app: TestApp, staff: Caller) {
  const { owner } = app.database;
  const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => app.app.open(staffScope, work);
  const relations = new Map<string, number>();
  const relationOf = async (clientId: number, type: 'customer' | 'vendor') => {
    const key = `${clientId} ${type}`;
    const known = relations.get(key);
    if (known) return known;
    const { id } = await app.given.relation(staff, { type, client_id: clientId });
    relations.set(key, id);
    return id;
  };
  return {
    async item(units: number, clientId = 1, config: { lot?: 0 | 1; serial?: 0 | 1 } = {}) {
      const item = await app.given.item(staff, { client_id: clientId, config });
      if (units) await app.given.stock(item.id, units);
      return item;
    },
    /** A kit of these items; an order of it has a line for each. */
    async kit(parts: readonly (readonly [item: number, quantity: number])[], clientId = 1) {
      const kit = await app.given.item(staff, { client_id: clientId, type: 'Kit' });
      for (const [itemId, qty] of parts)
        await staff.ok(api.inventories.addComponent, { params: { id: kit.id }, body: { itemId, qty } });
      return kit;
    },
    /** An open order through the API. Answers its id. */
    async order({ type = 'Customer Order', clientId = 1, reference, lines }: GivenOrder): Promise<number> {
      const { id } = await staff.ok(api.orders.create, {
        body: {
          type,
          client_id: clientId,
          reference: reference ?? `SO-${++made}`,
          po: '',
          relation_id: await relationOf(clientId, relationTypeOf(type)),
          shipping_address: address('Pine & Poppy'),
          billing_address: address('Pine & Poppy, Books'),
          shipping: { courier_id: 1 },
          lines: lines.map(([inventory_id, quantity]) => ({ inventory_id, quantity })),
        },
      });
      return id;
    },
    get: (id: number) => staff.ok(api.orders.get, { params: { id } }),
    /** `Processed BO` and the units left of each line. */
    async state(id: number): Promise<[string, ...number[]]> {
      const { status, bo, lines } = await staff.ok(api.orders.get, { params: { id } });
      return [bo ? `${status} BO` : status, ...lines.map(({ line_status }) => line_status.leftover)];
    },
    ship: (id: number, caller = staff) => caller.call(api.orders.shipFull, { params: { id } }),
    /** Ships these quantities of the order's lines, in their order. */
    async shipPart(id: number, quantities: readonly number[], caller = staff) {
      const { lines } = await staff.ok(api.orders.get, { params: { id } });
      return caller.call(api.orders.shipPartial, {
        params: { id },
        body: {
          ship_date: '2026-11-16',
          cancel_date: '2026-11-20',
          courier: { id: 1 },
          lines: quantities.map((quantity, n) => ({ order_line_id: lines[n]?.id ?? 0, quantity })),
        },
      });
    },
    /** The shipments of an order with their lines, voided ones included. */
    shipments: (orderId: number) =>
      owner<{ id: number; status: string; voided: boolean; pt_sequence: number; lines: number[]; units: number[] }>(
        `select s.id, s.status, s.voided_at is not null as voided, s.pt_sequence, array_agg(l.id order by l.id) as lines,
           array_agg(l.quantity order by l.id) as units
         from shipments s join shipment_lines l on l.shipment_id = s.id where s.order_id = $1 group by s.id order by s.id`,
        [orderId],
      ),
    totals: async (id: number) => {
      const { in_stock, reserved, quarantined } = await staff.ok(api.inventories.get, { params: { id } });
      return [in_stock, reserved, quarantined];
    },
    fulfil: (input: Partial<FulfilInput> & Pick<FulfilInput, 'shipmentId' | 'lineId' | 'quantity'>) =>
      inTransaction((tx) => fulfilLine(tx, by, { licenseId: null, lotId: null, ...input })),
    finish: (shipmentId: number) => inTransaction((tx) => finishShipment(tx, by, shipmentId)),
    voided: (shipmentId: number) => inTransaction((tx) => voidShipment(tx, by, shipmentId)),
    /** The doctor's checks of stock, orders and shipments hold. */
    async assertSound() {
      for (const check of [...stockChecks, ...shipmentChecks])
        expect(await inTransaction(check.broken), check.name).toEqual([]);
    },
  };
}
export type Ordering = ReturnType<typeof ordering>;
