import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { makeApiToken, revokeApiToken } from './api-token.ts';
import { checkCredentials, endSession, type LoginTools, rememberFailure, startSession } from './login.ts';
import { hashPassword } from './passwords.ts';
import { assertResettable, type ResetTools, requestReset, resetOwner, resetPassword } from './reset-password.ts';
import { preparePassword, saveProfile } from './save-profile.ts';
import { switchClient } from './switch-client.ts';

export function accountsRoutes(tools: LoginTools & ResetTools): Binding[] {
  return [
    bindStaged(api.session.login, {
      before: (open, { body, address, agent }) =>
        checkCredentials(open, { email: body.email, address, agent }, body.password),
      run: (tx, { body, address, agent }, userId) =>
        startSession(tx, tools, { email: body.email, address, agent }, userId),
      refused: (open, { body, address, agent }, error) =>
        rememberFailure(open, { email: body.email, address, agent }, error),
    }),
    bind(api.session.logout, (tx, { actor }) => endSession(tx, actor.sessionId)),
    bind(api.session.forgotPassword, (tx, { body, origin }) => requestReset(tx, tools, body.email, origin)),
    bind(api.session.resetToken, (tx, { body }) => resetOwner(tx, body.token)),
    bindStaged(api.session.resetPassword, {
      before: async (open, { body }) => {
        await assertResettable(open, body._token);
        return hashPassword(body.password);
      },
      run: (tx, { body }, passwordHash) => resetPassword(tx, { token: body._token, email: body.email, passwordHash }),
    }),
    bindStaged(api.session.saveProfile, {
      before: (open, { actor, body }) => preparePassword(open, actor, body),
      run: (tx, { actor, body }, passwordHash) => saveProfile(tx, actor, body, passwordHash),
    }),
    bind(api.session.makeToken, (tx, { actor }) => makeApiToken(tx, actor, tools.ids)),
    bind(api.session.revokeToken, (tx, { actor }) => revokeApiToken(tx, actor)),
    bind(api.session.switchClient, (tx, { actor, params }) => switchClient(tx, actor, params.id)),
  ];
}
