export { accountsRoutes } from './accounts.routes.ts';
export { actorById, authenticator } from './authenticate.ts';
export { createUser, type NewUser } from './create-user.ts';
export { type LoginTools, renewSession } from './login.ts';
export { hashPassword, passwordFits } from './passwords.ts';
export { replacePassword } from './replace-password.ts';
export { readSessionUser } from './session-user.view.ts';
export { tokenUseRecorder } from './token-use.ts';
export type { SessionTokens } from './tokens.ts';
export { nameOfClient } from './user-history.ts';
export { usersRoutes } from './users.routes.ts';

import type { ConstraintProblems } from '../../platform/http/failure.ts';
import { invalid, refused } from '../../platform/http/problem.ts';

export const accountsConstraints: ConstraintProblems = {
  users_email_key: () => refused(10008),
  roles_name_key: () => invalid('name', 'NameIsTaken'),
};
