/**
 * The life of a shipment as data: which event is allowed in which state, and the state after it. The server decides by
 * this table, the web shows or hides buttons by it.
 */
export const SHIPMENT_STATUSES = ['In Warehouse', 'Ready', 'Finished'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** Voided shipments are no status: nothing shows them, and every call answers 40001. */
export type ShipmentState = ShipmentStatus | 'Voided';
export const SHIPMENT_STATES = [...SHIPMENT_STATUSES, 'Voided'] as const satisfies readonly ShipmentState[];

/**
 * `prepare` is what is decided before it leaves: the carrier, the Incoterm, who holds it. `update` is what is written
 * down about it at any time: waybill, cost, carton count, attribute.
 */
export const SHIPMENT_EVENTS = [
  'fulfil',
  'unfulfil',
  'change quantity',
  'allocate',
  'pack',
  'prepare',
  'update',
  'finish',
  'bill',
  'void',
  'void finished',
] as const;
export type ShipmentEvent = (typeof SHIPMENT_EVENTS)[number];

/** What an event leaves behind, which decides between the states that can follow it. */
export interface ShipmentAfter {
  /** Units of all lines, and how many of them are fulfilled. */
  units: number;
  fulfilled: number;
}

type Next = (after: ShipmentAfter) => ShipmentState;
const byUnits: Next = ({ units, fulfilled }) => (fulfilled === units ? 'Ready' : 'In Warehouse');
const stay =
  (state: ShipmentState): Next =>
  () =>
    state;

/** What may happen in each state; what is missing is refused with the code of `refusalOf`. */
const flow: Record<ShipmentState, Partial<Record<ShipmentEvent, Next>>> = {
  'In Warehouse': {
    fulfil: byUnits,
    unfulfil: byUnits,
    'change quantity': byUnits,
    allocate: stay('In Warehouse'),
    pack: stay('In Warehouse'),
    prepare: stay('In Warehouse'),
    update: stay('In Warehouse'),
    void: stay('Voided'),
  },
  Ready: {
    unfulfil: byUnits,
    'change quantity': byUnits,
    pack: stay('Ready'),
    prepare: stay('Ready'),
    update: stay('Ready'),
    finish: stay('Finished'),
    bill: stay('Finished'),
    void: stay('Voided'),
  },
  // Its waybill and cost are often known only after it has left.
  Finished: { update: stay('Finished'), bill: stay('Finished'), 'void finished': stay('Voided') },
  Voided: {},
};

export const isShipmentEventAllowed = (state: ShipmentState, event: ShipmentEvent): boolean =>
  flow[state][event] !== undefined;

/** The state after an event; undefined when the event is not allowed in this state. */
export const nextShipmentState = (
  state: ShipmentState,
  event: ShipmentEvent,
  after: ShipmentAfter,
): ShipmentState | undefined => flow[state][event]?.(after);

/** The code that a shipment in the wrong state is refused with. */
export function refusalOf(state: ShipmentState, event: ShipmentEvent): 40001 | 40005 | 40010 | 40011 {
  if (state === 'Voided') return 40001;
  if (event === 'void') return 40010;
  if (event === 'fulfil' || event === 'allocate' || event === 'change quantity') return 40011;
  return 40005;
}
