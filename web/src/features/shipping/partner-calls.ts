import { api } from '@longshore/contract';

const accounts = api.companyAccounts;

/** The specification names the calls of each partner by themselves. */
export const accountCalls = {
  shipstation: {
    save: accounts.saveShipStation,
    remove: accounts.removeShipStation,
    cache: accounts.cacheShipStation,
    calls: accounts.shipStationCalls,
  },
  shippo: {
    save: accounts.saveShippo,
    remove: accounts.removeShippo,
    cache: accounts.cacheShippo,
    calls: accounts.shippoCalls,
  },
  freight: {
    save: accounts.saveFreight,
    remove: accounts.removeFreight,
    cache: accounts.cacheFreight,
    calls: accounts.freightCalls,
  },
} as const;
