import type { Tx } from '../../platform/database/tx.ts';
import { insertOne } from '../../platform/database/written-columns.ts';

export interface NewUser {
  name: string;
  email: string;
  /** Without one nobody can sign in. */
  passwordHash?: string;
  isMainUser: boolean;
  isSuper?: boolean;
  roleId?: number | null;
  clientId?: number | null;
  orderController?: boolean;
  statementReader?: boolean;
  lang?: 'en' | 'ch';
}

export async function createUser(tx: Tx, user: NewUser): Promise<number> {
  return insertOne(tx, 'users', {
    name: user.name,
    email: user.email.toLowerCase(),
    is_main_user: user.isMainUser,
    is_su: user.isSuper ?? false,
    role_id: user.roleId ?? null,
    client_id: user.clientId ?? null,
    order_controller: user.orderController ?? false,
    statement_reader: user.statementReader ?? false,
    lang: user.lang ?? 'en',
    ...(user.passwordHash === undefined ? {} : { password_hash: user.passwordHash }),
  });
}
