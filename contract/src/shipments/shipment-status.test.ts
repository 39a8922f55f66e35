import { describe, expect, test } from 'vitest';
import {
  isShipmentEventAllowed,
  nextShipmentState,
  refusalOf,
  SHIPMENT_EVENTS,
  SHIPMENT_STATES,
  type ShipmentAfter,
  type ShipmentEvent,
  type ShipmentState,
} from './shipment-status.ts';

const open: ShipmentAfter = { units: 5, fulfilled: 3 };
const complete: ShipmentAfter = { units: 5, fulfilled: 5 };

type Outcome = readonly [whenOpen: ShipmentState, whenComplete: ShipmentState] | 40001 | 40005 | 40010 | 40011;
const byUnits = ['In Warehouse', 'Ready'] as const;
const always = (state: ShipmentState) => [state, state] as const;

/** Every pair of a state and an event: the states that can follow, or the code it is refused with. */
const table: Record<ShipmentState, Record<ShipmentEvent, Outcome>> = {
  'In Warehouse': {
    fulfil: byUnits,
    unfulfil: byUnits,
    'change quantity': byUnits,
    allocate: always('In Warehouse'),
    pack: always('In Warehouse'),
    prepare: always('In Warehouse'),
    update: always('In Warehouse'),
    finish: 40005,
    bill: 40005,
    void: always('Voided'),
    'void finished': 40005,
  },
  Ready: {
    fulfil: 40011,
    unfulfil: byUnits,
    'change quantity': byUnits,
    allocate: 40011,
    pack: always('Ready'),
    prepare: always('Ready'),
    update: always('Ready'),
    finish: always('Finished'),
    bill: always('Finished'),
    void: always('Voided'),
    'void finished': 40005,
  },
  Finished: {
    fulfil: 40011,
    unfulfil: 40005,
    'change quantity': 40011,
    allocate: 40011,
    pack: 40005,
    prepare: 40005,
    update: always('Finished'),
    finish: 40005,
    bill: always('Finished'),
    void: 40010,
    'void finished': always('Voided'),
  },
  Voided: Object.fromEntries(SHIPMENT_EVENTS.map((event) => [event, 40001])) as Record<ShipmentEvent, 40001>,
};

describe.each(SHIPMENT_STATES)('a shipment that is %s', (state) => {
  test.each(SHIPMENT_EVENTS)('%s', (event) => {
    const expected = table[state][event];
    const after = [open, complete].map((left) => nextShipmentState(state, event, left));
    expect(isShipmentEventAllowed(state, event)).toBe(typeof expected !== 'number');
    if (typeof expected === 'number')
      expect([refusalOf(state, event), ...after]).toEqual([expected, undefined, undefined]);
    else expect(after).toEqual(expected);
  });
});
