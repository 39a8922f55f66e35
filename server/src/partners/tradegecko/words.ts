import type { Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** What a connection is warned of when it is verified. */
export const WARNINGS = {
  locationIsGone: {
    en: 'The location of this connection is not active any more.',
    ch: '此连接的地点已停用。',
  },
} as const satisfies Record<string, Words>;

/** What its calls are about. */
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
