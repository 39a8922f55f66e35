import type { Task } from '@longshore/contract';
import { floorWavePath } from './waves/wave-paths.ts';

export const MY_WORK = '/floor/work';
export const REPLENISH = '/floor/replenish';
export const replenishPath = (faceId: number) => `${REPLENISH}/${faceId}`;

/** The screen of the floor where a task is done. */
export function floorTaskPath({ kind, record_id: id, label }: Task): string {
  switch (kind) {
    case 'receive':
      return `/floor/shipment/${id}`;
    case 'put_away':
      return `/floor/put-away?plate=${encodeURIComponent(label)}`;
    case 'pick':
      return floorWavePath(id);
    case 'count':
      return `/floor/count/${id}`;
    case 'replenish':
      return replenishPath(id);
  }
}
