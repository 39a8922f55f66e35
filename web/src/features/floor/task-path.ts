import type { Task, TaskKind } from '@longshore/contract';
import { licensePath, shipmentPath } from '../records/index.ts';
import { wavePath } from './waves/wave-paths.ts';

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
