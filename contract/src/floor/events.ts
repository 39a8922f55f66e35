import { event } from '../kit/event.ts';
import { faces } from './faces.ts';
import { tasks } from './tasks.ts';

export const floorEvents = {
  /** Somebody took or left a task, or tasks were ranked or given to somebody. */
  'task.changed': event({ changes: [tasks.mine, tasks.floor] }),
  /** A picking face was saved or deleted. */
  'face.saved': event({
    subject: 'faces',
    changes: [faces.list, faces.get, faces.replenish, tasks.mine, tasks.floor],
  }),
};
