-- A shipment of a wave that does not fit into one tote goes on in another one (docs/decisions/0109). `wave_shipments.tote_id` is the
-- tote that is filled now; those that are full are here, and are in use as long as that row holds its tote.

create table wave_full_totes (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  wave_id int not null references waves (id),
  shipment_id int not null,
  tote_id int not null references totes (id),
  -- The last fulfilment of the shipment before it was full, 0 for none: what came later is in another tote.
  last_fulfillment_id int not null check (last_fulfillment_id >= 0),
  user_name text not null,
  at timestamptz(3) not null default now(),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create index wave_full_totes_by_wave on wave_full_totes (wave_id, shipment_id, id);
create index wave_full_totes_by_shipment on wave_full_totes (shipment_id);
create index wave_full_totes_by_tote on wave_full_totes (tote_id);
call guard_by_client('wave_full_totes', '');

-- The safety net below every command, also below those of the release before: a full tote is not given to another shipment.
create function tote_is_not_full() returns trigger language plpgsql as $$
begin
  if exists (
    select from wave_full_totes f join wave_shipments m on m.wave_id = f.wave_id and m.shipment_id = f.shipment_id
    where f.tote_id = new.tote_id and m.holds_tote
  ) then
    raise exception 'The tote is full.' using errcode = 'unique_violation', constraint = 'wave_shipments_tote_key';
  end if;
  return new;
end $$;
create trigger wave_shipments_tote_is_not_full before insert or update of tote_id on wave_shipments
  for each row execute function tote_is_not_full();
