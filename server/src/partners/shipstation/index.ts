import { connector } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import { api, shipStationAccount } from './account.ts';
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
import { shipStationStation } from './station.ts';
import { CALLS, keys, WHERE } from './words.ts';

/** Three kinds of connections with one API. */
const common = {
  ...api,
  subjects: CALLS,
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
  companyPartners: [shipStationAccount],
  stationPartners: [shipStationStation],
  connectors: [shipStationOrder, clientShipStation, thirdPartyShipStation],
});
