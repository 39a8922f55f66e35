import { scopedClient } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Posting } from './posting.ts';
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

/** One statement for every posting. The constraints named below make a wrongly decided posting fail. */
const postLines = `
  with line as (
    select * from unnest($5::int[], $6::int[], $7::int[], $8::boolean[], $9::int[], $10::int[])
      with ordinality l (row_id, license_id, lot_id, quarantine, quantity, later, n)
  ), total as (
    -- item_totals_reserved: no more reserved than in stock.
    update item_totals set in_stock = in_stock + $3::int, quarantined = quarantined + $4::int
    where client_id = $2::int and inventory_id = $1::int returning in_stock
  ), changed as (
    -- stock_rows_not_negative.
    update stock_rows s set quantity = s.quantity + line.quantity, since = case when s.quantity = 0 then now() else s.since end
    from line where s.id = line.row_id and s.client_id = $2::int returning s.id, s.inventory_id, s.quantity
  ), created as (
    -- stock_rows_key: one row for a place.
    insert into stock_rows (client_id, inventory_id, license_id, lot_id, quarantine, quantity)
    select $2::int, $1::int, license_id, lot_id, quarantine, quantity from line where row_id is null
  )
  -- Not null: a movement has the balances of its place and of the item after it.
  insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance,
    kind, reference, cause, bucket_id, user_id, user_name, at)
  select $2::int, $1::int, line.license_id, line.lot_id, line.quarantine, line.quantity,
    case when line.row_id is null then line.quantity else (select quantity from changed where id = line.row_id and inventory_id = $1::int) end,
    total.in_stock - line.later, $11::text, $12::text, $13::text, $14::int, $15::int, $16::text, clock_timestamp()
  from line left join total on true order by line.n`;

/**
 * Units (not quarantined) of the later lines, for each line: computes the item's balance after a line from the final
 * one.
 */
function pristineAfterEach(lines: Posting['lines']): number[] {
  let left = sumOfLines(lines).pristine;
  return lines.map(({ place, quantity }) => {
    left -= place.quarantine ? 0 : quantity;
    return left;
  });
}

/**
 * The only function that changes stock: totals, balances and the ledger in one statement. The item must be locked and
 * its places read since, and the caller has decided that there is enough (`shortage`). Returns nothing: the statement
 * is sent with the commit, which fails when a constraint is violated.
 */
export function post(tx: Tx, posting: Posting): void {
  const { item, lines, kind, reference, cause, bucketId = null, by } = posting;
  const places = lines.map(({ place }) => place);
  const rowIds = places.map(({ rowId }) => rowId);
  const known = rowIds.filter((id) => id !== null);
  if (new Set(known).size < known.length) throw new Error('Two lines of a posting name the same place.');
  const { pristine, quarantined } = sumOfLines(lines);
  tx.queue(postLines, [
    ...[item.id, item.client_id, pristine, quarantined, rowIds],
    ...[places.map(({ licenseId }) => licenseId), places.map(({ lotId }) => lotId)],
    ...[places.map(({ quarantine }) => quarantine), lines.map(({ quantity }) => quantity), pristineAfterEach(lines)],
    ...[kind, reference, cause, bucketId, by.id, by.name],
  ]);
}
