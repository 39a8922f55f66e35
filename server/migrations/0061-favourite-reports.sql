-- The reports that a user has marked, by the names of their declarations.
create table report_favourites (
  id int generated always as identity primary key,
  client_id int references clients (id),
  user_id int not null references users (id) on delete cascade,
  name text not null check (name <> ''),
  created_at timestamptz(3) not null default now(),
  unique (user_id, name),
  foreign key (client_id, user_id) references users (client_id, id)
);
call guard_by_client('report_favourites', 'select, insert, delete');
