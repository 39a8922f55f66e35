import type { Words } from '../../modules/channels/index.ts';

/** What a connection is warned of when it is verified. */
export const WARNINGS = {
  classic: {
    en: 'The classic API is closed to new sellers.',
    ch: '经典 API 不再对新卖家开放。',
  },
} as const satisfies Record<string, Words>;
