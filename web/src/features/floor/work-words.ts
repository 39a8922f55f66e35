import type { Task } from '@longshore/contract';
import { type Translate, useText } from '../../lib/text/text.ts';
import { ageOf, useNow } from './work-times.ts';

/** Kind and name of a task, as one thing. */
export const taskName = (t: Translate, { kind, label }: Task): string => `${t(`tasks.kinds.${kind}`)} ${label}`;

/** How long ago a moment is, in words that go on with the clock. */
export function useAge(): (since: string) => string {
  const t = useText();
  const now = useNow();
  return (since) => {
    const { unit, count } = ageOf(since, now);
    return t(`tasks.ages.${unit}`, { count });
  };
}
