-- The Incoterm of a shipment with its named place, for the commercial invoice.

alter table shipments
  add column incoterm text not null default ''
    check (incoterm in ('', 'EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  add column incoterm_place text not null default '',
  add constraint shipments_incoterm_place check ((incoterm = '') = (incoterm_place = ''));

-- Deleted webhooks, for a day: their secrets are never answered, so that only the server can restore one. They are
-- apart from the others, so that no query has to leave them out.
create table deleted_webhooks (
  -- The id that it had and will have again.
  id int primary key,
  client_id int not null references clients (id),
  trigger int not null,
  type text not null,
  method text not null,
  endpoint text not null,
  hash_key_sealed bytea,
  ftp_username text not null,
  ftp_password_sealed bytea,
  ftp_path text not null,
  created_at timestamptz(3) not null,
  -- Its deliveries that were waiting or had failed.
  deliveries jsonb not null,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_webhooks_by_time on deleted_webhooks (deleted_at);
call guard_by_client('deleted_webhooks', '');
