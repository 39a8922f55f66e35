-- Files that are attached to mails, encrypted as the texts are.
create table mail_files (
  id int generated always as identity primary key,
  mail_id int not null references mails (id) on delete cascade,
  name text not null check (name <> ''),
  media text not null,
  -- Of the plain bytes.
  size int not null check (size >= 0),
  bytes_sealed bytea not null
);
create index mail_files_by_mail on mail_files (mail_id, id);
alter table mail_files enable row level security;
create policy all_clients on mail_files to app_staff using (true);
grant select, insert on mail_files to app_staff;

-- Reports list what was finished on some days.
create index shipments_finished on shipments (client_id, finished_date) where status = 'Finished' and voided_at is null;
