-- non-transactional
-- Plates and bins have pages with their history: the newest entries of a plate or a bin are read by these indexes,
-- however many there are. They replace the ones without the id.
create index concurrently movements_by_plate on movements (license_id, id desc) where license_id is not null;
drop index concurrently if exists movements_by_license;
create index concurrently license_locations_by_bin on license_locations (location_id, id desc);
drop index concurrently if exists license_locations_by_location;

-- People who count a blind count do not see the expected quantities.
alter table counts add column if not exists blind boolean not null default false;

-- Who counted a row, and the figures that were there before, newest first, so that a figure can be undone.
alter table count_lines
  add column if not exists counted_by_id int,
  add column if not exists counted_by text not null default '',
  add column if not exists previous jsonb;
