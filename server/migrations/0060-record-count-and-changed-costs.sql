-- The result of an import says "2 orders from 3 rows".

alter table imports
  -- Records that the saved rows became; only the first of them are in saved_records.
  add column record_count int not null default 0;

-- The cost of a shipment may change after it was billed: the difference is listed as unbilled.
alter table billing_gaps drop constraint billing_gaps_reason_check;
alter table billing_gaps add constraint billing_gaps_reason_check check (reason in ('no_rate', 'no_uom', 'unknown_uom', 'no_size', 'no_location',
  'no_category', 'no_pallet', 'no_cost', 'cost_changed', 'not_billed')) not valid;
alter table billing_gaps validate constraint billing_gaps_reason_check;
