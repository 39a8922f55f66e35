import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

const KEPT_DAYS = 90;

export interface NewCall {
  subject: string;
  status: number;
  ms: number;
  request_id: string;
  problem: string;
}

/** A line in the trace of a connection; nothing for one that was deleted meanwhile. */
export async function insertCall(
  tx: Tx,
  { id, client_id }: { id: number; client_id: number },
  { subject, status, ms, request_id, problem }: NewCall,
): Promise<void> {
  await sql`
    insert into channel_calls (client_id, integration_id, subject, status, ms, request_id, problem)
    select ${client_id}::int, i.id, ${subject}::text, ${status}::smallint, ${ms}::int, ${request_id}::text, ${problem}::text
    from integrations i where i.id = ${id} and i.client_id = ${client_id}`.execute(tx);
}

/** Deletes what is older than it is kept, of the trace and of the calls that partners made. */
export async function forgetCalls(tx: Tx): Promise<void> {
  await sql`delete from channel_calls where created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(
    tx,
  );
  await sql`delete from channel_hook_calls where created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(
    tx,
  );
}
