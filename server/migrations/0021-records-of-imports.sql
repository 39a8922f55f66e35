-- The result of an import tells new records from updated ones and links to them.

alter table imports
  -- Rows that made a new record; the other saved rows changed one that existed.
  add column created int not null default 0,
  -- The first records that were saved, to link to; the whole list would be as long as the file.
  add column saved_records jsonb not null default '[]';
