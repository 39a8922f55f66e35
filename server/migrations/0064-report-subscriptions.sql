-- Reports of the warehouse that are mailed by a schedule (docs/decisions/0077).
create table report_subscriptions (
  id int generated always as identity primary key,
  -- The client of its owner; null for the staff's.
  client_id int references clients (id),
  -- Who saved it last: rows are read with this user's access as it is when it is mailed. Without a foreign key, because a
  -- subscription outlives its user: it stops, and says so.
  user_id int not null,
  user_name text not null,
  -- The name of the report's declaration, and what it asks for; of_client is null for all clients.
  report text not null check (report <> ''),
  of_client int,
  criteria text not null default '',
  item_ids int[] not null default '{}',
  -- By the clock of the company's time zone.
  frequency text not null check (frequency in ('Day', 'Week', 'Month')),
  weekday smallint not null default 1 check (weekday between 1 and 7),
  month_day smallint not null default 1 check (month_day between 1 and 28),
  hour smallint not null default 6 check (hour between 0 and 23),
  receivers text[] not null check (cardinality(receivers) between 1 and 5),
  format text not null check (format in ('excel', 'csv')),
  when_empty boolean not null default false,
  state text not null default 'active' check (state in ('active', 'paused', 'stopped')),
  stop_reason text not null default '',
  stopped_at timestamptz(3),
  -- Nothing that was due before is mailed: set when it is made, resumed, or gets another frequency.
  active_since timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (client_id, id),
  check ((state = 'stopped') = (stop_reason <> '') and (state = 'stopped') = (stopped_at is not null))
);
create index report_subscriptions_by_user on report_subscriptions (user_id);
create index report_subscriptions_stopped on report_subscriptions (stopped_at) where state = 'stopped';
call guard_by_client('report_subscriptions', 'select, insert, update, delete');

-- Runs of auto tasks and of subscriptions are one queue. The previous release reads those that have a task.
alter table auto_task_runs
  alter column task_id drop not null,
  add column client_id int references clients (id),
  add column subscription_id int references report_subscriptions (id) on delete cascade,
  -- The day on which it was due: what a report without a period is asked for.
  add column on_day date,
  drop constraint auto_task_runs_state_check;
alter table auto_task_runs add constraint auto_task_runs_state_check check (state in ('waiting', 'sent', 'empty', 'failed')) not valid;
alter table auto_task_runs validate constraint auto_task_runs_state_check;
alter table auto_task_runs add constraint auto_task_runs_of_one check (num_nonnulls(task_id, subscription_id) = 1) not valid;
alter table auto_task_runs validate constraint auto_task_runs_of_one;
alter table auto_task_runs add constraint auto_task_runs_own_client foreign key (client_id, subscription_id)
  references report_subscriptions (client_id, id) on delete cascade not valid;
alter table auto_task_runs validate constraint auto_task_runs_own_client;
drop policy all_clients on auto_task_runs;
call guard_by_client('auto_task_runs', 'select, insert');
