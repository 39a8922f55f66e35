-- The company has one currency; amounts have at most 11 + 4 digits, which a JSON number holds exactly.

alter table company
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');

-- Changing the type would refuse a larger amount with "numeric field overflow" and name neither the item nor what to do.
do $$
declare
  too_large record;
begin
  select id, sku, greatest(cost, selling, msrp, custom_value) as amount into too_large
  from inventories
  where greatest(cost, selling, msrp, custom_value) >= 100000000000
  order by id
  limit 1;
  if found then
    raise exception 'Item % (SKU %) has the amount %, but an amount has at most 11 digits before the decimal point. Correct it with the previous release, then start this one again.',
      too_large.id, too_large.sku, too_large.amount;
  end if;
end
$$;

alter table inventories
  alter column cost type numeric(15, 4),
  alter column selling type numeric(15, 4),
  alter column msrp type numeric(15, 4),
  alter column custom_value type numeric(15, 4);
