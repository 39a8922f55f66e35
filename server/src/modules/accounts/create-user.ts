import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';

export interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
  isMainUser: boolean;
  isSuper?: boolean;
  roleId?: number | null;
  clientId?: number | null;
  orderController?: boolean;
  statementReader?: boolean;
  lang?: 'en' | 'ch';
}

export async function createUser(tx: Tx, user: NewUser): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, password_hash, is_main_user, is_su, role_id, client_id, order_controller, statement_reader, lang)
    values (${user.name}, ${user.email.toLowerCase()}, ${user.passwordHash}, ${user.isMainUser}, ${user.isSuper ?? false},
      ${user.roleId ?? null}, ${user.clientId ?? null}, ${user.orderController ?? false},
      ${user.statementReader ?? false}, ${user.lang ?? 'en'})
    returning id`.execute(tx);
  if (!rows[0]) throw new Error('The user was not written.');
  return rows[0].id;
}
