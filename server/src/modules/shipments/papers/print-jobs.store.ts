import type { Message, PaperName, PrintJob } from '@longshore/contract';
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

const columns = 'id, user_id, paper, shipment_ids, status, done, path, reason';

export async function insertPrintJob(
  tx: Tx,
  { userId, paper, ids, path }: { userId: number; paper: PaperName; ids: readonly number[]; path: string },
): Promise<StoredPrintJob> {
  const [row] = await tx.run<StoredPrintJob>(
    `insert into print_jobs (user_id, paper, shipment_ids, path) values ($1, $2, $3::int[], $4) returning ${columns}`,
    [userId, paper, ids, path],
  );
  if (!row) throw new Error('The print job was not stored.');
  return row;
}

/** A job of this user; of any user when none is named. */
export async function readPrintJob(tx: Tx, id: number, userId: number | null): Promise<StoredPrintJob | undefined> {
  const [row] = await tx.run<StoredPrintJob>(
    `select ${columns} from print_jobs where id = $1 and ($2::int is null or user_id = $2)`,
    [id, userId],
  );
  return row;
}

/** Marks the prints as counted; false when they were counted before. */
export async function markCounted(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.run(`update print_jobs set is_counted = true where id = $1 and not is_counted returning id`, [
    id,
  ]);
  return rows.length > 0;
}

export async function saveProgress(tx: Tx, id: number, done: number): Promise<void> {
  await tx.run(`update print_jobs set done = $2 where id = $1`, [id, done]);
}

export async function finishPrintJob(tx: Tx, id: number): Promise<void> {
  await tx.run(`update print_jobs set status = 'done', done = cardinality(shipment_ids) where id = $1`, [id]);
}

export async function failPrintJob(tx: Tx, id: number, reason: Message): Promise<void> {
  await tx.run(`update print_jobs set status = 'failed', reason = $2 where id = $1 and status = 'running'`, [
    id,
    reason,
  ]);
}

/** Whether a stored file is the document of a print job. */
export const keepsPrint = async (tx: Tx, path: string): Promise<boolean> =>
  (await tx.run(`select id from print_jobs where path = $1`, [path])).length > 0;

/** Jobs that nobody needs any more. */
export const readOldPrints = (tx: Tx): Promise<{ id: number; path: string }[]> =>
  tx.run(`select id, path from print_jobs where created_at < now() - interval '1 day' order by id limit 1000`, []);

export async function deletePrintJobs(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(`delete from print_jobs where id = any($1::int[])`, [ids]);
}
