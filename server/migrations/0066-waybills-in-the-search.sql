-- non-transactional
-- The search palette finds a shipment by its waybill, whole or from its beginning.
create index concurrently if not exists shipments_by_waybill on shipments (lower(waybill) text_pattern_ops)
  where waybill <> '' and voided_at is null;

-- A client's own shipments by id, picking number or waybill. `like` is not leakproof, so under a client's policy its index
-- could not be used.
create or replace function guarded.find_shipments(of_client int, code text) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select id from shipments
  where client_id = of_client and voided_at is null
    and (id = case when code ~ '^[1-9][0-9]{0,8}$' then code::int end or lower(pt_number) = code
      or (waybill <> '' and lower(waybill) like replace(replace(replace(code, '\', '\\'), '%', '\%'), '_', '\_') || '%'))
    and (current_setting('role') = 'app_staff' or of_client = (select guarded.signed_scope(1)))
$$;
alter function guarded.find_shipments(int, text) owner to app_staff;
revoke all on function guarded.find_shipments(int, text) from public;
grant execute on function guarded.find_shipments(int, text) to app_client, app_staff;
