-- What lists of shipments over all clients are read by: every sort order in one direction is read from an index.

create index shipments_by_text on shipments using gin (search_text gin_trgm_ops) where voided_at is null;
create index shipments_by_prints on shipments (direction, print_count, id) where voided_at is null;
-- Only those of a shipping station have one; the others follow by id.
create index shipments_by_station on shipments (direction, ss_order_id, id) where voided_at is null and ss_order_id <> '';
-- Scanned from papers.
create index shipments_by_pt on shipments (lower(pt_number)) where voided_at is null;
