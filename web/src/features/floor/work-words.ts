import type { Task, TaskKind } from '@longshore/contract';
import { type Translate, useText } from '../../lib/text/text.ts';
import { licensePath, shipmentPath } from '../records/index.ts';
import { wavePath } from './waves/wave-paths.ts';
import { ageOf, useNow } from './work-times.ts';

/** Kind and name of a task, as one thing. */
export const taskName = (t: Translate, { kind, label }: Task): string => `${t(`tasks.kinds.${kind}`)} ${label}`;

const FACES_LOW = `/faces/${encodeURIComponent('on_page=1&filter_by[state]=low')}`;

/** Where the record of a task is shown at the desk; undefined for what has no page. */
const pages: Partial<Record<TaskKind, (id: number) => string>> = {
  receive: (id) => shipmentPath('inbound', id),
  put_away: licensePath,
  pick: wavePath,
  replenish: () => FACES_LOW,
  count: (id) => `/counts/${id}/action/view`,
};
export const taskPath = ({ kind, record_id }: Task): string | undefined => pages[kind]?.(record_id);

/** How long ago a moment is, in words that go on with the clock. */
export function useAge(): (since: string) => string {
  const t = useText();
  const now = useNow();
  return (since) => {
    const { unit, count } = ageOf(since, now);
    return t(`tasks.ages.${unit}`, { count });
  };
}
