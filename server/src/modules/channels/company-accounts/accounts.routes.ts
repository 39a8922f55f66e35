import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import type { AccountTools } from './account-connection.ts';
import { listAccountCalls, listAccounts, readCatalogue } from './accounts.view.ts';
import { keepCatalogue, readCatalogueAgain, removeAccount, saveAccount, verifyAccount } from './save-account.ts';

const { companyAccounts: accounts } = api;

/** The specification names the calls of each partner by themselves; all of them do the same. */
const CALLS = [
  {
    slug: 'shipstation',
    save: accounts.saveShipStation,
    remove: accounts.removeShipStation,
    cache: accounts.cacheShipStation,
    calls: accounts.shipStationCalls,
  },
  {
    slug: 'shippo',
    save: accounts.saveShippo,
    remove: accounts.removeShippo,
    cache: accounts.cacheShippo,
    calls: accounts.shippoCalls,
  },
  {
    slug: 'freight',
    save: accounts.saveFreight,
    remove: accounts.removeFreight,
    cache: accounts.cacheFreight,
    calls: accounts.freightCalls,
  },
] as const;

export const companyAccountRoutes = (tools: AccountTools): Binding[] => [
  bind(accounts.list, (tx, { actor }) => listAccounts(tx, tools, actor)),
  ...CALLS.flatMap(({ slug, save, remove, cache, calls }) => [
    bindStaged(save, {
      before: (open, { actor, body }) => verifyAccount(tools, open, actor, slug, body),
      run: (tx, { actor }, saved) => saveAccount(tx, tools, actor, saved),
    }),
    bind(remove, (tx) => removeAccount(tx, slug)),
    bindStaged(cache, {
      before: (open) => readCatalogueAgain(tools, open, slug),
      run: (tx, { actor }, catalogue) => keepCatalogue(tx, tools, actor, slug, catalogue),
    }),
    bind(calls, (tx, { actor }) => listAccountCalls(tx, tools, actor.lang, slug)),
  ]),
  bind(accounts.shipStationCouriers, async (tx) => (await readCatalogue(tx, 'shipstation')).carriers),
  bind(accounts.shipStationWarehouses, async (tx) => (await readCatalogue(tx, 'shipstation')).places),
  bind(accounts.shippoCouriers, async (tx) => (await readCatalogue(tx, 'shippo')).carriers),
  bind(accounts.shippoAddresses, async (tx) => (await readCatalogue(tx, 'shippo')).places),
  bind(accounts.freightLists, async (tx) => (await readCatalogue(tx, 'freight')).lists),
];
