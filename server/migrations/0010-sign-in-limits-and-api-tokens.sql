-- Attempts to sign in are counted before the password is hashed, per network and account; API tokens can expire, be
-- read-only and say when they were last used; a new password ends sessions, token and reset links of the account.

-- What attempts are counted by: the address, for IPv6 its /64, because one machine has that many addresses.
alter table sign_ins add column network text not null default '';
create index sign_ins_failures_by_network on sign_ins (network, at) where not succeeded;
drop index sign_ins_recent_failures;
-- An attempt is written as failed and becomes a success when it was one; a password that was asked for to confirm
-- something is no sign-in, so its row goes when it was right.
grant update (succeeded, user_id), delete on sign_ins to app_auth;

alter table api_tokens
  add column read_only boolean not null default false,
  add column expires_at timestamptz(3),
  add column last_used_at timestamptz(3),
  add column last_used_address text not null default '';
grant update (last_used_at, last_used_address) on api_tokens to app_auth;
grant select (created_at, read_only, expires_at, last_used_at, last_used_address) on api_tokens to app_client, app_staff;
-- A super user who sets a password ends that user's token.
create policy all_tokens_seen on api_tokens for select to app_staff using (true);
create policy all_tokens_ended on api_tokens for delete to app_staff using (true);

create or replace function guarded.has_api_token(of_user int) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from api_tokens where user_id = of_user and (expires_at is null or expires_at > now()))
$$;

create index password_resets_by_user on password_resets (user_id) where used_at is null;
alter table password_resets enable row level security;
create policy sign_in on password_resets to app_auth using (true);
create policy own_resets on password_resets to app_client using (user_id = nullif(current_setting('app.user_id', true), '')::int);
create policy all_resets on password_resets to app_staff using (true);
grant select (user_id, used_at), update (used_at) on password_resets to app_client, app_staff;
