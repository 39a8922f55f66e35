import { invalid, refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { badgesRoutes } from './badges/badges.routes.ts';
import { usersRoutes } from './users.routes.ts';

export { actorById, authenticator } from './authenticate.ts';
export { createUser, type NewUser } from './create-user.ts';
export { type LoginTools, renewSession } from './login.ts';
export { generatePassword, hashPassword, passwordFits } from './passwords.ts';
export { type Person, readPeople } from './people.view.ts';
export { DEMO_PASSWORD } from './published-password.ts';
export { replacePassword } from './replace-password.ts';
export { readSessionUser } from './session-user.view.ts';
export { tokenUseRecorder } from './token-use.ts';
export { nameOfClient } from './user-history.ts';

export const accounts = module({
  name: 'accounts',
  routes: (tools) => [...accountsRoutes(tools), ...usersRoutes(tools), ...badgesRoutes(tools)],
  constraints: {
    users_email_key: () => refused(10008),
    roles_name_key: () => invalid('name', 'NameIsTaken'),
  },
});
