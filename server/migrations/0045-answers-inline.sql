-- Answers of up to a page are kept for a day and read hardly ever: compressing them took longer than writing them.
alter table idempotency_keys set (toast_tuple_target = 8160);
