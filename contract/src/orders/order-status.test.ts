import { describe, expect, test } from 'vitest';
import {
  directionOf,
  isAllowed,
  nextState,
  ORDER_EVENTS,
  ORDER_STATES,
  ORDER_TYPES,
  type OrderAfter,
  type OrderEvent,
  type OrderState,
  relationTypeOf,
} from './order-status.ts';

/** A state by one word, as the specification's table has it. */
type Named = 'Open' | 'Processed' | 'Back-ordered' | 'Finished' | 'Cancelled';
const nameOf = ({ status, hasBackOrder }: OrderState): Named => (hasBackOrder ? 'Back-ordered' : status);
const stateOf = (name: Named): OrderState => {
  const found = ORDER_STATES.find((state) => nameOf(state) === name);
  if (!found) throw new Error(`There is no state ${name}.`);
  return found;
};

/** What an event can leave: units left to ship, shipments, and those of them that are not finished. */
const leaves = {
  'nothing left, one shipment open': { leftover: 0, shipments: 1, unfinished: 1 },
  'nothing left, all finished': { leftover: 0, shipments: 2, unfinished: 0 },
  'units left, one shipment open': { leftover: 3, shipments: 1, unfinished: 1 },
  'units left, all finished': { leftover: 3, shipments: 1, unfinished: 0 },
  'units left, no shipment': { leftover: 3, shipments: 0, unfinished: 0 },
} as const satisfies Record<string, OrderAfter>;
type Leaves = keyof typeof leaves;

const afterShipments: Partial<Record<Leaves, Named>> = {
  'nothing left, one shipment open': 'Processed',
  'nothing left, all finished': 'Finished',
  'units left, one shipment open': 'Back-ordered',
  'units left, all finished': 'Back-ordered',
};
const afterVoiding = { ...afterShipments, 'units left, no shipment': 'Open' } as const;

/** Every pair that is allowed, with the state after it. A pair that is missing here must be refused. */
const allowed: Partial<Record<Named, Partial<Record<OrderEvent, Partial<Record<Leaves, Named>>>>>> = {
  Open: {
    edit: { 'units left, no shipment': 'Open' },
    cancel: { 'units left, no shipment': 'Cancelled' },
    ship: { 'nothing left, one shipment open': 'Processed', 'units left, one shipment open': 'Back-ordered' },
  },
  'Back-ordered': {
    ship: { 'nothing left, one shipment open': 'Processed', 'units left, one shipment open': 'Back-ordered' },
    'cancel back-order': {
      'nothing left, one shipment open': 'Processed',
      'nothing left, all finished': 'Finished',
    },
    'shipment changed': afterShipments,
    'shipment finished': afterShipments,
    'shipment voided': afterVoiding,
  },
  Processed: {
    'shipment changed': afterShipments,
    'shipment finished': afterShipments,
    'shipment voided': afterVoiding,
  },
  Finished: { 'shipment voided': afterVoiding },
};

const pairs = ORDER_STATES.flatMap((state) => ORDER_EVENTS.map((event) => [nameOf(state), event] as const));

describe.each(pairs)('%s order, %s', (name, event) => {
  const state = stateOf(name);
  const expected = allowed[name]?.[event];
  if (!expected) {
    test('is refused, whatever it would leave', () => {
      expect(isAllowed(state, event)).toBe(false);
      for (const after of Object.values(leaves)) expect(nextState(state, event, after)).toBeUndefined();
    });
    return;
  }
  test.each(Object.entries(expected) as [Leaves, Named][])('with %s it becomes %s', (left, next) => {
    expect(isAllowed(state, event)).toBe(true);
    expect(nextState(state, event, leaves[left])).toEqual(stateOf(next));
  });
});

test('all five states and seven events are in the table', () => {
  expect(pairs).toHaveLength(35);
  expect(ORDER_STATES.map(nameOf)).toEqual(['Open', 'Processed', 'Back-ordered', 'Finished', 'Cancelled']);
});

test('each type has its direction and its kind of relation', () => {
  expect(ORDER_TYPES.map((type) => [type, directionOf(type), relationTypeOf(type)])).toEqual([
    ['Customer Order', 'outbound', 'customer'],
    ['Vendor Order', 'inbound', 'vendor'],
    ['Customer Return', 'inbound', 'customer'],
    ['Vendor Return', 'outbound', 'vendor'],
  ]);
});
