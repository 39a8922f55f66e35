import { sql } from '../../platform/database/sql.ts';
import { describeRows, NAMED } from '../../platform/describe-rows.ts';
import type { Check } from '../../platform/module.ts';
import { countChecks } from './counts/count-checks.ts';
import { reservationChecks } from './reservations/reservation-checks.ts';
import { serialChecks } from './serials/serial-checks.ts';

/** True after every commit, under any concurrency; proven on a live database by one pass over the ledger each. */
export const stockChecks: Check[] = [
  {
    name: 'Balances equal the sums of the ledger',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('item %s, plate %s, lot %s, %s: balance %s, ledger %s', inventory_id, license_id, lot_id,
            case when quarantine then 'quarantined' else 'pristine' end, sum(balance), sum(ledger)) as described
          from (select inventory_id, license_id, lot_id, quarantine, sum(quantity) as ledger, 0 as balance
                from movements group by inventory_id, license_id, lot_id, quarantine
                union all select inventory_id, license_id, lot_id, quarantine, 0, quantity from stock_rows) places
          group by inventory_id, license_id, lot_id, quarantine having sum(balance) <> sum(ledger) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Totals equal the balances, and no more is reserved than is in stock',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('item %s: in stock %s, rows %s; quarantined %s, rows %s; reserved %s', t.inventory_id, t.in_stock, coalesce(s.pristine, 0),
            t.quarantined, coalesce(s.quarantined, 0), t.reserved) as described
          from item_totals t
          left join (select inventory_id, sum(quantity) filter (where not quarantine) as pristine, sum(quantity) filter (where quarantine) as quarantined
                     from stock_rows group by inventory_id) s on s.inventory_id = t.inventory_id
          where t.in_stock <> coalesce(s.pristine, 0) or t.quarantined <> coalesce(s.quarantined, 0) or t.reserved not between 0 and t.in_stock
          limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Every item has its total, and no kit has one',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('inventory %s (%s) of type %s', i.id, i.sku, i.type) as described from inventories i
          left join item_totals t on t.inventory_id = i.id where (i.type = 'Item') <> (t.inventory_id is not null) limit ${sql.lit(NAMED)}`,
      ),
  },
  ...reservationChecks,
  ...serialChecks,
  ...countChecks,
];
