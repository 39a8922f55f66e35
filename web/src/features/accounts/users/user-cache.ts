import { api, type User } from '@longshore/contract';
import { refresh, remember } from '../../../lib/api.ts';

/** Shows a saved user without a second call; refreshes lists, roles (which count their users) and history. */
export function rememberUser(user: User): void {
  remember(api.users.get, { params: { id: user.id } }, user);
  void refresh(api.users.list);
  void refresh(api.roles.list);
  void refresh(api.records.traces);
}
