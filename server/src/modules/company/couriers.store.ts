import type { CourierInput } from '@longshore/contract';
import { inScopeOrShared } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';
import { courierColumns } from './couriers.view.ts';

export type CourierFields = Omit<CourierInput, 'status'>;

export async function insertCourier(tx: Tx, fields: CourierFields): Promise<number> {
  const values = { ...fields, is_active: fields.is_active === 1 };
  return insertOne(tx, 'couriers', values);
}

export async function lockCourier(tx: Tx, id: number): Promise<(CourierFields & { id: number }) | undefined> {
  // Locks the key too: a record that starts to refer to the courier waits until it is known whether it is deleted.
  const { rows } = await sql<CourierFields & { id: number }>`
    select ${courierColumns} from couriers where id = ${id} and ${inScopeOrShared(tx)} for update`.execute(tx);
  return rows[0];
}

export async function updateCourier(tx: Tx, id: number, fields: CourierFields): Promise<void> {
  const changed = changedColumns('couriers', { ...fields, is_active: fields.is_active === 1 });
  await sql`update couriers set ${changed}, updated_at = now() where id = ${id} and ${inScopeOrShared(tx)}`.execute(tx);
}

export async function removeCourier(tx: Tx, id: number): Promise<void> {
  await sql`delete from couriers where id = ${id} and ${inScopeOrShared(tx)}`.execute(tx);
}
