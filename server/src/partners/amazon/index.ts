import type { InvitedPartner } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import { amazonInbound, CODE } from './connector.ts';
import { CALLS } from './words.ts';

export { amazonInbound } from './connector.ts';

export const amazon: InvitedPartner = {
  code: CODE,
  slug: 'amazon',
  name: 'FBA',
  subjects: CALLS,
  // What a seller enters on the page of the invitation.
  fields: [
    {
      field: 'key_1',
      kind: 'text',
      required: true,
      label: { en: 'Seller ID', ch: '卖家编号（Seller ID）' },
      hint: {
        en: 'Seller Central, Settings, Account Info, Merchant Token',
        ch: '卖家平台 → 设置 → 账户信息 → 卖家记号（Merchant Token）',
      },
    },
    {
      field: 'access_token',
      kind: 'secret',
      required: true,
      label: { en: 'Authorization token', ch: '授权令牌' },
      hint: {
        en: 'The refresh token that Seller Central shows when you authorize the developer',
        ch: '在卖家平台授权该开发者时显示的刷新令牌',
      },
    },
  ],
  // Two in a second of each operation.
  limit: { burst: 6, perSecond: 2 },
  requestIdHeader: 'x-amzn-requestid',
};

export const amazonModule = module({ name: 'amazon', invitedPartners: [amazon], inboundPartners: [amazonInbound] });
