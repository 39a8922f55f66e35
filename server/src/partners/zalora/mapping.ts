import type {
  ExternalAddress,
  ExternalLine,
  ExternalOrder,
  ExternalState,
  ReportedShipment,
} from '../../modules/channels/index.ts';
import type { ZaloraAddress, ZaloraOrder, ZaloraPackage, ZaloraProvider, ZaloraUnit } from './shapes.ts';

export const METHODS = ['dropship', 'pickup', 'send_to_warehouse'] as const;
export type Method = (typeof METHODS)[number];
export const DOCUMENTS = ['invoice', 'shippingLabel', 'carrierManifest'] as const;

/** Units that the seller ships: the marketplace ships those of its own warehouse. */
const isOurs = ({ shipmentType }: ZaloraUnit): boolean => shipmentType !== 'warehouse';
const isOpen = ({ status }: ZaloraUnit): boolean => status === 'pending' || status === 'payment_pending';
const isCancelled = ({ status }: ZaloraUnit): boolean => status === 'canceled' || status === 'cancelled';
/** Handed over, whatever happened after it. */
export const isHandedOver = (unit: ZaloraUnit): boolean => !isOpen(unit) && !isCancelled(unit);

export function stateOf(units: readonly ZaloraUnit[]): ExternalState {
  const ours = units.filter(isOurs);
  if (units.length > 0 && units.every(isCancelled)) return 'cancelled';
  const open = ours.filter(isOpen);
  // One payment is for the whole order.
  if (open.some(({ status }) => status === 'payment_pending')) return 'waiting';
  if (open.length > 0) return 'open';
  return ours.length > 0 && ours.every(isCancelled) ? 'cancelled' : 'shipped';
}

/** A line is all units of an SKU; its id stays when a unit of it is cancelled. */
export const lineIdOf = ({ sku, id }: ZaloraUnit): string => sku || `item ${id}`;

export function linesOf(units: readonly ZaloraUnit[]): ExternalLine[] {
  const byLine = new Map<string, ZaloraUnit[]>();
  for (const unit of units.filter((each) => isOurs(each) && isOpen(each)))
    byLine.set(lineIdOf(unit), [...(byLine.get(lineIdOf(unit)) ?? []), unit]);
  return [...byLine].map(([id, same]) => ({
    id,
    sku: same[0]?.sku ?? '',
    name: same[0]?.name ?? '',
    quantity: same.length,
    price: same[0]?.price ?? null,
    unitIds: same.map((unit) => unit.id),
  }));
}

/** Contacts are hidden as `#####`. */
const unmasked = (text: string): string => (/^[#*\s]*$/.test(text) ? '' : text);

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [firstName, lastName].filter(Boolean).join(' ');

function addressOf(address: ZaloraAddress | null): ExternalAddress | null {
  if (!address || (!nameOf(address) && address.lines.length === 0 && !address.city)) return null;
  const [street1 = '', ...others] = address.lines;
  return {
    name: nameOf(address),
    company: '',
    street1,
    street2: others.join(', '),
    city: address.city,
    state: address.region,
    stateCode: address.region.length <= 3 ? address.region : '',
    postalCode: address.postCode,
    countryCode: address.country,
    phone: unmasked(address.phone),
    email: unmasked(address.email),
  };
}

/** The method by which a unit is handed over: the marketplace decides for cross-docking. */
export function methodOf(unit: ZaloraUnit | undefined): Method {
  const decided = METHODS.find((method) => method === unit?.crossdockingDelivery);
  if (decided) return decided;
  return unit?.shipmentType === 'crossdocking' ? 'send_to_warehouse' : 'dropship';
}

export function orderOf(order: ZaloraOrder): ExternalOrder {
  const { shipping, billing, units } = order;
  const moments = [order.updatedAt, ...units.flatMap(({ updatedAt }) => updatedAt ?? [])];
  const contact = billing ?? shipping;
  const first = units.find(isOurs);
  return {
    id: order.id,
    number: order.number,
    state: stateOf(units),
    rawStatus: [...new Set(units.map(({ status }) => status))].join(', '),
    updatedAt: new Date(Math.max(...moments.map((at) => at.getTime()))),
    placedAt: order.createdAt,
    customer: {
      name: nameOf(order.customer) || (contact ? nameOf(contact) : ''),
      company: '',
      email: unmasked(contact?.email ?? ''),
      phone: unmasked(contact?.phone ?? ''),
    },
    shipTo: addressOf(shipping ?? billing),
    billTo: addressOf(billing),
    shippingMethod: order.deliveryInfo || (first?.preselectedProvider ?? ''),
    note: order.remarks,
    currency: order.currency,
    lines: linesOf(units),
    handover: methodOf(first),
  };
}

/**
 * The provider of a shipment that nobody chose one for: the one that is called like the carrier; else one that takes our
 * tracking number, when there is one; else the seller's default.
 */
export function providerFor(
  carrier: string,
  hasTracking: boolean,
  all: readonly ZaloraProvider[],
): ZaloraProvider | undefined {
  const providers = all.filter(({ isActive }) => isActive);
  const wanted = carrier.trim().toLowerCase();
  const same = providers.find(({ name }) => name.trim().toLowerCase() === wanted);
  if (same) return same;
  const takesOurs = providers.filter(({ isIntegrated }) => !isIntegrated);
  const candidates = hasTracking && takesOurs.length > 0 ? takesOurs : providers;
  return candidates.find(({ isDefault }) => isDefault) ?? candidates[0];
}

export interface UnitPlan {
  units: ZaloraUnit[];
  rejected: { lineId: string; reason: string }[];
}

/** The units of a line that can be or were handed over; those with the shipment's number first, then untouched ones. */
function candidatesOf(
  line: ReportedShipment['lines'][number],
  units: readonly ZaloraUnit[],
  numbers: readonly string[],
  packed: ReadonlySet<string>,
): ZaloraUnit[] {
  const usable = units.filter((unit) => isOurs(unit) && !isCancelled(unit));
  if (line.unitIds.length > 0) return usable.filter(({ id }) => line.unitIds.includes(id));
  const same = usable.filter((unit) => lineIdOf(unit) === line.lineId);
  const ours = same.filter(({ trackingCode }) => trackingCode !== '' && numbers.includes(trackingCode));
  const fresh = same.filter((unit) => isOpen(unit) && !packed.has(unit.id) && !ours.includes(unit));
  return [...ours, ...fresh];
}

/** Which units of the order a shipment has. Units that the customer cancelled are missing. */
export function unitsOf(
  lines: ReportedShipment['lines'],
  order: ZaloraOrder,
  numbers: readonly string[],
  packages: readonly ZaloraPackage[],
): UnitPlan {
  const packed = new Set(packages.flatMap(({ unitIds }) => unitIds));
  const units: ZaloraUnit[] = [];
  const rejected: UnitPlan['rejected'] = [];
  for (const line of lines) {
    const taken = candidatesOf(line, order.units, numbers, packed).slice(0, line.quantity);
    units.push(...taken);
    const missing = line.quantity - taken.length;
    if (missing > 0) rejected.push({ lineId: line.lineId, reason: `UnitsAreNotOpen:${missing}` });
  }
  return { units, rejected };
}

export interface HookHint {
  event: string;
  orderId: string | null;
}

/** What a call of the marketplace says; undefined when it is none. */
export function hintOf(text: string): HookHint | undefined {
  try {
    const { event, payload } = JSON.parse(text) as { event?: unknown; payload?: { OrderId?: unknown } };
    if (typeof event !== 'string') return undefined;
    const id = String(payload?.OrderId ?? '');
    return { event, orderId: /^\d{1,18}$/.test(id) ? id : null };
  } catch {
    return undefined;
  }
}
