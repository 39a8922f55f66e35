import { FBA_PAPERS, type FbaPaper } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { FbaRow } from './fba.store.ts';

export interface StoredLabels {
  id: number;
  client_id: number;
  shipment_id: number;
  paper: FbaPaper;
  state: 'waiting' | 'ready' | 'refused';
  path: string;
  media: string;
  problem: string;
}

const columns = sql`id, client_id, shipment_id, paper, state, path, media, problem`;

/** Asks for the labels that are not there: those that were refused are asked for again. */
export async function askForLabels(
  tx: Tx,
  { client_id, shipment_id }: Pick<FbaRow, 'client_id' | 'shipment_id'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into fba_labels as l (client_id, shipment_id, paper)
    select ${client_id}::int, ${shipment_id}::int, paper from unnest(${[...FBA_PAPERS]}::text[]) as paper
    on conflict (shipment_id, paper) do update set state = 'waiting', problem = '' where l.state = 'refused'
    returning l.id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function listLabels(tx: Tx, shipmentId: number): Promise<StoredLabels[]> {
  const { rows } = await sql<StoredLabels>`
    select ${columns} from fba_labels where shipment_id = ${shipmentId} and ${inScope(tx)} order by id`.execute(tx);
  return rows;
}

export async function readLabels(tx: Tx, id: number): Promise<StoredLabels | undefined> {
  const { rows } = await sql<StoredLabels>`
    select ${columns} from fba_labels where id = ${id} and ${inScope(tx)}`.execute(tx);
  return rows[0];
}

export async function endLabels(
  tx: Tx,
  id: number,
  end: { state: 'ready' | 'refused'; path: string; media: string; size: number; problem: string },
): Promise<void> {
  await sql`
    update fba_labels set state = ${end.state}, path = ${end.path}, media = ${end.media}, size = ${end.size}, problem = ${end.problem},
      done_at = now()
    where id = ${id} and state = 'waiting' and ${inScope(tx)}`.execute(tx);
}

/** Whether a stored file is one of them. */
export async function keepsLabels(tx: Tx, path: string): Promise<boolean> {
  const { count } = await sql`select from fba_labels where path = ${path}`.execute(tx);
  return count > 0;
}
