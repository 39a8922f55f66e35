import { event } from '../kit/event.ts';
import { history } from '../records/events.ts';
import { session } from './session.ts';
import { roles, users } from './users.ts';

export const accountsEvents = {
  'user.saved': event({ subject: 'users', changes: [users.list, users.get, roles.list, history] }),
  'role.saved': event({ subject: 'roles', changes: [roles.list, users.list, users.get, session.boot] }),
};
