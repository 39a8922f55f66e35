-- non-transactional
-- The counters of the sidebar: what is open of one client, in the order of its ship dates.
create index concurrently shipments_unfinished_of_client on shipments (client_id, direction, ship_date)
  where status <> 'Finished' and voided_at is null;
