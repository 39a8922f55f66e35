import type { MovementKind } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import { runShaped, Slot } from '../../platform/database/shaped.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type NamedPlate, type Naming, statementOf } from './posting-sql.ts';

/** Where a quantity of an item stands: on a plate or none, of a lot or none, pristine or quarantined. */
export interface Place {
  licenseId: number | null;
  lotId: number | null;
  quarantine: boolean;
}

/** One line of a posting: so many units more (or fewer) at a place. */
export interface PostingLine extends Place {
  quantity: number;
}

/** A plate by its id, or the one that the posting's naming finds. */
type Line = Omit<PostingLine, 'licenseId'> & { licenseId: number | null | NamedPlate };

export interface Posting {
  /** Finds what the posting is about as people name it; when that is not there, nothing is posted. */
  named?: Naming;
  /** Whose item it is, when no naming finds it. */
  clientId?: number;
  inventoryId: number;
  kind: MovementKind;
  reference: string;
  /** What made it happen, in a word and an id: `shipment 12`, `count 3`. */
  cause: string;
  by: { id: number | null; name: string };
  lines: readonly Line[];
  /** How many more units are promised afterwards: fulfilling keeps a promise, taking it back renews it. */
  promised?: number;
  /** The serial bucket that goes along, whole. */
  bucketId?: number | null;
  /** Tells open screens of it in the same statement; a command of many postings tells them once itself. */
  told?: true;
}

const locking = (these: RawBuilder<unknown>) => () =>
  sql`select from item_totals where inventory_id ${these} order by inventory_id for no key update`;
const lockOne = locking(sql`= ${new Slot((id) => id)}`);
const lockMany = locking(sql`= any(${new Slot((ids) => ids)}::int[])`);

/**
 * Waits for the item. Every command takes its items before anything else and in order of id, so that two of them never
 * wait for each other, and reads the clock only afterwards, so that an item's history never runs backwards.
 */
export async function lockItems(tx: Tx, inventoryIds: readonly number[]): Promise<void> {
  const [first, ...more] = new Set(inventoryIds);
  // One item is by far the most frequent, and an equality is planned once; an array would be planned every time.
  if (!more.length) await runShaped(tx, 'lock item', first, lockOne);
  else await runShaped(tx, 'lock items', [first, ...more], lockMany);
}

/** What an item has in all. */
export interface Totals {
  in_stock: number;
  reserved: number;
  quarantined: number;
}

/**
 * The only way stock changes: totals, balances and the ledger in one statement, all or nothing. Answers the item's
 * totals; nothing when a place lacks what is taken, the item would no longer hold what it has promised, or what is named
 * is not there, and then nothing was changed. The item must be locked.
 */
export async function post(tx: Tx, posting: Posting): Promise<Totals | undefined> {
  const { shape, source, write } = statementOf(posting);
  const [totals] = await runShaped<Totals>(tx, shape, source, write);
  return totals;
}

/** Promises units to a shipment; false when the item has not so many left to promise. The item must be locked. */
export async function promise(tx: Tx, clientId: number, inventoryId: number, quantity: number): Promise<boolean> {
  const { rows } = await sql`
    update item_totals set reserved = reserved + ${quantity}
    where client_id = ${clientId} and inventory_id = ${inventoryId}
      and reserved + ${quantity} between 0 and in_stock returning 1`.execute(tx);
  return rows.length > 0;
}
