import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { lockItems } from './lock-items.ts';
import type { NamedStock, StockItem, StockNames } from './named-stock.ts';
import type { Place, StockPlace, Totals } from './posting.ts';
import { plateNumber, plateNumbers } from './ssccs/ssccs.view.ts';
import { rowAt } from './stock-rows.view.ts';
import { isNoPlate } from './stock-rules.ts';

type NamedRow = StockItem &
  Totals & {
    lot_id: number | null;
    expire_date: string | null;
    license_id: number | null;
    quarantine: boolean;
    row_id: number | null;
    on_hand: number | null;
  };

async function readNamed(tx: Tx, names: StockNames, licenses: readonly string[]): Promise<NamedRow[]> {
  const { itemId, clientId = null, lotId, lotNumber, places } = names;
  const quarantines = places.map(({ quarantine }) => quarantine);
  const { rows } = await sql<NamedRow>`
    select i.id, i.client_id, i.sku, i.lot, i.serial, t.in_stock, t.reserved, t.quarantined,
      o.id as lot_id, o.expire_date, l.id as license_id, p.quarantine, s.id as row_id, s.quantity as on_hand
    from inventories i
    join item_totals t on t.inventory_id = i.id
    cross join unnest(${licenses}::text[], ${quarantines}::boolean[]) with ordinality p (license, quarantine, n)
    left join lateral (
      select id, expire_date from lots where inventory_id = i.id and id = ${lotId}::int
      union all
      select id, expire_date from lots
      where inventory_id = i.id and ${lotId}::int is null and lower(lot_number) = lower(${lotNumber}::text)) o on true
    left join lateral (
      select l.id from licenses l where l.client_id = i.client_id and lower(l.license) = lower(p.license) limit 1) l on true
    left join ${rowAt('i.id', 'l.id', 'o.id', 'p.quarantine')}
    where i.id = ${itemId}::int and i.type = 'Item' and i.is_active
      and (${clientId}::int is null or i.client_id = ${clientId}::int) and ${inScope(tx, 'i.client_id')}
    order by p.n`.execute(tx);
  return rows;
}

/**
 * Locks the item, before anything else is sent, and reads what a command refers to. Undefined when there is no such active
 * item.
 */
export async function lockNamedStock(tx: Tx, names: StockNames): Promise<NamedStock | undefined> {
  const { itemId, places } = names;
  const numbers = places.map(({ license }) => (isNoPlate(license) ? '' : license));
  const [, rows] = await Promise.all([
    lockItems(tx, [itemId]),
    plateNumbers(tx, numbers).then((licenses) => readNamed(tx, names, licenses)),
  ]);
  const [first] = rows;
  if (!first) return undefined;
  const { id, client_id, sku, lot, serial, in_stock, reserved, quarantined, lot_id, expire_date } = first;
  return {
    item: { id, client_id, sku, lot, serial },
    totals: { in_stock, reserved, quarantined },
    lot: lot_id === null ? null : { id: lot_id, expire_date },
    places: rows.map((row) => ({
      licenseId: row.license_id,
      lotId: lot_id,
      quarantine: row.quarantine,
      rowId: row.row_id,
      onHand: row.on_hand ?? 0,
    })),
  };
}

/** The totals of a locked item and its balances at these places, in their order. */
export async function readStock<Places extends readonly Place[]>(tx: Tx, inventoryId: number, places: Places) {
  const { rows } = await sql<Totals & { row_id: number | null; on_hand: number | null }>`
    select t.in_stock, t.reserved, t.quarantined, s.id as row_id, s.quantity as on_hand
    from item_totals t
    cross join unnest(
      ${places.map(({ licenseId }) => licenseId)}::int[],
      ${places.map(({ lotId }) => lotId)}::int[],
      ${places.map(({ quarantine }) => quarantine)}::boolean[]) with ordinality p (license_id, lot_id, quarantine, n)
    left join ${rowAt('t.inventory_id', 'p.license_id', 'p.lot_id', 'p.quarantine')}
    where t.inventory_id = ${inventoryId}::int and ${inScope(tx, 't.client_id')} order by p.n`.execute(tx);
  if (!rows[0]) throw new Error(`Item ${inventoryId} has no totals.`);
  const { in_stock, reserved, quarantined } = rows[0];
  const found = rows.map(({ row_id, on_hand }, n) => ({
    ...(places[n] as Place),
    rowId: row_id,
    onHand: on_hand ?? 0,
  }));
  return {
    totals: { in_stock, reserved, quarantined },
    places: found as unknown as { [N in keyof Places]: StockPlace },
  };
}

export async function readTotals(tx: Tx, inventoryId: number): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select in_stock, reserved, quarantined from item_totals
    where inventory_id = ${inventoryId} and ${inScope(tx)}`.execute(tx);
  const [totals] = rows;
  if (!totals) throw new Error(`Item ${inventoryId} has no totals.`);
  return totals;
}

/**
 * The active item of a command; a kit, a disabled or another client's item is not found. The share lock prevents a
 * save from disabling it until the commit; commands do not block each other.
 */
export async function activeItem(tx: Tx, id: number, clientId: number | undefined): Promise<StockItem | undefined> {
  const { rows } = await sql<StockItem>`
    select id, client_id, sku, lot, serial from inventories
    where id = ${id} and ${inScope(tx)} and type = 'Item' and is_active and (${clientId ?? null}::int is null or client_id = ${clientId ?? null})
    for share`.execute(tx);
  return rows[0];
}

/** A client's plate by its number, kept until the commit. */
export async function holdPlateNumbered(tx: Tx, clientId: number, number: string): Promise<number | undefined> {
  const license = await plateNumber(tx, number);
  const { rows } = await sql<{ id: number }>`
    select id from licenses where client_id = ${clientId} and lower(license) = lower(${license}::text)
    for key share`.execute(tx);
  return rows[0]?.id;
}

export async function lotNumbered(tx: Tx, inventoryId: number, number: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from lots where inventory_id = ${inventoryId} and ${inScope(tx)} and lower(lot_number) = lower(${number}::text)`.execute(
    tx,
  );
  return rows[0]?.id;
}
