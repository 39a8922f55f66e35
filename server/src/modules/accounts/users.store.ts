import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';

/** The fields that decide a user's permissions, by column name. */
export interface UserFields {
  name: string;
  email: string;
  is_main_user: boolean;
  is_su: boolean;
  is_active: boolean;
  role_id: number | null;
  client_id: number | null;
  order_controller: boolean;
  statement_reader: boolean;
  lang: 'en' | 'ch';
}

export interface LockedUser extends UserFields {
  id: number;
  updated_at: string;
}

export async function lockUser(tx: Tx, id: number): Promise<LockedUser | undefined> {
  const { rows } = await sql<LockedUser>`
    select id, name, email, is_main_user, is_su, is_active, role_id, client_id, order_controller, statement_reader, lang, updated_at
    from users where id = ${id} and ${inScope(tx)} for no key update`.execute(tx);
  return rows[0];
}

export async function insertUser(tx: Tx, fields: UserFields, passwordHash: string): Promise<number> {
  return insertOne(tx, 'users', { ...fields, password_hash: passwordHash });
}

export async function updateUser(tx: Tx, id: number, fields: UserFields): Promise<void> {
  const changed = changedColumns('users', fields);
  await sql`update users set ${changed}, updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** Locks the active super users in order of id and returns how many there would be without this one. */
export async function otherSuperUsers(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from users where is_su and is_active order by id for no key update`.execute(tx);
  return rows.filter((row) => row.id !== id).length;
}

export async function clientExists(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from clients where id = ${id} and ${inScope(tx, 'id')}`.execute(tx);
  return rows.length > 0;
}
