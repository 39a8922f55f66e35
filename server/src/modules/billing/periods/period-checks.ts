import { sql } from '../../../platform/database/sql.ts';
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
          select format('client %s, %s: closed with %s in %s entries, has %s in %s', p.client_id, to_char(p.month, 'YYYY-MM'), trim_scale(p.total), p.entries,
            trim_scale(s.total), s.entries) as described
          from billing_periods p
          cross join lateral (
            select coalesce(sum(${entryAmount}), 0) as total, count(*) as entries from billing_entries e
            where e.client_id = p.client_id and e.deleted_at is null and e.bill_date >= p.month and e.bill_date < p.month + interval '1 month') s
          where p.is_closed and (s.total <> p.total or s.entries <> p.entries)
          order by p.client_id, p.month limit ${NAMED}`,
      ),
  },
  {
    name: 'Every month that was closed has a document with what it was closed with',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('client %s, %s is closed without a document', p.client_id, to_char(p.month, 'YYYY-MM')) as described
          from billing_periods p
          where p.is_closed and p.is_exact and p.changed_at >= (select min(created_at) from billing_statements) and not exists (
            select from billing_statements d where d.client_id = p.client_id and d.month = p.month and d.created_at >= p.changed_at)
          order by p.client_id, p.month limit ${NAMED}`,
      ),
  },
  {
    name: 'Versions of a statement follow each other, each naming the one it replaces',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          select format('client %s: statement %s is version %s and does not replace version %s', d.client_id, d.number, d.version, d.version - 1)
            as described
          from billing_statements d left join billing_statements r on r.client_id = d.client_id and r.id = d.replaces
          where d.version > 1 and (r.month, r.version) is distinct from (d.month, d.version - 1) or d.version = 1 and d.replaces is not null
          order by d.id limit ${NAMED}`,
      ),
  },
  {
    name: 'Numbers of statements and invoices are given once, without gaps unless a person raised the counter',
    broken: (tx) =>
      describeRows(
        tx,
        sql<{ described: string }>`
          with given as (
            select client_id, sequence from billing_statements
            union all select client_id, invoice_sequence from shipments where invoice_sequence is not null),
          first as (select client_id, min(sequence) as sequence from billing_statements group by client_id)
          select format('client %s: number %s was given %s times', c.id, n.number, (
            select count(*) from given g where g.client_id = c.id and g.sequence = n.number)) as described
          from first f join clients c on c.id = f.client_id
          cross join lateral generate_series(f.sequence, greatest(c.next_inv_num - 1, (
            select max(d.sequence) from billing_statements d where d.client_id = c.id))) n (number)
          where (select count(*) from given g where g.client_id = c.id and g.sequence = n.number) <> 1
            and not exists (select from traces t where t.traceable_type = 'Client' and t.traceable_id = c.id
              and t.changes @> '[{"field": "detail.next_inv_num"}]')
          order by c.id, n.number limit ${NAMED}`,
      ),
  },
];
