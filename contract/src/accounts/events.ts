import { event } from '../kit/event.ts';
import { history } from '../records/events.ts';
import { badges } from './badges.ts';
import { session } from './session.ts';
import { roles, users } from './users.ts';

export const accountsEvents = {
  'user.saved': event({
    subject: 'users',
    // The session of that user: the role, the client, whether the account is active.
    changes: [users.list, users.get, roles.list, history, { endpoint: session.boot, by: 'user_id' }],
  }),
  /** Sessions of the user have ended: the live streams that were opened with them end, too. */
  'session.ended': event({ subject: 'users', changes: [] }),
  /** A badge of the user was made or revoked. */
  'badge.changed': event({
    subject: 'users',
    changes: [{ endpoint: badges.mine, by: null }, badges.ofUser, history],
  }),
  'role.saved': event({ subject: 'roles', changes: [roles.list, users.list, users.get, session.boot] }),
};
