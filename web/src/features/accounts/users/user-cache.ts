import { api, type User } from '@longshore/contract';
import { refresh, remember } from '../../../lib/api.ts';

/** A saved user is shown at once, without a second call; lists, roles (they count their users) and history are asked again. */
export function rememberUser(user: User): void {
  remember(api.users.get, { params: { id: user.id } }, user);
  void refresh(api.users.list);
  void refresh(api.roles.list);
  void refresh(api.records.traces);
}
