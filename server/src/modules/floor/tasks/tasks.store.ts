import { LEASE_MINUTES, type Task, type TaskKind } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

export interface Ref {
  kind: TaskKind;
  record_id: number;
}

const leaseEnd = sql`now() + make_interval(mins => ${sql.lit(LEASE_MINUTES)})`;
const nobody = sql`holder_id = null, holder_name = '', held_since = null, lease_until = null, updated_at = now()`;

/**
 * Makes somebody the holder of a task, unless another one holds it: one statement, so that two people cannot both
 * succeed. False when another one does.
 */
export async function holdTask(tx: Tx, { id, name }: Pick<Actor, 'id' | 'name'>, task: Ref & Pick<Task, 'client_id'>) {
  const { count } = await sql`
    insert into tasks as t (kind, record_id, client_id, holder_id, holder_name, held_since, lease_until)
    values (${task.kind}, ${task.record_id}, ${task.client_id}::int, ${id}, ${name}, now(), ${leaseEnd})
    on conflict (kind, record_id) do update set holder_id = ${id}, holder_name = ${name}, lease_until = ${leaseEnd},
      held_since = case when t.holder_id = ${id} and t.lease_until > now() then t.held_since else now() end,
      updated_at = now()
    where t.holder_id is null or t.lease_until <= now() or t.holder_id = ${id}`.execute(tx);
  return count > 0;
}

/** Nobody works on two tasks: what somebody held before can be taken by others. */
export async function releaseOthers(tx: Tx, userId: number, { kind, record_id }: Ref): Promise<void> {
  await sql`
    update tasks set ${nobody}
    where holder_id = ${userId} and ${inScope(tx)} and (kind, record_id) <> (${kind}::text, ${record_id}::int)`.execute(
    tx,
  );
}

/** False when somebody else holds it, or nobody does. */
export async function release(tx: Tx, userId: number, { kind, record_id }: Ref): Promise<boolean> {
  const { count } = await sql`
    update tasks set ${nobody} where kind = ${kind} and record_id = ${record_id} and holder_id = ${userId} and ${inScope(tx)}`.execute(
    tx,
  );
  return count > 0;
}

/**
 * Renews the lease of the holder with a scan, in the transaction of its command and without a round trip of its own.
 */
export function queueRenewal(tx: Tx, kind: TaskKind, recordId: number | null): void {
  const { role, userId } = tx.scope;
  // Client users hold no tasks, and jobs are nobody.
  if (role !== 'app_staff' || userId === null || recordId === null) return;
  sql`
    update tasks set lease_until = ${leaseEnd}
    where kind = ${kind} and record_id = ${recordId} and holder_id = ${userId} and lease_until > now() and ${inScope(tx)}`.queue(
    tx,
  );
}

export interface Plan {
  /** Undefined: as it was. */
  priority?: number | null | undefined;
  assignee?: { id: number; name: string } | null | undefined;
}

/** Ranks tasks or gives them to somebody; in the order of their key, so that two plans do not wait for each other. */
export async function plan(tx: Tx, tasks: readonly Task[], { priority, assignee }: Plan): Promise<void> {
  const ordered = [...tasks].sort((one, other) =>
    one.kind === other.kind ? one.record_id - other.record_id : one.kind < other.kind ? -1 : 1,
  );
  const changes = [
    ...(priority === undefined ? [] : [sql`priority = ${priority}::smallint`]),
    ...(assignee === undefined
      ? []
      : [sql`assignee_id = ${assignee?.id ?? null}::int, assignee_name = ${assignee?.name ?? ''}::text`]),
  ];
  const [kinds, ids, clients] = [
    ordered.map(({ kind }) => kind),
    ordered.map((task) => task.record_id),
    ordered.map((task) => task.client_id),
  ];
  await sql`
    insert into tasks (kind, record_id, client_id, priority, assignee_id, assignee_name)
    select kind, record_id, client_id, ${priority ?? null}::smallint, ${assignee?.id ?? null}::int, ${assignee?.name ?? ''}::text
    from unnest(${kinds}::text[], ${ids}::int[], ${clients}::int[]) with ordinality g (kind, record_id, client_id, place) order by place
    on conflict (kind, record_id) do update set ${sql.join([...changes, sql`updated_at = now()`])}`.execute(tx);
}
