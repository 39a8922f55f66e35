import type { Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** Warnings that the verification of a connection can answer. */
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

/** The subjects of its calls in the trace, in the other languages. */
export const CALLS = {
  ch: {
    ...SUBJECTS.ch,
    'List tracking providers': '读取物流商列表',
    'Read notes': '读取备注',
    'Read refunds': '读取退款',
    'Read the status': '读取系统状态',
    'Read tracking numbers': '读取物流单号',
    'Report a tracking number': '回传物流单号',
    'Set the status of the order': '设置订单状态',
    'Switch a webhook on': '重新启用平台通知',
    'Tell the customer': '通知客户',
  },
};
