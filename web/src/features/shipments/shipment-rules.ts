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

/** What leaves the warehouse is packed into cartons. */
const isPackable = ({ order }: ShipmentFacts) => directionOf(order.type) === 'outbound';

/** Another user holds it. Whoever holds it works as if it were not locked. */
export const isLockedFor = ({ user }: Pick<ShipmentFacts, 'user'>, { userId }: Pick<ShipmentViewer, 'userId'>) =>
  user !== null && user.user_id !== userId;

const allows = ({ status }: ShipmentFacts, event: ShipmentEvent) => isShipmentEventAllowed(status, event);
const isInbound = ({ direction }: ShipmentFacts) => direction === 'inbound';
const isOutbound = ({ direction }: ShipmentFacts) => direction === 'outbound';
/** Something is left to fulfil. */
const hasUnitsLeft = (shipment: ShipmentFacts) => allows(shipment, 'fulfil');
const isHeldByNobody = ({ user }: ShipmentFacts) => user === null;

type Rule = (shipment: ShipmentFacts, viewer: ShipmentViewer) => boolean;

/** A button: the event that its command asks the state table about, and what it needs besides. */
interface Button {
  event: ShipmentEvent;
  needs?: Rule;
  /** It works while somebody else holds the shipment, or says so itself. */
  ignoresLock?: true;
}

/**
 * The buttons of the page that do something to the shipment. None names a state: the server decides by the same table.
 */
const buttons = {
  // A shipment that was finished without billing is billed later.
  bill: { event: 'bill', needs: ({ billed }) => !billed },
  finish: { event: 'finish' },
  pack: { event: 'pack', needs: (shipment) => isPackable(shipment) && !shipment.packed },
  repack: { event: 'pack', needs: (shipment) => isPackable(shipment) && Boolean(shipment.packed), ignoresLock: true },
  quickFulfil: { event: 'fulfil', needs: (_, { hasQuickFulfil }) => hasQuickFulfil },
  fulfil: { event: 'fulfil' },
  allocate: { event: 'allocate', needs: isOutbound },
  /** Of one fulfilment. */
  unfulfil: { event: 'unfulfil' },
  void: { event: 'void' },
  voidFinished: { event: 'void finished', ignoresLock: true },
  update: { event: 'update' },
  prepare: { event: 'prepare' },
  changeQuantity: { event: 'change quantity', needs: hasUnitsLeft },
  closeShort: { event: 'change quantity', needs: (shipment) => isInbound(shipment) && hasUnitsLeft(shipment) },
  receiveExtra: { event: 'change quantity', needs: isInbound },
  lock: { event: 'prepare', needs: isHeldByNobody },
  takeOver: { event: 'prepare', needs: isLockedFor, ignoresLock: true },
} as const satisfies Record<string, Button>;

const ruleOf =
  ({ event, needs = () => true, ignoresLock }: Button): Rule =>
  (shipment, viewer) =>
    allows(shipment, event) && (ignoresLock || !isLockedFor(shipment, viewer)) && needs(shipment, viewer);

export type ShipmentButton = keyof typeof buttons | 'unlock';

export const buttonRules = {
  ...(Object.fromEntries(Object.entries(buttons).map(([name, button]) => [name, ruleOf(button)])) as Record<
    keyof typeof buttons,
    Rule
  >),
  unlock: ({ user }, { userId }) => user?.user_id === userId,
} satisfies Record<ShipmentButton, Rule>;

/** The panels of the page, with those of integrations, and the link to the steps at the marketplace. */
export const panelRules = {
  courier: (shipment) => shipment.order.type === 'Customer Order' && allows(shipment, 'prepare'),
  marketplace: ({ fba_shipment_id }) => fba_shipment_id !== '',
  marketplaceLink: ({ fba_shipment_id, direction }) => fba_shipment_id !== '' && direction === 'outbound',
  labels: (shipment) => shipment.courier.shippo_id !== '' && isPackable(shipment),
  zalora: ({ order }) => order.source.source === 'Zalora',
  inboundExcel: (shipment) => directionOf(shipment.order.type) === 'inbound' && allows(shipment, 'fulfil'),
  outboundExcel: (shipment, { hasOutboundExcel }) =>
    directionOf(shipment.order.type) === 'outbound' && allows(shipment, 'fulfil') && hasOutboundExcel,
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
