-- What papers say of the company, and the paper that they are printed on: empty is the usual one of the home country.
alter table company
  add column tax_id text not null default '',
  add column payment_text text not null default '',
  add column paper_size text not null default '' check (paper_size in ('', 'letter', 'a4'));

-- The statement of a month as it was sent: closing a month makes one, with the next invoice number of the client. One that
-- was reopened and closed again has a new one that names the one it replaces; both stay readable. Rows are never changed.
create table billing_statements (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  month date not null check (extract(day from month) = 1),
  version int not null check (version > 0),
  -- Of the client's counter, and with the client's prefix.
  sequence int not null,
  number text not null,
  replaces int,
  issued_on date not null,
  due_on date not null,
  term text not null,
  tax_code text not null,
  tax_id text not null,
  payment_text text not null,
  total numeric not null,
  -- The statement in the contract's shape, as it was when the month was closed.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, replaces) references billing_statements (client_id, id)
);
create unique index billing_statements_version_key on billing_statements (client_id, month, version);
create unique index billing_statements_number_key on billing_statements (client_id, sequence);
call guard_by_client('billing_statements', '');
revoke update, delete on billing_statements from app_staff;
