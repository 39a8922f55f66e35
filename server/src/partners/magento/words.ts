import type { Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** What a connection is warned of when it is verified. */
export const WARNINGS = {
  notEncrypted: {
    en: 'The shop’s address is not encrypted (http).',
    ch: '店铺网址未加密（http）。',
  },
} as const satisfies Record<string, Words>;

/** What its calls are about. */
export const CALLS = {
  ch: {
    ...SUBJECTS.ch,
    'Delete a tracking number': '删除物流单号',
    'Find products': '查找商品',
    'List sources': '读取库存来源列表',
    'Read shipments': '读取发货记录',
    'Read the store configuration': '读取店铺配置',
  },
};
