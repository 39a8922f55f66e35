import { NO_LICENSE } from '@longshore/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { PostingLine } from './ledger.store.ts';

/** What a stock command needs to know of its item. */
export interface StockItem {
  id: number;
  client_id: number;
  sku: string;
  lot: boolean;
  serial: boolean;
}

/**
 * The active item a command is about; a kit, a disabled or another client's item is not found. Held against a save that
 * would disable it meanwhile; commands do not hold each other up.
 */
export async function findItem(tx: Tx, id: number, clientId: number | undefined): Promise<StockItem> {
  const { rows } = await sql<StockItem>`
    select id, client_id, sku, lot, serial from inventories
    where id = ${id} and type = 'Item' and is_active and (${clientId ?? null}::int is null or client_id = ${clientId ?? null})
    for key share`.execute(tx);
  if (!rows[0]) throw refused(20001);
  return rows[0];
}

/** A plate travels by its number; no number and the system's word for none mean no plate. */
export async function findPlate(tx: Tx, clientId: number, number: string, field: string): Promise<number | null> {
  if (number === '' || number === NO_LICENSE) return null;
  const { rows } = await sql<{ id: number }>`
    select id from licenses where client_id = ${clientId} and lower(license) = lower(${number}::text)
    for key share`.execute(tx);
  if (!rows[0]) throw invalid(field, `PlateIsUnknown:${number}`);
  return rows[0].id;
}

export async function lotBelongs(tx: Tx, inventoryId: number, lotId: number): Promise<boolean> {
  const { rows } = await sql`select from lots where id = ${lotId} and inventory_id = ${inventoryId}`.execute(tx);
  return rows.length > 0;
}

export async function lotNumbered(tx: Tx, inventoryId: number, number: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from lots where inventory_id = ${inventoryId} and lower(lot_number) = lower(${number}::text)`.execute(tx);
  return rows[0]?.id;
}

/** The lot of that number, made when it is new; an existing one keeps its expiry. */
export async function makeLot(tx: Tx, item: StockItem, number: string, expire: string | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into lots as l (client_id, inventory_id, lot_number, expire_date) values (${item.client_id}, ${item.id}, ${number}, ${expire}::date)
    on conflict (inventory_id, lower(lot_number)) do update set lot_number = l.lot_number returning id`.execute(tx);
  if (!rows[0]) throw new Error('The lot was not written.');
  return rows[0].id;
}

/**
 * Why a posting found too little, for the person who has to find the goods. Read inside the transaction that will be
 * rolled back: when it is the place that is short, the item's total was changed already and is told as it was.
 */
export async function shortfall(tx: Tx, item: StockItem, taken: PostingLine, short: 'item' | 'place'): Promise<string> {
  const wanted = `${item.sku}: ${-taken.quantity} wanted`;
  if (short === 'item') {
    const { rows } = await sql<{ available: number; quarantined: number }>`
      select available, quarantined from item_totals where inventory_id = ${item.id}`.execute(tx);
    return `${wanted}, ${(taken.quarantine ? rows[0]?.quarantined : rows[0]?.available) ?? 0} available`;
  }
  const { rows } = await sql<{ quantity: number }>`
    select quantity from stock_rows where inventory_id = ${item.id} and license_id is not distinct from ${taken.licenseId}::int
      and lot_id is not distinct from ${taken.lotId}::int and quarantine = ${taken.quarantine}`.execute(tx);
  return `${wanted}, ${rows[0]?.quantity ?? 0} there`;
}
