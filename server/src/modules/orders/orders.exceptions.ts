import { api } from '@longshore/contract';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { exception, type Fact, type Slots } from '../../platform/exceptions/exception.ts';

/** Orders of a client that are considered, the oldest first: nobody processes a list of thousands one by one. */
const ORDERS_OF_CLIENT = 500;

/** Customer orders that wait, client by client, because the indexes of orders begin with the client. */
const waiting = (waits: Sql): Sql => sql`clients c cross join lateral (
  select o.* from orders o where o.client_id = c.id and o.type = 'Customer Order' and ${waits}
  order by o.id limit ${sql.lit(ORDERS_OF_CLIENT)}) o
  join relations r on r.client_id = o.client_id and r.id = o.relation_id`;

/** The items of order `o` of which more is left to ship than is available. */
const shortItems = sql`
  select l.inventory_id, sum(l.leftover) - t.available as missing
  from order_lines l join item_totals t on t.inventory_id = l.inventory_id
  where l.client_id = o.client_id and l.order_id = o.id and l.leftover > 0
  group by l.inventory_id, t.available having sum(l.leftover) > t.available`;

const named = sql`'id', o.id, 'name', coalesce(nullif(o.reference, ''), o.id::text), 'customer', case when r.is_system then '' else r.name end`;

const orderPage = ({ id }: Slots) => `/orders/Customer-Order/${id}/action/view`;

/** Stock, orders and what is reserved for them. */
const CHANGES = [
  'order.created',
  'order.saved',
  'order.cancelled',
  'order.processed',
  'inventory.moved',
  'shipment.created',
  'shipment.saved',
  'shipment.voided',
] as const;

export const orderShort = exception({
  name: 'order-short',
  severity: 'stopped',
  access: 'order_controller',
  find: () => sql<Fact>`
    select o.id::text as record, o.client_id, o.created_at as since, null::int as for_user,
      jsonb_build_object(${named}, 'sku', s.sku, 'missing', s.missing, 'more', s.more) as slots
    from ${waiting(sql`o.status = 'Open'`)} cross join lateral (
      select (array_agg(i.sku order by m.missing desc, i.id))[1] as sku, max(m.missing) as missing, count(*) - 1 as more
      from (${shortItems}) m join inventories i on i.client_id = o.client_id and i.id = m.inventory_id
      having count(*) > 0) s
    order by o.created_at, o.id`,
  slots: { sku: 'code', missing: 'number', more: 'number' },
  variant: ({ more }) => (Number(more) > 0 ? 'More' : ''),
  facts: ['customer', 'missing'],
  link: orderPage,
  action: (slots) => ({ to: orderPage(slots) }),
  on: CHANGES,
});

export const backOrderFillable = exception({
  name: 'back-order-fillable',
  severity: 'note',
  access: 'order_controller',
  find: () => sql<Fact>`
    select o.id::text as record, o.client_id, null::timestamptz as since, null::int as for_user,
      jsonb_build_object(${named}, 'count', n.units) as slots
    from ${waiting(sql`o.status = 'Processed' and o.has_bo`)} cross join lateral (
      select sum(l.leftover) as units from order_lines l where l.client_id = o.client_id and l.order_id = o.id) n
    where n.units > 0 and not exists (${shortItems})
    order by o.id`,
  facts: ['customer'],
  link: orderPage,
  action: ({ id }) => ({ endpoint: api.orders.shipFull, params: { id: Number(id) } }),
  on: CHANGES,
});
