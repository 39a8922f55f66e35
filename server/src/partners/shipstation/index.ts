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
import { keys, WHERE } from './words.ts';

/** Three kinds of connections with one API. */
const common = {
  ...api,
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
  // Those of connections that older releases made stay in use: see `usesCompanyAccount`.
  fields: [],
  usesCompanyAccount: 'shipstation',
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
