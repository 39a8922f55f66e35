import type { Courier, CourierInput } from '@longshore/contract';
import { inScopeOrShared } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';

export type CourierFields = Omit<CourierInput, 'status'>;

const columns = sql`id, name, client_id, account, payment_method, billing_zip, billing_country_code, ss_mapping_carrier,
  ss_mapping_service, ss_mapping_package, shippo_id, shippo_service, shippo_address_id, flex_service,
  is_active::int as is_active, is_active::int as status`;

/** A client user sees shared couriers and its own. */
export async function readCouriers(tx: Tx): Promise<Courier[]> {
  const { rows } =
    await sql<Courier>`select ${columns} from couriers where ${inScopeOrShared(tx)} order by lower(name), id`.execute(
      tx,
    );
  return rows;
}

export async function readCourier(tx: Tx, id: number): Promise<Courier> {
  const { rows } =
    await sql<Courier>`select ${columns} from couriers where id = ${id} and ${inScopeOrShared(tx)}`.execute(tx);
  if (!rows[0]) throw new Error('The courier was not written.');
  return rows[0];
}

export async function insertCourier(tx: Tx, fields: CourierFields): Promise<number> {
  const values = { ...fields, is_active: fields.is_active === 1 };
  return insertOne(tx, 'couriers', values);
}

export async function lockCourier(tx: Tx, id: number): Promise<(CourierFields & { id: number }) | undefined> {
  // Locks the key too: a record that starts to refer to the courier waits until it is known whether it is deleted.
  const { rows } = await sql<CourierFields & { id: number }>`
    select ${columns} from couriers where id = ${id} and ${inScopeOrShared(tx)} for update`.execute(tx);
  return rows[0];
}

export async function updateCourier(tx: Tx, id: number, fields: CourierFields): Promise<void> {
  const changed = changedColumns('couriers', { ...fields, is_active: fields.is_active === 1 });
  await sql`update couriers set ${changed}, updated_at = now() where id = ${id} and ${inScopeOrShared(tx)}`.execute(tx);
}

export async function removeCourier(tx: Tx, id: number): Promise<void> {
  await sql`delete from couriers where id = ${id} and ${inScopeOrShared(tx)}`.execute(tx);
}
