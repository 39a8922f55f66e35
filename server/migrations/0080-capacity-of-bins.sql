-- What fits into a bin: plates, and volume in m³ or ft³. 0 is no limit (docs/decisions/0097).
alter table locations
  add column capacity_plates int not null default 0 check (capacity_plates >= 0),
  add column capacity_volume double precision not null default 0 check (capacity_volume >= 0);
