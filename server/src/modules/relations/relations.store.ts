import { type AddressInput, addressFields, type FieldValues, relationFields } from '@longshore/contract';
import { fieldColumns } from '../../platform/database/field-columns.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';

/** What a save writes, by column name. */
export interface RelationFields extends FieldValues<typeof relationFields> {
  courier_id: number | null;
}

/** The columns, `r` being the relation and `a` the address in every query. */
export const relationColumns = fieldColumns('relations', relationFields, 'r');
export const addressColumns = fieldColumns('addresses', addressFields, 'a');

export interface LockedRelation extends RelationFields {
  id: number;
  client_id: number;
  is_system: boolean;
  updated_at: string;
}

const columnsOf = ({ courier_id, ...fields }: RelationFields) => ({ ...relationColumns.values(fields), courier_id });

export async function insertRelation(
  tx: Tx,
  clientId: number,
  type: 'customer' | 'vendor',
  fields: RelationFields,
): Promise<number> {
  const row = { ...columnsOf(fields), client_id: clientId, type };
  return insertOne(tx, 'relations', row);
}

export async function updateRelation(tx: Tx, id: number, fields: RelationFields): Promise<void> {
  const changed = changedColumns('relations', columnsOf(fields));
  await sql`update relations set ${changed}, updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** Locks the relation against other writers and returns its current values. */
export async function lockRelation(tx: Tx, id: number): Promise<LockedRelation | undefined> {
  const { rows } = await sql<LockedRelation>`
    select r.id, r.client_id, ${relationColumns.saved}, r.courier_id, r.is_system, r.updated_at
    from relations r where r.id = ${id} and ${inScope(tx, 'r.client_id')} for no key update`.execute(tx);
  return rows[0];
}

/** Relations of a type by their exact name; there may be several. */
export async function relationsNamed(tx: Tx, clientId: number, type: string, name: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from relations where client_id = ${clientId} and type = ${type} and lower(name) = lower(${name}::text) and not is_system
    order by id`.execute(tx);
  return rows.map((row) => row.id);
}

export async function insertAddress(
  tx: Tx,
  clientId: number,
  relationId: number,
  address: AddressInput,
): Promise<number> {
  const row = { ...address, client_id: clientId, relation_id: relationId };
  return insertOne(tx, 'addresses', row);
}

export async function lockAddress(
  tx: Tx,
  relationId: number,
  id: number,
): Promise<(AddressInput & { id: number }) | undefined> {
  const { rows } = await sql<AddressInput & { id: number }>`
    select a.id, ${addressColumns.saved}
    from addresses a where a.relation_id = ${relationId} and ${inScope(tx, 'a.client_id')} and a.id = ${id} for no key update`.execute(
    tx,
  );
  return rows[0];
}

export async function updateAddress(tx: Tx, id: number, address: AddressInput): Promise<void> {
  const changed = changedColumns('addresses', address);
  await sql`update addresses set ${changed}, updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function removeAddress(tx: Tx, id: number): Promise<void> {
  await sql`delete from addresses where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** A changed address counts as a change of its relation, for lists sorted by the latest change. */
export async function touchRelation(tx: Tx, id: number): Promise<void> {
  await sql`update relations set updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}
