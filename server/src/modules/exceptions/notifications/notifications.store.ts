import type { ExceptionNotification } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

export async function readNotification(tx: Tx, userId: number): Promise<ExceptionNotification | null> {
  const { rows } = await sql<ExceptionNotification>`
    select kinds, client_ids from exception_notifications where user_id = ${userId} and ${inScope(tx)}`.execute(tx);
  return rows[0] ?? null;
}

/** Turning it on again or changing it starts anew: exceptions that are open already are not mailed. */
export async function saveNotification(
  tx: Tx,
  user: { id: number; clientId: number | null },
  { kinds, client_ids }: ExceptionNotification,
): Promise<void> {
  await sql`insert into exception_notifications (user_id, client_id, kinds, client_ids)
    values (${user.id}, ${user.clientId}::int, ${kinds}::text[], ${client_ids}::int[])
    on conflict (user_id) do update set kinds = excluded.kinds, client_ids = excluded.client_ids, since = now()`.execute(
    tx,
  );
}

export async function deleteNotification(tx: Tx, userId: number): Promise<void> {
  await sql`delete from exception_notifications where user_id = ${userId} and ${inScope(tx)}`.execute(tx);
}

/** The users who are to be mailed. */
export async function readNotified(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select user_id from exception_notifications order by user_id`.execute(
    tx,
  );
  return rows.map(({ user_id }) => user_id);
}

/** The same, held until the end of the transaction: another worker waits, and then finds what was mailed. */
export async function lockNotification(
  tx: Tx,
  userId: number,
): Promise<(ExceptionNotification & { since: string }) | undefined> {
  const { rows } = await sql<ExceptionNotification & { since: string }>`
    select kinds, client_ids, since from exception_notifications where user_id = ${userId} for update`.execute(tx);
  return rows[0];
}
