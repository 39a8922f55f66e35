import { type ShipmentDetail, shipmentCode } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { readShipmentRecord } from './shipment-record.view.ts';

type Attached = Pick<ShipmentDetail, 'comments' | 'files'>;

/** Whoever reads a whole shipment is a main user, and sees internal comments too. */
async function readComments(tx: Tx, id: number): Promise<Attached['comments']> {
  const { rows } = await sql<Attached['comments'][number]>`
    select id, comment, internal, created_at, json_build_object('name', user_name) as user, commentable_id, commentable_type
    from comments where commentable_type = 'Shipment' and commentable_id = ${id} and ${inScope(tx)} order by id`.execute(
    tx,
  );
  return rows;
}

async function readFiles(tx: Tx, id: number): Promise<Attached['files']> {
  const { rows } = await sql<Attached['files'][number]>`
    select id, original_name, path, type, size, comment as comments, user_id, user_name, created_at
    from files where filable_type = 'Shipment' and filable_id = ${id} and ${inScope(tx)} order by id`.execute(tx);
  return rows;
}

/** A shipment with its comments and files; throws 40001 when it is voided or unknown. */
export async function readShipmentDetail(tx: Tx, id: number): Promise<ShipmentDetail> {
  const [shipment, comments, files] = await Promise.all([
    readShipmentRecord(tx, id),
    readComments(tx, id),
    readFiles(tx, id),
  ]);
  return { ...shipment, _key: shipmentCode(id), comments, files };
}
