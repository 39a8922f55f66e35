import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

export interface Level {
  inventory_id: number;
  sku: string;
  level: number;
}

/** Units of an item `v` with its totals `t`; of a kit as many as its components make. */
export const unitsOf = (column: 'available' | 'in_stock'): Sql => {
  const [own, ofComponent] =
    column === 'available' ? [sql`t.available`, sql`ct.available`] : [sql`t.in_stock`, sql`ct.in_stock`];
  return sql`case when v.type = 'Kit' then coalesce((
      select min(greatest(0, ${ofComponent}) / k.quantity) from kit_components k
      join item_totals ct on ct.client_id = k.client_id and ct.inventory_id = k.item_id
      where k.client_id = v.client_id and k.kit_id = v.id), 0) else ${own} end`;
};

/**
 * Whether item `v` has a level at the shop of connection `i`: it is mapped by `m`, or the connection maps its SKU to no
 * other item.
 */
export const isMeant = sql`(m.id is not null or not exists (
  select from channel_skus a where a.integration_id = i.id and lower(a.sku) = lower(v.sku)))`;

/** What is reported to a shop of its client's items, by the SKU that it has for each: `i` is the connection. */
const levels = sql`inventories v left join item_totals t on t.client_id = v.client_id and t.inventory_id = v.id
  left join channel_skus m on m.client_id = v.client_id and m.inventory_id = v.id and m.integration_id = i.id
  left join channel_levels l on l.integration_id = i.id and l.sku = coalesce(m.sku, v.sku)`;
const level = sql`greatest(0, floor(${unitsOf('available')} * i.stock_share / 100.0)::int - i.stock_reserve)`;
const isDue = (clientId: Sql) =>
  sql`v.client_id = ${clientId} and v.type in ('Item', 'Kit') and v.is_active and ${isMeant} and l.level is distinct from ${level}`;

/** Clients of which a connection reports stock. */
export async function findClientsReportingStock(tx: Tx, clientIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select distinct client_id from integrations where client_id = any(${clientIds}::int[]) and report_stock and verified and ${inScope(tx)}`.execute(
    tx,
  );
  return rows.map(({ client_id }) => client_id);
}

/** Connections that report stock and have a level that the shop does not know; of one client, when it is named. */
export async function findConnectionsToReport(
  tx: Tx,
  clientId: number | null = null,
): Promise<{ id: number; client_id: number }[]> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    select i.id, i.client_id from integrations i where i.report_stock and i.verified
      and (${clientId}::int is null or i.client_id = ${clientId}::int) and ${inScope(tx, 'i.client_id')}
      and exists (select from ${levels} where ${isDue(sql`i.client_id`)}) order by i.id`.execute(tx);
  return rows;
}

/** Levels that the shop does not know, as they are now. */
export async function readUnreportedLevels(tx: Tx, integrationId: number, count: number): Promise<Level[]> {
  const { rows } = await sql<Level>`
    select due.inventory_id, due.sku, due.level
    from integrations i cross join lateral (
      select v.id as inventory_id, coalesce(m.sku, v.sku) as sku, ${level} as level from ${levels} where ${isDue(sql`i.client_id`)}) due
    where i.id = ${integrationId} and i.report_stock and i.verified and ${inScope(tx, 'i.client_id')}
    order by due.inventory_id limit ${count}`.execute(tx);
  return rows;
}

/**
 * Stores what was reported to the shop. A level that the shop refused is reported again when it changes, and every
 * night.
 */
export async function recordLevels(
  tx: Tx,
  integration: { id: number; client_id: number },
  reported: readonly (Level & { problem: string })[],
): Promise<void> {
  await sql`
    insert into channel_levels (integration_id, client_id, inventory_id, sku, level, problem)
    select i.id, i.client_id, w.inventory_id, w.sku, w.level, w.problem
    from integrations i cross join jsonb_to_recordset(${JSON.stringify(reported)}::jsonb) as w (inventory_id int, sku text, level int, problem text)
    where i.id = ${integration.id} and i.client_id = ${integration.client_id}
    on conflict (integration_id, sku) do update set inventory_id = excluded.inventory_id, level = excluded.level,
      problem = excluded.problem, reported_at = now()`.execute(tx);
}

/** Deletes what was reported, so that everything is reported again: the shops may have changed levels themselves. */
export const forgetLevels = (tx: Tx) => sql`delete from channel_levels where ${inScope(tx)}`.execute(tx);
