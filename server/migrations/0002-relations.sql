-- Customers and vendors of a client, with their addresses.
create table relations (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  type text not null check (type in ('customer', 'vendor')),
  name text not null check (name <> ''),
  account text not null default '',
  email text not null default '',
  phone text not null default '',
  is_active boolean not null default true,
  is_system boolean not null default false,
  default_term text not null default 'NA',
  default_tax_rate numeric(6, 5) not null default 0 check (default_tax_rate between 0 and 1),
  default_instruction text not null default '',
  print_instruction boolean not null default false,
  courier_id int references couriers (id),
  default_courier_account text not null default '',
  default_collect_postal text not null default '',
  default_collect_country text not null default '',
  default_shipping_payment text not null default 'prepaid' check (default_shipping_payment in ('prepaid', 'collect', 'third')),
  search_text text not null generated always as (lower(name || E'\n' || account || E'\n' || email)) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id)
);
-- One index per order a list can be shown in, and a narrow one to count by.
create index relations_by_name on relations (client_id, type, lower(name), name, id) where not is_system;
create index relations_by_account on relations (client_id, type, lower(account), id) where not is_system;
create index relations_by_email on relations (client_id, type, lower(email), id) where not is_system;
create index relations_by_update on relations (client_id, type, updated_at, id) where not is_system;
create index relations_to_count on relations (client_id, type, is_active) where not is_system;
create index relations_by_text on relations using gin (client_id, search_text gin_trgm_ops) where not is_system;
create unique index relations_system_key on relations (client_id, name) where is_system;
create trigger relations_courier_of_client before insert or update of courier_id, client_id on relations
  for each row execute function courier_of_client();
call guard_by_client('relations', 'select, insert, update');

create table addresses (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  relation_id int not null,
  type text not null default 'Both' check (type in ('Billing', 'Shipping', 'Both')),
  company text not null check (company <> ''),
  contact text not null default '',
  phone text not null default '',
  street1 text not null default '',
  street2 text not null default '',
  street3 text not null default '',
  city text not null default '',
  postal_code text not null default '',
  state text not null default '',
  state_code text not null default '',
  country text not null default '',
  country_code text not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  foreign key (client_id, relation_id) references relations (client_id, id) on delete cascade
);
create index addresses_by_relation on addresses (client_id, relation_id, id);
call guard_by_client('addresses', 'select, insert, update, delete');

-- Orders that come without a relation need one to point at: every client has these from its first moment.
create function system_relations_of_client() returns trigger language plpgsql as $$
begin
  insert into relations (client_id, type, name, is_system)
  values (new.id, 'customer', '__CustomerByWebService', true),
         (new.id, 'vendor', '__VendorByWebService', true),
         (new.id, 'customer', '__InventoryAdjustment', true);
  return null;
end $$;
create trigger clients_system_relations after insert on clients
  for each row execute function system_relations_of_client();

-- Fragments of text are found by trigram; ILIKE is not leakproof, so under a client's policy its index would lie idle.
create function guarded.find_relations(of_client int, fragment text) returns setof int
language sql stable security definer set search_path = public, pg_temp as $$
  select id from relations
  where client_id = of_client and not is_system and search_text like '%' || fragment || '%'
    and (current_setting('role') = 'app_staff' or of_client = nullif(current_setting('app.client_id', true), '')::int)
$$;
alter function guarded.find_relations(int, text) owner to app_staff;
revoke all on function guarded.find_relations(int, text) from public;
grant execute on function guarded.find_relations(int, text) to app_client, app_staff;
