-- Accounts of the company itself with partners: labels, the shipping station, freight (docs/decisions/0090). One per partner.
create table company_accounts (
  -- The name of the partner, as it is declared.
  partner text primary key check (partner <> ''),
  -- Fields of the form that are no secret, by name; all secrets, encrypted together; and when each was set, by name.
  fields jsonb not null default '{}',
  secrets bytea not null,
  set_at jsonb not null default '{}',
  -- Verified: the partner accepted the keys, and has not refused them since. The reason why not is for people.
  verified boolean not null default false,
  verified_at timestamptz(3),
  problem text not null default '',
  account text not null default '',
  -- Carriers, services, places and lists, as they were last read.
  catalogue jsonb not null default '{}',
  cached_at timestamptz(3),
  -- The partner calls us at an address with a token, of which the hash is kept to find the account.
  hook_hash bytea not null unique,
  -- Who entered the keys, and is told when the partner refuses them.
  user_id int not null,
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
alter table company_accounts enable row level security;
create policy all_clients on company_accounts to app_staff using (true);
grant select, insert, update, delete on company_accounts to app_staff;

-- A line for every call to the partner of an account, for 90 days; never a secret.
create table company_account_calls (
  id bigint generated always as identity primary key,
  partner text not null,
  subject text not null,
  -- 0 when no answer came.
  status smallint not null,
  ms int not null,
  request_id text not null default '',
  problem text not null default '',
  created_at timestamptz(3) not null default now()
);
create index company_account_calls_by_partner on company_account_calls (partner, id);
create index company_account_calls_by_age on company_account_calls (created_at);
alter table company_account_calls enable row level security;
create policy all_clients on company_account_calls to app_staff using (true);
grant select, insert, update, delete on company_account_calls to app_staff;
