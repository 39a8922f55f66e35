-- Where a bin lies, for the walk of who picks. Empty and 0: as its name says, so that bins that exist need no change, and
-- renaming one moves it (docs/decisions/0098).
alter table locations
  add column aisle text not null default '',
  add column position int not null default 0 check (position >= 0),
  add column side text not null default '' check (side in ('', 'L', 'R')),
  add column level int not null default 0 check (level >= 0);
