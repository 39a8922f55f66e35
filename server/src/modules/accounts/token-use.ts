import { type Clock, minutes } from '../../platform/clock.ts';
import { sql } from '../../platform/database/sql.ts';
import { authScope, type Open } from '../../platform/database/tx.ts';
import type { Log } from '../../platform/log.ts';

export interface TokenUse {
  userId: number;
  lastUsedAt: string | null;
  address: string;
}
export type NoteTokenUse = (use: TokenUse) => void;

const NOTED_EVERY_MS = minutes(1);

/**
 * Records when and from where a token was last used, to the minute. It writes outside the call's transaction, without
 * delaying the call, and at most once a minute for each token and process.
 */
export function tokenUseRecorder({ open, clock, log }: { open: Open; clock: Clock; log: Log }): NoteTokenUse {
  const noted = new Map<number, number>();
  return ({ userId, lastUsedAt, address }) => {
    const now = clock.now();
    const last = Math.max(noted.get(userId) ?? 0, lastUsedAt ? Date.parse(lastUsedAt) : 0);
    if (now.getTime() - last < NOTED_EVERY_MS) return;
    noted.set(userId, now.getTime());
    open(authScope, (tx) =>
      sql`update api_tokens set last_used_at = ${now}, last_used_address = ${address} where user_id = ${userId}`.execute(
        tx,
      ),
    ).catch((error: Error) => log.warn({ error: error.message }, 'the use of an API token was not written down'));
  };
}
