-- non-transactional
-- Once per subscription and period (0064); runs that somebody started are besides.
create unique index concurrently if not exists auto_task_runs_period_key on auto_task_runs (subscription_id, from_day, to_day) where not by_hand;
create index concurrently if not exists auto_task_runs_by_subscription on auto_task_runs (subscription_id, id desc);
