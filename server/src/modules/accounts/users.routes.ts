import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged, bindUpdate } from '../../platform/http/bind.ts';
import type { Ids } from '../../platform/ids.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import type { QueueMail } from '../../platform/mail/mail.ts';
import { readPasswordOwner } from './password-owner.ts';
import { checkedPassword, generatePassword, hashChosenPassword, hashPassword } from './passwords.ts';
import { listRoles } from './roles.view.ts';
import { createRole, saveRole } from './save-role.ts';
import { createUserByHand, saveUser, setPassword } from './save-user.ts';
import { readUser, userListSql } from './users.view.ts';

const { users, roles } = api;

export const usersRoutes = ({ ids, queueMail }: { ids: Ids; queueMail: QueueMail }): Binding[] => [
  bind(users.list, (tx, call) => serveList(tx, userListSql, call)),
  bind(users.get, (tx, { params }) => readUser(tx, params.id)),
  bindStaged(users.create, {
    role: 'app_auth',
    before: async () => {
      const password = generatePassword(ids);
      return { password, hash: await hashPassword(password) };
    },
    run: (tx, { actor, body }, initial) => createUserByHand(tx, actor, body, initial),
  }),
  bindStaged(users.update, {
    role: 'app_auth',
    run: (tx, { actor, params, body }) => saveUser(tx, actor, queueMail, params.id, body),
  }),
  bindStaged(users.setPassword, {
    role: 'app_auth',
    before: async (open, { params, body }) => {
      const password = checkedPassword(body);
      return hashChosenPassword(password, await readPasswordOwner(open, params.id));
    },
    run: (tx, { actor, params }, passwordHash) => setPassword(tx, actor, params.id, passwordHash),
  }),
  bind(roles.list, (tx) => listRoles(tx)),
  bind(roles.create, (tx, { actor, body }) => createRole(tx, actor, body)),
  bindUpdate(
    roles.update,
    async (tx, { params }) => (await listRoles(tx)).find(({ id }) => id === params.id),
    (tx, { actor, params, body }) => saveRole(tx, actor, params.id, body),
  ),
];
