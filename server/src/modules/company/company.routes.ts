import { api, type GuestBoot } from '@longshore/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Binding, bind, bindStaged, bindUpdate } from '../../platform/http/bind.ts';
import { type LoginTools, readSessionUser, renewSession } from '../accounts/index.ts';
import { lockCourier } from './couriers.store.ts';
import { readCouriers } from './couriers.view.ts';
import { assertLogoIsStored, type LogoTools, storeLogo } from './logo.ts';
import { readMessages } from './messages.view.ts';
import { readGuestBoot, readPreferences } from './preferences.view.ts';
import { saveCompany } from './save-company.ts';
import { createCourier, deleteCourier, saveCourier } from './save-courier.ts';
import { changeMessage, deleteMessage, publishMessage } from './save-message.ts';
import { createSetting, deleteSetting, saveSetting } from './save-setting.ts';
import { readSettings } from './settings.view.ts';
import type { Uses } from './uses.ts';

export interface CompanyTools extends LogoTools {
  clock: Clock;
  supportUrl: string;
  demo: GuestBoot['demo'];
  /** The modules whose records use couriers, settings and sizes. */
  uses: readonly Uses[];
}

const { company } = api;

/** The list of time zones does not include UTC, but some companies use it. */
const timezones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

function bootRoutes(tools: CompanyTools & LoginTools): Binding[] {
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
        return { user, ...auth, preferences, resources: { couriers, ...settings, timezones } };
      },
    }),
  ];
}

export const companyRoutes = (tools: CompanyTools & LoginTools): Binding[] => [
  ...bootRoutes(tools),
  bindStaged(company.saveConfig, {
    before: (_, { body }) => assertLogoIsStored(tools.storage, body.logo),
    run: async (tx, { actor, body }) => {
      await saveCompany(tx, actor, body, tools.uses);
      return readPreferences(tx, tools.clock, tools.supportUrl);
    },
  }),
  bindStaged(company.uploadLogo, { each: (open, { actor, file }) => storeLogo(open, tools, actor, file) }),
  bind(company.settings, (tx) => readSettings(tx)),
  bind(company.createSetting, (tx, { actor, params, body }) => createSetting(tx, actor, params.kind, body)),
  bind(company.updateSetting, (tx, { actor, params, body }) => saveSetting(tx, actor, params, body, tools.uses)),
  bind(company.deleteSetting, (tx, { actor, params }) => deleteSetting(tx, actor, params, tools.uses)),
  bind(company.couriers, (tx) => readCouriers(tx)),
  bind(company.createCourier, (tx, { actor, body }) => createCourier(tx, actor, body)),
  bindUpdate(
    company.updateCourier,
    (tx, { params }) => lockCourier(tx, params.id),
    (tx, { actor, params, body }) => saveCourier(tx, actor, params.id, body, tools.uses),
  ),
  bind(company.deleteCourier, (tx, { actor, params }) => deleteCourier(tx, actor, params.id, tools.uses)),
  bind(company.timezones, async () => timezones),
  bind(company.messages, (tx) => readMessages(tx)),
  bind(company.createMessage, (tx, { body }) => publishMessage(tx, body)),
  bindUpdate(
    company.updateMessage,
    async (tx, { params }) => (await readMessages(tx)).find(({ id }) => id === params.id),
    (tx, { params, body }) => changeMessage(tx, params.id, body),
  ),
  bind(company.deleteMessage, (tx, { params }) => deleteMessage(tx, params.id)),
];
