import { connector } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import { shopAddress } from './client.ts';
import {
  findOrder,
  findShipment,
  getOrder,
  hooks,
  listOrders,
  reportShipment,
  reportStock,
  STOCK_BATCH,
  verify,
  withdrawShipment,
} from './connector.ts';
import { CALLS } from './words.ts';

export const woocommerce = connector({
  code: 5,
  slug: 'woocommerce',
  subjects: CALLS,
  name: 'WooCommerce',
  fields: [
    {
      field: 'o_auth_token',
      kind: 'url',
      required: true,
      label: { en: 'Store URL', ch: '店铺网址' },
      hint: {
        en: 'The address of the shop, with https://',
        ch: '店铺的网址，以 https:// 开头',
      },
    },
    {
      field: 'key_1',
      kind: 'text',
      required: true,
      label: { en: 'Consumer key', ch: '消费者密钥（key）' },
      hint: {
        en: 'WooCommerce, Settings, Advanced, REST API: a key with read and write permissions (ck_…)',
        ch: 'WooCommerce → 设置 → 高级 → REST API：具有读/写权限的密钥（ck_…）',
      },
    },
    {
      field: 'key_2',
      kind: 'secret',
      required: true,
      label: { en: 'Consumer secret', ch: '消费者密码（secret）' },
      hint: {
        en: 'Shown once, together with the key (cs_…)',
        ch: '与密钥一起仅显示一次（cs_…）',
      },
    },
  ],
  // WooCommerce has no limit, its hosts have: small shops share a server with others.
  limit: { burst: 20, perSecond: 5 },
  shopUrl: ({ o_auth_token }) => shopAddress(o_auth_token),
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
});

export const woocommerceModule = module({ name: 'woocommerce', connectors: [woocommerce] });
