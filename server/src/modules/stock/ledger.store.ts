import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Posting, PostingLine, PostingReason } from './posting.ts';
import { sumOfLines } from './stock-rules.ts';

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
  // One statement for every posting, of one item or of several. The constraints named below make a wrongly decided posting
  // fail. As subselects the arrays have no known length, so that one plan is kept for all: see `readHeld`.
  sql`
    with line as (
      select * from unnest(
        (select ${lines.map(({ itemId }) => itemId)}::int[]),
        (select ${places.map(({ rowId }) => rowId)}::int[]),
        (select ${places.map(({ licenseId }) => licenseId)}::int[]),
        (select ${places.map(({ lotId }) => lotId)}::int[]),
        (select ${places.map(({ quarantine }) => quarantine)}::boolean[]),
        (select ${lines.map(({ quantity }) => quantity)}::int[]),
        (select ${pristineAfterEach(lines, sums)}::int[]),
        (select ${lines.map(({ bucketId }) => bucketId)}::int[]))
        with ordinality l (inventory_id, row_id, license_id, lot_id, quarantine, quantity, later, bucket_id, n)
    ), total as (
      -- item_totals_reserved: no more reserved than in stock.
      update item_totals t set in_stock = t.in_stock + s.pristine, quarantined = t.quarantined + s.quarantined
      from unnest(
        (select ${[...sums.keys()]}::int[]),
        (select ${totals.map(({ pristine }) => pristine)}::int[]),
        (select ${totals.map(({ quarantined }) => quarantined)}::int[])) s (inventory_id, pristine, quarantined)
      where t.client_id = ${clientId}::int and t.inventory_id = s.inventory_id returning t.inventory_id, t.in_stock
    ), changed as (
      -- stock_rows_not_negative.
      update stock_rows s set quantity = s.quantity + line.quantity, since = case when s.quantity = 0 then now() else s.since end
      from line where s.id = line.row_id and s.inventory_id = line.inventory_id and s.client_id = ${clientId}::int
      returning s.id, s.quantity
    ), created as (
      -- stock_rows_key: one row for a place.
      insert into stock_rows (client_id, inventory_id, license_id, lot_id, quarantine, quantity)
      select ${clientId}::int, inventory_id, license_id, lot_id, quarantine, quantity from line where row_id is null
    )
    -- Not null: a movement has the balances of its place and of the item after it.
    insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance,
      kind, reference, cause, bucket_id, user_id, user_name, at)
    select ${clientId}::int, line.inventory_id, line.license_id, line.lot_id, line.quarantine, line.quantity,
      case when line.row_id is null then line.quantity else changed.quantity end,
      total.in_stock - line.later, ${kind}::text, ${reference}::text, ${cause}::text, line.bucket_id, ${by.id}::int,
      ${by.name}::text, clock_timestamp()
    from line left join total using (inventory_id) left join changed on changed.id = line.row_id order by line.n`.queue(
    tx,
  );
}
