import { type Exception, SNOOZE_DAYS_MAX } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ExceptionKind } from '../../platform/exceptions/exception.ts';
import { invalid } from '../../platform/http/problem.ts';
import { changeException } from './change-exception.ts';
import { setSnooze } from './exceptions.store.ts';

const DAY_MS = 86_400_000;

function assertSoon(until: string, now: Date): void {
  const wait = Date.parse(until) - now.getTime();
  if (wait <= 0) throw invalid('until', 'SnoozeIsPast');
  if (wait > SNOOZE_DAYS_MAX * DAY_MS) throw invalid('until', `SnoozeIsTooFar:${SNOOZE_DAYS_MAX}`);
}

/** Snoozes an exception until a moment, for everybody on the caller's side; null shows it again. */
export const snoozeException = (
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  id: number,
  until: string | null,
  clock: Clock,
): Promise<Exception> =>
  changeException(tx, kinds, actor, id, async () => {
    if (until !== null) assertSoon(until, clock.now());
    await setSnooze(tx, id, until);
  });
