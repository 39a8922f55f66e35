import { scopedClient } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Posting, PostingLine, PostingReason } from './posting.ts';
import { sumOfLines } from './stock-rules.ts';

const lockOne = `
  select from item_totals where inventory_id = $1 and ($2::int is null or client_id = $2) for no key update`;
const lockMany = `
  select from item_totals where inventory_id = any($1::int[]) and ($2::int is null or client_id = $2)
  order by inventory_id for no key update`;

/**
 * Locks the totals of items, in order of id. Every command that reads or changes stock locks them first and reads
 * afterwards, so that what it reads holds until its commit, and the timestamps of an item's history never decrease.
 */
export async function lockItems(tx: Tx, inventoryIds: readonly number[]): Promise<void> {
  const ids = [...new Set(inventoryIds)];
  // One item is by far the most frequent, and an equality is cheaper to plan than an array.
  if (ids.length === 1) await tx.run(lockOne, [ids[0], scopedClient(tx)]);
  else await tx.run(lockMany, [ids, scopedClient(tx)]);
}

/**
 * One statement for every posting, of one item or of several. The constraints named below make a wrongly decided
 * posting fail. As subselects the arrays have no known length, so that one plan is kept for all: see `heldBy`.
 */
const postLines = `
  with line as (
    select * from unnest((select $6::int[]), (select $7::int[]), (select $8::int[]), (select $9::int[]), (select $10::boolean[]),
      (select $11::int[]), (select $12::int[]), (select $13::int[]))
      with ordinality l (inventory_id, row_id, license_id, lot_id, quarantine, quantity, later, bucket_id, n)
  ), total as (
    -- item_totals_reserved: no more reserved than in stock.
    update item_totals t set in_stock = t.in_stock + s.pristine, quarantined = t.quarantined + s.quarantined
    from unnest((select $3::int[]), (select $4::int[]), (select $5::int[])) s (inventory_id, pristine, quarantined)
    where t.client_id = $2::int and t.inventory_id = s.inventory_id returning t.inventory_id, t.in_stock
  ), changed as (
    -- stock_rows_not_negative.
    update stock_rows s set quantity = s.quantity + line.quantity, since = case when s.quantity = 0 then now() else s.since end
    from line where s.id = line.row_id and s.inventory_id = line.inventory_id and s.client_id = $2::int returning s.id, s.quantity
  ), created as (
    -- stock_rows_key: one row for a place.
    insert into stock_rows (client_id, inventory_id, license_id, lot_id, quarantine, quantity)
    select $2::int, inventory_id, license_id, lot_id, quarantine, quantity from line where row_id is null
  )
  -- Not null: a movement has the balances of its place and of the item after it.
  insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance,
    kind, reference, cause, bucket_id, user_id, user_name, at)
  select $2::int, line.inventory_id, line.license_id, line.lot_id, line.quarantine, line.quantity,
    case when line.row_id is null then line.quantity else changed.quantity end,
    total.in_stock - line.later, $1::text, $14::text, $15::text, line.bucket_id, $16::int, $17::text, clock_timestamp()
  from line left join total using (inventory_id) left join changed on changed.id = line.row_id order by line.n`;

/** A line with its item, as the statement takes it. */
interface ItemLine extends PostingLine {
  itemId: number;
  bucketId: number | null;
}

/** How a posting changes the totals of each item. */
const sumsByItem = (lines: readonly ItemLine[]) =>
  new Map(lines.map(({ itemId }) => [itemId, sumOfLines(lines.filter((line) => line.itemId === itemId))]));

/**
 * Units (not quarantined) of the later lines of the same item, for each line: computes the item's balance after a line
 * from the final one.
 */
function pristineAfterEach(lines: readonly ItemLine[], sums: ReturnType<typeof sumsByItem>): number[] {
  const left = new Map([...sums].map(([itemId, { pristine }]) => [itemId, pristine]));
  return lines.map(({ itemId, place, quantity }) => {
    const after = (left.get(itemId) ?? 0) - (place.quarantine ? 0 : quantity);
    left.set(itemId, after);
    return after;
  });
}

function itemLinesOf(postings: readonly Posting[]): ItemLine[] {
  const lines = postings.flatMap(({ item, lines, bucketId = null }) =>
    lines.map((line) => ({ ...line, itemId: item.id, bucketId })),
  );
  const known = lines.flatMap(({ place }) => place.rowId ?? []);
  if (new Set(known).size < known.length) throw new Error('Two lines of a posting name the same place.');
  return lines;
}

/**
 * The only function that changes stock: totals, balances and the ledger in one statement, for one or more items of a
 * client. The items must be locked and their places read since, and the caller has decided that there is enough
 * (`shortage`). Returns nothing: the statement is sent with the commit, which fails when a constraint is violated.
 */
export function post(tx: Tx, { kind, reference, cause, by }: PostingReason, postings: readonly Posting[]): void {
  if (!postings.length) return;
  const [clientId, ...others] = new Set(postings.map(({ item }) => item.client_id));
  if (others.length) throw new Error('A posting has the items of one client.');
  const lines = itemLinesOf(postings);
  const sums = sumsByItem(lines);
  const [places, totals] = [lines.map(({ place }) => place), [...sums.values()]];
  tx.queue(postLines, [
    kind,
    clientId,
    [...sums.keys()],
    totals.map(({ pristine }) => pristine),
    totals.map(({ quarantined }) => quarantined),
    lines.map(({ itemId }) => itemId),
    places.map(({ rowId }) => rowId),
    places.map(({ licenseId }) => licenseId),
    places.map(({ lotId }) => lotId),
    places.map(({ quarantine }) => quarantine),
    lines.map(({ quantity }) => quantity),
    pristineAfterEach(lines, sums),
    lines.map(({ bucketId }) => bucketId),
    reference,
    cause,
    by.id,
    by.name,
  ]);
}
