-- What a partner or another system keeps with an order: names with their values. The previous release leaves it as it is.
alter table orders add column meta jsonb not null default '{}';
