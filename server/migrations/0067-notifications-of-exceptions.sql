-- Users who asked for a mail when exceptions open (docs/decisions/0080), with the kinds and clients they chose; none means all.
create table exception_notifications (
  user_id int primary key references users (id) on delete cascade,
  client_id int references clients (id),
  kinds text[] not null default '{}',
  client_ids int[] not null default '{}',
  -- What opened before is not mailed.
  since timestamptz(3) not null default now(),
  foreign key (client_id, user_id) references users (client_id, id)
);
call guard_by_client('exception_notifications', 'select, insert, update, delete');

-- What was mailed to whom: each opening once.
create table exception_notices (
  user_id int not null references exception_notifications (user_id) on delete cascade,
  exception_id int not null references exceptions (id) on delete cascade,
  opened_at timestamptz(3) not null,
  primary key (user_id, exception_id, opened_at)
);
create index exception_notices_of_exception on exception_notices (exception_id);
grant select, insert, delete on exception_notices to app_staff;
