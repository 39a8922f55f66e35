import type { Inventory, LotUpdate } from '@longshore/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { readInventory } from '../inventory/index.ts';
import { changesBetween, trace } from '../records/index.ts';

interface Lot {
  client_id: number;
  lot: string;
  expire: string | null;
}

/** Corrects a lot as it was written down; what stands on it stays on it. */
export async function updateLot(tx: Tx, actor: Actor, input: LotUpdate): Promise<Inventory> {
  const { rows } = await sql<Lot>`
    select client_id, lot_number as lot, expire_date as expire from lots
    where id = ${input.id} and inventory_id = ${input.inventory_id} for no key update`.execute(tx);
  const before = rows[0];
  if (!before) throw notFound();
  await sql`update lots set lot_number = ${input.lot}, expire_date = ${input.expire}::date where id = ${input.id}`.execute(
    tx,
  );
  await trace(tx, actor, {
    type: 'Inventory',
    id: input.inventory_id,
    clientId: before.client_id,
    subject: `Lot ${before.lot}`,
    changes: changesBetween({ lot: before.lot, expire: before.expire }, { lot: input.lot, expire: input.expire }),
  });
  return readInventory(tx, input.inventory_id);
}
