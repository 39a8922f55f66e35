import type { Words } from '../../modules/channels/index.ts';

/** What a connection is warned of when it is verified. */
export const WARNINGS = {
  locationIsGone: {
    en: 'The location of this connection is not active any more.',
    ch: '此连接的地点已停用。',
  },
} as const satisfies Record<string, Words>;
