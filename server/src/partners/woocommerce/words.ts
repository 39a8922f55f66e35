import type { Words } from '../../modules/channels/index.ts';

/** What a connection is warned of when it is verified. */
export const WARNINGS = {
  notEncrypted: {
    en: 'The shop’s address is not encrypted (http).',
    ch: '店铺网址未加密（http）。',
  },
  keysInAddress: {
    en: 'The shop’s web server drops the keys from the header: they are sent in the address.',
    ch: '店铺的服务器会丢弃标头中的密钥，因此密钥随网址发送。',
  },
  mayNotManage: {
    en: 'The user of the key may not manage the shop: fulfilments and webhooks may be refused.',
    ch: '密钥的用户无权管理店铺：发货记录和 webhook 可能会被拒绝。',
  },
} as const satisfies Record<string, Words>;
