import { event } from '../kit/event.ts';
import { carts, totes } from './carts.ts';
import { faces } from './faces.ts';
import { tasks } from './tasks.ts';
import { waves } from './waves.ts';

export const floorEvents = {
  /** Somebody took or left a task, or tasks were ranked or given to somebody. */
  'task.changed': event({ changes: [tasks.mine, tasks.floor] }),
  /** A picking face was saved or deleted. */
  'face.saved': event({
    subject: 'faces',
    changes: [faces.list, faces.get, faces.replenish, tasks.mine, tasks.floor],
  }),
  /**
   * A wave was started or ended, or something was picked or left it: carts and totes show which wave they are used for.
   */
  'wave.saved': event({
    subject: 'waves',
    changes: [
      waves.list,
      waves.get,
      waves.toPick,
      carts.list,
      totes.list,
      totes.lookUp,
      totes.ofShipment,
      tasks.mine,
      tasks.floor,
    ],
  }),
  'cart.saved': event({ subject: 'carts', changes: [carts.list, carts.get] }),
  'tote.saved': event({ subject: 'totes', changes: [totes.list, totes.get] }),
};
