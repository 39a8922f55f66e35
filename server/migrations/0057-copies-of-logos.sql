-- A logo elsewhere is fetched once and served by us: the copy's public address, or why there is none, and the address that
-- both belong to. A server of the previous release changes only the address, so that the copy of another is not shown.
alter table company
  add column logo_fetched text not null default '',
  add column logo_picture text not null default '',
  add column logo_problem text not null default '';
alter table clients
  add column logo_fetched text not null default '',
  add column logo_picture text not null default '',
  add column logo_problem text not null default '';
