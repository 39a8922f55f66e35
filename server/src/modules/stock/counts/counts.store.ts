import type { CountInput, CountLineStatus, CountState } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { likePattern } from '../../../platform/lists/list-sql.ts';
import type { Place } from '../posting.ts';
import type { CountedTime } from './count-time.ts';
import { linesWithVariances } from './variances.ts';

export interface LockedCount {
  id: number;
  client_id: number;
  name: string;
  state: CountState;
  blind: boolean;
  user_id: number;
  user_name: string;
}

async function locked(tx: Tx, id: number, against: Sql): Promise<LockedCount | undefined> {
  const { rows } = await sql<LockedCount>`
    select id, client_id, name, state, blind, user_id, user_name from counts where id = ${id} and ${inScope(tx)}
    for ${against}`.execute(tx);
  return rows[0];
}

/** Locks a count against changes of its state. */
export const lockCount = (tx: Tx, id: number) => locked(tx, id, sql`no key update`);

/** Keeps a count in its state while quantities are written to it; others may write theirs. */
export const holdCount = (tx: Tx, id: number) => locked(tx, id, sql`share`);

const contains = (column: Sql, part: string) => sql`lower(${column}) like ${`%${likePattern(part)}%`}`;

/** The stock rows that a count covers. */
export function stockToCount(clientId: number, input: CountInput): Sql {
  const { bin_from: first, bin_to: last, bin, item, category } = input;
  const only: Sql[] = [sql`s.client_id = ${clientId}`, sql`s.quantity > 0`];
  if (first) only.push(sql`lower(b.location) >= lower(${first}::text)`);
  if (last)
    only.push(sql`(lower(b.location) <= lower(${last}::text) or starts_with(lower(b.location), lower(${last}::text)))`);
  if (bin) only.push(contains(sql`b.location`, bin));
  if (item) only.push(sql`(${contains(sql`i.sku`, item)} or ${contains(sql`i.name`, item)})`);
  if (category)
    only.push(sql`exists (select from categorized d join categories c on c.client_id = d.client_id and c.id = d.category_id
      where d.client_id = s.client_id and d.resource_id = s.inventory_id and c.resource = 'Inventory' and lower(c.name) = lower(${category}::text))`);
  return sql`select s.inventory_id, s.license_id, s.lot_id, s.quarantine, s.quantity
    from stock_rows s join inventories i on i.id = s.inventory_id
    left join licenses p on p.id = s.license_id left join locations b on b.id = p.location_id
    where ${sql.join(only, ' and ')}`;
}

/** The rows of a count that were not posted, with their current balances. */
export const openRows = (tx: Tx, countId: number): Sql => sql`
  select l.inventory_id, l.license_id, l.lot_id, l.quarantine, coalesce(s.quantity, 0) as quantity
  from count_lines l left join stock_rows s on s.inventory_id = l.inventory_id
    and coalesce(s.license_id, 0) = coalesce(l.license_id, 0) and coalesce(s.lot_id, 0) = coalesce(l.lot_id, 0) and s.quarantine = l.quarantine
  where l.count_id = ${countId} and ${inScope(tx, 'l.client_id')} and l.outcome in ('recount', 'refused')`;

/**
 * Inserts a count with a line for each of the rows. One statement: the quantities are from one snapshot, and the
 * clock is read after them, so that a movement with a later time cannot be included.
 */
export async function insertCount(
  tx: Tx,
  count: { clientId: number; name: string; blind: boolean; by: Actor; recountOf: number | null },
  stock: Sql,
  linesMax: number,
): Promise<{ id: number | null; lines: number }> {
  const { rows } = await sql<{ id: number | null; lines: number }>`
    with stock as (select * from (${stock}) found limit ${sql.lit(linesMax + 1)}),
    made as (
      insert into counts (client_id, name, blind, sheet_at, recount_of, user_id, user_name)
      select ${count.clientId}, ${count.name}, ${count.blind}, clock_timestamp(), ${count.recountOf}::int, ${count.by.id}, ${count.by.name}
      where exists (select from stock) returning id),
    lines as (
      insert into count_lines (client_id, count_id, inventory_id, license_id, lot_id, quarantine, expected)
      select ${count.clientId}, made.id, inventory_id, license_id, lot_id, quarantine, quantity from stock, made returning 1)
    select (select id from made) as id, (select count(*) from lines) as lines`.execute(tx);
  return rows[0] ?? { id: null, lines: 0 };
}

/** The recount of another count's open rows, unless it was cancelled. */
export async function recountOf(tx: Tx, countId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from counts where recount_of = ${countId} and ${inScope(tx)} and state <> 'cancelled' order by id limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

export async function cancelCount(tx: Tx, id: number): Promise<void> {
  await sql`update counts set state = 'cancelled' where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function countedLines(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(counted) as counted from count_lines where count_id = ${id} and ${inScope(tx)}`.execute(tx);
  return rows[0]?.counted ?? 0;
}

export async function beginPosting(tx: Tx, id: number, by: string): Promise<void> {
  await sql`update counts set state = 'posting', posted_by = ${by} where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** The items that still have lines to post, in the common lock order. */
export async function itemsToPost(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ inventory_id: number }>`
    select distinct inventory_id from count_lines where count_id = ${id} and ${inScope(tx)} and counted is not null and outcome is null
    order by inventory_id`.execute(tx);
  return rows.map((row) => row.inventory_id);
}

export interface LineWithVariance {
  id: number;
  license_id: number | null;
  lot_id: number | null;
  quarantine: boolean;
  row_id: number | null;
  on_hand: number;
  status: CountLineStatus;
  variance: number | null;
  problem: string;
}

/** An item's lines to post, with their current variances. Increases come before decreases, which may need them. */
export async function linesToPost(tx: Tx, id: number, inventoryId: number): Promise<LineWithVariance[]> {
  const { rows } = await sql<LineWithVariance>`
    select id, license_id, lot_id, quarantine, row_id, on_hand, status, variance, problem from ${linesWithVariances}
    where count_id = ${id} and ${inScope(tx)} and inventory_id = ${inventoryId} and counted is not null and outcome is null
    order by variance desc nulls last, id`.execute(tx);
  return rows;
}

export interface Outcome {
  id: number;
  outcome: 'posted' | 'same' | 'recount' | 'refused';
  variance: number | null;
  problem: string;
}

export async function writeOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update count_lines l set outcome = r.outcome, variance = r.variance, problem = r.problem
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r (id int, outcome text, variance int, problem text)
    where l.id = r.id and l.outcome is null`.execute(tx);
}

/** True when this call finished it: no counted line is left. */
export async function finishPosting(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update counts set state = 'posted', posted_at = now() where id = ${id} and ${inScope(tx)} and state = 'posting'
      and not exists (select from count_lines where count_id = ${id} and counted is not null and outcome is null)
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** An item of the client by its id or, without one, by its SKU. */
export async function countedItem(tx: Tx, clientId: number, iid: number | null, sku: string) {
  const named = iid === null ? sql`lower(sku) = lower(${sku}::text)` : sql`id = ${iid}`;
  const { rows } = await sql<{ id: number; sku: string; lot: boolean }>`
    select id, sku, lot from inventories where client_id = ${clientId} and type = 'Item' and is_active and ${named}
    for share`.execute(tx);
  return rows[0];
}

export async function isOnSheet(tx: Tx, countId: number, inventoryId: number, place: Place): Promise<boolean> {
  const { rows } = await sql`
    select from count_lines where count_id = ${countId} and ${inScope(tx)} and inventory_id = ${inventoryId} and license_id is not distinct from ${place.licenseId}::int
      and lot_id is not distinct from ${place.lotId}::int and quarantine = ${place.quarantine}`.execute(tx);
  return rows.length > 0;
}

/** A written time as a timestamp, in the company's time zone where it has none, and whether it is plausible. */
export async function momentOf(tx: Tx, time: CountedTime, uploadedAt: string, daysMax: number) {
  const upload = sql`${uploadedAt}::timestamptz`;
  const at = {
    moment: sql`${time.text}::timestamptz`,
    local: sql`${time.text}::timestamp at time zone c.timezone`,
    time: sql`((${upload} at time zone c.timezone)::date + ${time.text}::time) at time zone c.timezone`,
  }[time.kind];
  const { rows } = await sql<{ at: string; ahead: boolean; old: boolean }>`
    select at, at > ${upload} as ahead, at < ${upload} - make_interval(days => ${daysMax}) as old
    from (select ${at} as at from company c) t`.execute(tx);
  return rows[0];
}

export interface CountedFigure {
  count: LockedCount;
  inventoryId: number;
  place: Place;
  counted: number;
  countedAt: string | null;
  uploadedAt: string;
  by: Pick<Actor, 'id' | 'name'>;
}

interface WriteRule {
  /** Which figure may be replaced; the row is `l`, the new one `excluded`. */
  replaces: Sql;
  /** The figures before it, which are kept so that it can be undone. */
  previous: Sql;
}

async function writeFigure(tx: Tx, figure: CountedFigure, rule: WriteRule): Promise<number | undefined> {
  const { count, place, by } = figure;
  const { rows } = await sql<{ id: number }>`
    insert into count_lines as l (client_id, count_id, inventory_id, license_id, lot_id, quarantine, counted, counted_at, uploaded_at,
      counted_by_id, counted_by)
    values (${count.client_id}, ${count.id}, ${figure.inventoryId}, ${place.licenseId}::int, ${place.lotId}::int, ${place.quarantine},
      ${figure.counted}, ${figure.countedAt}::timestamptz, ${figure.uploadedAt}::timestamptz, ${by.id}, ${by.name})
    on conflict (count_id, inventory_id, license_id, lot_id, quarantine) do update
      set counted = excluded.counted, counted_at = excluded.counted_at, uploaded_at = excluded.uploaded_at,
        counted_by_id = excluded.counted_by_id, counted_by = excluded.counted_by, previous = ${rule.previous}
      where ${rule.replaces}
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Writes a quantity of a sheet over an earlier one, or on a new line; false when this upload has already written it. */
export async function writeUploadedFigure(tx: Tx, figure: CountedFigure): Promise<boolean> {
  const replaces = sql`l.uploaded_at is distinct from excluded.uploaded_at`;
  return (await writeFigure(tx, figure, { replaces, previous: sql`null` })) !== undefined;
}

/** How many earlier figures of a row are kept for undo, the latest of them apart. */
const PREVIOUS_MAX = 19;

const figureOfLine = sql`jsonb_build_object('counted', l.counted, 'counted_at', l.counted_at, 'uploaded_at', l.uploaded_at,
  'counted_by_id', l.counted_by_id, 'counted_by', l.counted_by)`;
const previousOfLine = sql`case when l.counted is not null then jsonb_build_array(${figureOfLine})
  || coalesce(jsonb_path_query_array(l.previous, ${sql.lit(`$[0 to ${PREVIOUS_MAX - 1}]`)}), '[]') end`;

/** Writes a quantity over the user's own, and over another user's only on request; undefined when it was kept. */
export function writeScannedFigure(tx: Tx, figure: CountedFigure, replace: boolean): Promise<number | undefined> {
  const replaces = sql`(${replace}::boolean or l.counted is null or l.counted_by_id is not distinct from ${figure.by.id}::int)`;
  return writeFigure(tx, figure, { replaces, previous: previousOfLine });
}

/** The figure of a line that somebody else counted. */
export async function figureAt(tx: Tx, countId: number, inventoryId: number, place: Place) {
  const { rows } = await sql<{ counted: number | null; counted_by: string }>`
    select counted, counted_by from count_lines where count_id = ${countId} and ${inScope(tx)} and inventory_id = ${inventoryId}
      and license_id is not distinct from ${place.licenseId}::int and lot_id is not distinct from ${place.lotId}::int
      and quarantine = ${place.quarantine}`.execute(tx);
  return rows[0];
}

export interface LineFigure {
  id: number;
  count_id: number;
  inventory_id: number;
  expected: number | null;
  uploaded_at: string | null;
  counted_by_id: number | null;
  has_previous: boolean;
}

const lineFigure = (tx: Tx, id: number, lock: Sql) => sql<LineFigure>`
  select id, count_id, inventory_id, expected, uploaded_at, counted_by_id, previous is not null as has_previous
  from count_lines where id = ${id} and ${inScope(tx)} ${lock}`;

/** The count a line belongs to, which is locked before the line. */
export async function countOfLine(tx: Tx, id: number): Promise<number | undefined> {
  return (await lineFigure(tx, id, sql``).execute(tx)).rows[0]?.count_id;
}

export async function lockLine(tx: Tx, id: number): Promise<LineFigure | undefined> {
  return (await lineFigure(tx, id, sql`for no key update`).execute(tx)).rows[0];
}

export async function restorePreviousFigure(tx: Tx, id: number): Promise<void> {
  await sql`
    update count_lines l set counted = (p.figure->>'counted')::int, counted_at = (p.figure->>'counted_at')::timestamptz,
      uploaded_at = (p.figure->>'uploaded_at')::timestamptz, counted_by_id = (p.figure->>'counted_by_id')::int,
      counted_by = p.figure->>'counted_by', previous = nullif(l.previous - 0, '[]')
    from (select previous->0 as figure from count_lines where id = ${id} and ${inScope(tx)}) p
    where l.id = ${id} and ${inScope(tx, 'l.client_id')}`.execute(tx);
}

export async function clearFigure(tx: Tx, id: number): Promise<void> {
  await sql`
    update count_lines set counted = null, counted_at = null, uploaded_at = null, counted_by_id = null, counted_by = '', previous = null
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function deleteLine(tx: Tx, id: number): Promise<void> {
  await sql`delete from count_lines where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** The clock, and a device's time of counting: at most a minute ahead of it, which a clock may be. */
export async function countingMoment(tx: Tx, given: string | undefined, daysMax: number) {
  const { rows } = await sql<{ now: string; at: string; ahead: boolean; old: boolean }>`
    select now, least(coalesce(given, now), now) as at, coalesce(given > now + interval '1 minute', false) as ahead,
      coalesce(given < now - make_interval(days => ${daysMax}), false) as old
    from (select date_trunc('milliseconds', clock_timestamp()) as now, ${given ?? null}::timestamptz as given) t`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('The clock was not read.');
  return rows[0];
}

/** A plate of the client by its id; it is neither deleted nor given to another client until the commit. */
export async function holdPlateOf(tx: Tx, clientId: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from licenses where id = ${id} and client_id = ${clientId} for key share`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function isLotOf(tx: Tx, inventoryId: number, lotId: number): Promise<boolean> {
  const { rows } = await sql`
    select from lots where id = ${lotId} and inventory_id = ${inventoryId} and ${inScope(tx)}`.execute(tx);
  return rows.length > 0;
}
