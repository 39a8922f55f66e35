-- non-transactional
-- What people did today is read from the end of two tables that only grow.
create index concurrently movements_by_time on movements using brin (at) with (autosummarize = on);
create index concurrently license_locations_by_time on license_locations using brin (at) with (autosummarize = on);
