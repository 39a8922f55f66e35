import type { Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** Warnings that the verification of a connection can answer. */
export const WARNINGS = {
  locationIsGone: {
    en: 'The location of this connection is not active any more.',
    ch: '此连接的地点已停用。',
  },
} as const satisfies Record<string, Words>;

/** The subjects of its calls in the trace, in the other languages. */
export const CALLS = {
  ch: {
    ...SUBJECTS.ch,
    'Read an address': '读取地址',
    'Read lines': '读取明细',
    'Read lines of a fulfilment': '读取发货明细',
    'Read variants': '读取商品规格',
    'Set the status of a fulfilment': '设置发货状态',
  },
};
