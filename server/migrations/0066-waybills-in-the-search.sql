-- non-transactional
-- The search palette finds a shipment by its waybill, whole or from its beginning.
create index concurrently if not exists shipments_by_waybill on shipments (lower(waybill) text_pattern_ops)
  where waybill <> '' and voided_at is null;

-- What a phrase or a search names of one client. `lower` and `like` are not leakproof, so under a client's policy their index
-- could not be used.
-- Its shipments by id, picking number or waybill.
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

-- Its customers and vendors by their whole names, which are sent in lower case.
create or replace function guarded.find_relations_named(of_client int, names text[]) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select id from relations
  where client_id = of_client and not is_system and type in ('customer', 'vendor') and lower(name) = any (names)
    and (current_setting('role') = 'app_staff' or of_client = (select guarded.signed_scope(1)))
$$;
alter function guarded.find_relations_named(int, text[]) owner to app_staff;
revoke all on function guarded.find_relations_named(int, text[]) from public;
grant execute on function guarded.find_relations_named(int, text[]) to app_client, app_staff;
