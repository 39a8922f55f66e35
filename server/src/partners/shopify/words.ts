import type { Words } from '../../modules/channels/index.ts';

/** What a connection is warned of when it is verified. */
export const WARNINGS = {
  version: (answered: string, expected: string): Words => ({
    en: `Shopify answered with version ${answered} of its API instead of ${expected}.`,
    ch: `Shopify 使用 ${answered} 版 API 答复，而不是 ${expected} 版。`,
  }),
  scopes: (missing: string): Words => ({
    en: `The app lacks these scopes: ${missing}.`,
    ch: `应用缺少以下权限：${missing}。`,
  }),
  oldOrders: {
    en: 'Orders older than 60 days are not shown to the app: it lacks the scope read_all_orders.',
    ch: '应用看不到 60 天以前的订单：它缺少 read_all_orders 权限。',
  },
  onlyReads: {
    en: 'This connection only reads. Shipments are reported after it is changed to V1.',
    ch: '此连接只读取订单。改为 V1 后才会回传发货。',
  },
} as const;
