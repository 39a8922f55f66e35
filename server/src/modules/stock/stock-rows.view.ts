import { sql } from '../../platform/database/sql.ts';

/**
 * The stock row of a place. With the limit it is always looked up by the index on places; with a plain join the
 * planner would read every row of the item, and a busy item may have thousands.
 */
export const rowAt = (item: string, license: string, lot: string, quarantine: string) => sql`lateral (
    select s.id, s.quantity from stock_rows s
    where s.inventory_id = ${sql.ref(item)} and coalesce(s.license_id, 0) = coalesce(${sql.ref(license)}, 0)
      and coalesce(s.lot_id, 0) = coalesce(${sql.ref(lot)}, 0) and s.quarantine = ${sql.ref(quarantine)} limit 1) s on true`;
