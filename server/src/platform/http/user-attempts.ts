import { tooMany } from './problem.ts';

const WINDOW_MS = 60_000;
/** When more users than this are remembered, those whose minute has ended are removed. */
const REMEMBERED_MAX = 1_000;

/**
 * Limits the calls of an endpoint per user and minute. The rate limiter of guests is not used for it: of calls that are
 * authenticated together, in one batch, it refuses all when it should refuse those beyond the limit.
 */
export function userAttempts(max: number): (userId: number) => void {
  const windows = new Map<number, { count: number; endsAt: number }>();
  return (userId) => {
    const now = performance.now();
    if (windows.size > REMEMBERED_MAX) for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
    const known = windows.get(userId);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + WINDOW_MS };
    window.count++;
    windows.set(userId, window);
    if (window.count > max) throw tooMany(Math.ceil((window.endsAt - now) / 1000));
  };
}
