import { sql } from '../../../platform/database/sql.ts';
import { describeRows, NAMED } from '../../../platform/describe-rows.ts';
import type { Check } from '../../../platform/module.ts';

/** What must hold for buckets after every commit. */
export const serialChecks: Check[] = [
  {
    name: 'Every bucket on hand is on a stock row of its item, and no other bucket is on any row',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('bucket %s (%s) of item %s: %s, row %s of item %s, %s', b.id, b.lead, b.inventory_id, b.state, coalesce(b.stock_row_id::text, 'none'),
            coalesce(s.inventory_id::text, 'none'), case s.quarantine when true then 'quarantined' when false then 'pristine' else 'nowhere' end) as described
          from serial_buckets b left join stock_rows s on s.id = b.stock_row_id
          where case b.state when 'in_stock' then false when 'quarantined' then true end is distinct from s.quarantine
            or s.inventory_id <> b.inventory_id limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'A stock row of a serial-controlled item holds the units of its buckets',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('stock row %s of item %s: quantity %s, buckets %s', s.id, s.inventory_id, s.quantity, coalesce(b.units, 0)) as described
          from stock_rows s join inventories i on i.id = s.inventory_id
          left join (select stock_row_id, sum(units) as units from serial_buckets where stock_row_id is not null group by stock_row_id) b
            on b.stock_row_id = s.id
          where (i.serial or b.units is not null) and s.quantity <> coalesce(b.units, 0) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'A bucket has as many units as serials',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('bucket %s (%s): units %s, serials %s', b.id, b.lead, b.units, coalesce(n.serials, 0)) as described
          from serial_buckets b left join (select bucket_id, count(*) as serials from serials group by bucket_id) n on n.bucket_id = b.id
          where b.units <> coalesce(n.serials, 0) limit ${sql.lit(NAMED)}`,
      ),
  },
];
