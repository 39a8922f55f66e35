import { unprocessable, violation } from './errors.ts';
import { DELIVERY_TYPES, type DeliveryType, type ZaloraItem, type ZaloraOrder, type ZaloraStore } from './store.ts';

/** What both generations send to pack items and to set them to ready. */
export interface StatusChange {
  itemIds: number[];
  deliveryType: string;
  shippingProvider: string;
  trackingNumber: string;
  serialNumbers?: ReadonlyMap<number, string>;
}

export interface ChangedItems {
  order: ZaloraOrder;
  items: ZaloraItem[];
}

const SERIAL = /^[a-zA-Z0-9]{1,26}$/;

function itemsOf(store: ZaloraStore, itemIds: number[]): ChangedItems {
  if (itemIds.length === 0) throw violation('orderItems', 'E020: at least one order item is needed');
  const found = store.items().filter(({ item }) => itemIds.includes(item.id));
  if (found.length !== new Set(itemIds).size)
    throw unprocessable('E023', 'Invalid Order Item IDs: some do not belong to the seller');
  const [first] = found;
  if (!first || found.some(({ order }) => order !== first.order))
    throw unprocessable('E029', 'Order items must be from the same order');
  return { order: first.order, items: found.map(({ item }) => item) };
}

function deliveryTypeOf(text: string): DeliveryType {
  const type = DELIVERY_TYPES.find((each) => each === text);
  if (!type) throw violation('deliveryType', `E024: Invalid delivery type “${text}”`);
  return type;
}

/** Some shipment types do not allow every way to hand items over. */
function assertDelivery(items: ZaloraItem[], type: DeliveryType): void {
  for (const { shipmentType } of items) {
    if (shipmentType === 'warehouse')
      throw unprocessable('E073', 'Items of the marketplace’s warehouse are not packed');
    if (shipmentType === 'crossdocking' && type === 'dropship')
      throw unprocessable('E091', 'Drop-shipping is not possible for these items, use send_to_warehouse');
    if (shipmentType === 'dropshipping' && type !== 'dropship')
      throw unprocessable('E024', `The delivery type ${type} is not possible for drop-shipped items`);
  }
}

function providerOf(store: ZaloraStore, { shippingProvider }: StatusChange, type: DeliveryType) {
  if (!shippingProvider && type === 'pickup') return undefined;
  const found = store.providers.find(({ name, isActive }) => isActive && name === shippingProvider);
  if (!found) throw unprocessable('E025', `Invalid Shipping Provider “${shippingProvider}”`);
  return found;
}

/** A number belongs to one package. */
function assertTracking(store: ZaloraStore, items: ZaloraItem[], trackingNumber: string): void {
  const packages = new Set(items.map(({ packageId }) => packageId));
  const isUsed = store
    .items()
    .some(({ item }) => item.trackingCode === trackingNumber && !packages.has(item.packageId) && item.packageId !== 0);
  if (isUsed) throw unprocessable('E063', `The tracking number ${trackingNumber} has already been used`);
}

function assertSerials({ serialNumbers }: StatusChange): void {
  for (const serial of serialNumbers?.values() ?? [])
    if (!SERIAL.test(serial)) throw violation('serialNumber', 'has 1 to 26 letters or digits');
}

/** Items become a package; their status stays pending. An integrated provider gives the tracking number. */
export function pack(store: ZaloraStore, change: StatusChange, at: Date): ChangedItems {
  const { order, items } = itemsOf(store, change.itemIds);
  const type = deliveryTypeOf(change.deliveryType);
  if (items.some(({ status, packageId }) => status !== 'pending' || packageId !== 0))
    throw unprocessable('E073', 'All order items must have status Pending and not be packed');
  assertDelivery(items, type);
  const provider = providerOf(store, change, type);
  const isGiven = provider !== undefined && !provider.hasApi;
  if (isGiven && !change.trackingNumber) throw unprocessable('E026', 'Tracking number is required for this provider');
  if (isGiven) assertTracking(store, items, change.trackingNumber);
  assertSerials(change);
  const packageId = store.ids.next();
  for (const item of items) {
    item.packageId = packageId;
    item.provider = provider?.name ?? '';
    item.trackingCode = isGiven ? change.trackingNumber : `ZLR${String(packageId).padStart(9, '0')}`;
    item.labelReadyAt = new Date(at.getTime() + (isGiven ? 0 : store.switches.labelDelayMs));
    item.serialNumber = change.serialNumbers?.get(item.id) ?? '';
    item.updatedAt = at;
  }
  order.updatedAt = at;
  return { order, items };
}

/** Packed items are handed over. */
export function setReady(store: ZaloraStore, change: StatusChange, at: Date): ChangedItems {
  const { order, items } = itemsOf(store, change.itemIds);
  if (change.deliveryType) assertDelivery(items, deliveryTypeOf(change.deliveryType));
  if (items.some(({ status }) => status !== 'pending'))
    throw unprocessable('E073', 'All order items must have status Pending or Ready To Ship');
  if (items.some(({ packageId }) => packageId === 0)) throw unprocessable('E073', 'The order items are not packed');
  if (items.some(({ labelReadyAt }) => labelReadyAt && labelReadyAt > at))
    throw unprocessable('E119', 'The order items are not ready yet, try again later');
  const provider = store.providers.find(({ name }) => name === items[0]?.provider);
  if (change.shippingProvider && change.shippingProvider !== provider?.name)
    throw unprocessable('E025', 'The shipping provider is not the one of the package');
  const given = change.trackingNumber || (provider && !provider.hasApi ? '' : (items[0]?.trackingCode ?? ''));
  if (!given) throw unprocessable('E031', 'Tracking number is required for this provider');
  assertTracking(store, items, given);
  for (const item of items) {
    item.trackingCode = given;
    item.status = 'ready_to_ship';
    item.updatedAt = at;
  }
  order.updatedAt = at;
  return { order, items };
}
