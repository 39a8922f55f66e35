-- Clients in full, their webhooks, the rest of the company, and what hangs on records: comments, files, categories.

alter table clients
  add column custom_1 text not null default '',
  add column custom_2 text not null default '',
  add column custom_3 text not null default '',
  add column custom_4 text not null default '',
  add column custom_5 text not null default '',
  add column address jsonb not null default '{}',
  add column invoice_prefix text not null default '',
  add column next_inv_num int not null default 1000 check (next_inv_num > 0),
  add column packing_slip_prefix text not null default '',
  add column next_picking_num int not null default 1000 check (next_picking_num > 0),
  add column logo_uri text not null default '',
  add column qb_mapping_name text not null default '',
  add column invoice_term text not null default '',
  add column due_date int not null default 0,
  add column use_ship_station boolean not null default false,
  add column ss_warehouse text not null default '',
  add column shipping_charge_modify numeric(7, 4) not null default 0 check (shipping_charge_modify between -1 and 5),
  add column order_notification text not null default 'None' check (order_notification in ('Created', 'Processed', 'None')),
  add column order_notification_email text not null default '',
  add column tax_code text not null default '',
  add column tax_rate numeric(6, 5) not null default 0 check (tax_rate between 0 and 1),
  add column email_upon_receiving boolean not null default false,
  add column email_upon_shipping boolean not null default false,
  add column receiving_notification_emails text[] not null default '{}',
  add column shipping_notification_emails text[] not null default '{}';
create index clients_by_account on clients (lower(account), id);
create index clients_by_email on clients (lower(email), id);

-- Numbers on documents only rise: a lower one would be given twice.
create function numbers_only_rise() returns trigger language plpgsql as $$
begin
  if new.next_inv_num < old.next_inv_num or new.next_picking_num < old.next_picking_num then
    raise exception 'document numbers only rise' using errcode = '23514', constraint = 'numbers_only_rise';
  end if;
  return new;
end $$;
create trigger clients_numbers_only_rise before update of next_inv_num, next_picking_num on clients
  for each row execute function numbers_only_rise();

alter table company
  add column invoice_prefix text not null default '',
  add column next_inv_num int not null default 1000 check (next_inv_num > 0),
  add column packing_slip_prefix text not null default '',
  add column next_picking_num int not null default 1000 check (next_picking_num > 0);
create trigger company_numbers_only_rise before update of next_inv_num, next_picking_num on company
  for each row execute function numbers_only_rise();

alter table couriers
  add column ss_mapping_carrier text not null default '',
  add column ss_mapping_service text not null default '',
  add column ss_mapping_package text not null default '',
  add column shippo_id text not null default '',
  add column shippo_service text not null default '',
  add column shippo_address_id text not null default '',
  add column flex_service text not null default '';
create unique index couriers_name_key on couriers (coalesce(client_id, 0), lower(name));

create index users_by_email on users (lower(email), id);
-- Whether another user has a token, without letting anybody see it.
create function guarded.has_api_token(of_user int) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from api_tokens where user_id = of_user)
$$;
revoke all on function guarded.has_api_token(int) from public;
grant execute on function guarded.has_api_token(int) to app_staff;

---------------------------------------------------------------------------------------------------------- webhooks
create table webhooks (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  trigger int not null check (trigger in (1, 2, 3, 101)),
  type text not null default 'HTTP' check (type in ('HTTP', 'FTP')),
  method text not null default 'POST' check (method in ('POST', 'PUT')),
  endpoint text not null,
  hash_key_sealed bytea,
  ftp_username text not null default '',
  ftp_password_sealed bytea,
  ftp_path text not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id)
);
create index webhooks_by_trigger on webhooks (client_id, trigger);
call guard_by_client('webhooks', '');

-- One row per thing to deliver; the id in the header is its delivery_key, the same however often it is sent.
create table webhook_deliveries (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  webhook_id int not null,
  delivery_key uuid not null default gen_random_uuid(),
  event_id bigint,
  record text not null,
  subject text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  problem text not null default '',
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  foreign key (client_id, webhook_id) references webhooks (client_id, id) on delete cascade
);
create index webhook_deliveries_open on webhook_deliveries (webhook_id, id) where state <> 'delivered';
create index webhook_deliveries_by_record on webhook_deliveries (webhook_id, record, id) where state <> 'delivered';
create unique index webhook_deliveries_once on webhook_deliveries (webhook_id, event_id) where event_id is not null;
call guard_by_client('webhook_deliveries', '');

------------------------------------------------------------------------------------ comments, files and categories
create table comments (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  commentable_type text not null,
  commentable_id int not null,
  comment text not null check (comment <> ''),
  internal boolean not null default false,
  user_id int not null,
  user_name text not null,
  created_at timestamptz(3) not null default now()
);
create index comments_by_record on comments (client_id, commentable_type, commentable_id, id);
call guard_by_client('comments', 'select, insert, delete');
-- Internal comments do not exist for a client.
create policy not_internal on comments as restrictive to app_client using (not internal);

create table files (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  filable_type text not null,
  filable_id int not null,
  path text not null unique,
  original_name text not null,
  type text not null default '',
  media text not null,
  size int not null check (size >= 0),
  comment text not null default '',
  user_id int not null,
  user_name text not null,
  created_at timestamptz(3) not null default now()
);
create index files_by_record on files (client_id, filable_type, filable_id, id);
call guard_by_client('files', 'select, insert, delete');

create table categories (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  resource text not null,
  name text not null check (name <> ''),
  unique (client_id, id)
);
create unique index categories_name_key on categories (client_id, resource, lower(name));
call guard_by_client('categories', 'select, insert, delete');

create table categorized (
  client_id int not null references clients (id),
  category_id int not null,
  resource_id int not null,
  primary key (category_id, resource_id),
  foreign key (client_id, category_id) references categories (client_id, id) on delete cascade
);
create index categorized_by_record on categorized (client_id, resource_id);
call guard_by_client('categorized', 'select, insert, delete');
