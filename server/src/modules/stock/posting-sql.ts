import { type RawBuilder, sql } from 'kysely';
import { Slot } from '../../platform/database/shaped.ts';
import { eventSql } from '../../platform/events/events.ts';
import type { NamedPlate, Naming, Posting, Reckoned } from './posting.ts';

/**
 * The statement of a posting. It is written once for each shape, so nothing here may depend on a posting but what its
 * shape tells; everything else is a slot.
 */

type Sql = RawBuilder<unknown>;

interface LineShape {
  takes: boolean;
  /** Its plate: none, one by its id, or the one of that name. */
  license: 'none' | 'given' | NamedPlate;
  hasLot: boolean;
}

const lineShape = ({ quantity, licenseId, lotId }: Posting['lines'][number]): LineShape => ({
  takes: quantity < 0,
  license: licenseId === null ? 'none' : typeof licenseId === 'number' ? 'given' : licenseId,
  hasLot: lotId !== null,
});

function reckoned(posting: Posting): Reckoned {
  let [pristine, quarantined] = [0, 0];
  for (const line of posting.lines) {
    if (line.quarantine) quarantined += line.quantity;
    else pristine += line.quantity;
  }
  let left = pristine;
  const later = posting.lines.map((line) => {
    left -= line.quarantine ? 0 : line.quantity;
    return left;
  });
  return { ...posting, pristine, quarantined, promised: posting.promised ?? 0, later };
}

const slot = (read: (posting: Reckoned) => unknown) => new Slot(read);
const item = slot(({ inventoryId }) => inventoryId);
const [pristine, quarantined, promised] = [
  sql`${slot((posting) => posting.pristine)}::int`,
  sql`${slot((posting) => posting.quarantined)}::int`,
  sql`${slot((posting) => posting.promised)}::int`,
];
const quantityOf = (index: number) => sql`${slot(({ lines }) => lines[index]?.quantity)}::int`;
const quarantineOf = (index: number) => sql`${slot(({ lines }) => lines[index]?.quarantine)}::boolean`;
const plateOf = ({ license }: LineShape, index: number, found: Sql): Sql =>
  license === 'none'
    ? sql`null::int`
    : license === 'given'
      ? sql`${slot(({ lines }) => lines[index]?.licenseId)}::int`
      : sql`${found}.${sql.ref(`plate_${license.plate}`)}`;
const lotOf = ({ hasLot }: LineShape, index: number): Sql =>
  hasLot ? sql`${slot(({ lines }) => lines[index]?.lotId)}::int` : sql`null::int`;

/** `is null` and `=` use the index of the key; `is not distinct from` would not. */
function placeSql(line: LineShape, index: number, clientId: Sql, found: Sql): Sql {
  const same = (column: Sql, isNone: boolean, id: Sql) => (isNone ? sql`${column} is null` : sql`${column} = ${id}`);
  return sql`s.client_id = ${clientId} and s.inventory_id = ${item}
    and ${same(sql`s.license_id`, line.license === 'none', plateOf(line, index, found))}
    and ${same(sql`s.lot_id`, !line.hasLot, lotOf(line, index))} and s.quarantine = ${quarantineOf(index)}`;
}

/** The item's totals, changed if there is enough of everything; and with them what was named. */
function totalSql(lines: readonly LineShape[], naming: Naming | undefined, isChanged: boolean): Sql {
  const named = naming
    ? sql`(${naming.write()}) named`
    : sql`(select ${slot(({ clientId }) => clientId)}::int as client_id) named`;
  const enough = lines.map((line, index) =>
    line.takes
      ? sql`and exists (select from stock_rows s where ${placeSql(line, index, sql`named.client_id`, sql`named`)}
          and s.quantity + ${quantityOf(index)} >= 0)`
      : sql``,
  );
  const where = sql`t.client_id = named.client_id and t.inventory_id = ${item} ${sql.join(enough, sql` `)}`;
  const totals = sql`t.in_stock, t.reserved, t.quarantined, named.*`;
  if (!isChanged) return sql`select ${totals} from item_totals t, ${named} where ${where}`;
  return sql`update item_totals t set in_stock = t.in_stock + ${pristine}, quarantined = t.quarantined + ${quarantined}, reserved = t.reserved + ${promised}
    from ${named} where ${where}
      and t.reserved + ${promised} between 0 and t.in_stock + ${pristine} and t.quarantined + ${quarantined} >= 0
    returning ${totals}`;
}

/** Changes one balance, when the item's total allowed it. */
function balanceSql(line: LineShape, index: number): Sql {
  const total = sql`total`;
  if (line.takes)
    return sql`update stock_rows s set quantity = s.quantity + ${quantityOf(index)} from total
      where ${placeSql(line, index, sql`total.client_id`, total)} returning s.quantity`;
  return sql`insert into stock_rows as s (client_id, inventory_id, license_id, lot_id, quarantine, quantity)
    select total.client_id, ${item}::int, ${plateOf(line, index, total)}, ${lotOf(line, index)},
      ${quarantineOf(index)}, ${quantityOf(index)} from total
    on conflict (inventory_id, license_id, lot_id, quarantine) do update
      set quantity = s.quantity + excluded.quantity, since = case when s.quantity = 0 then now() else s.since end
    returning s.quantity`;
}

/**
 * A line of the ledger, with the balances of its place and of the item after it. A place without a balance, because the
 * item was not locked and another was quicker, breaks a constraint, and nothing is posted.
 */
const entrySql = (line: LineShape, index: number): Sql => sql`
  select total.client_id, ${item}::int, ${plateOf(line, index, sql`total`)}, ${lotOf(line, index)},
    ${quarantineOf(index)}, ${quantityOf(index)}, (select quantity from ${sql.ref(`r${index}`)}),
    total.in_stock - ${slot(({ later }) => later[index])}::int, ${slot(({ kind }) => kind)}::text, ${slot(({ reference }) => reference)}::text, ${slot(({ cause }) => cause)}::text,
    ${slot(({ bucketId }) => bucketId)}::int, ${slot(({ by }) => by.id)}::int, ${slot(({ by }) => by.name)}::text, clock_timestamp() from total`;

const toldSql = sql`, told as (${eventSql({ kind: 'inventory.moved', clientId: sql`total.client_id`, subjectId: sql`${item}` }, sql`total`)})`;

function postingSql(lines: readonly LineShape[], posting: Posting, isChanged: boolean): Sql {
  const balances = lines.map((line, index) => sql`${sql.ref(`r${index}`)} as (${balanceSql(line, index)})`);
  return sql`with total as (${totalSql(lines, posting.named, isChanged)}), ${sql.join(balances, sql`, `)},
    entries as (insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance,
        kind, reference, cause, bucket_id, user_id, user_name, at)
      ${sql.join(lines.map(entrySql), sql` union all `)})${posting.told ? toldSql : sql``}
    select in_stock, reserved, quarantined from total`;
}

const keyOf = ({ takes, license, hasLot }: LineShape) =>
  `${takes ? '-' : '+'}${typeof license === 'string' ? license : `:${license.plate}`}${hasLot ? ' lot' : ''}`;

/** What a posting looks like and what it says, for `runShaped`. */
export function statementOf(posting: Posting) {
  const lines = posting.lines.map(lineShape);
  const source = reckoned(posting);
  const isChanged = source.pristine !== 0 || source.quarantined !== 0 || source.promised !== 0;
  return {
    shape: `post ${posting.named?.shape ?? ''}|${lines.map(keyOf).join()}|${isChanged}|${posting.told ?? false}`,
    source,
    write: () => postingSql(lines, posting, isChanged),
  };
}
