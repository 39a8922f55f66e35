import { connector } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import { adminUrl } from './client.ts';
import {
  findOrder,
  findShipment,
  getOrder,
  hooks,
  listOrders,
  listPlaces,
  reportShipment,
  reportStock,
  STOCK_BATCH,
  service,
  verify,
  withdrawShipment,
} from './connector.ts';
import { CALLS } from './words.ts';

export const shopify = connector({
  code: 4,
  slug: 'shopify',
  subjects: CALLS,
  name: 'Shopify',
  fields: [
    {
      field: 'o_auth_token',
      kind: 'text',
      required: true,
      label: { en: 'Shop', ch: '店铺地址' },
      hint: {
        en: 'The address that ends with .myshopify.com',
        ch: '以 .myshopify.com 结尾的地址',
      },
    },
    {
      field: 'access_token',
      kind: 'secret',
      required: false,
      label: { en: 'Access token', ch: '访问令牌' },
      hint: {
        en: 'Of an app that was made in the shop’s admin (shpat_…). Leave it empty for an app of the Dev Dashboard.',
        ch: '在店铺后台创建的应用的令牌（shpat_…）。使用 Dev Dashboard 应用时请留空。',
      },
    },
    {
      field: 'key_1',
      kind: 'text',
      required: false,
      label: { en: 'Client ID', ch: '客户端 ID' },
      hint: {
        en: 'Of an app of the Dev Dashboard, instead of an access token',
        ch: 'Dev Dashboard 应用的客户端 ID，代替访问令牌',
      },
    },
    {
      field: 'key_2',
      kind: 'secret',
      required: false,
      label: { en: 'Client secret', ch: '客户端密钥' },
      hint: {
        en: 'Shopify also signs its webhooks with it; without it orders arrive only with the next sync.',
        ch: 'Shopify 也用它对 Webhook 签名；未填写时，订单只会在下次同步时到达。',
      },
    },
  ],
  apiVersions: ['V1', 'default'],
  // Points of the smallest plan. Shopify's own figures, which come with every answer, decide.
  limit: { burst: 2_000, perSecond: 100 },
  requestIdHeader: 'x-request-id',
  places: {
    field: 'key_5',
    noun: { en: 'Location', ch: '地点' },
    list: listPlaces,
  },
  shopUrl: ({ o_auth_token }) => adminUrl(o_auth_token),
  verify,
  listOrders,
  getOrder,
  findOrder,
  notFoundCode: 90002,
  reportShipment,
  findShipment,
  withdrawShipment,
  stock: { batch: STOCK_BATCH, report: reportStock },
  hooks,
  service,
});

export const shopifyModule = module({ name: 'shopify', connectors: [shopify] });
