-- SSCCs of plates and cartons, each given at the first print of a label (docs/decisions/0106).

alter table company add column gs1_prefix text not null default '' check (gs1_prefix ~ '^(\d{4,12})?$');

-- How many SSCCs each prefix has given. A prefix that the company had before keeps its count: it may come back.
create table sscc_prefixes (
  prefix text primary key check (prefix ~ '^\d{4,12}$'),
  given bigint not null default 0 check (given >= 0)
);
alter table sscc_prefixes enable row level security;
create policy all_sscc_prefixes on sscc_prefixes to app_staff using (true);
grant select, insert, update on sscc_prefixes to app_staff;

-- A row is never changed or deleted by us: a number is not given again when its plate or carton is gone.
create table ssccs (
  id bigint generated always as identity primary key,
  client_id int not null references clients (id),
  sscc text not null check (sscc ~ '^\d{18}$'),
  license_id int,
  shipment_id int,
  -- Of a shipment: the carton as its label names it, by its number or its place.
  carton text check (carton <> ''),
  created_at timestamptz(3) not null default now(),
  -- A plate without stock may be given to another client, and deleted.
  foreign key (client_id, license_id) references licenses (client_id, id)
    on update cascade on delete set null (license_id),
  foreign key (client_id, shipment_id) references shipments (client_id, id),
  check (license_id is null or shipment_id is null),
  check ((shipment_id is null) = (carton is null))
);
create unique index ssccs_sscc_key on ssccs (sscc);
create unique index ssccs_license_key on ssccs (license_id) where license_id is not null;
create unique index ssccs_carton_key on ssccs (shipment_id, lower(carton)) where shipment_id is not null;
call guard_by_client('ssccs', 'select');
revoke update, delete on ssccs from app_staff;
