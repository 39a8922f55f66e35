import { api, type GuestBoot } from '@longshore/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import type { Vault } from '../../platform/vault.ts';
import { type LoginTools, readSessionUser, renewSession } from '../accounts/index.ts';
import { readMessages } from './messages.view.ts';
import { listOutbox } from './outbox.view.ts';
import { readCouriers, readGuestBoot, readPreferences, readSettings } from './preferences.view.ts';

export interface CompanyTools {
  clock: Clock;
  vault: Vault;
  supportUrl: string;
  demo: GuestBoot['demo'];
}

export function companyRoutes(tools: CompanyTools & LoginTools): Binding[] {
  return [
    bind(api.session.guestBoot, (tx) => readGuestBoot(tx, tools.demo)),
    bindStaged(api.session.boot, {
      before: (open, { actor }) => renewSession(open, tools, actor.sessionId),
      run: async (tx, { actor }, auth) => {
        const [user, preferences, couriers, settings] = await Promise.all([
          readSessionUser(tx, actor.id),
          readPreferences(tx, tools.clock, tools.supportUrl),
          readCouriers(tx),
          readSettings(tx),
        ]);
        return { user, ...auth, preferences, resources: { couriers, ...settings } };
      },
    }),
    bind(api.company.settings, (tx) => readSettings(tx)),
    bind(api.company.couriers, (tx) => readCouriers(tx)),
    bind(api.company.timezones, async () => Intl.supportedValuesOf('timeZone')),
    bind(api.company.messages, (tx) => readMessages(tx)),
    bind(api.operations.outbox, (tx) => listOutbox(tx, tools.vault)),
  ];
}
