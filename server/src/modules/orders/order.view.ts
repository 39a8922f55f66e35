import {
  directionOf,
  isAllowed,
  ORDER_STATES,
  type Order,
  type OrderLine,
  orderTypesOf,
  type PricedLine,
  totalsOf,
} from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound, Problem } from '../../platform/http/problem.ts';
import { orderColumns } from './order-columns.ts';
import type { ShipmentsOfOrders } from './shipments-of-orders.ts';

/** A timestamp inside JSON, in the contract's form. */
const moment = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whether the order can be shipped at all, by the table of states. */
const isShippable = sql`(${sql.join(
  ORDER_STATES.filter((state) => isAllowed(state, 'ship')).map(
    ({ status, hasBackOrder }) => sql`(o.status = ${sql.lit(status)} and o.has_bo = ${sql.lit(hasBackOrder)})`,
  ),
  ' or ',
)})`;

const isInbound = sql`o.type in (${sql.join(orderTypesOf('inbound').map((type) => sql.lit(type)))})`;

/** Whether more of an item is left than is available. Inbound orders need no stock. */
const isShort = sql`exists (
  select from order_lines l join item_totals t on t.client_id = l.client_id and t.inventory_id = l.inventory_id
  where l.client_id = o.client_id and l.order_id = o.id
  group by l.inventory_id, t.available having sum(l.leftover) > t.available)`;

/** The one place that says whether an order can be processed: everything that is left of it can be shipped now. */
export const canProcess = sql`(case when not ${isShippable} then false when ${isInbound} then true else not ${isShort} end)::int`;

export const orderStatus = sql`json_build_object('order_id', o.id, 'has_bo', o.has_bo::int, 'type', o.type, 'status', o.status)`;
export const relationOf = sql`json_build_object('id', r.id, 'name', r.name, 'account', r.account, 'email', r.email, 'phone', r.phone)`;
export const sourceOf = sql`json_build_object('source', o.source, 'source_id', o.source_id, 'source_key', o.source_key)`;
export const categorized = sql`categorized d join categories c on c.client_id = d.client_id and c.id = d.category_id and c.resource = 'Order'`;

const categories = sql`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name, 'tag', c.name) order by lower(c.name), c.id)
  from ${categorized} where d.client_id = o.client_id and d.resource_id = o.id), '[]')`;

/** Internal comments are for main users, and for the server's own work. */
const comments = (tx: Tx) => sql`coalesce((
  select json_agg(json_build_object('id', m.id, 'comment', m.comment, 'internal', m.internal, 'created_at', ${moment('m.created_at')},
    'user', json_build_object('name', m.user_name), 'commentable_id', m.commentable_id, 'commentable_type', m.commentable_type) order by m.id)
  from comments m where m.client_id = o.client_id and m.commentable_type = 'Order' and m.commentable_id = o.id
    and (${tx.scope.role !== 'app_client'} or not m.internal)), '[]')`;

/** Prices are text, so that totals are computed exactly. A line that was removed after it was in a voided shipment has 0 units. */
const lines = (shipments: ShipmentsOfOrders) => sql`coalesce((
  select json_agg(json_build_object('id', l.id, 'order_id', l.order_id, 'inventory_id', l.inventory_id, 'sku', l.sku, 'name', l.name,
    'upc', l.upc, 'uom', l.uom, 'price', l.price::text, 'remainder', l.remainder::text, 'quantity', l.quantity, 'comment', l.comment,
    'source', l.source, 'source_id', l.source_id, 'hs_code', i.hs_code, 'custom_value', i.custom_value::float8, 'origin', i.origin,
    'composition', i.composition, 'kit_id', l.kit_id, 'kit_sku', l.kit_sku, 'kit_name', l.kit_name, 'kit_quantity', l.kit_quantity,
    'kit_price', l.kit_price::float8, 'available', t.available, 'leftover', l.leftover, 'processed_qty', l.processed_qty,
    'cancelled_qty', l.cancelled_qty, 'fulfilled', f.units, 'quarantined', f.quarantined) order by l.id)
  from order_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
  join item_totals t on t.client_id = l.client_id and t.inventory_id = l.inventory_id
  cross join lateral ${shipments.fulfilled} f
  where l.client_id = o.client_id and l.order_id = o.id and l.quantity > 0), '[]')`;

interface ReadLine extends PricedLine, Pick<OrderLine, 'id' | 'order_id' | 'inventory_id' | 'sku' | 'name' | 'upc'> {
  uom: string;
  remainder: string;
  comment: string;
  source: string;
  source_id: string;
  hs_code: string;
  custom_value: number;
  origin: string;
  composition: string;
  kit_id: number | null;
  kit_sku: string;
  kit_name: string;
  kit_quantity: number;
  kit_price: number;
  available: number;
  leftover: number;
  processed_qty: number;
  cancelled_qty: number;
  fulfilled: number;
  quarantined: number;
}

type ReadOrder = Omit<Order, 'lines' | 'totals' | 'fulfill_status'> & {
  lines: ReadLine[];
  can_process: 0 | 1;
  exact_tax_rate: string;
  currency: string;
};

function lineOf(line: ReadLine, isOutbound: boolean): OrderLine {
  const { id, order_id, inventory_id, sku, name, upc, uom, quantity, comment, source, source_id } = line;
  const { hs_code, custom_value, origin, composition, kit_id, kit_sku, kit_name, kit_quantity, kit_price } = line;
  const { available, leftover, processed_qty, cancelled_qty, fulfilled: units, quarantined } = line;
  return {
    id,
    order_id,
    inventory_id,
    sku,
    name,
    upc,
    uom,
    price: Number(line.price),
    remainder: Number(line.remainder),
    quantity,
    comment,
    source,
    source_id,
    international: { hs_code, custom_value, origin, composition },
    kit_id,
    kit_property: kit_id === null ? null : { sku: kit_sku, name: kit_name, quantity: kit_quantity, price: kit_price },
    line_status: {
      available_inventory: isOutbound ? available : null,
      leftover,
      processed_qty,
      cancelled_qty,
      shipped_qty: isOutbound ? units : 0,
      pristine_qty: isOutbound ? 0 : units - quarantined,
      quarantined_qty: isOutbound ? 0 : quarantined,
    },
  };
}

/** An order as the contract has it. */
function orderOf({ can_process, exact_tax_rate, currency, ...read }: ReadOrder): Order {
  const { units, subtotal, tax, total } = totalsOf(read.lines, exact_tax_rate, currency);
  const isOutbound = directionOf(read.type) === 'outbound';
  return {
    ...read,
    lines: read.lines.map((line) => lineOf(line, isOutbound)),
    totals: { units, subtotal: Number(subtotal), tax: Number(tax), total: Number(total) },
    fulfill_status: { bo: read.bo, can_process },
  };
}

/** A client user reads its own client's orders; a main user may read any by its id. */
export async function readOrder(tx: Tx, id: number, shipments: ShipmentsOfOrders): Promise<Order> {
  const { rows } = await sql<ReadOrder>`
    select o.id, o.client_id, o.type, o.status, ${orderColumns.record}, o.relation_id, ${relationOf} as relation,
      o.shipping_address_id, o.shipping_address, o.billing_address_id, o.billing_address,
      json_build_object('tax_rate', o.tax_rate::float8, 'payment_term', o.payment_term) as accounting, o.tax_rate::text as exact_tax_rate,
      (select currency from company) as currency,
      ${sourceOf} as source, o.api_credential_id, o.has_source_address, o.web_origin,
      json_build_object('api', o.shipping_api, 'courier_id', o.courier_id, 'courier_name', k.name, 'payment', o.shipping_payment,
        'collect_account', json_build_object('account', o.collect_account, 'collect_country_code', o.collect_country_code,
          'collect_zip_code', o.collect_zip_code)) as shipping,
      o.meta, ${lines(shipments)} as lines, ${categories} as categories, ${shipments.summaries} as shipments,
      ${comments(tx)} as comments,
      o.has_bo::int as bo, ${canProcess} as can_process, ${orderStatus} as order_status, o.created_at, o.updated_at
    from orders o join relations r on r.client_id = o.client_id and r.id = o.relation_id join couriers k on k.id = o.courier_id
    where o.id = ${id} and ${inScope(tx, 'o.client_id')}`.execute(tx);
  if (!rows[0]) throw notFound();
  return orderOf(rows[0]);
}

/** The order of an event; undefined when it is no longer there. */
export const readOrderIfThere = (tx: Tx, id: number, shipments: ShipmentsOfOrders): Promise<Order | undefined> =>
  readOrder(tx, id, shipments).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  });
