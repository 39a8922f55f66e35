import type { Words } from '../../modules/channels/index.ts';

/** What a connection is warned of when it is verified. */
export const WARNINGS = {
  notEncrypted: {
    en: 'The shop’s address is not encrypted (http).',
    ch: '店铺网址未加密（http）。',
  },
} as const satisfies Record<string, Words>;
