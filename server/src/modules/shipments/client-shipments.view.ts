import { clientShipmentList, DIRECTIONS, SHIPMENT_STATUSES } from '@longshore/contract';
import { workingClient } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import { flagOfCondition, likePattern, listSql, oneOfListed } from '../../platform/lists/list-sql.ts';
import { isLate } from './late.ts';
import { trackedLast } from './shipments.view.ts';

/** Shipments as their client follows them. Read by the client's index: a client has few beside all shipments. */
export const clientShipmentListSql = listSql<typeof clientShipmentList>({
  spec: clientShipmentList,
  select: sql`s.id, s.client_id, s.order_id, s.order_type as type, s.direction, s.reference, s.po, s.status, ${trackedLast} as tracked,
    k.name as courier, s.waybill, s.ship_date, s.finished_date, s.pt_number, s.carton_count,
    (select coalesce(sum(l.quantity), 0)::int from shipment_lines l where l.client_id = s.client_id and l.shipment_id = s.id) as units,
    s.created_at`,
  from: sql`shipments s left join couriers k on k.id = s.courier_id`,
  id: sql`s.id`,
  visible: (actor) => sql`s.client_id = ${workingClient(actor)} and s.voided_at is null`,
  sort: { id: [], ship_date: [sql`s.ship_date`], created_at: [sql`s.created_at`] },
  filter: {
    type: oneOfListed(sql`s.direction`, DIRECTIONS),
    status: oneOfListed(sql`s.status`, SHIPMENT_STATUSES),
    late: flagOfCondition(isLate),
  },
  search: (term) => {
    const pattern = `%${likePattern(term)}%`;
    return sql`(s.search_text like ${pattern} or lower(s.waybill) like ${pattern})`;
  },
  conditions: {},
});
