-- What came of the mail of a run, and since when a run waits for days that are not charged yet.
alter table auto_task_runs
  add column mail_id int references mails (id) on delete set null,
  add column waits_since timestamptz(3);
create index auto_task_runs_waiting on auto_task_runs (to_day) where state = 'waiting';
