-- The ground everything stands on: how rows are guarded, and the tables of accounts, company, clients, records,
-- events, jobs and mail.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to app_client, app_staff, app_auth, app_worker;

-- Definer functions live here, apart, where a test lists them; they are owned by app_staff and check the scope
-- themselves, because operators that are not leakproof cannot use an index under a policy.
create schema guarded;
grant usage on schema guarded to app_client, app_staff;
grant create on schema guarded to app_staff;

-- The client of the transaction's scope; null for staff.
create function scope_client() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.client_id', true), '')::int $$;
create function scope_user() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::int $$;

-- Two policies by group role: a client's scope sees its own rows, staff see all. One policy with an `or` would cost
-- every query its index.
create procedure guard_by_client(guarded_table regclass, client_may text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded_table);
  execute format('create policy own_client on %s to app_client using (client_id = nullif(current_setting(''app.client_id'', true), '''')::int)', guarded_table);
  execute format('create policy all_clients on %s to app_staff using (true)', guarded_table);
  execute format('grant select, insert, update, delete on %s to app_staff', guarded_table);
  if client_may <> '' then
    execute format('grant %s on %s to app_client', client_may, guarded_table);
  end if;
end $$;

-- The same word compared without regard to case sorts the same way everywhere: lower(name), name, id.

----------------------------------------------------------------------------------------------------------- clients
create table clients (
  id int generated always as identity primary key,
  company text not null check (company <> ''),
  account text not null default '',
  email text not null default '',
  is_active boolean not null default true,
  is_fba boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index clients_by_company on clients (lower(company), company, id);
alter table clients enable row level security;
create policy own_client on clients to app_client using (id = nullif(current_setting('app.client_id', true), '')::int);
create policy all_clients on clients to app_staff using (true);
create policy sign_in on clients for select to app_auth using (true);
grant select on clients to app_client, app_auth;
grant select, insert, update on clients to app_staff;

---------------------------------------------------------------------------------------------------------- accounts
create table roles (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  access jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index roles_name_key on roles (lower(name));
grant select on roles to app_auth;
grant select, insert, update on roles to app_staff;

create table users (
  id int generated always as identity primary key,
  client_id int references clients (id),
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  password_hash text not null,
  is_active boolean not null default true,
  is_su boolean not null default false,
  is_main_user boolean not null default false,
  order_controller boolean not null default false,
  role_id int references roles (id),
  last_working_client int references clients (id),
  avatar_path text not null default 'user_1.png',
  lang text not null default 'en' check (lang in ('en', 'ch')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  -- A client user belongs to one client and has no role; a main user belongs to none.
  check (case when is_main_user then client_id is null else client_id is not null and role_id is null and not is_su and last_working_client is null end)
);
create unique index users_email_key on users (email);
create index users_by_name on users (lower(name), name, id);
call guard_by_client('users', 'select, update (name, email, password_hash, avatar_path, lang, updated_at)');
create policy sign_in on users to app_auth using (true);
grant select, update (password_hash, updated_at) on users to app_auth;

create table sessions (
  id uuid primary key,
  user_id int not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
alter table sessions enable row level security;
create policy sign_in on sessions to app_auth using (true);
create policy own_sessions on sessions to app_client using (user_id = nullif(current_setting('app.user_id', true), '')::int);
create policy all_sessions on sessions to app_staff using (true);
grant select, insert, update, delete on sessions to app_auth;
grant select (id, user_id, ended_at), update (ended_at) on sessions to app_client, app_staff;

create table api_tokens (
  user_id int primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now()
);
alter table api_tokens enable row level security;
create policy sign_in on api_tokens to app_auth using (true);
create policy own_token on api_tokens to app_client, app_staff using (user_id = nullif(current_setting('app.user_id', true), '')::int);
grant select, delete on api_tokens to app_auth;
grant select (user_id), insert, update, delete on api_tokens to app_client, app_staff;

create table password_resets (
  token_hash bytea primary key,
  user_id int not null references users (id) on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on password_resets to app_auth;

-- Every attempt to sign in; written in a transaction of its own, so that a refused call leaves its mark.
create table sign_ins (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  email text not null,
  user_id int references users (id) on delete set null,
  succeeded boolean not null,
  address text not null,
  agent text not null default ''
);
create index sign_ins_recent_failures on sign_ins (email, address, at) where not succeeded;
create index sign_ins_by_time on sign_ins (at);
grant select, insert on sign_ins to app_auth;
grant select on sign_ins to app_staff;

----------------------------------------------------------------------------------------------------------- company
create table company (
  is_only boolean primary key default true check (is_only),
  name text not null default 'Longshore',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  postal text not null default '',
  country text not null default '',
  phone text not null default '',
  home_country_code text not null default 'US',
  home_address text not null default '',
  host text not null default '',
  logo text not null default '',
  branding_name text not null default 'Longshore',
  branding text not null default 'Stock that is never wrong.',
  measure text not null default 'metric' check (measure in ('metric', 'imperial')),
  timezone text not null default 'America/New_York',
  t_header_bg text not null default '',
  t_primary_auth text not null default '',
  t_primary_btn text not null default '',
  t_secondary_btn text not null default '',
  t_delete_btn text not null default '',
  login_bg_color text not null default '#2185d0',
  quick_fulfill boolean not null default false,
  ss_prefix text not null default '',
  bol_base int not null default 1 check (bol_base > 0),
  do_fba boolean not null default false,
  brt_fulfillment_status_in_order_list_bool boolean not null default false,
  disable_order_address_autofill_bool boolean not null default false,
  outbound_excel_upload_bool boolean not null default false,
  updated_at timestamptz(3) not null default now()
);
insert into company default values;
grant select on company to app_client, app_auth, app_staff;
grant update on company to app_staff;

create table couriers (
  id int generated always as identity primary key,
  -- Empty: every client may choose it.
  client_id int references clients (id),
  name text not null check (name <> ''),
  account text not null default '',
  payment_method text not null default 'prepaid' check (payment_method in ('prepaid', 'collect', 'third')),
  billing_zip text not null default '',
  billing_country_code text not null default 'US',
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
alter table couriers enable row level security;
create policy own_or_shared on couriers to app_client
  using (client_id is null or client_id = nullif(current_setting('app.client_id', true), '')::int);
create policy all_clients on couriers to app_staff using (true);
grant select on couriers to app_client;
grant select, insert, update, delete on couriers to app_staff;

-- A plain foreign key cannot say "of this client, or of nobody"; this trigger does, on every table that names one.
create function courier_of_client() returns trigger language plpgsql as $$
begin
  if new.courier_id is not null and not exists (
    select from couriers where id = new.courier_id and (client_id is null or client_id = new.client_id)
  ) then
    raise exception 'courier % is not one of client %', new.courier_id, new.client_id using errcode = '23503', constraint = 'courier_of_client';
  end if;
  return new;
end $$;

create table taxes (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  rate numeric(6, 5) not null check (rate between 0 and 1),
  is_active boolean not null default true
);
create table terms (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  is_active boolean not null default true
);
create table uoms (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  is_active boolean not null default true
);
create table packages (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  length numeric(12, 4) not null default 1 check (length > 0),
  width numeric(12, 4) not null default 1 check (width > 0),
  height numeric(12, 4) not null default 1 check (height > 0),
  weight numeric(12, 4) not null default 1 check (weight > 0),
  is_active boolean not null default true
);
create unique index taxes_name_key on taxes (lower(name));
create unique index terms_name_key on terms (lower(name));
create unique index uoms_name_key on uoms (lower(name));
create unique index packages_name_key on packages (lower(name));
grant select on taxes, terms, uoms, packages to app_client;
grant select, insert, update, delete on taxes, terms, uoms, packages to app_staff;

create table provider_messages (
  id int generated always as identity primary key,
  title text not null check (title <> ''),
  body text not null default '',
  published_at timestamptz(3) not null default now(),
  is_active boolean not null default true
);
grant select on provider_messages to app_client;
grant select, insert, update, delete on provider_messages to app_staff;

----------------------------------------------------------------------------------------------------------- records
-- Who changed what. The author's name is kept with it: a client cannot see staff accounts.
create table traces (
  id int generated always as identity primary key,
  client_id int references clients (id),
  traceable_type text not null,
  traceable_id int not null,
  user_id int,
  user_name text not null,
  subject text not null,
  changes jsonb not null default '[]',
  created_at timestamptz(3) not null default now()
);
create index traces_by_record on traces (traceable_type, traceable_id, id desc);
call guard_by_client('traces', 'select, insert');
revoke update, delete on traces from app_staff;

create table saved_filters (
  id int generated always as identity primary key,
  client_id int references clients (id),
  user_id int not null references users (id) on delete cascade,
  page text not null,
  name text not null check (name <> ''),
  param jsonb not null,
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, user_id) references users (client_id, id)
);
create unique index saved_filters_name_key on saved_filters (user_id, page, lower(name));
call guard_by_client('saved_filters', 'select, insert, update, delete');

-- An Excel import: its rows are kept so that a crash resumes where it stopped and failed rows can be fetched.
create table imports (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  user_id int not null,
  user_name text not null,
  type text not null,
  options jsonb not null default '{}',
  file_name text not null,
  headings jsonb not null,
  rows jsonb not null,
  row_count int not null,
  next_row int not null default 0,
  success int not null default 0,
  problems jsonb not null default '[]',
  state text not null default 'running' check (state in ('running', 'done')),
  idempotency_key text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create unique index imports_idempotency_key on imports (user_id, idempotency_key);
create index imports_running on imports (id) where state = 'running';
call guard_by_client('imports', 'select, insert, update');

create table idempotency_keys (
  user_id int not null references users (id) on delete cascade,
  key text not null,
  method text not null,
  path text not null,
  body_hash bytea not null,
  response jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key, method, path)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
create policy own_keys on idempotency_keys to app_client, app_staff
  using (user_id = nullif(current_setting('app.user_id', true), '')::int);
create policy housekeeping on idempotency_keys to app_worker using (true);
grant select, insert, update, delete on idempotency_keys to app_client, app_staff;
grant select, delete on idempotency_keys to app_worker;

--------------------------------------------------------------------------------------------- events, jobs and mail
-- What happened, written by the transaction that made it happen; a dispatcher turns rows into jobs and live updates.
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  client_id int,
  subject_id int,
  payload jsonb not null default '{}',
  at timestamptz(3) not null default now(),
  dispatched_at timestamptz(3)
);
create index events_waiting on events (id) where dispatched_at is null;
create index events_done on events (dispatched_at) where dispatched_at is not null;
alter table events enable row level security;
create policy own_client on events for insert to app_client
  with check (client_id = nullif(current_setting('app.client_id', true), '')::int);
create policy all_clients on events for insert to app_staff with check (true);
create policy sign_in on events for insert to app_auth with check (true);
create policy dispatch on events to app_worker using (true);
grant insert on events to app_client, app_staff, app_auth;
grant select, update, delete on events to app_worker;

create table job_runs (
  id bigint generated always as identity primary key,
  job_id text not null,
  task text not null,
  payload jsonb not null default '{}',
  attempt int not null,
  state text not null check (state in ('done', 'failed', 'given up')),
  problem text not null default '',
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null default now()
);
create index job_runs_by_time on job_runs (id desc);
create index job_runs_by_job on job_runs (job_id);
grant select, insert, delete on job_runs to app_worker;
grant select on job_runs to app_staff;

-- The text is encrypted: it may carry a link that signs somebody in.
create table mails (
  id int generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_sealed bytea not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  problem text not null default '',
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
grant insert, select (id) on mails to app_client, app_auth;
grant select, insert, update on mails to app_staff;
