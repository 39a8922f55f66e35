import { sql } from '../../../platform/database/sql.ts';
import { describeRows, NAMED } from '../../../platform/describe-rows.ts';
import type { Check } from '../../../platform/module.ts';

/** A line is posted once or not at all, whoever was killed in between. */
export const countChecks: Check[] = [
  {
    name: 'What counts corrected is what their lines say',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('count %s, item %s: lines %s, ledger %s', coalesce(l.count_id, m.count_id), coalesce(l.inventory_id, m.inventory_id),
            coalesce(l.variance, 0), coalesce(m.variance, 0)) as described
          from (select count_id, inventory_id, sum(variance) as variance, count(*) as entries from count_lines
                where outcome = 'posted' group by count_id, inventory_id) l
          full join (select substring(cause from 7)::int as count_id, inventory_id, sum(quantity) as variance, count(*) as entries from movements
                     where kind = 'count' and cause ~ '^count \\d{1,9}$' group by 1, 2) m
            on m.count_id = l.count_id and m.inventory_id = l.inventory_id
          where coalesce(l.variance, 0) <> coalesce(m.variance, 0) or coalesce(l.entries, 0) <> coalesce(m.entries, 0) limit ${sql.lit(NAMED)}`,
      ),
  },
];
