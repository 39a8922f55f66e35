import { sql } from '../../platform/database/sql.ts';

/** Today where the company is. Computed once for a statement, so that an index on a day can be used. */
const today = sql`(select (now() at time zone timezone)::date from company)`;

/** Whether a shipment `s` is late: not finished, and past its ship date. The index of unfinished shipments finds them. */
export const isLate = sql`(s.status <> 'Finished' and s.ship_date < ${today})`;
