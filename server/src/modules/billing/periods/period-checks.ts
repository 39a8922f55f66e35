import { sql } from 'kysely';
import { describeRows, NAMED } from '../../../platform/describe-rows.ts';
import type { Check } from '../../../platform/module.ts';
import { entryAmount } from '../statements/internal.ts';

/** What must hold for closed months after every commit. */
export const periodChecks: Check[] = [
  {
    name: 'Closed months have the entries that they were closed with',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('client %s, %s: closed with %s in %s entries, has %s in %s', p.client_id, to_char(p.month, 'YYYY-MM'), p.total, p.entries,
            s.total, s.entries) as described
          from billing_periods p
          cross join lateral (
            select coalesce(sum(${entryAmount}), 0) as total, count(*) as entries from billing_entries e
            where e.client_id = p.client_id and e.deleted_at is null and e.bill_date >= p.month and e.bill_date < p.month + interval '1 month') s
          where p.is_closed and (s.total <> p.total or s.entries <> p.entries)
          order by p.client_id, p.month limit ${NAMED}`,
      ),
  },
];
