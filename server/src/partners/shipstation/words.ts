import type { Words } from '../../modules/channels/index.ts';
import { SUBJECTS } from '../words.ts';

/** What a connection is warned of when it is verified. */
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

/** What its calls are about. */
export const CALLS = {
  ch: {
    ...SUBJECTS.ch,
    'List stores': '读取店铺列表',
    'Mark an order as shipped': '标记订单已发货',
    'Read labels': '读取面单',
  },
};
