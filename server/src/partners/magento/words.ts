import type { Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** Warnings that the verification of a connection can answer. */
export const WARNINGS = {
  notEncrypted: {
    en: 'The shop’s address is not encrypted (http).',
    ch: '店铺网址未加密（http）。',
  },
} as const satisfies Record<string, Words>;

/** The subjects of its calls in the trace, in the other languages. */
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
