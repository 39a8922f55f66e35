-- Sheets of the whole company, and buckets found by any part of their lead.

-- Bins and put-aways belong to no client: a warehouse is furnished before its first client comes.
alter table imports alter column client_id drop not null;

create index serial_buckets_by_text on serial_buckets using gin (lower(lead) gin_trgm_ops);
