import { type RawBuilder, sql } from 'kysely';
import { Slot } from '../../platform/database/shaped.ts';
import { eventSql } from '../../platform/events/events.ts';
import type { Posting } from './ledger.store.ts';

/**
 * The statement of a posting. It is written once for each shape, so nothing here may depend on a posting but what its
 * shape tells; everything else is a slot.
 */

type Sql = RawBuilder<unknown>;

/** A query of at most one row that finds what a posting is about as people name it: `client_id` and the plates. */
export interface Naming {
  shape: string;
  write: () => Sql;
  values: Readonly<Record<string, unknown>>;
}

/** A plate that the naming finds: its place among those named. */
export interface NamedPlate {
  plate: number;
}

interface LineShape {
  takes: boolean;
  /** Its plate: none, one by its id, or the one named in that place. */
  license: 'none' | 'given' | number;
  hasLot: boolean;
}

const lineShape = ({ quantity, licenseId, lotId }: Posting['lines'][number]): LineShape => ({
  takes: quantity < 0,
  license: licenseId === null ? 'none' : typeof licenseId === 'number' ? 'given' : licenseId.plate,
  hasLot: lotId !== null,
});

interface Sums {
  pristine: number;
  quarantined: number;
  promised: number;
}

const changesTotals = ({ pristine, quarantined, promised }: Sums) =>
  pristine !== 0 || quarantined !== 0 || promised !== 0;

function sumsOf({ lines, promised = 0 }: Posting): Sums {
  let [pristine, quarantined] = [0, 0];
  for (const line of lines) {
    if (line.quarantine) quarantined += line.quantity;
    else pristine += line.quantity;
  }
  return { pristine, quarantined, promised };
}

const slot = (name: string) => new Slot(name);
const plateOf = ({ license }: LineShape, index: number, found: Sql): Sql =>
  license === 'none'
    ? sql`null::int`
    : license === 'given'
      ? sql`${slot(`license${index}`)}::int`
      : sql`${found}.${sql.ref(`plate_${license}`)}`;
const lotOf = ({ hasLot }: LineShape, index: number): Sql =>
  hasLot ? sql`${slot(`lot${index}`)}::int` : sql`null::int`;

/** `is null` and `=` use the index of the key; `is not distinct from` would not. */
function placeSql(line: LineShape, index: number, clientId: Sql, found: Sql): Sql {
  const same = (column: Sql, isNone: boolean, id: Sql) => (isNone ? sql`${column} is null` : sql`${column} = ${id}`);
  return sql`s.client_id = ${clientId} and s.inventory_id = ${slot('item')}
    and ${same(sql`s.license_id`, line.license === 'none', plateOf(line, index, found))}
    and ${same(sql`s.lot_id`, !line.hasLot, lotOf(line, index))} and s.quarantine = ${slot(`quarantine${index}`)}`;
}

/** The item's totals, changed if there is enough of everything; and with them what was named. */
function totalSql(lines: readonly LineShape[], naming: Naming | undefined, isChanged: boolean): Sql {
  const named = naming ? sql`(${naming.write()}) named` : sql`(select ${slot('client')}::int as client_id) named`;
  const enough = lines.map((line, index) =>
    line.takes
      ? sql`and exists (select from stock_rows s where ${placeSql(line, index, sql`named.client_id`, sql`named`)}
          and s.quantity + ${slot(`quantity${index}`)}::int >= 0)`
      : sql``,
  );
  const where = sql`t.client_id = named.client_id and t.inventory_id = ${slot('item')} ${sql.join(enough, sql` `)}`;
  const totals = sql`t.in_stock, t.reserved, t.quarantined, named.*`;
  if (!isChanged) return sql`select ${totals} from item_totals t, ${named} where ${where}`;
  const [pristine, quarantined, promised] = ['pristine', 'quarantined', 'promised'].map(
    (name) => sql`${slot(name)}::int`,
  );
  return sql`update item_totals t set in_stock = t.in_stock + ${pristine}, quarantined = t.quarantined + ${quarantined}, reserved = t.reserved + ${promised}
    from ${named} where ${where}
      and t.reserved + ${promised} between 0 and t.in_stock + ${pristine} and t.quarantined + ${quarantined} >= 0
    returning ${totals}`;
}

/** Changes one balance, when the item's total allowed it. */
function balanceSql(line: LineShape, index: number): Sql {
  const total = sql`total`;
  if (line.takes)
    return sql`update stock_rows s set quantity = s.quantity + ${slot(`quantity${index}`)} from total
      where ${placeSql(line, index, sql`total.client_id`, total)} returning s.quantity`;
  return sql`insert into stock_rows as s (client_id, inventory_id, license_id, lot_id, quarantine, quantity)
    select total.client_id, ${slot('item')}::int, ${plateOf(line, index, total)}, ${lotOf(line, index)},
      ${slot(`quarantine${index}`)}::boolean, ${slot(`quantity${index}`)}::int from total
    on conflict (inventory_id, license_id, lot_id, quarantine) do update
      set quantity = s.quantity + excluded.quantity, since = case when s.quantity = 0 then now() else s.since end
    returning s.quantity`;
}

/**
 * A line of the ledger, with the balances of its place and of the item after it. A place without a balance, because the
 * item was not locked and another was quicker, breaks a constraint, and nothing is posted.
 */
const entrySql = (line: LineShape, index: number): Sql => sql`
  select total.client_id, ${slot('item')}::int, ${plateOf(line, index, sql`total`)}, ${lotOf(line, index)},
    ${slot(`quarantine${index}`)}::boolean, ${slot(`quantity${index}`)}::int, (select quantity from ${sql.ref(`r${index}`)}),
    total.in_stock - ${slot(`later${index}`)}::int, ${slot('kind')}::text, ${slot('reference')}::text, ${slot('cause')}::text,
    ${slot('bucket')}::int, ${slot('userId')}::int, ${slot('userName')}::text, clock_timestamp() from total`;

const toldSql = sql`, told as (${eventSql({ kind: 'inventory.moved', clientId: sql`total.client_id`, subjectId: sql`${slot('item')}` }, sql`total`)})`;

function postingSql(lines: readonly LineShape[], posting: Posting, isChanged: boolean): Sql {
  const balances = lines.map((line, index) => sql`${sql.ref(`r${index}`)} as (${balanceSql(line, index)})`);
  return sql`with total as (${totalSql(lines, posting.named, isChanged)}), ${sql.join(balances, sql`, `)},
    entries as (insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance,
        kind, reference, cause, bucket_id, user_id, user_name, at)
      ${sql.join(lines.map(entrySql), sql` union all `)})${posting.told ? toldSql : sql``}
    select in_stock, reserved, quarantined from total`;
}

/** The values of the lines; the item's balance after each comes from what it is after all of them. */
function lineValues({ lines }: Posting, { pristine }: Sums): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let later = pristine;
  lines.forEach(({ quantity, licenseId, lotId, quarantine }, index) => {
    if (!quarantine) later -= quantity;
    values[`quantity${index}`] = quantity;
    values[`license${index}`] = licenseId;
    values[`lot${index}`] = lotId;
    values[`quarantine${index}`] = quarantine;
    values[`later${index}`] = later;
  });
  return values;
}

const keyOf = ({ takes, license, hasLot }: LineShape) => `${takes ? '-' : '+'}${license}${hasLot ? ' lot' : ''}`;

/** What a posting looks like and what it says, for `runShaped`. */
export function statementOf(posting: Posting) {
  const { named, by, inventoryId, clientId, kind, reference, cause, bucketId, told } = posting;
  const lines = posting.lines.map(lineShape);
  const sums = sumsOf(posting);
  const isChanged = changesTotals(sums);
  return {
    shape: `post ${named?.shape ?? ''}|${lines.map(keyOf).join()}|${isChanged}|${told ?? false}`,
    values: {
      ...named?.values,
      ...sums,
      ...lineValues(posting, sums),
      item: inventoryId,
      client: clientId,
      kind,
      reference,
      cause,
      bucket: bucketId ?? null,
      userId: by.id,
      userName: by.name,
    },
    write: () => postingSql(lines, posting, isChanged),
  };
}
