import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { makeApiToken, readApiToken, revokeApiToken } from './api-token.ts';
import { confirmPassword } from './attempts.ts';
import { checkCredentials, endSession, type LoginTools, startSession } from './login.ts';
import { readPasswordOwner } from './password-owner.ts';
import { hashChosenPassword } from './passwords.ts';
import { type ResetTools, requestReset, resetOwner, resetPassword, userOfResetLink } from './reset-password.ts';
import { confirmProfile, saveProfile } from './save-profile.ts';
import { switchClient } from './switch-client.ts';

export function accountsRoutes(tools: LoginTools & ResetTools): Binding[] {
  return [
    bindStaged(api.session.login, {
      before: (open, { body, address, agent }) =>
        checkCredentials(open, { email: body.email, address, agent }, body.password),
      run: (tx, _call, signedIn) => startSession(tx, tools, signedIn),
    }),
    bindStaged(api.session.logout, {
      role: 'app_auth',
      run: (tx, { actor }) => endSession(tx, actor.id, actor.sessionId),
    }),
    bind(api.session.forgotPassword, (tx, { body, origin }) => requestReset(tx, tools, body.email, origin)),
    bind(api.session.resetToken, async (tx, { body }) => ({ email: (await resetOwner(tx, body.token)).email })),
    bindStaged(api.session.resetPassword, {
      before: async (open, { body }) => {
        const userId = await userOfResetLink(open, body._token);
        return hashChosenPassword(body.password, await readPasswordOwner(open, userId));
      },
      run: (tx, { body }, passwordHash) => resetPassword(tx, { token: body._token, email: body.email, passwordHash }),
    }),
    bindStaged(api.session.saveProfile, {
      role: 'app_auth',
      before: (open, { actor, body, address, agent }) => confirmProfile(open, actor, body, { address, agent }),
      run: (tx, { actor, body }, passwordHash) => saveProfile(tx, actor, tools.queueMail, body, passwordHash),
    }),
    bind(api.session.token, (tx, { actor }) => readApiToken(tx, actor)),
    bindStaged(api.session.makeToken, {
      role: 'app_auth',
      before: (open, { actor, body, address, agent }) =>
        confirmPassword(open, { email: actor.email, address, agent }, body.current_password),
      run: (tx, { actor, body }) => makeApiToken(tx, actor, tools, body),
    }),
    bindStaged(api.session.revokeToken, { role: 'app_auth', run: (tx, { actor }) => revokeApiToken(tx, actor) }),
    bind(api.session.switchClient, (tx, { actor, params }) => switchClient(tx, actor, params.id)),
  ];
}
