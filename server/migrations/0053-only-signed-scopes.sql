-- contract
-- incompatible
-- A scope must be signed, and only app_auth writes what people sign in with. Servers of 1.9 and older do neither: this
-- waits until none of them is connected.

create or replace function guarded.signed_scope(part int) returns int
language plpgsql stable parallel safe security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given text := current_setting('app.scope', true);
  ids text := split_part(given, ':', 1);
  inner_pad bytea;
  outer_pad bytea;
begin
  select k.inner_pad, k.outer_pad into inner_pad, outer_pad from scope_keys k;
  if split_part(given, ':', 2) is distinct from
     encode(sha256(outer_pad || sha256(inner_pad || convert_to(ids, 'UTF8'))), 'hex') then
    raise exception 'the scope of this transaction is not signed' using errcode = '42501';
  end if;
  return nullif(split_part(ids, '.', part), '')::int;
end $$;

revoke all on users from app_client, app_staff;
do $$
declare
  -- A column that is added later has to be granted: none is readable by accident.
  readable text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and attname <> 'password_hash');
begin
  execute format('grant select (%s) on users to app_client, app_staff', readable);
  -- The demo's users, which have no password yet.
  execute format('grant insert (%s), update (last_working_client) on users to app_staff', readable);
end $$;
revoke all on sessions from app_client, app_staff;
drop policy own_sessions on sessions;
drop policy all_sessions on sessions;
revoke all on password_resets from app_client, app_staff;
drop policy own_resets on password_resets;
drop policy all_resets on password_resets;
revoke insert, update, delete on api_tokens from app_client, app_staff;
drop policy all_tokens_ended on api_tokens;
revoke all on mails from app_client;
