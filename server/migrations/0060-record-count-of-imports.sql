-- The result of an import says "2 orders from 3 rows".

alter table imports
  -- Records that the saved rows became; only the first of them are in saved_records.
  add column record_count int not null default 0;
