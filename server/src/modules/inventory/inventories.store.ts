import { type FieldValues, inventoryFields, type UomInput } from '@longshore/contract';
import { fieldColumns } from '../../platform/database/field-columns.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';

/** What a save writes, in the columns' own names. Money stays the decimal text it came as. */
export type InventoryFields = FieldValues<typeof inventoryFields>;

/** The item's columns, `i` being the item in every query. */
export const itemColumns = fieldColumns('inventories', inventoryFields, 'i');

export interface LockedInventory extends InventoryFields {
  id: number;
  client_id: number;
  type: 'Item' | 'Kit';
  updated_at: string;
}

export async function insertInventory(
  tx: Tx,
  clientId: number,
  type: 'Item' | 'Kit',
  fields: InventoryFields,
): Promise<number> {
  const row = { ...itemColumns.values(fields), client_id: clientId, type };
  return insertOne(tx, 'inventories', row);
}

export async function updateInventory(tx: Tx, id: number, fields: InventoryFields): Promise<void> {
  const changed = changedColumns('inventories', itemColumns.values(fields));
  await sql`update inventories set ${changed}, updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/**
 * Locks the item against other writers and reads what it was. Its totals are locked first, as by every stock command: a
 * posting waits, and then finds the item as it was saved, so that the stock that is read here holds until the commit.
 * What only needs the item to stay active (a new serial bucket, a counted figure) takes a share lock of the item.
 */
export async function lockInventory(tx: Tx, id: number): Promise<LockedInventory | undefined> {
  await sql`select guarded.hold_item(${id}::int)`.execute(tx);
  const { rows } = await sql<LockedInventory>`
    select i.id, i.client_id, i.type, ${itemColumns.saved}, i.updated_at
    from inventories i where i.id = ${id} and ${inScope(tx, 'i.client_id')} for no key update`.execute(tx);
  return rows[0];
}

/** A changed unit, kit line or category counts as a change of the item, for lists sorted by the latest change. */
export async function touchInventory(tx: Tx, id: number): Promise<void> {
  await sql`update inventories set updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** Units on hand, pristine and quarantined. Reserved ones are among them. */
export async function unitsOnHand(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select in_stock + quarantined as units from item_totals where inventory_id = ${id} and ${inScope(tx)}`.execute(tx);
  return rows[0]?.units ?? 0;
}

/** Units that orders still want to ship or receive: left of their lines, or in shipments that are not fulfilled. */
export async function unitsOnOrder(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce((select sum(l.leftover) from order_lines l
        where l.inventory_id = ${id} and ${inScope(tx, 'l.client_id')} and l.quantity > l.processed_qty + l.cancelled_qty), 0)
      + coalesce((select sum(s.quantity - s.fulfilled) from shipment_lines s join shipments h on h.client_id = s.client_id and h.id = s.shipment_id
        where s.inventory_id = ${id} and ${inScope(tx, 's.client_id')} and s.fulfilled < s.quantity and h.voided_at is null), 0) as units`.execute(
    tx,
  );
  return rows[0]?.units ?? 0;
}

/**
 * Reads the latest movement, which uses the index. For `exists` PostgreSQL would scan the ledger from its beginning
 * when it estimates that most of it is this item's.
 */
export const latestMovement = (isOfItem: Sql) =>
  sql`select m.id from movements m where ${isOfItem} order by m.at desc, m.id desc limit 1`;

/** Whether anything was ever received, shipped or counted. */
export async function hasMoved(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await latestMovement(sql`m.inventory_id = ${id} and ${inScope(tx, 'm.client_id')}`).execute(tx);
  return rows.length > 0;
}

/** Counts the buckets of goods that were not received yet. */
export async function bucketsToCome(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ buckets: number }>`
    select count(*) as buckets from serial_buckets where inventory_id = ${id} and ${inScope(tx)} and state = 'created'`.execute(
    tx,
  );
  return rows[0]?.buckets ?? 0;
}

export interface NamedItem {
  id: number;
  type: 'Item' | 'Kit';
  sku: string;
}

/** The item of a client by its SKU, in whatever case. */
export async function inventoryBySku(tx: Tx, clientId: number, sku: string): Promise<NamedItem | undefined> {
  const { rows } = await sql<NamedItem>`
    select id, type, sku from inventories where client_id = ${clientId} and lower(sku) = lower(${sku}::text)`.execute(
    tx,
  );
  return rows[0];
}

/** An item of this client by its id. */
export async function inventoryOf(tx: Tx, clientId: number, id: number): Promise<NamedItem | undefined> {
  const { rows } = await sql<NamedItem>`
    select id, type, sku from inventories where client_id = ${clientId} and id = ${id}`.execute(tx);
  return rows[0];
}

/** Ids of a client's items by what somebody wrote for their SKUs. */
export async function idsBySku(tx: Tx, clientId: number, skus: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ written: string; id: number }>`
    select w.written, i.id from unnest(${skus}::text[]) w (written)
    join inventories i on i.client_id = ${clientId} and lower(i.sku) = lower(w.written)`.execute(tx);
  return new Map(rows.map(({ written, id }) => [written, id]));
}

export type UomFields = Omit<UomInput, 'uom_id'>;
export interface LinkedUom extends UomFields {
  uom_id: number;
  name: string;
}

export async function readUoms(tx: Tx, inventoryId: number): Promise<LinkedUom[]> {
  const { rows } = await sql<LinkedUom>`
    select l.uom_id, u.name, l.is_base::int as is_base, l.qty_per_base, l.weight::float8 as weight, l.length::float8 as length,
           l.width::float8 as width, l.height::float8 as height
    from inventory_uoms l join uoms u on u.id = l.uom_id where l.inventory_id = ${inventoryId} and ${inScope(tx, 'l.client_id')}
    order by l.qty_per_base, l.uom_id`.execute(tx);
  return rows;
}

/** A unit one may still choose. */
export async function activeUom(tx: Tx, id: number): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from uoms where id = ${id} and is_active`.execute(tx);
  return rows[0];
}

export async function activeUomNamed(tx: Tx, name: string): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from uoms where lower(name) = lower(${name}::text) and is_active`.execute(tx);
  return rows[0];
}

export async function writeUom(tx: Tx, clientId: number, inventoryId: number, input: UomInput): Promise<void> {
  const { uom_id, is_base, qty_per_base, weight, length, width, height } = input;
  await sql`
    insert into inventory_uoms (client_id, inventory_id, uom_id, is_base, qty_per_base, weight, length, width, height)
    values (${clientId}, ${inventoryId}, ${uom_id}, ${is_base === 1}, ${qty_per_base}, ${weight}, ${length}, ${width}, ${height})
    on conflict (inventory_id, uom_id) do update set is_base = excluded.is_base, qty_per_base = excluded.qty_per_base,
      weight = excluded.weight, length = excluded.length, width = excluded.width, height = excluded.height`.execute(tx);
}

export async function dropUom(tx: Tx, inventoryId: number, uomId: number): Promise<void> {
  await sql`delete from inventory_uoms where inventory_id = ${inventoryId} and ${inScope(tx)} and uom_id = ${uomId}`.execute(
    tx,
  );
}

export async function dropUoms(tx: Tx, inventoryId: number): Promise<void> {
  await sql`delete from inventory_uoms where inventory_id = ${inventoryId} and ${inScope(tx)}`.execute(tx);
}

export async function readComponent(tx: Tx, kitId: number, itemId: number): Promise<{ quantity: number } | undefined> {
  const { rows } = await sql<{ quantity: number }>`
    select quantity from kit_components where kit_id = ${kitId} and ${inScope(tx)} and item_id = ${itemId}`.execute(tx);
  return rows[0];
}

export async function writeComponent(tx: Tx, clientId: number, kitId: number, itemId: number, quantity: number) {
  await sql`
    insert into kit_components (client_id, kit_id, item_id, quantity) values (${clientId}, ${kitId}, ${itemId}, ${quantity})
    on conflict (kit_id, item_id) do update set quantity = excluded.quantity`.execute(tx);
}

/** Takes an item out of a kit; answers its SKU, or nothing when it was not in it. */
export async function dropComponent(tx: Tx, kitId: number, itemId: number): Promise<string | undefined> {
  const { rows } = await sql<{ sku: string }>`
    delete from kit_components c using inventories i
    where c.kit_id = ${kitId} and ${inScope(tx, 'c.client_id')} and c.item_id = ${itemId} and i.client_id = c.client_id and i.id = c.item_id
    returning i.sku`.execute(tx);
  return rows[0]?.sku;
}

export async function dropComponents(tx: Tx, kitId: number): Promise<void> {
  await sql`delete from kit_components where kit_id = ${kitId} and ${inScope(tx)}`.execute(tx);
}
