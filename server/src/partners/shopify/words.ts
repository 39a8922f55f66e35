import type { Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** Warnings that the verification of a connection can answer. */
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

/** The subjects of its calls in the trace, in the other languages. */
export const CALLS = {
  ch: {
    ...SUBJECTS.ch,
    'Accept a cancellation request': '接受取消请求',
    'Accept a fulfilment request': '接受发货请求',
    'Install the fulfilment service': '安装配送服务',
    'List changed fulfilment orders': '读取有更改的发货任务',
    'List fulfilment services': '读取配送服务列表',
    'Read a fulfilment': '读取发货记录',
    'Read more fulfilment orders of an order': '读取订单的更多发货任务',
    'Read more lines of an order': '读取订单的更多明细',
    'Read the fulfilments of an order': '读取订单的发货记录',
    'Read the lines of a fulfilment': '读取发货明细',
    'Read the shop': '读取店铺',
    'Reject a cancellation request': '拒绝取消请求',
    'Reject a fulfilment request': '拒绝发货请求',
    'Remove the fulfilment service': '移除配送服务',
  },
};
