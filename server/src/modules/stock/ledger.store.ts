import type { MovementKind } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import { eventSql } from '../../platform/events/events.ts';

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

type Sql = RawBuilder<unknown>;
/** A value, or the column of `named` that holds it. */
type Given<Value> = Value | Sql;
type Line = Omit<PostingLine, 'licenseId'> & { licenseId: Given<number | null> };

export interface Posting {
  /** What the posting is about as people name it, as a query of at most one row; without that row nothing is posted. */
  named?: Sql;
  clientId: Given<number>;
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

const sum = (lines: readonly Line[], quarantine: boolean) =>
  lines.reduce((total, line) => total + (line.quarantine === quarantine ? line.quantity : 0), 0);

/** `is null` and `=` use the index of the key; `is not distinct from` would not. */
const sameAs = (column: Sql, id: Given<number | null>) =>
  id === null ? sql`${column} is null` : sql`${column} = ${id}`;

/** The row of a place that holds what is taken from it. */
const enoughSql = (
  posting: Posting,
  line: Line,
) => sql`s.client_id = ${posting.clientId} and s.inventory_id = ${posting.inventoryId}
  and ${sameAs(sql`s.license_id`, line.licenseId)} and ${sameAs(sql`s.lot_id`, line.lotId)} and s.quarantine = ${line.quarantine}
  and s.quantity + ${line.quantity} >= 0`;

/** Changes one balance, when the item's total was changed. */
function balanceSql(posting: Posting, line: Line, from: Sql): Sql {
  if (line.quantity < 0)
    return sql`update stock_rows s set quantity = s.quantity + ${line.quantity} from ${from}
      where ${enoughSql(posting, line)} returning s.quantity`;
  return sql`insert into stock_rows as s (client_id, inventory_id, license_id, lot_id, quarantine, quantity)
    select ${posting.clientId}::int, ${posting.inventoryId}::int, ${line.licenseId}::int, ${line.lotId}::int, ${line.quarantine}::boolean, ${line.quantity}::int from ${from}
    on conflict (inventory_id, license_id, lot_id, quarantine) do update
      set quantity = s.quantity + excluded.quantity, since = case when s.quantity = 0 then now() else s.since end
    returning s.quantity`;
}

/** The item's balance after each line, from what it is after all of them. */
function balancesAfter(lines: readonly Line[]): number[] {
  let later = sum(lines, false);
  return lines.map((line) => {
    if (!line.quarantine) later -= line.quantity;
    return later;
  });
}

/**
 * Waits for the item. Every command takes its items before anything else and in order of id, so that two of them never
 * wait for each other, and reads the clock only afterwards, so that an item's history never runs backwards.
 */
export async function lockItems(tx: Tx, inventoryIds: readonly number[]): Promise<void> {
  const ids = [...new Set(inventoryIds)].sort((a, b) => a - b);
  // One item is by far the most frequent, and an equality is planned once; an array would be planned every time.
  const these = ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${ids}::int[])`;
  await sql`select from item_totals where inventory_id ${these} order by inventory_id for no key update`.execute(tx);
}

/** What an item has in all. */
export interface Totals {
  in_stock: number;
  reserved: number;
  quarantined: number;
}

/** A line of the ledger, with the balances of its place and of the item after it. */
function entrySql(posting: Posting, line: Line, row: Sql, later: number, from: Sql): Sql {
  return sql`select ${posting.clientId}::int, ${posting.inventoryId}::int, ${line.licenseId}::int, ${line.lotId}::int,
    ${line.quarantine}::boolean, ${line.quantity}::int, ${row}.quantity, total.in_stock - ${later}::int,
    ${posting.kind}::text, ${posting.reference}::text, ${posting.cause}::text, ${posting.bucketId ?? null}::int, ${posting.by.id}::int, ${posting.by.name}::text,
    clock_timestamp() from ${from}, ${row}`;
}

/**
 * The only way stock changes: totals, balances and the ledger in one statement, all or nothing. Answers the item's
 * totals; nothing when a place lacks what is taken, the item would no longer hold what it has promised, or what is named
 * is not there, and then nothing was changed. The item must be locked.
 */
export async function post(tx: Tx, posting: Posting): Promise<Totals | undefined> {
  const { lines, named } = posting;
  const after = balancesAfter(lines);
  const [pristine, quarantined, promised] = [sum(lines, false), sum(lines, true), posting.promised ?? 0];
  const from = named ? sql`total, named` : sql`total`;
  const rowOf = (index: number) => sql.ref(`r${index}`);
  const enough = lines
    .filter(({ quantity }) => quantity < 0)
    .map((line) => sql`and exists (select from stock_rows s where ${enoughSql(posting, line)})`);
  const { rows } = await sql<Totals & { entries: number }>`
    with ${named ? sql`named as (${named}), ` : sql``}total as (
      update item_totals t set in_stock = t.in_stock + ${pristine}, quarantined = t.quarantined + ${quarantined}, reserved = t.reserved + ${promised}
      ${named ? sql`from named` : sql``} where t.client_id = ${posting.clientId} and t.inventory_id = ${posting.inventoryId}
        and t.reserved + ${promised} between 0 and t.in_stock + ${pristine} and t.quarantined + ${quarantined} >= 0 ${sql.join(enough, sql` `)}
      returning t.in_stock, t.reserved, t.quarantined
    ), ${sql.join(
      lines.map((line, index) => sql`${rowOf(index)} as (${balanceSql(posting, line, from)})`),
      sql`, `,
    )}, entries as (insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance,
      kind, reference, cause, bucket_id, user_id, user_name, at)
    ${sql.join(
      lines.map((line, index) => entrySql(posting, line, rowOf(index), after[index] ?? 0, from)),
      sql` union all `,
    )} returning 1)${posting.told ? sql`, told as (${eventSql({ kind: 'inventory.moved', clientId: posting.clientId, subjectId: posting.inventoryId }, from)})` : sql``}
    select total.*, (select count(*) from entries) as entries from total`.execute(tx);
  const [posted] = rows;
  if (posted && posted.entries !== lines.length) throw new Error(`Item ${posting.inventoryId} was not locked.`);
  return posted;
}

/** Promises units to a shipment; false when the item has not so many left to promise. The item must be locked. */
export async function promise(tx: Tx, clientId: number, inventoryId: number, quantity: number): Promise<boolean> {
  const { rows } = await sql`
    update item_totals set reserved = reserved + ${quantity}
    where client_id = ${clientId} and inventory_id = ${inventoryId}
      and reserved + ${quantity} between 0 and in_stock returning 1`.execute(tx);
  return rows.length > 0;
}
