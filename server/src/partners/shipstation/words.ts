import type { PartnerField, Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** Warnings that the verification of a connection can answer. */
export const WARNINGS = {
  noStore: {
    en: 'The account has no active store.',
    ch: '该账户没有启用的店铺。',
  },
  storeIsGone: {
    en: 'The store of this connection is not active any more.',
    ch: '此连接的店铺已停用。',
  },
} as const satisfies Record<string, Words>;

export const WHERE = {
  en: 'ShipStation, Account settings, API settings: the keys of version 1',
  ch: 'ShipStation → 账户设置 → API 设置：V1 版本的密钥',
} as const satisfies Words;

/** The subjects of its calls in the trace, in the other languages. */
export const CALLS = {
  ch: {
    ...SUBJECTS.ch,
    'List stores': '读取店铺列表',
    'Mark an order as shipped': '标记订单已发货',
    'Read labels': '读取面单',
  },
};

/** Of the company's account: its lists, and the orders that are sent to it. */
export const ACCOUNT_CALLS = {
  ch: {
    'List stores': '读取店铺列表',
    'List carriers': '读取承运商列表',
    'List services': '读取服务列表',
    'List packages': '读取包装列表',
    'List warehouses': '读取仓库列表',
    'Send an order': '发送订单',
    'Send orders': '发送多个订单',
    'Search an order that was sent': '查找已发送的订单',
    'Read the labels of an order': '读取订单的面单',
    'Delete an order': '删除订单',
  },
};

export const keys = (hint: PartnerField['hint']): PartnerField[] => [
  {
    field: 'key_1',
    kind: 'text',
    required: true,
    label: { en: 'API key', ch: 'API 密钥（key）' },
    ...(hint ? { hint } : {}),
  },
  {
    field: 'key_2',
    kind: 'secret',
    required: true,
    label: { en: 'API secret', ch: 'API 密码（secret）' },
    hint: { en: 'Shown once, together with the key', ch: '与密钥一起仅显示一次' },
  },
];
