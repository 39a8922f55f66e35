-- A connection may use the keys of the company's own account with a partner instead of keys of its own: null where it does not.
alter table integrations add column company_account text;
