-- Traces used to name fields as the columns do, references by id, and what happened to one of the company's lists as
-- one field with JSON in it. From here on they name fields as the contract does and references by name; what is stored
-- is rewritten to match, with the names that the references have now.

create function trace_field_of(kind text, subject text, old_field text, old_value text)
returns table (part bigint, field text, value text) language plpgsql stable as $$
declare
  list text := split_part(old_field, '.', 1);
  one text := case list when 'couriers' then 'courier' when 'taxes' then 'tax' when 'terms' then 'term'
                        when 'packages' then 'package' when 'uoms' then 'uom' end;
  detail constant text[] := array['invoice_prefix', 'next_inv_num', 'packing_slip_prefix', 'next_picking_num', 'logo_uri',
    'qb_mapping_name', 'invoice_term', 'due_date', 'use_ship_station', 'ss_warehouse', 'shipping_charge_modify',
    'order_notification', 'order_notification_email', 'tax_code', 'tax_rate', 'email_upon_receiving',
    'email_upon_shipping', 'receiving_notification_emails', 'shipping_notification_emails'];
begin
  part := 0;
  field := old_field;
  value := old_value;
  if kind = 'Company' and one is not null and position('.' in old_field) > 0 then
    field := one;
    value := substr(old_field, length(list) + 2);
    return next;
    begin
      return query
        select row_number() over (), one || '.' || e.key,
               case when e.key = 'client_id' then coalesce((select c.company from clients c where c.id::text = e.value), e.value)
                    else e.value end
        from jsonb_each(old_value::jsonb) happened, jsonb_each_text(happened.value) e;
    exception when others then
      null; -- What is no JSON says nothing of single fields.
    end;
    return;
  elsif kind = 'Relation' and subject like 'Address %' and old_field not like 'address%' then
    field := case when subject = 'Address deleted' then 'address' else 'address.' || old_field end;
  elsif kind = 'Relation' and old_field = 'courier_id' then
    field := 'default_courier';
    value := coalesce((select c.name from couriers c where c.id::text = old_value), old_value);
  elsif kind = 'Inventory' and subject = 'UOMs imported' and old_field <> 'uom' then
    field := 'uom';
    value := old_field || ': ' || coalesce(nullif(old_value, ''), '–');
  elsif kind = 'Inventory' and old_field in ('lot', 'serial') then
    field := 'config.' || old_field;
  elsif kind = 'Inventory' and old_field in ('hs_code', 'custom_value', 'origin', 'composition') then
    field := 'international.' || old_field;
  elsif kind = 'Client' and subject like 'Webhook %' and old_field in ('ftp_username', 'ftp_password', 'ftp_path') then
    field := 'webhook.ftp_config.' || substr(old_field, 5);
  elsif kind = 'Client' and subject like 'Webhook %' and old_field in ('trigger', 'type', 'method', 'endpoint', 'hash_key') then
    field := 'webhook.' || old_field;
  elsif kind = 'Client' and old_field = any (detail) then
    field := 'detail.' || old_field;
  elsif kind = 'User' and old_field = 'role_id' then
    value := coalesce((select r.name from roles r where r.id::text = old_value), old_value);
  elsif kind = 'User' and old_field = 'client_id' then
    value := coalesce((select c.company from clients c where c.id::text = old_value), old_value);
  end if;
  return next;
end $$;

update traces t
set changes = rewritten.changes,
    subject = case when t.traceable_type = 'Company' then
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(t.subject, '^couriers ', 'Courier '),
        '^taxes ', 'Tax '), '^terms ', 'Term '), '^packages ', 'Package '), '^uoms ', 'Unit ')
      else t.subject end
from (
  select old.id, jsonb_agg(jsonb_build_object('field', n.field, 'newValue', n.value) order by e.at, n.part) as changes
  from traces old,
       jsonb_array_elements(old.changes) with ordinality e (change, at),
       trace_field_of(old.traceable_type, old.subject, e.change ->> 'field', e.change ->> 'newValue') n
  where old.traceable_type in ('Relation', 'Inventory', 'Client', 'User', 'Company')
  group by old.id
) rewritten
where rewritten.id = t.id and rewritten.changes <> t.changes;

drop function trace_field_of(text, text, text, text);
