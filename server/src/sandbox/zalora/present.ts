import { createHash } from 'node:crypto';
import type { ZaloraExport, ZaloraItem, ZaloraOrder, ZaloraProvider, ZaloraStore, ZaloraWebhook } from './store.ts';

const OFFSET_MS = 8 * 3_600_000;

/** Singapore's time, to the second. */
export const moment = (at: Date): string => `${new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19)}+08:00`;

/** An id that follows from what it is of. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

export const MASK = '#####';
const amount = (cents: number): number => cents / 100;

export function contactsOf(store: ZaloraStore, { address }: ZaloraOrder): { phone: string; email: string } {
  return store.switches.masksContacts ? { phone: MASK, email: MASK } : address;
}

function presentAddress(store: ZaloraStore, order: ZaloraOrder) {
  const { address } = order;
  const { phone, email } = contactsOf(store, order);
  return {
    firstName: address.firstName,
    lastName: address.lastName,
    phone: [phone],
    // The company is a line of the address: there is no field for it.
    address: [address.company, address.street, address.street2].filter(Boolean),
    email,
    city: address.city,
    ward: '',
    region: address.state,
    postCode: address.zip,
    country: address.country,
  };
}

const presentProviderOf = (store: ZaloraStore, name: string) => {
  const found = store.providers.find((each) => each.name === name);
  return {
    uuid: found ? uuidOf(`provider ${found.id}`) : null,
    name,
    default: found?.isDefault ?? false,
    digitalType: null,
    trackingUrl: found?.url ?? null,
  };
};

function actionsOf({ status, packageId }: ZaloraItem): string[] {
  if (status !== 'pending') return ['generate_invoice', 'generate_shipping_label', 'generate_carrier_manifest'];
  return packageId === 0
    ? ['status_set_to_packed_by_marketplace', 'status_set_to_canceled']
    : ['status_set_to_ready_to_ship', 'generate_invoice', 'generate_shipping_label'];
}

export function presentItem(store: ZaloraStore, order: ZaloraOrder, item: ZaloraItem) {
  const price = amount(item.cents);
  return {
    id: item.id,
    srcId: String(item.id + 500_000),
    sellerId: store.sellerId,
    orderId: order.id,
    uuid: uuidOf(`item ${item.id}`),
    status: item.status,
    isProcessable: item.status === 'pending',
    failureReason: {
      type: item.status === 'canceled' ? 'canceled' : null,
      name: item.reason || null,
      description: null,
      details: '',
    },
    shipment: {
      type: item.shipmentType,
      crossdockingDeliveryType: item.crossdockingDeliveryType,
      method: 'home',
      preProvider: presentProviderOf(store, ''),
      provider: presentProviderOf(store, item.provider),
      providerPreselected: false,
      providerProduct: '',
      providerType: 'standard',
      weight: 0,
      trackingCode: item.trackingCode,
      preTrackingCode: null,
    },
    invoiceNumber: null,
    invoiceAccesskey: null,
    inTransit: false,
    premium: false,
    targetToShipAt: null,
    product: { name: item.name, sku: `ZA${item.sku}`, variation: null, sellerSku: item.sku },
    unitPrice: price,
    taxAmount: 0,
    taxPercent: 0,
    paidPrice: price,
    paidCommission: null,
    shippingFee: 0,
    shippingServiceCost: null,
    walletCredits: 0,
    storeCredits: 0,
    shippingVoucherAmount: 0,
    priceAfterDiscount: price,
    salesDueAmount: 0,
    itemSerialNumber: item.serialNumber || null,
    abatementRate: null,
    exciseRate: null,
    hsnCode: null,
    codCollectableAmount: null,
    purchase: { orderSrcId: null, orderNumber: null, deliveryInfo: null },
    createdAt: moment(item.createdAt),
    updatedAt: moment(item.updatedAt),
    lastStatusChangedAt: moment(item.updatedAt),
    warehouseName: null,
    extraAttributes: { delivery_type: 'standard' },
    isHybrid: false,
    isOutlet: false,
    actions: actionsOf(item),
    vouchers: [],
    isPickupRequestSent: false,
    discountAmount: 0,
  };
}

const countBy = (items: ZaloraItem[]): Record<string, number> =>
  items.reduce<Record<string, number>>(
    (counts, { status }) => Object.assign(counts, { [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

export function presentOrder(store: ZaloraStore, order: ZaloraOrder) {
  const { items, address } = order;
  const total = items.reduce((sum, { cents }) => sum + cents, 0);
  const where = presentAddress(store, order);
  return {
    uuid: uuidOf(`order ${order.id}`),
    invoiceRequired: false,
    id: order.id,
    regionId: '1',
    sellerId: store.sellerId,
    number: order.number,
    customer: { firstName: address.firstName, lastName: address.lastName },
    address: { billing: where, shipping: where },
    nationalRegistrationNumber: null,
    payoutPending: false,
    gift: { option: false, message: '' },
    voucher: { code: '', type: '' },
    deliveryInfo: order.deliveryInfo,
    paymentMethod: 'CreditCard',
    currency: store.currency,
    remarks: order.remarks,
    createdAt: moment(order.createdAt),
    updatedAt: moment(order.updatedAt),
    addressUpdatedAt: moment(order.addressUpdatedAt),
    exchangeByOrderId: null,
    exchangeForOrderId: null,
    extraAttributes: '',
    statusList: countBy(items),
    source: null,
    itemCount: items.length,
    unitPriceSumWithFees: amount(total),
    shippingFeeSstSum: 0,
    grandTotal: amount(total),
    targetToShip: null,
    shipmentProviderType: 'standard',
    shipmentProviderPreSelected: false,
    packedItemsCount: items.filter(({ packageId }) => packageId !== 0).length,
    orderItemIds: items.map(({ id }) => id),
    items: items.map((item) => presentItem(store, order, item)),
  };
}

export const presentProvider = ({ id, name, isDefault, hasApi, isActive, cashOnDelivery, url }: ZaloraProvider) => ({
  id,
  uuid: uuidOf(`provider ${id}`),
  name,
  default: isDefault,
  apiIntegrationAvailable: hasApi,
  status: isActive,
  cashOnDelivery,
  url,
});

export function presentExport(store: ZaloraStore, made: ZaloraExport, link: string, content: string) {
  const isFinished = made.status === 'Finished';
  return {
    id: made.id,
    userId: 1,
    sellerId: store.sellerId,
    status: made.status,
    isDeleted: made.status === 'Expired',
    createdAt: moment(made.createdAt),
    updatedAt: moment(made.updatedAt),
    expiresAt: moment(made.expiresAt),
    requestedFormats: [],
    downloadLinks: isFinished && link ? [link] : [],
    exportContent: isFinished ? content : '',
    uuid: uuidOf(`export ${made.id}`),
    note: made.note,
  };
}

/** The list has a row for each event of a webhook. */
export const presentWebhook = (store: ZaloraStore, hook: ZaloraWebhook) =>
  hook.events.map((event, at) => ({
    id: hook.id * 10 + at,
    sellerId: store.sellerId,
    url: hook.callbackUrl,
    status: hook.lastStatus,
    createdAt: moment(hook.createdAt),
    lastCallAt: hook.lastCallAt ? moment(hook.lastCallAt) : '',
    event,
    payload: '',
  }));
