import { api } from '@longshore/contract';
import { actorScope } from '../../platform/auth/actor.ts';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import type { Tools } from '../../platform/module.ts';
import { titleOf } from './exception-words.ts';
import { exceptionListSql, findException, kindsFor, readDetails, readOverview } from './exceptions.view.ts';
import { giveException, listPeople } from './give-exception.ts';
import { lookAtKinds } from './look.ts';
import { deleteNotification, readNotification } from './notifications/notifications.store.ts';
import { notifyOfExceptions } from './notifications/save-notification.ts';
import { ownException } from './own-exception.ts';
import { snoozeException } from './snooze-exception.ts';

const { exceptions } = api;

export const exceptionsRoutes = ({ registry, clock }: Tools): Binding[] => [
  bind(exceptions.list, (tx, call) =>
    serveList(tx, exceptionListSql(kindsFor(registry, call.actor), call.actor), call),
  ),
  bind(exceptions.overview, async (tx, { actor, query, readTimezone }) =>
    readOverview(tx, kindsFor(registry, actor), actor, query, await readTimezone(tx)),
  ),
  bind(exceptions.get, async (tx, { actor, params }) => {
    const found = await readDetails(tx, kindsFor(registry, actor), actor, params.id);
    return found ?? Promise.reject(notFound());
  }),
  bind(exceptions.own, (tx, { actor, params, body }) =>
    ownException(tx, kindsFor(registry, actor), actor, params.id, body.is_mine),
  ),
  bind(exceptions.people, (tx, { actor, params }) => listPeople(tx, kindsFor(registry, actor), actor, params.id)),
  bind(exceptions.give, (tx, { actor, params, body }) =>
    giveException(tx, kindsFor(registry, actor), actor, params.id, body.user_id),
  ),
  bind(exceptions.notification, async (tx, { actor }) => ({
    notification: await readNotification(tx, actor.id),
    offered: kindsFor(registry, actor).map((kind) => ({
      kind: kind.name,
      title: titleOf(kind, actor),
      severity: kind.severity,
    })),
  })),
  bind(exceptions.notify, (tx, { actor, body }) => notifyOfExceptions(tx, kindsFor(registry, actor), actor, body)),
  bind(exceptions.stopNotifying, async (tx, { actor }) => {
    await deleteNotification(tx, actor.id);
    return true as const;
  }),
  bind(exceptions.snooze, (tx, { actor, params, body }) =>
    snoozeException(tx, kindsFor(registry, actor), actor, params.id, body.until, clock),
  ),
  bindStaged(exceptions.look, {
    // The facts are looked at as staff, for all clients; what the caller learns is about their own exception only.
    each: async (open, { actor, params }) => {
      const kinds = kindsFor(registry, actor);
      const find = () => open(actorScope(actor), (tx) => findException(tx, kinds, actor, params.id), 'read');
      const found = await find();
      if (!found) throw notFound();
      await lookAtKinds(
        open,
        registry,
        kinds.filter(({ name }) => name === found.kind),
      );
      return { is_open: (await find())?.isOpen ?? false };
    },
  }),
];
