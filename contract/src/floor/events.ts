import { event } from '../kit/event.ts';
import { carts, totes } from './carts.ts';
import { waves } from './waves.ts';

export const floorEvents = {
  /** A wave was started or ended, or something was picked or left it: carts and totes show which wave they are used for. */
  'wave.saved': event({
    subject: 'waves',
    changes: [waves.list, waves.get, waves.toPick, carts.list, totes.list, totes.lookUp],
  }),
  'cart.saved': event({ subject: 'carts', changes: [carts.list, carts.get] }),
  'tote.saved': event({ subject: 'totes', changes: [totes.list, totes.get] }),
};
