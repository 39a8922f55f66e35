-- Imports that failed say why and can be resumed; an upload repeated under one key is known by its file's digest.

alter table imports
  drop constraint imports_state_check,
  add constraint imports_state_check check (state in ('running', 'done', 'failed')),
  add column reason text not null default '',
  -- Null for uploads before this release: repeated under the same key they are refused.
  add column file_digest bytea;

-- Imports that were interrupted, or whose user was disabled, had no end.
update imports set state = 'failed', reason = 'The import was interrupted', finished_at = now()
where state = 'running' and created_at < now() - interval '1 day';
