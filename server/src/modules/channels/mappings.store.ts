import type { ChannelCourier, ChannelSku } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

interface Owner {
  id: number;
  client_id: number;
}

export interface FoundItem {
  sku: string;
  id: number;
  is_active: boolean;
}

/**
 * The items that SKUs of a shop are: by the connection's own table first, then by the same SKU, then by the same UPC. An id
 * of ours is never meant.
 */
export async function findShopItems(tx: Tx, owner: Owner, skus: readonly string[]): Promise<Map<string, FoundItem[]>> {
  const { rows } = await sql<FoundItem & { rank: number }>`
    select w.sku, i.id, i.is_active, case when m.id is not null then 1 when lower(i.sku) = lower(w.sku) then 2 else 3 end as rank
    from unnest(${[...new Set(skus)]}::text[]) w (sku)
    left join channel_skus m on m.integration_id = ${owner.id} and lower(m.sku) = lower(w.sku)
    join inventories i on i.client_id = ${owner.client_id} and case when m.id is not null then i.id = m.inventory_id
      else lower(i.sku) = lower(w.sku) or (i.upc <> '' and lower(i.upc) = lower(w.sku)) end
    where ${inScope(tx, 'i.client_id')}
    order by rank, i.id`.execute(tx);
  const found = new Map<string, { rank: number; items: FoundItem[] }>();
  for (const { rank, ...item } of rows) {
    const best = found.get(item.sku) ?? { rank, items: [] };
    if (best.rank === rank) best.items.push(item);
    found.set(item.sku, best);
  }
  return new Map([...found].map(([sku, { items }]) => [sku, items]));
}

const skuColumns = sql`m.id, m.sku, m.inventory_id, i.sku as item_sku, i.name as item_name`;
const skuTables = sql`channel_skus m join inventories i on i.client_id = m.client_id and i.id = m.inventory_id`;

async function readSkus(tx: Tx, which: Sql): Promise<ChannelSku[]> {
  const { rows } = await sql<ChannelSku>`
    select ${skuColumns} from ${skuTables} where ${which} and ${inScope(tx, 'm.client_id')} order by lower(m.sku)`.execute(
    tx,
  );
  return rows;
}

export const listSkus = (tx: Tx, integrationId: number) => readSkus(tx, sql`m.integration_id = ${integrationId}`);

export async function upsertSku(tx: Tx, owner: Owner, sku: string, inventoryId: number): Promise<ChannelSku> {
  const { rows } = await sql<{ id: number }>`
    insert into channel_skus (client_id, integration_id, sku, inventory_id)
    values (${owner.client_id}, ${owner.id}, ${sku}, ${inventoryId})
    on conflict (integration_id, lower(sku)) do update set inventory_id = excluded.inventory_id returning id`.execute(
    tx,
  );
  const [made] = await readSkus(tx, sql`m.id = ${rows[0]?.id ?? 0}`);
  if (!made) throw new Error('The SKU was not written.');
  return made;
}

export async function deleteSku(
  tx: Tx,
  id: number,
): Promise<{ integration_id: number; client_id: number; sku: string } | undefined> {
  const { rows } = await sql<{ integration_id: number; client_id: number; sku: string }>`
    delete from channel_skus where id = ${id} and ${inScope(tx)} returning integration_id, client_id, sku`.execute(tx);
  return rows[0];
}

/** The courier of a shipping method. One that is seen for the first time is remembered, so that somebody can choose. */
export async function courierOfMethod(tx: Tx, owner: Owner, method: string): Promise<number | null> {
  const { rows } = await sql<{ courier_id: number | null }>`
    with seen as (
      insert into channel_couriers (client_id, integration_id, method) values (${owner.client_id}, ${owner.id}, ${method})
      on conflict (integration_id, lower(method)) do nothing)
    select k.courier_id from channel_couriers k join couriers c on c.id = k.courier_id and c.is_active
    where k.integration_id = ${owner.id} and lower(k.method) = lower(${method}::text) and ${inScope(tx, 'k.client_id')}`.execute(
    tx,
  );
  return rows[0]?.courier_id ?? null;
}

export async function listCouriers(tx: Tx, integrationId: number): Promise<ChannelCourier[]> {
  const { rows } = await sql<ChannelCourier>`
    select k.id, k.method, k.courier_id, coalesce(c.name, '') as courier
    from channel_couriers k
    left join lateral (
      select name from couriers c where c.is_active and case when k.courier_id is not null then c.id = k.courier_id
        else lower(c.name) = lower(k.method) and (c.client_id is null or c.client_id = k.client_id) end
      order by c.client_id nulls last, c.id limit 1) c on true
    where k.integration_id = ${integrationId} and ${inScope(tx, 'k.client_id')} order by lower(k.method)`.execute(tx);
  return rows;
}

export async function upsertCourier(tx: Tx, owner: Owner, method: string, courierId: number | null): Promise<void> {
  await sql`
    insert into channel_couriers (client_id, integration_id, method, courier_id)
    values (${owner.client_id}, ${owner.id}, ${method}, ${courierId})
    on conflict (integration_id, lower(method)) do update set courier_id = excluded.courier_id`.execute(tx);
}

/** Whether a courier can be chosen for a client: it is in use, and of all clients or of this one. */
export async function isCourierOf(tx: Tx, clientId: number, courierId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from couriers where id = ${courierId} and is_active and (client_id is null or client_id = ${clientId})`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The customer with this e-mail, else the only one of this name whose e-mail is not another. */
export async function findCustomer(tx: Tx, clientId: number, email: string, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; is_by_email: boolean }>`
    select r.id, ${email}::text <> '' and lower(r.email) = lower(${email}::text) as is_by_email from relations r
    where r.client_id = ${clientId} and r.type = 'customer' and not r.is_system and r.is_active and ${inScope(tx, 'r.client_id')}
      and ((${email}::text <> '' and lower(r.email) = lower(${email}::text))
        or (lower(r.name) = lower(${name}::text) and (r.email = '' or ${email}::text = '')))
    order by is_by_email desc, r.id limit 2`.execute(tx);
  const [first, second] = rows;
  return first && (first.is_by_email || !second) ? first.id : undefined;
}
