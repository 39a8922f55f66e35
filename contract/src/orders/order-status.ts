/**
 * The life of an order as data: which event is allowed in which state, and the state after it. The server decides by
 * this table, the web shows or hides buttons by it.
 */
export const ORDER_TYPES = ['Customer Order', 'Vendor Order', 'Customer Return', 'Vendor Return'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const ORDER_STATUSES = ['Open', 'Processed', 'Finished', 'Cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

const directions: Record<OrderType, Direction> = {
  'Customer Order': 'outbound',
  'Vendor Order': 'inbound',
  'Customer Return': 'inbound',
  'Vendor Return': 'outbound',
};
export const directionOf = (type: OrderType): Direction => directions[type];
export const orderTypesOf = (direction: Direction): OrderType[] =>
  ORDER_TYPES.filter((type) => directions[type] === direction);

/** Customers order and return, vendors deliver and take back. */
export const relationTypeOf = (type: OrderType): 'customer' | 'vendor' =>
  type.startsWith('Customer') ? 'customer' : 'vendor';

/** The status with its back-order flag; a Processed order is back-ordered while units are left to ship. */
export interface OrderState {
  status: OrderStatus;
  hasBackOrder: boolean;
}

/** The states that an order can be in. */
export const ORDER_STATES: readonly OrderState[] = [
  { status: 'Open', hasBackOrder: false },
  { status: 'Processed', hasBackOrder: false },
  { status: 'Processed', hasBackOrder: true },
  { status: 'Finished', hasBackOrder: false },
  { status: 'Cancelled', hasBackOrder: false },
];

export const ORDER_EVENTS = [
  'edit',
  'cancel',
  'cancel back-order',
  'ship',
  'shipment changed',
  'shipment finished',
  'shipment voided',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/** What an event leaves behind, which decides between the states that can follow it. */
export interface OrderAfter {
  /** Units that are neither shipped nor cancelled. */
  leftover: number;
  /** Shipments that are not voided, and how many of them are not finished. */
  shipments: number;
  unfinished: number;
}

const processed = ({ leftover, unfinished }: OrderAfter): OrderState => {
  if (leftover > 0) return { status: 'Processed', hasBackOrder: true };
  return { status: unfinished > 0 ? 'Processed' : 'Finished', hasBackOrder: false };
};
const open = (): OrderState => ({ status: 'Open', hasBackOrder: false });
const cancelled = (): OrderState => ({ status: 'Cancelled', hasBackOrder: false });
const openOrProcessed = (after: OrderAfter): OrderState => (after.shipments === 0 ? open() : processed(after));

type Next = (after: OrderAfter) => OrderState;
type StateKey = 'Open' | 'Processed' | 'Back-ordered' | 'Finished' | 'Cancelled';

/** What may happen in each state; what is missing is refused with 30007. */
const flow: Record<StateKey, Partial<Record<OrderEvent, Next>>> = {
  Open: { edit: open, cancel: cancelled, ship: processed },
  'Back-ordered': {
    'cancel back-order': processed,
    ship: processed,
    'shipment changed': processed,
    'shipment finished': processed,
    'shipment voided': openOrProcessed,
  },
  Processed: { 'shipment changed': processed, 'shipment finished': processed, 'shipment voided': openOrProcessed },
  Finished: { 'shipment voided': openOrProcessed },
  Cancelled: {},
};

const keyOf = ({ status, hasBackOrder }: OrderState): StateKey =>
  status === 'Processed' && hasBackOrder ? 'Back-ordered' : status;

export const isAllowed = (state: OrderState, event: OrderEvent): boolean => flow[keyOf(state)][event] !== undefined;

/** The state after an event; undefined when the event is not allowed in this state. */
export const nextState = (state: OrderState, event: OrderEvent, after: OrderAfter): OrderState | undefined =>
  flow[keyOf(state)][event]?.(after);
