-- What a person should look at (docs/decisions/0076). The facts open and close a row; people take it, put it off and
-- comment on it.
create table exceptions (
  id int generated always as identity primary key,
  -- Kinds are declared by modules, not here: an integration adds its own.
  kind text not null check (kind <> ''),
  -- The record it is about, as the kind names it: mostly an id.
  record text not null check (record <> ''),
  -- Null for what belongs to the company.
  client_id int references clients (id),
  -- 1 stopped, 2 attention, 3 note: worst first.
  severity smallint not null check (severity between 1 and 3),
  -- Who may see it, as the kind declares it.
  access jsonb not null,
  -- Whether it is for users of the client to act on, and for which of them; null for all of them.
  for_client boolean not null default false,
  for_user int,
  -- The facts for its sentence and its screen, by the kind's own names.
  slots jsonb not null default '{}',
  search_text text not null default '',
  -- Since when the facts are so; null when only this row knows.
  since timestamptz(3),
  opened_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  -- Without a foreign key, like holders of shipments: users belong to clients too. The name is for those who cannot see the user.
  owner_id int,
  owner_name text not null default '',
  -- Staff and the client's users put it off separately: nobody hides it from the other side.
  snoozed_until timestamptz(3),
  client_snoozed_until timestamptz(3),
  check ((owner_id is null) = (owner_name = ''))
);
create unique index exceptions_record_key on exceptions (kind, record);
create index exceptions_open on exceptions (kind, severity, client_id) where closed_at is null;
create index exceptions_closed on exceptions (closed_at) where closed_at is not null;
call guard_by_client('exceptions', 'select, update (owner_id, owner_name, client_snoozed_until)');
-- In addition to that of the own client: what is not for client users, or for one of them only, does not exist for the others.
create policy for_client on exceptions as restrictive to app_client
  using (for_client and (for_user is null or for_user = (select guarded.signed_scope(2))));

-- When the facts of a kind were last looked at.
create table exception_looks (
  kind text primary key,
  looked_at timestamptz(3) not null default now()
);
grant select on exception_looks to app_client;
grant select, insert, update, delete on exception_looks to app_staff;

-- Comments on exceptions of the company have no client: only staff see them.
alter table comments alter column client_id drop not null;

-- Since when the holder has the lock; lock_used_at is renewed by everything they do. Null for locks of an earlier release.
alter table shipments add column locked_since timestamptz(3);
