-- The scope of a transaction is signed by the server, so that SQL that got into a statement cannot take another client
-- or user by setting it again (docs/decisions/0055). The servers of the previous release, which do not sign, keep
-- working until 0053 has run.

-- The key of HMAC-SHA256, and its two pads, from which PostgreSQL computes the same without an extension.
create table scope_keys (
  is_only boolean primary key default true check (is_only),
  key bytea not null,
  inner_pad bytea not null,
  outer_pad bytea not null
);
do $$
declare
  -- 64 bytes, the block of SHA-256: a key of this length is used as it is.
  new_key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    || sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  inner_pad bytea := new_key;
  outer_pad bytea := new_key;
begin
  for at in 0..63 loop
    inner_pad := set_byte(inner_pad, at, get_byte(new_key, at) # 54);
    outer_pad := set_byte(outer_pad, at, get_byte(new_key, at) # 92);
  end loop;
  insert into scope_keys (key, inner_pad, outer_pad) values (new_key, inner_pad, outer_pad);
end $$;
-- The server reads it once, with the login that also reads passwords.
grant select (key) on scope_keys to app_auth;

-- `client.user:signature`, where either id may be empty; answers one of the ids. Text that was changed is refused.
create function guarded.signed_scope(part int) returns int
language plpgsql stable parallel safe security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given text := current_setting('app.scope', true);
  ids text := split_part(given, ':', 1);
  inner_pad bytea;
  outer_pad bytea;
begin
  -- A server of the previous release.
  if coalesce(given, '') = '' then
    return nullif(current_setting(case part when 1 then 'app.client_id' else 'app.user_id' end, true), '')::int;
  end if;
  select k.inner_pad, k.outer_pad into inner_pad, outer_pad from scope_keys k;
  if split_part(given, ':', 2) is distinct from
     encode(sha256(outer_pad || sha256(inner_pad || convert_to(ids, 'UTF8'))), 'hex') then
    raise exception 'the scope of this transaction is not signed' using errcode = '42501';
  end if;
  return nullif(split_part(ids, '.', part), '')::int;
end $$;
revoke all on function guarded.signed_scope(int) from public;
grant execute on function guarded.signed_scope(int) to app_client, app_staff, app_auth;
grant usage on schema guarded to app_auth;

create or replace function scope_client() returns int language sql stable parallel safe
  as $$ select guarded.signed_scope(1) $$;
create or replace function scope_user() returns int language sql stable parallel safe
  as $$ select guarded.signed_scope(2) $$;

-- As before, with the signed scope. It is a subquery so that it is evaluated once per statement, not for every row.
create or replace procedure guard_by_client(guarded_table regclass, client_may text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded_table);
  execute format('create policy own_client on %s to app_client using (client_id = (select guarded.signed_scope(1)))', guarded_table);
  execute format('create policy all_clients on %s to app_staff using (true)', guarded_table);
  execute format('grant select, insert, update, delete on %s to app_staff', guarded_table);
  if client_may <> '' then
    execute format('grant %s on %s to app_client', client_may, guarded_table);
  end if;
end $$;

-- Rewrites the policies that read the settings themselves. Each is a transaction of its own: altering a policy locks its
-- table, and all tables at once would wait for every running transaction.
create procedure sign_policies() language plpgsql as $$
declare
  found record;
  by_setting constant text := '(NULLIF(current_setting(''app.%s''::text, true), ''''::text))::integer';
  condition text;
begin
  for found in
    select c.oid::regclass as guarded_table, p.polname as name, pg_get_expr(p.polqual, p.polrelid) as seen,
      pg_get_expr(p.polwithcheck, p.polrelid) as written
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) like '%current_setting(''app.%'
    order by 1, 2
  loop
    condition := coalesce(found.seen, found.written);
    condition := replace(condition, format(by_setting, 'client_id'), '(select guarded.signed_scope(1))');
    condition := replace(condition, format(by_setting, 'user_id'), '(select guarded.signed_scope(2))');
    execute format('alter policy %I on %s %s (%s)', found.name, found.guarded_table,
      case when found.seen is null then 'with check' else 'using' end, condition);
    commit;
  end loop;
end $$;

create or replace function guarded.find_relations(of_client int, fragment text) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select id from relations
  where client_id = of_client and not is_system and search_text like '%' || fragment || '%'
    and (current_setting('role') = 'app_staff' or of_client = (select guarded.signed_scope(1)))
$$;
create or replace function guarded.find_inventories(of_client int, fragment text) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select id from inventories
  where client_id = of_client and search_text like '%' || fragment || '%'
    and (current_setting('role') = 'app_staff' or of_client = (select guarded.signed_scope(1)))
$$;
create or replace function guarded.find_orders(of_client int, fragment text) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select id from orders
  where client_id = of_client and search_text like '%' || fragment || '%'
    and (current_setting('role') = 'app_staff' or of_client = (select guarded.signed_scope(1)))
$$;
create or replace function guarded.hold_item(held int) returns void
language sql security definer set search_path = public, pg_temp as $$
  select from item_totals
  where inventory_id = held
    and (current_setting('role') = 'app_staff' or client_id = (select guarded.signed_scope(1)))
  for no key update
$$;
create or replace function guarded.take_picking_number(of_client int) returns int
language sql volatile security definer set search_path = public, pg_temp as $$
  update clients set next_picking_num = next_picking_num + 1
  where id = of_client
    and (current_setting('role') = 'app_staff' or of_client = (select guarded.signed_scope(1)))
  returning next_picking_num - 1
$$;

-------------------------------------------------------------------------- what people sign in with, as app_auth only
-- What changes a password, a session or a token runs as app_auth from here on; 0053 takes it from the other roles.
grant insert, update on users to app_auth;
grant insert, update on api_tokens to app_auth;
grant execute on function guarded.has_api_token(int) to app_auth;
grant insert on traces to app_auth;
create policy sign_in on traces for insert to app_auth with check (true);
grant select, insert, update, delete on idempotency_keys to app_auth;
create policy sign_in on idempotency_keys to app_auth using (user_id = (select guarded.signed_scope(2)));
-- Nobody signs in with an empty hash. The demo writes its users in one transaction with everything else, as staff, and
-- their passwords afterwards.
alter table users alter column password_hash set default '';

---------------------------------------------------------------------------------------------------- mails with secrets
-- What the outbox shows of a mail that carries a link or a code: the text with these masked. Null: the text itself.
alter table mails add column masked_sealed bytea;
-- When a job began to send it: a second job of the same mail waits for what comes of the first.
alter table mails add column sending_since timestamptz(3);
