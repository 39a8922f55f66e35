import { SHIPMENT_STATUSES } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ShipmentCounts, ShipmentsOfOrders } from '../orders/index.ts';

/** A timestamp inside JSON, in the contract's form. */
const moment = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The order's id may be an expression, as for `lockOrder`. The order must be locked. */
export async function countShipments(tx: Tx, orderId: number | Sql): Promise<ShipmentCounts> {
  const { rows } = await sql<ShipmentCounts>`
    select count(*)::int as shipments, (count(*) filter (where status <> 'Finished'))::int as unfinished
    from shipments where order_id = ${orderId} and ${inScope(tx)} and voided_at is null`.execute(tx);
  return rows[0] ?? { shipments: 0, unfinished: 0 };
}

const ofOrder = sql`s.client_id = o.client_id and s.order_id = o.id and s.voided_at is null`;

/** From the first state to the last. */
const byProgress = sql`array_position(array[${sql.join(SHIPMENT_STATUSES.map((status) => sql.lit(status)))}], s.status)`;

/** What orders show of their shipments: `o` is the order and `l` its line. */
export const shipmentsOfOrders: ShipmentsOfOrders = {
  count: countShipments,
  summaries: sql`coalesce((
    select json_agg(json_build_object('id', s.id, 'status', s.status, 'pt_number', s.pt_number, 'ship_date', s.ship_date,
      'courier_name', sc.name, 'waybill', s.waybill, 'created_at', ${moment('s.created_at')},
      'units', sums.units, 'fulfilled', sums.fulfilled) order by s.id)
    from shipments s join couriers sc on sc.id = s.courier_id cross join lateral (
      select coalesce(sum(sl.quantity), 0) as units, coalesce(sum(sl.fulfilled), 0) as fulfilled
      from shipment_lines sl where sl.client_id = s.client_id and sl.shipment_id = s.id) sums
    where ${ofOrder}), '[]')`,
  status: sql`coalesce((select s.status from shipments s where ${ofOrder} order by ${byProgress} limit 1), '')`,
  fulfilled: sql`(
    select coalesce(sum(sl.fulfilled), 0)::int as units, coalesce(sum(sl.quarantined), 0)::int as quarantined
    from shipment_lines sl join shipments s on s.client_id = sl.client_id and s.id = sl.shipment_id
    where sl.client_id = l.client_id and sl.order_line_id = l.id and s.voided_at is null)`,
  isInShipment: sql`exists (
    select from shipment_lines sl where sl.client_id = l.client_id and sl.order_line_id = l.id)`,
  conditions: {
    within: (comparison) => sql`exists (select from shipments s where ${ofOrder} and ${comparison})`,
    fields: { id: sql`s.id`, status: sql`s.status`, ship_date: sql`s.ship_date`, waybill: sql`s.waybill` },
  },
};
