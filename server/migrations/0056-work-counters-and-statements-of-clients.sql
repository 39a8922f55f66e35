-- non-transactional
-- The counters of the sidebar: what is open of one client, in the order of its ship dates.
create index concurrently shipments_unfinished_of_client on shipments (client_id, direction, ship_date)
  where status <> 'Finished' and voided_at is null;

-- Client users who may read what their client was charged: closed months only, and nothing that is internal. The
-- policies are in addition to that of the own client.
alter table users add column if not exists statement_reader boolean not null default false;
drop policy if exists closed_only on billing_periods;
create policy closed_only on billing_periods as restrictive to app_client using (is_closed);
drop policy if exists closed_only on billing_entries;
create policy closed_only on billing_entries as restrictive to app_client using (deleted_at is null and exists (
  select from billing_periods p
  where p.client_id = billing_entries.client_id and p.month = date_trunc('month', billing_entries.bill_date)::date and p.is_closed
    and billing_entries.item_id <> all (p.internal_items)));
grant select (client_id, month, is_closed, is_exact, tax_rate, internal_items, untaxed_items, activities, changed_at) on billing_periods to app_client;
grant select (client_id, activity_id, item_id, meta_name, meta_uom, quantity, price, amount, how, bill_date, deleted_at)
  on billing_entries to app_client;
-- Of the documents all but what they said in full, which has what is internal, and who made them.
drop policy if exists closed_only on billing_statements;
create policy closed_only on billing_statements as restrictive to app_client using (exists (
  select from billing_periods p where p.client_id = billing_statements.client_id and p.month = billing_statements.month and p.is_closed));
grant select (id, client_id, month, version, number, replaces, issued_on, due_on, term, tax_code, tax_id, payment_text, total)
  on billing_statements to app_client;
-- Columns of users are granted one by one (0053).
grant select (statement_reader) on users to app_client, app_staff;
grant insert (statement_reader) on users to app_staff;
