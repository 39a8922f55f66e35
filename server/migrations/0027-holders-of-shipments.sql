-- Users belong to clients too: a key to them without the client could point across clients. The holder's name is stored
-- beside the id, as with traces and movements.
alter table shipments drop constraint if exists shipments_locked_by_fkey;
