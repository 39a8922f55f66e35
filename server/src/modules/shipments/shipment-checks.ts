import { sql } from '../../platform/database/sql.ts';
import { describeRows, NAMED } from '../../platform/describe-rows.ts';
import type { Check } from '../../platform/module.ts';

type Described = { described: string };

/** What an order's shipments leave of it: the arguments of the state table in the contract. */
const ordersWithWork = sql`
  select o.id, o.reference, o.status, o.has_bo, coalesce(l.leftover, 0) as leftover, coalesce(s.shipments, 0) as shipments,
    coalesce(s.unfinished, 0) as unfinished
  from orders o
  left join (select order_id, sum(leftover) as leftover from order_lines group by order_id) l on l.order_id = o.id
  left join (select order_id, count(*) as shipments, count(*) filter (where status <> 'Finished') as unfinished
             from shipments where voided_at is null group by order_id) s on s.order_id = o.id`;

/** The cause of what the demo of earlier releases received and shipped without a document (migration 0054). */
const BEFORE_DOCUMENTS = sql.lit('before documents');

/** What must hold between orders, shipments and reservations after every commit. */
export const shipmentChecks: Check[] = [
  {
    name: 'Reservations equal the unfulfilled lines of outbound shipments',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment line %s, item %s: %s unfulfilled, %s reserved', coalesce(l.id, r.holder_id),
            coalesce(l.inventory_id, r.inventory_id), coalesce(l.units, 0), coalesce(r.quantity, 0)) as described
          from (select sl.id, sl.inventory_id, sl.quantity - sl.fulfilled as units
                from shipment_lines sl join shipments s on s.client_id = sl.client_id and s.id = sl.shipment_id
                where s.direction = 'outbound' and s.voided_at is null and sl.fulfilled < sl.quantity) l
          full join (select holder_id, inventory_id, quantity from reservations where holder_kind = 'shipment_line') r
            on r.holder_id = l.id and r.inventory_id = l.inventory_id
          where coalesce(l.units, 0) <> coalesce(r.quantity, 0) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'The processed units of an order line are those in shipments that are not voided',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('order line %s: processed %s, in shipments %s', l.id, l.processed_qty, coalesce(s.units, 0)) as described
          from order_lines l
          left join (select sl.order_line_id, sum(sl.quantity) as units
                     from shipment_lines sl join shipments s on s.client_id = sl.client_id and s.id = sl.shipment_id
                     where s.voided_at is null group by sl.order_line_id) s on s.order_line_id = l.id
          where l.processed_qty <> coalesce(s.units, 0) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'The status of an order follows from its lines and shipments',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('order %s (%s): %s%s with %s left, %s shipments, %s of them not finished', id, reference, status,
            case when has_bo then ' with a back-order' else '' end, leftover, shipments, unfinished) as described
          from (${ordersWithWork}) o
          where not case status
            when 'Open' then shipments = 0
            when 'Cancelled' then shipments = 0 and leftover = 0
            when 'Processed' then shipments > 0 and has_bo = (leftover > 0) and (has_bo or unfinished > 0)
            else shipments > 0 and unfinished = 0 and leftover = 0 end
          limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'The fulfilled units of a shipment line are its fulfilments, and those of the ledger',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s, item %s: fulfilled %s, fulfilments %s, ledger %s', shipment_id, inventory_id, sum(lines), sum(rows),
            sum(ledger)) as described
          from (select sl.shipment_id, sl.inventory_id, sl.fulfilled * case s.direction when 'outbound' then -1 else 1 end as lines,
                  0 as rows, 0 as ledger
                from shipment_lines sl join shipments s on s.client_id = sl.client_id and s.id = sl.shipment_id
                union all
                select f.shipment_id, f.inventory_id, 0, f.quantity * case s.direction when 'outbound' then -1 else 1 end, 0
                from fulfillments f join shipments s on s.client_id = f.client_id and s.id = f.shipment_id
                union all
                select substr(cause, 10)::int, inventory_id, 0, 0, quantity from movements where cause ~ '^shipment [0-9]+$') each
          group by shipment_id, inventory_id having sum(lines) <> sum(rows) or sum(lines) <> sum(ledger) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Every receipt and shipment in the ledger has its document',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('movement %s of client %s: %s %s of item %s by %s', m.id, m.client_id, m.kind, abs(m.quantity), m.inventory_id,
            coalesce(nullif(m.cause, ''), 'nothing')) as described
          from movements m left join shipments s on s.client_id = m.client_id and 'shipment ' || s.id = m.cause
            and s.direction = case m.kind when 'receive' then 'inbound' else 'outbound' end
          where m.kind in ('receive', 'ship') and s.id is null and m.cause <> ${BEFORE_DOCUMENTS} limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'A shipment is Ready or Finished only when every line is fulfilled',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s: %s with %s of %s units fulfilled', s.id, s.status, sum(sl.fulfilled), sum(sl.quantity)) as described
          from shipments s join shipment_lines sl on sl.client_id = s.client_id and sl.shipment_id = s.id
          where s.voided_at is null group by s.id
          having (s.status = 'In Warehouse') = (sum(sl.fulfilled) = sum(sl.quantity)) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'The cartons of a packed shipment hold exactly its lines',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s, line %s: %s units, %s in cartons', s.id, l.id, l.quantity, coalesce(c.units, 0)) as described
          from shipments s join shipment_lines l on l.client_id = s.client_id and l.shipment_id = s.id
          left join (select d.shipment_line_id, sum(d.quantity) as units from container_lines d group by d.shipment_line_id) c
            on c.shipment_line_id = l.id
          where s.packed and l.quantity <> coalesce(c.units, 0) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'A voided shipment holds nothing: no cartons, no chosen places, no lock',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s', s.id) as described from shipments s
          where s.voided_at is not null and (s.packed or s.locked_by is not null
            or exists (select from allocations a where a.client_id = s.client_id and a.shipment_id = s.id)
            or exists (select from containers c where c.client_id = s.client_id and c.shipment_id = s.id)) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Shipments carry the reference, PO and type of their order',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s: %s, its order %s', s.id, s.reference, o.reference) as described
          from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
          where s.voided_at is null and (s.reference, s.po, s.order_type) is distinct from (o.reference, o.po, o.type)
          limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Invoice numbers were taken from the counter of their client',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s: invoice %s, the counter is at %s', s.id, s.invoice_sequence, c.next_inv_num) as described
          from shipments s join clients c on c.id = s.client_id where s.invoice_sequence >= c.next_inv_num limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Numbers of bills of lading were taken from the counter of the company',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s: number %s, the counter is at %s', s.id, s.bol_number, c.last_bol_number) as described
          from shipments s cross join company c where s.bol_number > c.last_bol_number limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Picking numbers were taken from the counter of their client',
    broken: (tx) =>
      describeRows(
        tx,
        sql<Described>`
          select format('shipment %s: number %s, the counter is at %s', s.id, s.pt_sequence, c.next_picking_num) as described
          from shipments s join clients c on c.id = s.client_id where s.pt_sequence >= c.next_picking_num limit ${sql.lit(NAMED)}`,
      ),
  },
];
