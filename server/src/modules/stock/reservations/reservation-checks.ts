import { sql } from '../../../platform/database/sql.ts';
import { describeRows, NAMED } from '../../../platform/describe-rows.ts';
import type { Check } from '../../../platform/module.ts';

/** What must hold for reservations after every commit. */
export const reservationChecks: Check[] = [
  {
    name: 'Reserved units are the sum of the reservations',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('item %s: reserved %s, reservations %s', coalesce(t.inventory_id, r.inventory_id), coalesce(t.reserved, 0),
            coalesce(r.quantity, 0)) as described
          from item_totals t
          full join (select inventory_id, sum(quantity) as quantity from reservations group by inventory_id) r on r.inventory_id = t.inventory_id
          where coalesce(t.reserved, 0) <> coalesce(r.quantity, 0) limit ${sql.lit(NAMED)}`,
      ),
  },
];
