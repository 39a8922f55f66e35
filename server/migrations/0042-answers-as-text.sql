-- Answers are stored as they are sent: building jsonb of one took longer than writing it.
alter table idempotency_keys alter column response type json using response::json;
