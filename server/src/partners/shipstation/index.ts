import { connector, type PartnerField } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import {
  findOrder,
  findOrderOfStore,
  findShipment,
  getOrder,
  getOrderOfStore,
  hooks,
  listOrders,
  listOrdersOfStore,
  listPlaces,
  reportShipment,
  verify,
  withdrawShipment,
} from './connector.ts';
import { CALLS } from './words.ts';

const keys = (hint: PartnerField['hint']): PartnerField[] => [
  {
    field: 'key_1',
    kind: 'text',
    required: true,
    label: { en: 'API key', ch: 'API 密钥（key）' },
    ...(hint ? { hint } : {}),
  },
  {
    field: 'key_2',
    kind: 'secret',
    required: true,
    label: { en: 'API secret', ch: 'API 密码（secret）' },
    hint: { en: 'Shown once, together with the key', ch: '与密钥一起仅显示一次' },
  },
];

const WHERE = {
  en: 'ShipStation, Account settings, API settings: the keys of version 1',
  ch: 'ShipStation → 账户设置 → API 设置：V1 版本的密钥',
};

/** Three kinds of connections with one API; `slug` names the API. */
const common = {
  slug: 'shipstation',
  subjects: CALLS,
  // 40 calls in any minute, for all connections with the same key.
  limit: { burst: 20, perSecond: 0.33 },
  limitedBy: ({ key_1 }: { key_1: string }) => key_1,
  places: { field: 'key_3', noun: { en: 'Store', ch: '店铺' }, list: listPlaces },
  shopUrl: () => 'https://ship.shipstation.com/',
  verify,
  notFoundCode: 90007,
  reportShipment,
  findShipment,
  withdrawShipment,
  hooks,
} as const;

/** With the keys of the client: every store of the account is the client's. */
const ofClient = { ...common, fields: keys(WHERE), listOrders, getOrder, findOrder } as const;

/** With the keys of the company, whose account has the stores of many clients: one of them is this client's. */
export const shipStationOrder = connector({
  ...common,
  code: 8,
  name: 'ShipStation Order',
  fields: keys({
    en: 'Leave both empty to use the warehouse’s own ShipStation account. Choose the client’s store after saving; nothing is read before.',
    ch: '两项均留空则使用仓库自己的 ShipStation 账户。保存后请选择客户的店铺；选择之前不会读取订单。',
  }).map((field) => ({ ...field, required: false })),
  companyAccount: 'shipstation',
  missingCode: 90006,
  listOrders: listOrdersOfStore,
  getOrder: getOrderOfStore,
  findOrder: findOrderOfStore,
});
export const clientShipStation = connector({ ...ofClient, code: 12, name: 'Client ShipStation' });
export const thirdPartyShipStation = connector({ ...ofClient, code: 14, name: '3rd Party ShipStation' });

export const shipStationModule = module({
  name: 'shipstation',
  connectors: [shipStationOrder, clientShipStation, thirdPartyShipStation],
});
