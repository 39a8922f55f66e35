import { connector } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import { shopAddress } from './client.ts';
import {
  findOrder,
  findShipment,
  getOrder,
  listOrders,
  listPlaces,
  reportShipment,
  reportStock,
  STOCK_BATCH,
  verify,
  withdrawShipment,
} from './connector.ts';
import { CALLS } from './words.ts';

const SIGNED = {
  en: 'Of the same integration. Leave it empty where the shop accepts an access token alone.',
  ch: '来自同一集成。如果店铺只需访问令牌，请留空。',
};

export const magento = connector({
  code: 10,
  slug: 'magento',
  subjects: CALLS,
  name: 'Magento 2',
  fields: [
    {
      field: 'key_1',
      kind: 'url',
      required: true,
      label: { en: 'Store URL', ch: '店铺网址' },
      hint: {
        en: 'With https://. For one store view only, add /rest/ and its code: https://shop.example.com/rest/de',
        ch: '以 https:// 开头。如果只接入一个店铺视图，请加上 /rest/ 和视图代码：https://shop.example.com/rest/de',
      },
    },
    {
      field: 'key_2',
      kind: 'secret',
      required: true,
      label: { en: 'Access token', ch: '访问令牌' },
      hint: {
        en: 'Magento, System, Integrations: an integration with access to sales, stores, products and inventory',
        ch: 'Magento → 系统 → 集成：可访问销售、店铺、产品和库存的集成',
      },
    },
    {
      field: 'key_4',
      kind: 'text',
      required: true,
      label: { en: 'Order statuses', ch: '订单状态' },
      hint: {
        en: 'Orders with one of these statuses are shipped: pending, pending_payment, payment_received, invoiced, processing. Magento’s times are UTC.',
        ch: '处于这些状态的订单将被发货：pending、pending_payment、payment_received、invoiced、processing。Magento 的时间为 UTC。',
      },
    },
    {
      field: 'o_auth_token',
      kind: 'text',
      required: false,
      label: { en: 'Consumer key', ch: '消费者密钥（consumer key）' },
      hint: SIGNED,
    },
    {
      field: 'key_3',
      kind: 'secret',
      required: false,
      label: { en: 'Consumer secret', ch: '消费者密码（consumer secret）' },
      hint: SIGNED,
    },
    {
      field: 'access_token',
      kind: 'secret',
      required: false,
      label: { en: 'Access token secret', ch: '访问令牌密码（access token secret）' },
      hint: SIGNED,
    },
  ],
  // Magento has no limit, its hosts have.
  limit: { burst: 20, perSecond: 5 },
  places: {
    field: 'key_5',
    noun: { en: 'Source', ch: '库存来源' },
    list: listPlaces,
  },
  shopUrl: ({ key_1 }) => shopAddress(key_1),
  verify,
  listOrders,
  getOrder,
  findOrder,
  notFoundCode: 90005,
  reportShipment,
  findShipment,
  withdrawShipment,
  stock: { batch: STOCK_BATCH, report: reportStock },
});

export const magentoModule = module({ name: 'magento', connectors: [magento] });
