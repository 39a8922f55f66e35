import { LOCK_MINUTES } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';

/** When the lock of a shipment ends, unless its holder does something. No other table has these columns. */
export const lockUntil = sql`lock_used_at + make_interval(mins => ${sql.lit(LOCK_MINUTES)})`;

/** Whether somebody holds a shipment: a lock ends by itself when its holder does nothing. */
export const isHeld = sql`(locked_by is not null and ${lockUntil} > now())`;

/** Who holds a shipment; null when nobody does. */
export const holderColumn = sql`case when ${isHeld} then json_build_object('id', locked_by, 'name', locked_by_name) end`;
