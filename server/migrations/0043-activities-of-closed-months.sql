-- The names and charge types that a closed statement shows, by the id of the activity: renaming one changes no closed month.
alter table billing_periods add column activities jsonb not null default '{}';
update billing_periods p set activities = coalesce((
  select jsonb_object_agg(a.id, jsonb_build_object('name', a.name, 'charge', a.charge)) from billing_activities a
  where a.client_id = p.client_id and exists (
    select from billing_entries e where e.client_id = p.client_id and e.activity_id = a.id and e.deleted_at is null
      and e.bill_date >= p.month and e.bill_date < p.month + interval '1 month')), '{}')
where p.is_closed;
