import {
  directionOf,
  isShipmentEventAllowed,
  type OrderType,
  type Shipment,
  type ShipmentEvent,
} from '@longshore/contract';

/**
 * What a shipment's page shows, by the conditions of the specification. Permissions are checked beside these rules, by
 * the access of each call.
 */

/** The part of a shipment that the rules read. */
export type ShipmentFacts = Pick<
  Shipment,
  'status' | 'packed' | 'billed' | 'direction' | 'user' | 'fba_shipment_id' | 'external_resources'
> & {
  order: { type: OrderType; source: { source: string } };
  courier: Pick<Shipment['courier'], 'shippo_id' | 'ss_mapping_carrier'>;
};

/** Who looks at it, and what the company has switched on. */
export interface ShipmentViewer {
  userId: number;
  hasQuickFulfil: boolean;
  hasOutboundExcel: boolean;
}

/** Orders that leave in cartons. */
const PACKED_TYPES: readonly OrderType[] = ['Customer Order', 'Vendor Return'];
const isPackable = ({ order }: ShipmentFacts) => PACKED_TYPES.includes(order.type);

/** Another user holds it. Whoever holds it works as if it were not locked. */
export const isLockedFor = ({ user }: Pick<ShipmentFacts, 'user'>, { userId }: Pick<ShipmentViewer, 'userId'>) =>
  user !== null && user.user_id !== userId;

const isFinished = ({ status }: ShipmentFacts) => status === 'Finished';
const isInWarehouse = ({ status }: ShipmentFacts) => status === 'In Warehouse';

/** Whether the state table allows the event, and no other user holds the shipment. */
const isOpenTo = (shipment: ShipmentFacts, viewer: ShipmentViewer, event: ShipmentEvent) =>
  isShipmentEventAllowed(shipment.status, event) && !isLockedFor(shipment, viewer);

type Rule = (shipment: ShipmentFacts, viewer: ShipmentViewer) => boolean;

/** The buttons of the page. */
export const buttonRules = {
  // A shipment that was finished without billing is billed later.
  bill: (shipment, viewer) => !isInWarehouse(shipment) && !shipment.billed && !isLockedFor(shipment, viewer),
  finish: (shipment, viewer) => isOpenTo(shipment, viewer, 'finish'),
  pack: (shipment, viewer) =>
    isPackable(shipment) && !shipment.packed && !isFinished(shipment) && !isLockedFor(shipment, viewer),
  repack: (shipment) => isPackable(shipment) && Boolean(shipment.packed) && !isFinished(shipment),
  quickFulfil: (shipment, viewer) => viewer.hasQuickFulfil && isInWarehouse(shipment) && !isLockedFor(shipment, viewer),
  fulfil: (shipment, viewer) => isOpenTo(shipment, viewer, 'fulfil'),
  allocate: (shipment, viewer) => shipment.direction === 'outbound' && isOpenTo(shipment, viewer, 'allocate'),
  /** Of one fulfilment. */
  unfulfil: (shipment, viewer) => isOpenTo(shipment, viewer, 'unfulfil'),
  void: (shipment, viewer) => !isFinished(shipment) && !isLockedFor(shipment, viewer),
  voidFinished: (shipment) => isFinished(shipment),
  // Also of a finished shipment: its waybill and cost are often known only after it has left.
  update: (shipment, viewer) => isOpenTo(shipment, viewer, 'update'),
  prepare: (shipment, viewer) => isOpenTo(shipment, viewer, 'prepare'),
  changeQuantity: (shipment, viewer) => isInWarehouse(shipment) && !isLockedFor(shipment, viewer),
  closeShort: (shipment, viewer) =>
    shipment.direction === 'inbound' && isInWarehouse(shipment) && !isLockedFor(shipment, viewer),
  receiveExtra: (shipment, viewer) =>
    shipment.direction === 'inbound' && !isFinished(shipment) && !isLockedFor(shipment, viewer),
  lock: (shipment) => !isFinished(shipment) && shipment.user === null,
  unlock: ({ user }, { userId }) => user?.user_id === userId,
  takeOver: (shipment, viewer) => !isFinished(shipment) && isLockedFor(shipment, viewer),
} as const satisfies Record<string, Rule>;
export type ShipmentButton = keyof typeof buttonRules;

/** The panels of the page, with those of integrations, and the link to the steps at the marketplace. */
export const panelRules = {
  courier: (shipment) => shipment.order.type === 'Customer Order' && !isFinished(shipment),
  marketplace: ({ fba_shipment_id }) => fba_shipment_id !== '',
  marketplaceLink: ({ fba_shipment_id, direction }) => fba_shipment_id !== '' && direction === 'outbound',
  labels: (shipment) => shipment.courier.shippo_id !== '' && isPackable(shipment),
  zalora: ({ order }) => order.source.source === 'Zalora',
  inboundExcel: (shipment) => directionOf(shipment.order.type) === 'inbound' && isInWarehouse(shipment),
  outboundExcel: (shipment, { hasOutboundExcel }) =>
    directionOf(shipment.order.type) === 'outbound' && isInWarehouse(shipment) && hasOutboundExcel,
  shippingStation: ({ courier }) => courier.ss_mapping_carrier !== '',
  resources: ({ external_resources }) => external_resources.length > 0,
} as const satisfies Record<string, Rule>;
export type ShipmentPanel = keyof typeof panelRules;

/** The last build without batch finish. */
const LAST_WITHOUT_FINISH = 1053;
export const hasBatchFinish = ({ build }: { build: number }) => build > LAST_WITHOUT_FINISH;

/** Units of all lines, and how many of them are fulfilled, received into quarantine or not. */
export function progressOf({ shipment_lines }: Pick<Shipment, 'shipment_lines'>) {
  return shipment_lines.reduce(
    (sum, { quantity, fulfilled }) => ({ units: sum.units + quantity, fulfilled: sum.fulfilled + fulfilled }),
    { units: 0, fulfilled: 0 },
  );
}
