-- Who works on what (docs/decisions/0101). What is to do is asked of the facts and not stored: a row is only what people
-- add to it, for a record of a kind of work.
create table tasks (
  id int generated always as identity primary key,
  -- Kinds and what their records are, modules declare: a plate, a shipment, a wave.
  kind text not null check (kind <> ''),
  record_id int not null,
  -- Null for what belongs to several clients.
  client_id int references clients (id),
  -- Null: as the facts rank it.
  priority smallint check (priority between 1 and 5),
  -- Without foreign keys, like holders of shipments: users belong to clients too.
  assignee_id int,
  assignee_name text not null default '',
  holder_id int,
  holder_name text not null default '',
  held_since timestamptz(3),
  -- Until then nobody else can take it.
  lease_until timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  check ((assignee_id is null) = (assignee_name = '')),
  check ((holder_id is null) = (holder_name = '')),
  check ((holder_id is null) = (lease_until is null) and (holder_id is null) = (held_since is null))
);
create unique index tasks_record_key on tasks (kind, record_id);
create index tasks_by_holder on tasks (holder_id) where holder_id is not null;
call guard_by_client('tasks', '');

-- Who put a plate into a bin, besides the name: for the figures of a person. Null in rows of earlier releases.
alter table license_locations add column user_id int;

-- Codes that people sign in with by scanning them (docs/decisions/0102). Only the hash of a code is stored.
create table badges (
  id int generated always as identity primary key,
  user_id int not null references users (id) on delete cascade,
  kind text not null check (kind in ('personal', 'one_time')),
  name text not null default '',
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_address text not null default '',
  revoked_at timestamptz(3),
  revoked_by text not null default '',
  check ((kind = 'one_time') = (expires_at is not null))
);
create unique index badges_code_key on badges (code_hash);
create index badges_by_user on badges (user_id, id);
alter table badges enable row level security;
create policy sign_in on badges to app_auth using (true);
create policy all_badges on badges for select to app_staff using (true);
grant select, insert, update, delete on badges to app_auth;
grant select (id, user_id, kind, name, created_at, created_by, expires_at, last_used_at, last_used_address, revoked_at, revoked_by)
  on badges to app_staff;

-- The badge that a session was begun with: revoking it ends the session. Null for passwords.
alter table sessions add column badge_id int;
