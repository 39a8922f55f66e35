import { continuePosting } from '../modules/stock/index.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

interface DemoCount {
  clientId: number;
  name: string;
  by: string;
  /** Made this many hours before the last work, so that goods moved while they were counted. */
  hoursAgo: number;
}

const sameRow = sql`m.inventory_id = s.inventory_id and m.license_id is not distinct from s.license_id
  and m.lot_id is not distinct from s.lot_id and m.quarantine = s.quarantine`;

/** The sheet as it would have been made then: the current balance minus later movements. */
async function makeSheet(tx: Tx, count: DemoCount): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into counts (client_id, name, sheet_at, created_at, user_id, user_name)
      select ${count.clientId}, ${count.name}, t.at, t.at, u.id, u.name
      from users u, (select max(at) - interval '30 minutes' as at from movements
        where client_id = ${count.clientId} and at < now() - make_interval(hours => ${count.hoursAgo})) t
      where u.name = ${count.by} returning id, sheet_at),
    then_there as (
      select s.*, s.quantity - coalesce((select sum(m.quantity) from movements m where m.at > made.sheet_at and ${sameRow}), 0)::int as units
      from made, stock_rows s where s.client_id = ${count.clientId})
    insert into count_lines (client_id, count_id, inventory_id, license_id, lot_id, quarantine, expected)
    select ${count.clientId}, made.id, t.inventory_id, t.license_id, t.lot_id, t.quarantine, t.units
    from made, then_there t where t.units > 0 order by t.license_id, t.inventory_id returning count_id as id`.execute(
    tx,
  );
  if (!rows[0]) throw new Error(`The demo has nothing to count for client ${count.clientId}.`);
  return rows[0].id;
}

/** One of this many lines of the open count is not counted yet. */
const UNCOUNTED_EVERY = 3;

/**
 * What people counted an hour after they had the sheet: mostly the ledger's quantity at that moment, sometimes a few
 * more or fewer. Some forgot to write down the time, also where goods had moved.
 */
async function fillIn(tx: Tx, id: number, how: 'all' | 'most'): Promise<void> {
  await sql`
    with placed as (
      select l.id, s.inventory_id, s.license_id, s.lot_id, s.quarantine, s.quantity, i.serial, k.sheet_at, k.sheet_at + interval '1 hour' as at,
        k.sheet_at + interval '90 minutes' as uploaded_at, row_number() over (order by l.id)::int as place
      from count_lines l join counts k on k.id = l.count_id join inventories i on i.id = l.inventory_id
      join stock_rows s on s.inventory_id = l.inventory_id and s.license_id is not distinct from l.license_id
        and s.lot_id is not distinct from l.lot_id and s.quarantine = l.quarantine
      where l.count_id = ${id}),
    found as (
      select s.*, s.quantity - coalesce((select sum(m.quantity) from movements m where m.at > s.at and ${sameRow}), 0)::int as units,
        exists (select from movements m where m.at > s.sheet_at and m.at <= s.uploaded_at and ${sameRow}) as moved
      from placed s)
    update count_lines l set uploaded_at = f.uploaded_at, counted_at = case when not f.moved and f.place % 7 <> 0 then f.at end,
      counted = greatest(0, f.units + case when f.serial and f.place % 4 <> 0 then 0 when f.place % 8 = 1 then -2 when f.place % 13 = 4 then 3 else 0 end)
    from found f where l.id = f.id and (${how === 'all'}::boolean or f.place % ${UNCOUNTED_EVERY}::int <> 0)`.execute(
    tx,
  );
}

export async function actorNamed(tx: Tx, name: string): Promise<Actor> {
  const { rows } = await sql<Omit<Actor, 'access' | 'sessionId' | 'isReadOnly'>>`
    select id, name, email, is_su, is_main_user, order_controller, statement_reader, lang, null::int as "clientId",
      last_working_client as "workingClientId"
    from users where name = ${name}`.execute(tx);
  if (!rows[0]) throw new Error(`The demo has no user ${name}.`);
  return { ...rows[0], access: {}, sessionId: null, isReadOnly: false };
}

/** A count that found everything as the ledger has it. */
async function seedPastCount(tx: Tx, count: DemoCount): Promise<void> {
  const id = await makeSheet(tx, count);
  await sql`
    update count_lines l set counted = expected, counted_at = k.sheet_at, uploaded_at = k.sheet_at + interval '1 hour', outcome = 'same', variance = 0
    from counts k where k.id = l.count_id and l.count_id = ${id}`.execute(tx);
  await sql`
    update counts set state = 'posted', posted_by = ${count.by}, posted_at = sheet_at + interval '2 hours' where id = ${id}`.execute(
    tx,
  );
}

/** Posted counts, one of them long ago, and one in progress, each of a different client. */
export async function seedCounts(tx: Tx, clientIds: readonly number[]): Promise<void> {
  const [first = 0, second = 0, third = 0] = clientIds;
  await seedPastCount(tx, { clientId: third, name: 'Half-year count', by: 'Marta Oliveira', hoursAgo: 200 * 24 });
  const quarter = { clientId: first, name: 'Quarter-end count', by: 'Marta Oliveira', hoursAgo: 20 };
  const id = await makeSheet(tx, quarter);
  await fillIn(tx, id, 'all');
  await sql`update counts set state = 'posting', posted_by = ${quarter.by} where id = ${id}`.execute(tx);
  const actor = await actorNamed(tx, quarter.by);
  // The demo is one transaction, and the posting runs inside it.
  const here = { id, client_id: first, name: quarter.name, state: 'posting' as const };
  await continuePosting((_scope, work) => work(tx), actor, here);
  const cycle = { clientId: second, name: 'Cycle count', by: 'Tomasz Nowak', hoursAgo: 2 };
  await fillIn(tx, await makeSheet(tx, cycle), 'most');
}
