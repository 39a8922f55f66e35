import { messageWith } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import { type LockedOrder, lockOrder } from '../../orders/index.ts';
import { shipOrder } from '../../shipments/index.ts';
import type { InboundShipment, Placement } from '../inbound-partner.ts';
import { insertFbaShipment, keepItemIds, type PlanItem, type StoredPlan, setPlacement } from './fba.store.ts';

export interface PlannedShipments {
  actor: Actor;
  placement: Placement;
  shipments: readonly InboundShipment[];
}

/** What is left of an order, by SKU. */
export function itemsLeft(order: Pick<LockedOrder, 'lines'>): PlanItem[] {
  const quantities = new Map<string, number>();
  for (const { sku, leftover } of order.lines)
    if (leftover > 0) quantities.set(sku, (quantities.get(sku) ?? 0) + leftover);
  return [...quantities].map(([sku, quantity]) => ({ sku, quantity }));
}

/** The lines that a shipment takes of what is left, in the order's own order. */
function takeLines(left: Map<number, { sku: string; quantity: number }>, { items }: InboundShipment) {
  const taken: { order_line_id: number; quantity: number }[] = [];
  for (const { sku, quantity } of items) {
    let wanted = quantity;
    for (const [id, line] of left) {
      if (line.sku.toLowerCase() !== sku.toLowerCase() || wanted === 0) continue;
      const units = Math.min(line.quantity, wanted);
      if (units > 0) taken.push({ order_line_id: id, quantity: units });
      line.quantity -= units;
      wanted -= units;
    }
    if (wanted > 0) throw refused(40004, messageWith('FbaSkuIsUnknown', sku));
  }
  return taken;
}

const addressOf = ({ destination }: InboundShipment) => ({
  company: [destination.company || destination.name, destination.warehouseId].filter(Boolean).join(' '),
  contact: destination.company ? destination.name : '',
  phone: destination.phone,
  email: destination.email,
  street1: destination.street1,
  street2: destination.street2,
  street3: '',
  city: destination.city,
  state: destination.state,
  state_code: destination.stateCode,
  postal_code: destination.postalCode,
  country: '',
  country_code: destination.countryCode,
});

/** The shipment that was made last for an order. */
async function newestShipment(tx: Tx, orderId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from shipments where order_id = ${orderId} and ${inScope(tx)} order by id desc limit 1`.execute(tx);
  if (!rows[0]) throw new Error('The shipment was not written.');
  return rows[0].id;
}

/**
 * Makes our shipments of those that the marketplace planned, all of them or none: each reserves its stock, and goes to the
 * warehouse that the marketplace chose.
 */
export async function savePlanned(
  tx: Tx,
  plan: StoredPlan,
  { actor, placement, shipments }: PlannedShipments,
): Promise<void> {
  const order = await lockOrder(tx, plan.order_id);
  if (!order) throw refused(30007);
  const left = new Map(order.lines.map(({ id, sku, leftover }) => [id, { sku, quantity: leftover }]));
  const parts = shipments.map((shipment) => ({ shipment, lines: takeLines(left, shipment) }));
  for (const { shipment, lines } of parts) {
    await shipOrder(tx, actor, plan.order_id, {
      courier: {
        id: order.courier_id ?? 0,
        payment_method: order.shipping_payment,
        account: order.collect_account,
        billing_zip: order.collect_zip_code,
        billing_country_code: order.collect_country_code,
      },
      shipping_addr: addressOf(shipment),
      marketplaceId: shipment.confirmationId || shipment.id,
      lines,
    });
    const id = await newestShipment(tx, plan.order_id);
    await insertFbaShipment(tx, {
      shipmentId: id,
      clientId: plan.client_id,
      planId: plan.id,
      externalId: shipment.id,
      warehouse: shipment.destination.warehouseId,
      state: shipment.state,
    });
  }
  await setPlacement(tx, plan.id, placement);
  await keepItemIds(tx, plan, shipments);
}
