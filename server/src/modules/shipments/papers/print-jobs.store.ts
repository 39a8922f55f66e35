import type { Message, PaperName, PrintJob } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** Print jobs belong to a user of the company and to no client: staff read and write them, each user its own. */
export interface StoredPrintJob {
  id: number;
  user_id: number;
  paper: PaperName;
  shipment_ids: number[];
  status: PrintJob['status'];
  done: number;
  path: string;
  reason: string;
}

const columns = sql`id, user_id, paper, shipment_ids, status, done, path, reason`;

export async function insertPrintJob(
  tx: Tx,
  { userId, paper, ids, path }: { userId: number; paper: PaperName; ids: readonly number[]; path: string },
): Promise<StoredPrintJob> {
  const { rows } = await sql<StoredPrintJob>`
    insert into print_jobs (user_id, paper, shipment_ids, path) values (${userId}, ${paper}, ${ids}::int[], ${path})
    returning ${columns}`.execute(tx);
  if (!rows[0]) throw new Error('The print job was not stored.');
  return rows[0];
}

/** A job of this user; of any user when none is named. */
export async function readPrintJob(tx: Tx, id: number, userId: number | null): Promise<StoredPrintJob | undefined> {
  const { rows } = await sql<StoredPrintJob>`
    select ${columns} from print_jobs where id = ${id} and (${userId}::int is null or user_id = ${userId})`.execute(tx);
  return rows[0];
}

/** Marks the prints as counted; false when they were counted before. */
export async function markCounted(tx: Tx, id: number): Promise<boolean> {
  const { count } = await sql`update print_jobs set is_counted = true where id = ${id} and not is_counted`.execute(tx);
  return count > 0;
}

export async function saveProgress(tx: Tx, id: number, done: number): Promise<void> {
  await sql`update print_jobs set done = ${done} where id = ${id}`.execute(tx);
}

export async function finishPrintJob(tx: Tx, id: number): Promise<void> {
  await sql`update print_jobs set status = 'done', done = cardinality(shipment_ids) where id = ${id}`.execute(tx);
}

export async function failPrintJob(tx: Tx, id: number, reason: Message): Promise<void> {
  await sql`
    update print_jobs set status = 'failed', reason = ${reason} where id = ${id} and status = 'running'`.execute(tx);
}

/** Jobs that nobody needs any more. */
export async function readOldPrints(tx: Tx): Promise<{ id: number; path: string }[]> {
  const { rows } = await sql<{ id: number; path: string }>`
    select id, path from print_jobs where created_at < now() - interval '1 day' order by id limit 1000`.execute(tx);
  return rows;
}

export async function deletePrintJobs(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from print_jobs where id = any(${ids}::int[])`.execute(tx);
}
