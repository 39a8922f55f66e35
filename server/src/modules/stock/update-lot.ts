import type { Inventory, LotUpdate } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { notFound } from '../../platform/http/problem.ts';
import { readInventory } from '../inventory/index.ts';
import { changesBetween, trace } from '../records/index.ts';

interface Lot {
  client_id: number;
  lot_number: string;
  expire_date: string | null;
}

/** Corrects a lot's data; stock of the lot is not affected. */
export async function updateLot(tx: Tx, actor: Actor, input: LotUpdate): Promise<Inventory> {
  const { id, inventory_id: inventoryId, lot, expire } = input;
  const { rows } = await sql<Lot>`
    select client_id, lot_number, expire_date from lots
    where id = ${id} and ${inScope(tx)} and inventory_id = ${inventoryId} for no key update`.execute(tx);
  if (!rows[0]) throw notFound();
  const { client_id: clientId, ...before } = rows[0];
  const changes = changesBetween(before, { lot_number: lot, expire_date: expire });
  if (changes.length) {
    await sql`update lots set lot_number = ${lot}, expire_date = ${expire}::date where id = ${id} and ${inScope(tx)}`.execute(
      tx,
    );
    await trace(tx, actor, {
      type: 'Inventory',
      id: inventoryId,
      clientId,
      subject: 'Lot updated',
      changes: [{ field: 'lot_named', newValue: before.lot_number }, ...changes],
    });
    await recordEvent(tx, { kind: 'inventory.saved', clientId, subjectId: inventoryId });
  }
  return readInventory(tx, inventoryId);
}
