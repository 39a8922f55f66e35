import { directionOf, type Order } from '@longshore/contract';
import { orderOf, type ReadLine } from './order.view.ts';
import type { OrderedItem } from './order-lines.ts';
import type { References } from './order-references.store.ts';
import type { LineFields, NewOrder } from './orders.store.ts';

/** A new order with what it was decided by. */
export interface WrittenOrder extends NewOrder {
  lines: readonly (LineFields & { id: number })[];
  found: References;
}

type Stocked = Pick<OrderedItem, 'available' | 'international'>;

/** Items by their ids, and components of kits by theirs. */
const stockedItems = ({ items }: References): Map<number, Stocked> =>
  new Map([...items.values()].flatMap((item) => [item, ...item.components].map((each) => [each.id, each])));

/** In one literal: every spread would copy the line once more, five times an order. */
function lineOf({ id: orderId, source }: WrittenOrder, line: WrittenOrder['lines'][number], item: Stocked): ReadLine {
  const { hs_code, custom_value, origin, composition } = item.international;
  return {
    id: line.id,
    order_id: orderId,
    inventory_id: line.inventory_id,
    sku: line.sku,
    name: line.name,
    upc: line.upc,
    uom: line.uom,
    price: line.price,
    remainder: line.remainder,
    quantity: line.quantity,
    comment: line.comment,
    source,
    source_id: line.source_id,
    hs_code,
    custom_value,
    origin,
    composition,
    kit_id: line.kit_id,
    kit_sku: line.kit_sku,
    kit_name: line.kit_name,
    kit_quantity: line.kit_quantity,
    kit_price: Number(line.kit_price),
    available: item.available,
    leftover: line.quantity,
    processed_qty: 0,
    cancelled_qty: 0,
    fulfilled: 0,
    quarantined: 0,
  };
}

/** Whether every item has enough; several lines may name one. Inbound orders need no stock. */
function canProcess({ type }: WrittenOrder, lines: readonly ReadLine[]): 0 | 1 {
  if (directionOf(type) === 'inbound') return 1;
  const unitsOf = (id: number) =>
    lines.filter(({ inventory_id }) => inventory_id === id).reduce((sum, { quantity }) => sum + quantity, 0);
  return lines.every(({ inventory_id, available }) => unitsOf(inventory_id) <= available) ? 1 : 0;
}

/**
 * A new order as `readOrder` reads it, from what was written: reading it back would take as long as writing it. The
 * tests compare the two for every type of order.
 */
export function createdOrder(order: WrittenOrder): Order {
  const { id, clientId, type, fields, source, isFromWeb, createdAt, found } = order;
  const { relation, courier } = found;
  if (!relation || !courier) throw new Error('An order has a relation and a courier.');
  const items = stockedItems(found);
  const lines = order.lines.map((line) => {
    const item = items.get(line.inventory_id);
    if (!item) throw new Error(`Item ${line.inventory_id} was not read.`);
    return lineOf(order, line, item);
  });
  const { name, account, email, phone } = relation;
  const { collect_account, collect_country_code, collect_zip_code } = fields;
  // In one literal, as the lines.
  return orderOf({
    id,
    client_id: clientId,
    type,
    status: 'Open',
    reference: fields.reference,
    po: fields.po,
    relation_id: fields.relation_id,
    relation: { id: relation.id, name, account, email, phone },
    shipping_address_id: fields.shipping_address_id,
    shipping_address: fields.shipping_address,
    billing_address_id: fields.billing_address_id,
    billing_address: fields.billing_address,
    accounting: { tax_rate: fields.tax_rate, payment_term: fields.payment_term },
    exact_tax_rate: String(fields.tax_rate),
    currency: found.currency,
    source: { source, source_id: order.sourceId ?? '', source_key: order.sourceKey ?? '' },
    api_credential_id: null,
    web_origin: isFromWeb,
    shipping: {
      api: order.shippingApi ?? 'Manual',
      courier_id: fields.courier_id,
      courier_name: courier.name,
      payment: fields.shipping_payment,
      collect_account: { account: collect_account, collect_country_code, collect_zip_code },
    },
    note: fields.note,
    print_note: fields.print_note,
    meta: fields.meta,
    lines,
    categories: [],
    shipments: [],
    comments: [],
    bo: 0,
    can_process: canProcess(order, lines),
    order_status: { order_id: id, has_bo: 0, type, status: 'Open' },
    created_at: createdAt,
    updated_at: createdAt,
  });
}
