import type { PermissionKey } from '../permissions.ts';

/**
 * Who may call: a guest, any signed-in user, main-company users, super users, or main users whose role has the key (one
 * of the keys, when a list; all of them, when they are under `all`). Super users pass every permission.
 * `order_controller` is for main users, and for client users who may write their client's orders; `statement_reader` is
 * for main users who see entries, and for client users who may read their client's closed statements; `channel_reader`
 * for main users who see the list of connections, and for client users who may write orders.
 */
export type Access =
  | 'guest'
  | 'user'
  | 'order_controller'
  | 'statement_reader'
  | 'channel_reader'
  | 'main'
  | 'super'
  | PermissionKey
  | readonly PermissionKey[]
  | { readonly all: readonly PermissionKey[] };

/** Guests speak to /api, everyone else to /api/v3. */
export const fullPath = (line: { access: Access; path: string }) =>
  (line.access === 'guest' ? '/api' : '/api/v3') + line.path;

export interface Caller {
  is_su: boolean;
  is_main_user: boolean;
  order_controller: boolean;
  statement_reader: boolean;
  access: Readonly<Record<string, boolean>>;
}

/** What main users read with a key of their role, and client users with a right of their own. */
const READERS = {
  statement_reader: { key: 'view_entry_list', flag: 'statement_reader' },
  channel_reader: { key: 'view_api_list', flag: 'order_controller' },
} as const;

/** The only rule of access: the server applies it before every handler, the web before it shows a control. */
export function mayCall(caller: Caller, access: Access): boolean {
  if (access === 'guest' || access === 'user') return true;
  if (access === 'order_controller') return caller.is_main_user || caller.order_controller;
  if (access === 'statement_reader' || access === 'channel_reader') {
    const { key, flag } = READERS[access];
    return caller.is_main_user ? mayCall(caller, key) : caller[flag];
  }
  if (!caller.is_main_user) return false;
  if (caller.is_su || access === 'main') return true;
  if (access === 'super') return false;
  const isHeld = (key: PermissionKey) => caller.access[key] === true;
  if (typeof access === 'string') return isHeld(access);
  return 'all' in access ? access.all.every(isHeld) : access.some(isHeld);
}
