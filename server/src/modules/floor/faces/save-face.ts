import { type Face, type FaceInput, type FaceUpdate, messageWith } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound, stale } from '../../../platform/http/problem.ts';
import { readFace } from './faces.view.ts';

const changed = (tx: Tx, clientId: number, id: number) =>
  recordEvent(tx, { kind: 'face.saved', clientId, subjectId: id });

/** Throws unless the bin is one for picking. */
async function assertBin(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ location: string; type: string }>`
    select location, type from locations where id = ${id}`.execute(tx);
  if (!rows[0]) throw invalid('location_id', 'FaceLocationIsUnknown');
  if (rows[0].type !== 'P') throw invalid('location_id', messageWith('FaceNeedsPickingBin', rows[0].location));
}

/** The client whose item it is. A kit is never on a shelf, and nobody fills up what is no longer sold. */
async function clientOfItem(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ client_id: number }>`
    select client_id from inventories where id = ${id} and ${inScope(tx)} and is_active and type = 'Item'`.execute(tx);
  if (!rows[0]) throw invalid('inventory_id', 'FaceItemIsUnknown');
  return rows[0].client_id;
}

export async function createFace(tx: Tx, input: FaceInput): Promise<Face> {
  await assertBin(tx, input.location_id);
  const clientId = await clientOfItem(tx, input.inventory_id);
  const { rows } = await sql<{ id: number }>`
    insert into faces (client_id, location_id, inventory_id, minimum, maximum)
    values (${clientId}, ${input.location_id}, ${input.inventory_id}, ${input.minimum}, ${input.maximum}) returning id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  await changed(tx, clientId, id);
  return readFace(tx, id);
}

interface LockedFace {
  client_id: number;
  location_id: number;
  inventory_id: number;
  updated_at: string;
}

async function lockFace(tx: Tx, id: number): Promise<LockedFace> {
  const { rows } = await sql<LockedFace>`
    select client_id, location_id, inventory_id, updated_at from faces where id = ${id} and ${inScope(tx)} for no key update`.execute(
    tx,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function saveFace(tx: Tx, id: number, { updated_at, ...input }: FaceUpdate): Promise<Face> {
  const before = await lockFace(tx, id);
  if (updated_at && updated_at !== before.updated_at) throw stale();
  if (input.location_id !== before.location_id) await assertBin(tx, input.location_id);
  const clientId =
    input.inventory_id === before.inventory_id ? before.client_id : await clientOfItem(tx, input.inventory_id);
  await sql`
    update faces set client_id = ${clientId}, location_id = ${input.location_id}, inventory_id = ${input.inventory_id},
      minimum = ${input.minimum}, maximum = ${input.maximum}, updated_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
  await changed(tx, clientId, id);
  return readFace(tx, id);
}

export async function removeFace(tx: Tx, id: number): Promise<true> {
  const { client_id } = await lockFace(tx, id);
  await sql`delete from faces where id = ${id} and ${inScope(tx)}`.execute(tx);
  await changed(tx, client_id, id);
  return true;
}
