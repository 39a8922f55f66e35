import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { confirmPassword } from '../attempts.ts';
import type { LoginTools } from '../login.ts';
import { readUser } from '../users.view.ts';
import { listBadges } from './badges.store.ts';
import { endBadge, makeBadge, makeOwnBadge } from './make-badge.ts';
import { findBadgeToPrint, printBadge } from './print-badge.ts';
import { checkBadge, signInByBadge } from './sign-in-by-badge.ts';

const { badges } = api;

export const badgesRoutes = (tools: LoginTools): Binding[] => [
  bindStaged(badges.signIn, {
    before: (open, { body, address, agent }) => checkBadge(open, { badge: body.badge, address, agent }),
    run: (tx, { address }, scanned) => signInByBadge(tx, tools, address, scanned),
  }),
  bind(badges.mine, (tx, { actor }) => listBadges(tx, actor.id)),
  bindStaged(badges.makeMine, {
    role: 'app_auth',
    before: (open, { actor, body, address, agent }) =>
      confirmPassword(open, { email: actor.email, address, agent }, body.current_password),
    run: (tx, { actor, body }) => makeOwnBadge(tx, actor, tools, body),
  }),
  bindStaged(badges.revokeMine, {
    role: 'app_auth',
    run: (tx, { actor, params }) => endBadge(tx, actor, actor.id, params.badgeId),
  }),
  bind(badges.ofUser, async (tx, { params }) => {
    if (!(await readUser(tx, params.id))) throw notFound();
    return listBadges(tx, params.id);
  }),
  bindStaged(badges.make, {
    role: 'app_auth',
    run: (tx, { actor, params, body }) => makeBadge(tx, actor, tools, params.id, body),
  }),
  bindStaged(badges.revoke, {
    role: 'app_auth',
    run: (tx, { actor, params }) => endBadge(tx, actor, params.id, params.badgeId),
  }),
  bindStaged(badges.paper, {
    before: (open, { actor, body }) => findBadgeToPrint(open, actor, body.badge),
    run: (tx, { actor, body }, id) => printBadge(tx, actor, tools.clock, id, body.badge),
  }),
];
