import type { Words } from '../../modules/channels/index.ts';

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
