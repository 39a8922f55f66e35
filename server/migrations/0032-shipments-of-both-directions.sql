-- non-transactional
-- Lists of shipments without a direction are read in order from an index, as those of one direction are.

create index concurrently shipments_of_both_by_created on shipments (created_at, id) where voided_at is null;
create index concurrently shipments_of_both_by_ship_date on shipments (ship_date, id) where voided_at is null;
create index concurrently shipments_of_both_by_prints on shipments (print_count, id) where voided_at is null;
