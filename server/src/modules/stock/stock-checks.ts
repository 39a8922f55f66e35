import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';

/** One invariant, with the rows that break it. */
export interface StockCheck {
  name: string;
  broken(tx: Tx): Promise<string[]>;
}

const NAMED = 20;

async function told(tx: Tx, query: ReturnType<typeof sql<{ told: string }>>): Promise<string[]> {
  const { rows } = await query.execute(tx);
  return rows.map((row) => row.told);
}

/** True after every commit, under any concurrency; proven on a live database by one pass over the ledger each. */
export const stockChecks: StockCheck[] = [
  {
    name: 'Balances equal the sums of the ledger',
    broken: (tx) =>
      told(
        tx,
        sql<{ told: string }>`
          select format('item %s, plate %s, lot %s, %s: balance %s, ledger %s', coalesce(s.inventory_id, m.inventory_id), coalesce(s.license_id, m.license_id),
            coalesce(s.lot_id, m.lot_id), case when coalesce(s.quarantine, m.quarantine) then 'quarantined' else 'pristine' end,
            coalesce(s.quantity, 0), coalesce(m.quantity, 0)) as told
          from stock_rows s
          full join (select inventory_id, coalesce(license_id, 0) as plate, coalesce(lot_id, 0) as lot, license_id, lot_id, quarantine, sum(quantity) as quantity
                     from movements group by inventory_id, license_id, lot_id, quarantine) m
            on m.inventory_id = s.inventory_id and m.plate = coalesce(s.license_id, 0) and m.lot = coalesce(s.lot_id, 0) and m.quarantine = s.quarantine
          where coalesce(s.quantity, 0) <> coalesce(m.quantity, 0) limit ${sql.lit(NAMED)}`,
      ),
  },
  {
    name: 'Totals equal the balances, and nothing is promised twice',
    broken: (tx) =>
      told(
        tx,
        sql<{ told: string }>`
          select format('item %s: in stock %s, rows %s; quarantined %s, rows %s; reserved %s', t.inventory_id, t.in_stock, coalesce(s.pristine, 0),
            t.quarantined, coalesce(s.quarantined, 0), t.reserved) as told
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
      told(
        tx,
        sql<{ told: string }>`
          select format('inventory %s (%s) of type %s', i.id, i.sku, i.type) as told from inventories i
          left join item_totals t on t.inventory_id = i.id where (i.type = 'Item') <> (t.inventory_id is not null) limit ${sql.lit(NAMED)}`,
      ),
  },
];
