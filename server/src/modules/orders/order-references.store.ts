import { type Address, codeVariants, type RelationType } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { OrderedItem } from './order-lines.ts';

/** The records that an order refers to, as far as its client has them. */
export interface References {
  relation: { id: number; name: string; type: RelationType; is_active: boolean; is_system: boolean } | null;
  addresses: Address[];
  courier: { id: number; name: string; is_active: boolean } | null;
  hasTerm: boolean;
  items: ReadonlyMap<number, OrderedItem>;
}

export interface ReferencedIds {
  relationId: number;
  courierId: number;
  term: string;
  addressIds: readonly number[];
  itemIds: readonly number[];
}

/** `item` is the alias of the item in the statement. */
const baseUnit = (clientId: number | null, item: 'i' | 'e') => sql`coalesce((
    select u.name from inventory_uoms l join uoms u on u.id = l.uom_id
    where l.client_id = ${clientId} and l.inventory_id = ${sql.ref(`${item}.id`)} and l.is_base), '')`;
/** In one batch. What another client has is not found. */
export async function readReferences(tx: Tx, clientId: number | null, wanted: ReferencedIds): Promise<References> {
  const { relationId, courierId, term, addressIds, itemIds } = wanted;
  const [parties, items] = await Promise.all([
    sql<Omit<References, 'items'>>`
      select
        (select json_build_object('id', r.id, 'name', r.name, 'type', r.type, 'is_active', r.is_active,
            'is_system', r.is_system)
          from relations r where r.client_id = ${clientId} and r.id = ${relationId}) as relation,
        coalesce((select json_agg(a) from (
          select id, type, company, contact, phone, street1, street2, street3, city, postal_code, state, state_code,
            country, country_code
          from addresses
          where client_id = ${clientId} and relation_id = ${relationId} and id = any(${addressIds}::int[])) a), '[]') as addresses,
        (select json_build_object('id', c.id, 'name', c.name, 'is_active', c.is_active)
          from couriers c where c.id = ${courierId} and (c.client_id is null or c.client_id = ${clientId})) as courier,
        exists (select from terms where lower(name) = lower(${term}::text)) as "hasTerm"`.execute(tx),
    sql<OrderedItem>`
      select i.id, i.type, i.sku, i.name, i.upc, ${baseUnit(clientId, 'i')} as uom, i.selling::text as selling,
        i.cost::text as cost, i.is_active,
        case when i.type = 'Kit' then coalesce((
          select json_agg(json_build_object('id', e.id, 'sku', e.sku, 'name', e.name, 'upc', e.upc,
            'uom', ${baseUnit(clientId, 'e')}, 'selling', e.selling::text, 'is_active', e.is_active,
            'quantity', k.quantity) order by lower(e.sku))
          from kit_components k join inventories e on e.client_id = k.client_id and e.id = k.item_id
          where k.client_id = ${clientId} and k.kit_id = i.id), '[]') else '[]' end as components
      from inventories i where i.client_id = ${clientId} and i.id = any(${itemIds}::int[])`.execute(tx),
  ]);
  const [found] = parties.rows;
  if (!found) throw new Error('A select without a table answers one row.');
  return { ...found, items: new Map(items.rows.map((item) => [item.id, item])) };
}

/**
 * Takes share locks on items: whoever disables one waits until the commit, and then finds the order. Answers the
 * disabled ones.
 */
export async function holdItems(tx: Tx, clientId: number, ids: readonly number[]): Promise<number[]> {
  if (!ids.length) return [];
  const { rows } = await sql<{ id: number; is_active: boolean }>`
    select id, is_active from inventories where client_id = ${clientId} and id = any(${ids}::int[])
    order by id for share`.execute(tx);
  return rows.filter(({ is_active }) => !is_active).map(({ id }) => id);
}

/** The same for items and kits, with their components, that are read afterwards in the same batch. */
export function holdNamedItems(tx: Tx, clientId: number | null, ids: readonly number[]): void {
  sql`
    select from inventories where client_id = ${clientId} and id in (
      select unnest(${ids}::int[])
      union select item_id from kit_components where client_id = ${clientId} and kit_id = any(${ids}::int[]))
    order by id for share`.queue(tx);
}

export interface WrittenItem {
  id: number;
  is_active: boolean;
}

/** A client's items by what somebody wrote for them: the SKU, else the UPC, else the id. */
export async function findItemsWritten(
  tx: Tx,
  clientId: number,
  texts: readonly string[],
): Promise<Map<string, WrittenItem[]>> {
  const distinct = [...new Set(texts)];
  // A spreadsheet drops the zeros in front of a number, a scanner adds one.
  const codes = distinct.map((text) => JSON.stringify(codeVariants(text.toLowerCase())));
  // A condition beside the cast would not protect it: PostgreSQL may look up the id first. A case keeps the order.
  const { rows } = await sql<WrittenItem & { written: string; rank: number }>`
    select w.written, i.id, i.is_active, case when lower(i.sku) = lower(w.written) then 1 when lower(i.upc) = lower(w.written) then 2
        when lower(i.upc) = any(w.codes) then 3 else 4 end as rank
    from (select written, array(select jsonb_array_elements_text(codes)) as codes
      from unnest(${distinct}::text[], ${codes}::jsonb[]) w (written, codes)) w
    join inventories i on i.client_id = ${clientId} and (lower(i.sku) = lower(w.written)
      or (i.upc <> '' and lower(i.upc) = any(w.codes)) or i.id = case when w.written ~ '^[1-9][0-9]{0,8}$' then w.written::int end)
    order by rank, i.id`.execute(tx);
  const found = new Map<string, { rank: number; items: WrittenItem[] }>();
  for (const { written: text, id, is_active, rank } of rows) {
    const best = found.get(text) ?? { rank, items: [] };
    if (best.rank === rank) best.items.push({ id, is_active });
    found.set(text, best);
  }
  return new Map([...found].map(([text, { items }]) => [text, items]));
}
