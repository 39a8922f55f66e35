import { connector } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import { sellerCenterUrl } from './client.ts';
import { CLASSIC, findOrder, getOrder, hooks, listOrders, marketplace, reportShipment, verify } from './connector.ts';
import { CALLS } from './words.ts';

export const zalora = connector({
  code: 15,
  slug: 'zalora',
  subjects: CALLS,
  name: 'Zalora',
  fields: [
    {
      field: 'o_auth_token',
      kind: 'text',
      required: true,
      label: { en: 'API host', ch: 'API 主机' },
      hint: {
        en: 'Of the seller’s country, for example sellercenter-api.zalora.sg',
        ch: '卖家所在国家的主机，例如 sellercenter-api.zalora.sg',
      },
    },
    {
      field: 'key_1',
      kind: 'text',
      required: true,
      label: { en: 'Application ID', ch: '应用 ID' },
      hint: {
        en: 'Seller Center, Settings, Integration Management, OAuth Applications. Classic API: the user’s e-mail address',
        ch: 'Seller Center → 设置 → 集成管理 → OAuth 应用。经典 API：用户的电子邮箱',
      },
    },
    {
      field: 'key_2',
      kind: 'secret',
      required: true,
      label: { en: 'Application secret', ch: '应用密钥' },
      hint: { en: 'Classic API: the user’s API key', ch: '经典 API：用户的 API 密钥' },
    },
  ],
  apiVersions: ['2.0', CLASSIC],
  // 30 in a second, together with whatever else the seller uses.
  limit: { burst: 20, perSecond: 15 },
  shopUrl: ({ o_auth_token }) => sellerCenterUrl(o_auth_token),
  verify,
  listOrders,
  getOrder,
  findOrder,
  notFoundCode: 90010,
  authCodes: { onSave: 90008, onUse: 90009 },
  duplicateCode: 90011,
  reportShipment,
  hooks,
  marketplace,
});

export const zaloraModule = module({ name: 'zalora', connectors: [zalora] });
