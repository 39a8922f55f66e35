import type { LabelBatch } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

export interface StoredBatch {
  id: number;
  user_id: number;
  user_name: string;
  state: LabelBatch['state'];
  only_missing: boolean;
  created_at: string;
  ended_at: string | null;
}

export async function insertBatch(
  tx: Tx,
  {
    userId,
    userName,
    onlyMissing,
    ids,
  }: { userId: number; userName: string; onlyMissing: boolean; ids: readonly number[] },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into label_batches (user_id, user_name, only_missing) values (${userId}, ${userName}, ${onlyMissing}) returning id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into label_batch_shipments (client_id, batch_id, shipment_id)
    select s.client_id, ${id}::int, s.id from unnest(${ids as number[]}::int[]) with ordinality as asked (id, place)
    join shipments s on s.id = asked.id where s.voided_at is null and ${inScope(tx, 's.client_id')} order by asked.place`.execute(
    tx,
  );
  return id;
}

export async function readBatch(tx: Tx, id: number): Promise<StoredBatch | undefined> {
  const { rows } = await sql<StoredBatch>`
    select id, user_id, user_name, state, only_missing, created_at, ended_at from label_batches where id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

export interface BatchShipment {
  id: number;
  client_id: number;
  shipment_id: number;
  reference: string;
  state: LabelBatch['shipments'][number]['state'];
  labels: number;
  problem: string;
}

export async function listBatchShipments(tx: Tx, batchId: number): Promise<BatchShipment[]> {
  const { rows } = await sql<BatchShipment>`
    select b.id, b.client_id, b.shipment_id, s.reference, b.state, b.labels, b.problem
    from label_batch_shipments b join shipments s on s.client_id = b.client_id and s.id = b.shipment_id
    where b.batch_id = ${batchId} and ${inScope(tx, 'b.client_id')} order by b.id`.execute(tx);
  return rows;
}

/** The next shipment of a batch; undefined when all are done. */
export async function nextOfBatch(tx: Tx, batchId: number): Promise<{ id: number; shipment_id: number } | undefined> {
  const { rows } = await sql<{ id: number; shipment_id: number }>`
    select id, shipment_id from label_batch_shipments
    where batch_id = ${batchId} and state = 'waiting' and ${inScope(tx)} order by id limit 1`.execute(tx);
  return rows[0];
}

export async function endOfBatch(
  tx: Tx,
  id: number,
  { state, labels, problem }: Pick<BatchShipment, 'state' | 'labels' | 'problem'>,
): Promise<void> {
  await sql`
    update label_batch_shipments set state = ${state}, labels = ${labels}, problem = ${problem}
    where id = ${id} and state = 'waiting' and ${inScope(tx)}`.execute(tx);
}

export async function saveBatchState(tx: Tx, id: number, state: StoredBatch['state']): Promise<void> {
  await sql`
    update label_batches set state = ${state}, ended_at = case when ${state === 'done'} then now() end
    where id = ${id} and state <> 'done'`.execute(tx);
}

/** What the labels of the shipments of a batch cost that count, and whether there is any to print. */
export async function sumOfBatch(tx: Tx, batchId: number): Promise<{ cost: number; printable: number }> {
  const { rows } = await sql<{ cost: number; printable: number }>`
    select coalesce(sum(l.cost), 0)::float8 as cost, count(*) filter (where l.path <> '')::int as printable
    from label_batch_shipments b join labels l on l.client_id = b.client_id and l.shipment_id = b.shipment_id
    where b.batch_id = ${batchId} and l.state = 'bought' and ${inScope(tx, 'b.client_id')}`.execute(tx);
  return rows[0] ?? { cost: 0, printable: 0 };
}

/** The labels of a batch that have a file. */
const printable = (tx: Tx, batchId: number) => sql`
  label_batch_shipments b join labels l on l.client_id = b.client_id and l.shipment_id = b.shipment_id
  where b.batch_id = ${batchId} and l.state = 'bought' and l.path <> '' and ${inScope(tx, 'b.client_id')}`;

/** The files of the labels of a batch that count, in the order of its shipments and their cartons. */
export async function filesOfBatch(tx: Tx, batchId: number): Promise<{ path: string; format: 'pdf' | 'zpl' }[]> {
  const { rows } = await sql<{ path: string; format: 'pdf' | 'zpl' }>`
    select l.path, l.format from ${printable(tx, batchId)} order by b.id, l.id`.execute(tx);
  return rows;
}

/**
 * Where a batch has PDF and ZPL labels, its file holds those in PDF, and only they are marked: ZPL labels are printed
 * one by one.
 */
export async function markBatchPrinted(tx: Tx, batchId: number): Promise<void> {
  await sql`
    with ready as (select l.id, l.format from ${printable(tx, batchId)})
    update labels set printed_at = now()
    where id in (select id from ready where format = (select min(format) from ready)) and ${inScope(tx)}`.execute(tx);
}
