import { sql } from 'kysely';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { billAsProposed } from '../charge-shipment.ts';

/** Bills a shipment that was finished and not billed: with the rates of the day on which the work was done. */
export async function billForgotten(tx: Tx, actor: Actor, shipmentId: number): Promise<void> {
  const { rows } = await sql<{ day: string | null }>`
    select (s.finished_date at time zone c.timezone)::date as day from shipments s, company c
    where s.id = ${shipmentId} and ${inScope(tx, 's.client_id')}`.execute(tx);
  await billAsProposed(tx, actor, shipmentId, false, rows[0]?.day ?? undefined);
}
