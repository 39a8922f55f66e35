import type { MovementKind } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';

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

export interface Posting {
  clientId: number;
  inventoryId: number;
  kind: MovementKind;
  reference: string;
  /** What made it happen, in a word and an id: `shipment 12`, `count 3`. */
  cause: string;
  by: { id: number | null; name: string };
  lines: readonly PostingLine[];
  /** How many more units are promised afterwards: fulfilling keeps a promise, taking it back renews it. */
  promised?: number;
  /** The serial bucket that goes along, whole. */
  bucketId?: number | null;
}

const sum = (lines: readonly PostingLine[], quarantine: boolean) =>
  lines.reduce((total, line) => total + (line.quarantine === quarantine ? line.quantity : 0), 0);

/** `is null` and `=` use the index of the key; `is not distinct from` would not. */
const sameAs = (column: RawBuilder<unknown>, id: number | null) =>
  id === null ? sql`${column} is null` : sql`${column} = ${id}`;

/** Changes one balance; nothing comes back when there is not enough. */
function balanceSql(posting: Posting, line: PostingLine): RawBuilder<unknown> {
  if (line.quantity < 0)
    return sql`update stock_rows s set quantity = s.quantity + ${line.quantity} from total
      where s.client_id = ${posting.clientId} and s.inventory_id = ${posting.inventoryId} and ${sameAs(sql`s.license_id`, line.licenseId)}
        and ${sameAs(sql`s.lot_id`, line.lotId)} and s.quarantine = ${line.quarantine} and s.quantity + ${line.quantity} >= 0
      returning s.quantity`;
  return sql`insert into stock_rows as s (client_id, inventory_id, license_id, lot_id, quarantine, quantity)
    select ${posting.clientId}::int, ${posting.inventoryId}::int, ${line.licenseId}::int, ${line.lotId}::int, ${line.quarantine}::boolean, ${line.quantity}::int from total
    on conflict (inventory_id, license_id, lot_id, quarantine) do update
      set quantity = s.quantity + excluded.quantity, since = case when s.quantity = 0 then now() else s.since end
    returning s.quantity`;
}

/** The item's balance after each line, from what it is after all of them. */
function balancesAfter(lines: readonly PostingLine[]): number[] {
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

/**
 * The only way stock changes: totals, balances and the ledger in one statement, all or nothing. Answers what is short
 * when a place lacks what is taken, or the item would no longer hold what it has promised; the caller must then refuse,
 * and the roll-back undoes whatever part was done. The item must be locked.
 */
export async function post(tx: Tx, posting: Posting): Promise<'item' | 'place' | undefined> {
  const { lines } = posting;
  const after = balancesAfter(lines);
  const balances = lines.map((line, index) => sql`${sql.ref(`r${index}`)} as (${balanceSql(posting, line)})`);
  const entries = lines.map(
    (
      line,
      index,
    ) => sql`select ${posting.clientId}::int, ${posting.inventoryId}::int, ${line.licenseId}::int, ${line.lotId}::int,
      ${line.quarantine}::boolean, ${line.quantity}::int, ${sql.ref(`r${index}`)}.quantity, total.in_stock - ${after[index]}::int,
      ${posting.kind}::text, ${posting.reference}::text, ${posting.cause}::text, ${posting.bucketId ?? null}::int, ${posting.by.id}::int, ${posting.by.name}::text,
      clock_timestamp()
      from total, ${sql.ref(`r${index}`)}`,
  );
  const pristine = sum(lines, false);
  const quarantined = sum(lines, true);
  const promised = posting.promised ?? 0;
  const { rows } = await sql<{ totals: number; entries: number }>`
    with total as (
      update item_totals set in_stock = in_stock + ${pristine}, quarantined = quarantined + ${quarantined}, reserved = reserved + ${promised}
      where client_id = ${posting.clientId} and inventory_id = ${posting.inventoryId}
        and reserved + ${promised} between 0 and in_stock + ${pristine} and quarantined + ${quarantined} >= 0
      returning in_stock
    ), ${sql.join(balances, sql`, `)}
    , entries as (insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance,
      kind, reference, cause, bucket_id, user_id, user_name, at)
    ${sql.join(entries, sql` union all `)}
    returning 1)
    select (select count(*) from total) as totals, (select count(*) from entries) as entries`.execute(tx);
  if (!rows[0]?.totals) return 'item';
  return rows[0].entries === lines.length ? undefined : 'place';
}

/** Promises units to a shipment; false when the item has not so many left to promise. The item must be locked. */
export async function promise(tx: Tx, clientId: number, inventoryId: number, quantity: number): Promise<boolean> {
  const { rows } = await sql`
    update item_totals set reserved = reserved + ${quantity}
    where client_id = ${clientId} and inventory_id = ${inventoryId}
      and reserved + ${quantity} between 0 and in_stock returning 1`.execute(tx);
  return rows.length > 0;
}
