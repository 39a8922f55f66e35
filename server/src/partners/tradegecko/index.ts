import { connector } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import {
  findOrder,
  findShipment,
  getOrder,
  listOrders,
  listPlaces,
  reportShipment,
  verify,
  withdrawShipment,
} from './connector.ts';
import { CALLS } from './words.ts';

/** Also QuickBooks Commerce. Without an address of the operator nothing can be called. */
export const tradeGecko = connector({
  code: 6,
  slug: 'tradegecko',
  subjects: CALLS,
  name: 'TradeGecko',
  isRetired: true,
  fields: [
    {
      field: 'key_1',
      kind: 'secret',
      required: true,
      label: { en: 'Access token', ch: '访问令牌' },
      hint: { en: 'A privileged access token of the account', ch: '账户的特权访问令牌' },
    },
  ],
  // 300 calls in any five minutes.
  limit: { burst: 100, perSecond: 0.66 },
  places: { field: 'key_2', noun: { en: 'Location', ch: '地点' }, list: listPlaces },
  shopUrl: () => '',
  verify,
  listOrders,
  getOrder,
  findOrder,
  notFoundCode: 90004,
  reportShipment,
  findShipment,
  withdrawShipment,
});

export const tradeGeckoModule = module({ name: 'tradegecko', connectors: [tradeGecko] });
