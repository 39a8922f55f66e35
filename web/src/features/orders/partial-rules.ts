import {
  availableUnits,
  directionOf,
  LINE_UNITS_MAX,
  lineToFill,
  type Order,
  type OrderLine,
  PartialShipInput,
} from '@longshore/contract';
import { z } from 'zod';

/** A line of the order, and how much of it ships now. */
export interface PartialLine {
  order_line_id: number;
  line: OrderLine;
  remaining: number;
  quantity: number;
}

const PartialLines = z.array(z.custom<PartialLine>()).superRefine((lines, context) => {
  for (const [index, { quantity, remaining }] of lines.entries()) {
    const isUnits = Number.isInteger(quantity) && quantity >= 0 && quantity <= LINE_UNITS_MAX;
    if (isUnits && quantity <= remaining) continue;
    const message = isUnits ? `MoreThanRemaining:${index + 1}` : `InvalidLineQuantityAt:${index + 1}`;
    context.addIssue({ code: 'custom', path: [index, 'quantity'], message });
  }
  const isNothing = lines.every(({ quantity }) => quantity === 0);
  if (isNothing) context.addIssue({ code: 'custom', path: [], message: 'NothingToShip' });
});

const courier = PartialShipInput.shape.courier.shape;

/**
 * The form of a partial shipment: flat, with all lines of the order, so that messages name them by the numbers that the
 * order's page shows.
 */
export const PartialDraft = z.object({
  ship_date: PartialShipInput.shape.ship_date.unwrap(),
  cancel_date: PartialShipInput.shape.cancel_date.unwrap(),
  courier_id: courier.id,
  payment: courier.payment_method,
  account: courier.account,
  collect_country_code: courier.billing_country_code,
  collect_zip_code: courier.billing_zip,
  /** Copies for this shipment. */
  shipping_addr: PartialShipInput.shape.shipping_addr.unwrap(),
  billing_addr: PartialShipInput.shape.billing_addr.unwrap(),
  lines: PartialLines,
});
export type PartialDraft = z.output<typeof PartialDraft>;

export function partialOf(order: Order, today: string, tomorrow: string): PartialDraft {
  const { collect_account, courier_id, payment } = order.shipping;
  const isOutbound = directionOf(order.type) === 'outbound';
  const available = availableUnits(order.lines.map(lineToFill));
  return {
    ship_date: today,
    cancel_date: tomorrow,
    courier_id,
    payment,
    ...collect_account,
    shipping_addr: order.shipping_address,
    billing_addr: order.billing_address,
    lines: order.lines.map((line) => {
      const { leftover } = line.line_status;
      // What is not there cannot leave; what comes in may be anything that is left.
      const quantity = isOutbound ? (available.get(line.id) ?? 0) : leftover;
      return { order_line_id: line.id, line, remaining: leftover, quantity };
    }),
  };
}

export function partialBody(draft: PartialDraft) {
  const isPrepaid = draft.payment === 'prepaid';
  return {
    ship_date: draft.ship_date,
    cancel_date: draft.cancel_date,
    shipping_addr: draft.shipping_addr,
    billing_addr: draft.billing_addr,
    courier: {
      id: draft.courier_id,
      payment_method: draft.payment,
      account: isPrepaid ? '' : draft.account,
      billing_country_code: isPrepaid ? '' : draft.collect_country_code,
      billing_zip: isPrepaid ? '' : draft.collect_zip_code,
    },
    lines: draft.lines.map(({ order_line_id, quantity }) => ({ order_line_id, quantity })),
  };
}

/** Where the form shows the messages of the call. */
export const PARTIAL_FIELDS: Record<string, string> = {
  'courier.id': 'courier_id',
  'courier.payment_method': 'payment',
  'courier.account': 'account',
  'courier.billing_country_code': 'collect_country_code',
  'courier.billing_zip': 'collect_zip_code',
};

/** SKUs of kits whose components would not ship in the kit's ratio. */
export function brokenKits(
  lines: readonly Pick<PartialLine, 'line' | 'quantity'>[],
  all: readonly OrderLine[],
): string[] {
  const kits = new Map(
    all.flatMap(({ kit_id, kit_property }) => (kit_id && kit_property ? [[kit_id, kit_property]] : [])),
  );
  const shippedOf = new Map(lines.map(({ line, quantity }) => [line.id, quantity]));
  return [...kits].flatMap(([kitId, { sku, quantity: kits }]) => {
    const shares = all
      .filter(({ kit_id }) => kit_id === kitId)
      .map(
        ({ id, quantity, line_status }) => ((line_status.processed_qty + (shippedOf.get(id) ?? 0)) * kits) / quantity,
      );
    return shares.every((share) => share === shares[0] && Number.isInteger(share)) ? [] : [sku];
  });
}
