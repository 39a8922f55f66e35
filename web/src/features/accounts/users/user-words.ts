import type { PlainKey } from '../../../lib/text/text.ts';
import type { TraceLabels } from '../../records/index.ts';

export const userLabels = {
  name: 'users.name',
  email: 'users.email',
  is_main_user: 'users.main',
  role_id: 'users.role',
  client_id: 'users.client',
  is_su: 'users.isSuper',
  is_active: 'users.isActive',
  order_controller: 'users.orderController',
  statement_reader: 'users.statementReader',
  lang: 'users.lang',
} as const satisfies Record<string, PlainKey>;

/** Labels for a user's history: the user's own fields, and the permissions of the role. */
export const userTraceLabels: TraceLabels<'User'> = {
  ...userLabels,
  avatar_path: 'users.avatar',
  password: 'users.password',
  api_token: 'users.token',
  token_read_only: 'users.tokenReadOnly',
  token_expires_at: 'users.tokenExpires',
  badge_name: 'users.badgeName',
  badge_kind: 'users.badgeKind',
  badge_expires_at: 'users.badgeExpires',
  role: 'users.role',
  role_active: 'users.roleActive',
  access_added: 'users.roleAdded',
  access_removed: 'users.roleRemoved',
};

export const USERS = '/users';
export const userPath = (id: number | 'new', action: 'view' | 'edit') => `/users/${id}/action/${action}`;
