import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { endOf, inPeriod, ofClient, startOf } from '../../engine/report-params.ts';
import type { ReportParams } from '../report.ts';

/**
 * Outbound shipments that were finished in the period, with the moment as `finished_at`. One that was voided after the
 * period stays in it, because its goods had left then; when it was finished is in its tracking.
 */
export const finishedShipments = (params: ReportParams): Sql => sql`(
  select s.*, s.finished_date as finished_at from shipments s
  where s.direction = 'outbound' and s.voided_at is null and ${inPeriod(params, 's.finished_date')} and ${ofClient(params, 's.client_id')}
  union all
  select s.*, t.at from shipments s cross join lateral (
    select max(t.created_at) as at from tracking_entries t
    where t.client_id = s.client_id and t.shipment_id = s.id and t.status = 'finished' and t.created_at < ${endOf(params)}
  ) t
  where s.direction = 'outbound' and s.voided_at >= ${endOf(params)} and t.at >= ${startOf(params)} and ${ofClient(params, 's.client_id')})`;
