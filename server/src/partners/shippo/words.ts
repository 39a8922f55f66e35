import type { Words } from '../../modules/channels/index.ts';

/** The subjects of its calls in the trace, in the other languages. */
export const CALLS = {
  ch: {
    'Read the account': '读取账户',
    'List carrier accounts': '读取承运商账户列表',
    'List addresses': '读取地址列表',
    'Add an address': '添加地址',
    'Ask for rates': '查询报价',
    'Buy a label': '购买面单',
    'Look for a purchase': '查找购买记录',
    'Read a purchase': '读取购买记录',
    'Ask for a refund': '申请退款',
    'Download a label': '下载面单',
    'Read tracking': '读取物流轨迹',
  },
};

export const KEY: { label: Words; hint: Words } = {
  label: { en: 'API token', ch: 'API 令牌' },
  hint: {
    en: 'GoShippo, Settings, API. A token that begins with shippo_test_ makes labels that no carrier takes.',
    ch: 'GoShippo → 设置 → API。以 shippo_test_ 开头的令牌只生成测试面单，承运商不会揽收。',
  },
};
