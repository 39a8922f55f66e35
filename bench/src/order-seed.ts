import { CLIENTS } from './database.ts';
import { clientOfItem, ITEMS } from './stock-seed.ts';

/** Lines of an order that is created or shipped during a measurement. */
export const LINES = 5;

/**
 * A customer with one address for each client, and a courier for all: ids equal the client's, offset by what exists.
 */
export const partiesOfOrders: string[] = [
  `insert into relations (client_id, type, name, account) select id, 'customer', 'Harvest Market ' || id, 'AC-' || id from clients`,
  `insert into addresses (client_id, relation_id, company, street1, city, postal_code, state_code, country, country_code)
   select client_id, id, name, '1 Main Street', 'Portland', '97201', 'OR', 'United States', 'US' from relations where not is_system`,
  `insert into couriers (name) select 'Bench Express' where not exists (select from couriers)`,
];

const address = `json_build_object('company', 'Harvest Market', 'contact', '', 'phone', '', 'street1', '1 Main Street', 'street2', '',
  'street3', '', 'city', 'Portland', 'postal_code', '97201', 'state', '', 'state_code', 'OR', 'country', 'United States', 'country_code', 'US')`;
const courier = '(select min(id) from couriers)';
const customerOf = (client: string) =>
  `(select id from relations r where r.client_id = ${client} and not r.is_system order by id limit 1)`;

/** One reference in twenty thousand holds `RARE`, every second one `COMM`. */
const reference = `'SO-' || n || case when n % 20000 = 7 then '-RARE' when n % 2 = 0 then '-COMM' else '-ODD' end`;

/** What the orders of a year can be otherwise, as SQL of their number `n`. */
interface YearOfOrders {
  clientId?: string;
  isReturn?: string;
}

/** Orders over a year: mostly finished, one in a hundred open, some back-ordered and cancelled. Two lines each. */
export const ordersOverAYear = (
  count: number,
  { clientId = `1 + n % ${CLIENTS}`, isReturn = 'false' }: YearOfOrders = {},
): string[] => [
  `insert into orders (client_id, type, status, has_bo, reference, po, relation_id, shipping_address, billing_address, courier_id, created_at, updated_at)
   select c.id, case when ${isReturn} then 'Customer Return' else 'Customer Order' end,
     case when n % 100 = 0 then 'Open' when n % 100 < 4 then 'Processed' when n % 100 = 99 then 'Cancelled' else 'Finished' end, n % 400 = 1,
     ${reference}, 'PO-' || n, ${customerOf('c.id')}, ${address}, ${address}, ${courier},
     now() - make_interval(secs => ((${count} - n) * (31536000.0 / ${count}))), now() - make_interval(secs => ((${count} - n) * (31536000.0 / ${count})))
   from generate_series(1, ${count}) n join clients c on c.id = ${clientId}`,
  `insert into order_lines (client_id, order_id, inventory_id, sku, name, price, quantity, processed_qty, cancelled_qty)
   select o.client_id, o.id, i.id, i.sku, i.name, 12.5, 4,
     case when o.status = 'Finished' then 4 when o.status = 'Processed' then case when o.has_bo then 1 else 4 end else 0 end,
     case when o.status = 'Cancelled' then 4 else 0 end
   from orders o cross join generate_series(0, 1) k
   join inventories i on i.id = o.client_id + ${CLIENTS} * ((o.id + k) % ${Math.floor(ITEMS / CLIENTS)})`,
  `insert into shipments (client_id, order_id, direction, status, ship_date, cancel_date, finished_date, waybill, pt_sequence, pt_number, courier_id,
     shipping_addr, billing_addr, created_at, updated_at)
   select o.client_id, o.id, case when o.type = 'Customer Return' then 'inbound' else 'outbound' end, case when o.status = 'Finished' then 'Finished' else 'In Warehouse' end, o.created_at::date, o.created_at::date + 1,
     case when o.status = 'Finished' then o.created_at end, case when o.status = 'Finished' then '1Z' || o.id else '' end, 1000 + o.id, (1000 + o.id)::text,
     o.courier_id, o.shipping_address, o.billing_address, o.created_at, o.created_at
   from orders o where o.status in ('Processed', 'Finished')`,
];

/** Open orders of five lines to be shipped, as many for each client; ids from 1, in order of client. */
export const ordersToShip = (count: number): string[] => [
  `insert into orders (client_id, type, reference, relation_id, shipping_address, billing_address, courier_id)
   select 1 + n % ${CLIENTS}, 'Customer Order', 'SHIP-' || n, ${customerOf(`1 + n % ${CLIENTS}`)}, ${address}, ${address}, ${courier}
   from generate_series(0, ${count - 1}) n order by n`,
  `insert into order_lines (client_id, order_id, inventory_id, sku, name, price, quantity)
   select o.client_id, o.id, i.id, i.sku, i.name, 12.5, 2
   from orders o cross join generate_series(0, ${LINES - 1}) k
   join inventories i on i.id = o.client_id + ${CLIENTS} * ((o.id * ${LINES} + k) % ${Math.floor(ITEMS / CLIENTS)})`,
];

/**
 * The orders above, shipped: the shipment of an order has its id, and its lines are the next five. Everything is
 * reserved, nothing fulfilled.
 */
export const shipmentsToFulfil = (count: number): string[] => [
  ...ordersToShip(count),
  `update order_lines set processed_qty = quantity`,
  `update orders set status = 'Processed'`,
  `insert into shipments (client_id, order_id, direction, ship_date, cancel_date, pt_sequence, pt_number, courier_id, shipping_addr, billing_addr,
     order_type, reference, po)
   select client_id, id, 'outbound', current_date, current_date + 1, id, id::text, courier_id, shipping_address, billing_address, type, reference, po
   from orders o order by o.id`,
  `insert into shipment_lines (client_id, shipment_id, order_line_id, inventory_id, quantity)
   select client_id, order_id, id, inventory_id, quantity from order_lines l order by l.order_id, l.id`,
  `update clients set next_picking_num = ${count + 1}`,
  `insert into reservations (client_id, inventory_id, holder_kind, holder_id, quantity)
   select client_id, inventory_id, 'shipment_line', id, quantity from shipment_lines`,
  `update item_totals t set reserved = r.units
   from (select inventory_id, sum(quantity)::int as units from reservations group by 1) r where r.inventory_id = t.inventory_id`,
];

/** The line of a shipment, from 0. */
export const lineOfShipment = (shipment: number, n: number) => (shipment - 1) * LINES + n + 1;

/** Lines of the shipments of `ordersOverAYear`, as their orders have them. */
export const linesOfShipments = [
  `insert into shipment_lines (client_id, shipment_id, order_line_id, inventory_id, quantity, fulfilled)
   select l.client_id, s.id, l.id, l.inventory_id, l.processed_qty, case when s.status = 'Finished' then l.processed_qty else 0 end
   from shipments s join order_lines l on l.client_id = s.client_id and l.order_id = s.order_id where l.processed_qty > 0 order by s.id, l.id`,
];

/** What the finished shipments moved, a line each. */
export const movementsOfShipments = `
  insert into movements (client_id, inventory_id, quarantine, quantity, row_balance, item_balance, kind, cause, user_name, at)
  select l.client_id, l.inventory_id, false, case s.direction when 'inbound' then l.fulfilled else -l.fulfilled end, 10, 10,
    case s.direction when 'inbound' then 'receive' else 'ship' end, 'shipment ' || s.id, 'Bench', s.finished_date
  from shipments s join shipment_lines l on l.client_id = s.client_id and l.shipment_id = s.id
  where s.status = 'Finished' order by s.finished_date, l.id`;

export const clientOfOrder = (order: number) => 1 + ((order - 1) % CLIENTS);

/** The items of a client's order: five different ones, another five each turn. */
export const itemsOfOrder = (client: number, turn: number): number[] =>
  Array.from({ length: LINES }, (_, k) => client + CLIENTS * ((turn * LINES + k) % Math.floor(ITEMS / CLIENTS))).filter(
    (item) => clientOfItem(item) === client,
  );
