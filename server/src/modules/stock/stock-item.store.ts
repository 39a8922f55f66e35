import { type Message, messageWith, NO_LICENSE } from '@longshore/contract';
import { sql } from 'kysely';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { PostingLine } from './posting.ts';

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
export async function activeItem(tx: Tx, id: number, clientId: number | undefined): Promise<StockItem | undefined> {
  const { rows } = await sql<StockItem>`
    select id, client_id, sku, lot, serial from inventories
    where id = ${id} and ${inScope(tx)} and type = 'Item' and is_active and (${clientId ?? null}::int is null or client_id = ${clientId ?? null})
    for key share`.execute(tx);
  return rows[0];
}

export const isNoPlate = (number: string) => number === '' || number === NO_LICENSE;

/** A plate travels by its number; no number and the system's word for none mean no plate. */
export async function findPlate(tx: Tx, clientId: number, number: string, field: string): Promise<number | null> {
  if (isNoPlate(number)) return null;
  const { rows } = await sql<{ id: number }>`
    select id from licenses where client_id = ${clientId} and lower(license) = lower(${number}::text)
    for key share`.execute(tx);
  if (!rows[0]) throw invalid(field, `PlateIsUnknown:${number}`);
  return rows[0].id;
}

/** What a command on one item names: the item, the plates, the lot. */
export interface Named {
  itemId: number;
  clientId: number | undefined;
  /** Numbers of plates, by the fields they came in. */
  plates: Record<string, string>;
  lotId: number | null;
}

const hasLotSql = (tx: Tx, lotId: number | null) =>
  lotId === null
    ? sql`true`
    : sql`exists (select from lots o where o.id = ${lotId} and ${inScope(tx, 'o.client_id')} and o.inventory_id = i.id)`;
const ofClientSql = (clientId: number | undefined) =>
  clientId === undefined ? sql`` : sql`and i.client_id = ${clientId}`;

/** The active item and the plates a command names, in one look that holds nothing; what is not there is refused by name. */
export async function findNamed(tx: Tx, { itemId, clientId, plates, lotId }: Named) {
  const numbers = Object.entries(plates);
  const ids = numbers.map(([, number]) =>
    isNoPlate(number)
      ? sql`null::int`
      : sql`(select l.id from licenses l where l.client_id = i.client_id and lower(l.license) = lower(${number}::text))`,
  );
  const { rows } = await sql<StockItem & { plate_ids: (number | null)[]; has_lot: boolean }>`
    select i.id, i.client_id, i.sku, i.lot, i.serial, array[${sql.join(ids)}] as plate_ids, ${hasLotSql(tx, lotId)} as has_lot
    from inventories i where i.id = ${itemId} and ${inScope(tx, 'i.client_id')} and i.type = 'Item' and i.is_active ${ofClientSql(clientId)}`.execute(
    tx,
  );
  if (!rows[0]) throw refused(20001);
  const { plate_ids: plateIds, has_lot: lotIsKnown, ...item } = rows[0];
  const unknown = numbers.find(([, number], index) => !isNoPlate(number) && plateIds[index] === null);
  if (unknown) throw invalid(unknown[0], `PlateIsUnknown:${unknown[1]}`);
  if (!lotIsKnown) throw invalid('lotId', 'LotIsUnknown');
  if (lotId !== null && !item.lot) throw invalid('lotId', 'NotByLots');
  return { item, plateIds };
}

export async function lotNumbered(tx: Tx, inventoryId: number, number: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from lots where inventory_id = ${inventoryId} and ${inScope(tx)} and lower(lot_number) = lower(${number}::text)`.execute(
    tx,
  );
  return rows[0]?.id;
}

/**
 * The lot of that number, made when it is new. One that is known keeps its expiry: another one that comes with it is a
 * slip of the pen or another lot, and is not passed over.
 */
export async function makeLot(tx: Tx, item: StockItem, number: string, expire: string | null): Promise<number> {
  const { rows } = await sql<{ id: number; expire_date: string | null }>`
    insert into lots as l (client_id, inventory_id, lot_number, expire_date) values (${item.client_id}, ${item.id}, ${number}, ${expire}::date)
    on conflict (inventory_id, lower(lot_number)) do update set lot_number = l.lot_number returning id, expire_date`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('The lot was not written.');
  const { id, expire_date: known } = rows[0];
  if (expire !== null && expire !== known) throw invalid('newLot.expire', known ? `LotExpires:${known}` : 'LotKeeps');
  return id;
}

/** Why a posting found too little, for the person who has to find the goods: there, or in all. */
export async function shortfall(tx: Tx, item: StockItem, taken: PostingLine): Promise<Message> {
  const wanted = -taken.quantity;
  const { rows } = await sql<{ there: number; free: number }>`
    select coalesce((select quantity from stock_rows where inventory_id = ${item.id} and ${inScope(tx)} and license_id is not distinct from ${taken.licenseId}::int
        and lot_id is not distinct from ${taken.lotId}::int and quarantine = ${taken.quarantine}), 0) as there,
      case when ${taken.quarantine} then quarantined else available end as free
    from item_totals where inventory_id = ${item.id}`.execute(tx);
  const { there = 0, free = 0 } = rows[0] ?? {};
  return there < wanted && there <= free
    ? messageWith('ShortAtPlace', item.sku, wanted, there)
    : messageWith('ShortOfAvailable', item.sku, wanted, free);
}
