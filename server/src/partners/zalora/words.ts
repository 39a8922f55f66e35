import type { Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** Warnings that the verification of a connection can answer. */
export const WARNINGS = {
  classic: {
    en: 'The classic API is closed to new sellers.',
    ch: '经典 API 不再对新卖家开放。',
  },
} as const satisfies Record<string, Words>;

/** The subjects of its calls in the trace, in the other languages. */
export const CALLS = {
  ch: {
    ...SUBJECTS.ch,
    'Ask for a document': '请求文件',
    'Download a document': '下载文件',
    'List shipping providers': '读取物流商列表',
    'Look at a document': '查看文件进度',
    'Pack items': '打包商品',
    'Read a document': '读取文件',
    'Read items': '读取商品',
    'Read items of orders': '读取订单的商品',
    'Read packages': '读取包裹',
    'Read the seller': '读取卖家',
    'Set items to ready': '设为待发货',
  },
};
