import {
  type Caller,
  mayCall,
  TASK_ACCESS,
  TASK_KINDS,
  type Task,
  type TaskKind,
  type WaitingWork,
} from '@longshore/contract';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { OpenWork, TaskSource } from '../../../platform/tasks/task-source.ts';

export type Sources = readonly TaskSource[];

/** The kinds of work that somebody may do. */
export const kindsOf = (caller: Caller): TaskKind[] => TASK_KINDS.filter((kind) => mayCall(caller, TASK_ACCESS[kind]));

const nothing = sql`select ''::text as kind, 0 as record_id, '' as label, 0 as client_id, 0 as priority, null::timestamptz(3) as due, now()::timestamptz(3) as created,
  '' as place, 0 as lines, 0 as units where false`;

/** What the facts ask for: `f`, with what people added to it, `t`. */
function openTasks(sources: Sources, kinds: readonly TaskKind[] = TASK_KINDS): Sql {
  const parts = sources
    .filter(({ kind }) => kinds.includes(kind))
    .map(
      ({
        kind,
        open,
      }) => sql`select ${sql.lit(kind)}::text, o.record_id, o.label, o.client_id, o.priority, o.due::timestamptz(3), o.created::timestamptz(3),
        o.place, o.lines, o.units from (${open}) o`,
    );
  return sql`(${sql.join([nothing, ...parts], ' union all ')}) f
    left join tasks t on t.kind = f.kind and t.record_id = f.record_id`;
}

const priority = sql`coalesce(t.priority, f.priority)`;
const isHeld = sql`coalesce(t.lease_until > now(), false)`;
const isHeldBy = (userId: number) => sql`(${isHeld} and t.holder_id = ${userId})`;
/** The same order for everybody; what comes first for a person is before it. */
const inOrder = sql`${priority}, f.due nulls last, f.created, f.kind, f.record_id`;

interface TaskRow extends OpenWork {
  kind: TaskKind;
  client_name: string;
  holder_id: number | null;
  holder_name: string | null;
  held_since: string | null;
  lease_until: string | null;
  assignee_id: number | null;
  assignee_name: string | null;
}

const columns = sql`f.kind, f.record_id, f.label, f.client_id, coalesce(c.company, '') as client_name, ${priority}::int as priority, f.due,
  f.created, f.place, f.lines, f.units,
  case when ${isHeld} then t.holder_id end as holder_id, case when ${isHeld} then t.holder_name end as holder_name,
  case when ${isHeld} then t.held_since end as held_since, case when ${isHeld} then t.lease_until end as lease_until,
  t.assignee_id, t.assignee_name`;

function taskOf(row: TaskRow): Task {
  const { holder_id, holder_name, held_since, lease_until, assignee_id, assignee_name, ...work } = row;
  return {
    ...work,
    holder: holder_id
      ? { id: holder_id, name: holder_name ?? '', since: held_since ?? '', until: lease_until ?? '' }
      : null,
    assignee: assignee_id ? { id: assignee_id, name: assignee_name ?? '' } : null,
  };
}

/** Tasks that fulfil a condition on `f` and `t`, the first ones first. */
async function readTasks(
  tx: Tx,
  sources: Sources,
  { kinds, where, first = [], max }: { kinds?: readonly TaskKind[]; where: Sql; first?: readonly Sql[]; max: number },
): Promise<Task[]> {
  const { rows } = await sql<TaskRow>`
    select ${columns} from ${openTasks(sources, kinds)} left join clients c on c.id = f.client_id
    where ${where} order by ${sql.join([...first.map((each) => sql`${each} desc`), inOrder])} limit ${sql.lit(max)}`.execute(
    tx,
  );
  return rows.map(taskOf);
}

export async function readTask(
  tx: Tx,
  sources: Sources,
  { kind, record_id }: { kind: TaskKind; record_id: number },
): Promise<Task | undefined> {
  const where = sql`f.record_id = ${record_id}`;
  return (await readTasks(tx, sources, { kinds: [kind], where, max: 1 }))[0];
}

/** Several at once, in the order of the queue. */
export async function readTasksOf(
  tx: Tx,
  sources: Sources,
  refs: readonly { kind: TaskKind; record_id: number }[],
): Promise<Task[]> {
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map((ref) => ref.record_id)];
  const where = sql`(f.kind, f.record_id) in (select * from unnest(${kinds}::text[], ${ids}::int[]))`;
  return readTasks(tx, sources, { kinds, where, max: refs.length });
}

/** What somebody can take, what a supervisor gave them first: not what others work on, nor what others were given. */
export const readFree = (tx: Tx, sources: Sources, who: Caller & { id: number }, max: number): Promise<Task[]> =>
  readTasks(tx, sources, {
    kinds: kindsOf(who),
    where: sql`not ${isHeld} and coalesce(t.assignee_id, ${who.id}) = ${who.id}`,
    first: [sql`(t.assignee_id is not null)`],
    max,
  });

/** The task that somebody works on. */
export async function readHeldBy(tx: Tx, sources: Sources, userId: number): Promise<Task | null> {
  const [held] = await readTasks(tx, sources, { where: isHeldBy(userId), first: [sql`t.held_since`], max: 1 });
  return held ?? null;
}

/** Everybody's. */
const HELD_MAX = 1000;
export const readHeld = (tx: Tx, sources: Sources): Promise<Task[]> =>
  readTasks(tx, sources, { where: isHeld, first: [sql`t.held_since`], max: HELD_MAX });

/** All that is open, up to `max`. */
export const readOpen = (tx: Tx, sources: Sources, max: number): Promise<Task[]> =>
  readTasks(tx, sources, { where: sql`true`, max });

/** What waits, by kind; all kinds, also those without work. */
export async function readWaitingWork(tx: Tx, sources: Sources): Promise<WaitingWork[]> {
  const { rows } = await sql<WaitingWork>`
    select f.kind, count(*)::int as tasks, sum(f.lines)::int as lines, sum(f.units)::int as units, (count(*) filter (where ${isHeld}))::int as held,
      (count(*) filter (where f.due < now()))::int as late, (count(*) filter (where ${priority} = 1))::int as urgent,
      min(f.created) as oldest
    from ${openTasks(sources)} group by f.kind`.execute(tx);
  const none = { tasks: 0, lines: 0, units: 0, held: 0, late: 0, urgent: 0, oldest: null };
  return TASK_KINDS.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...none });
}

/** Rows of tasks that are done: nothing asks for them any more, and nobody holds them. */
export async function forgetDone(tx: Tx, sources: Sources): Promise<number> {
  const { count } = await sql`
    delete from tasks d where coalesce(d.lease_until <= now(), true)
      and not exists (select from ${openTasks(sources)} where t.id = d.id)`.execute(tx);
  return count;
}
