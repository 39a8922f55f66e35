-- non-transactional
-- What exceptions are found by, every minute (0062).
create index concurrently if not exists imports_failed on imports (finished_at) where state = 'failed';
create index concurrently if not exists mails_failed on mails (id) where state = 'failed';
create index concurrently if not exists webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where state = 'failed';
create index concurrently if not exists lots_by_expiry on lots (expire_date) where expire_date is not null;
create index concurrently if not exists shipments_locked on shipments (locked_since) where locked_by is not null;
-- How many comments an exception has.
create index concurrently if not exists comments_of_exceptions on comments (commentable_id) where commentable_type = 'Exception';
