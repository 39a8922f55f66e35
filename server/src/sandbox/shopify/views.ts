import { GraphQLError } from 'graphql';
import type { ShopAddress } from '../kit/shop-front.ts';
import { moneyText } from '../kit/values.ts';
import { wallTime } from '../kit/zone.ts';
import { type Context, countryCode, isVisible, VERSIONS } from './api.ts';
import { type ConnectionArguments, connection, listConnection } from './connection.ts';
import { gid, idOf } from './ids.ts';
import { fulfillmentStatusOf, shippedOf, supportedActions } from './order-state.ts';
import type {
  FulfillmentOrderLine,
  InventoryRow,
  ShopifyFulfillment,
  ShopifyFulfillmentOrder,
  ShopifyLine,
  ShopifyLocation,
  ShopifyOrder,
  ShopifyService,
  ShopifySubscription,
  ShopifyVariant,
} from './shop.ts';

/** Objects whose functions graphql calls for the fields that are asked for. */
type View = Record<string, unknown>;

const VENDOR = 'Demo';
const PROVINCES: Record<string, string> = {
  MA: 'Massachusetts',
  CA: 'California',
  NY: 'New York',
  TX: 'Texas',
  WA: 'Washington',
  SH: 'Shanghai',
  M: 'Madrid',
};
const QUANTITIES = new Set([
  'available',
  'on_hand',
  'committed',
  'incoming',
  'reserved',
  'damaged',
  'safety_stock',
  'quality_control',
]);

const orNull = (text: string): string | null => (text === '' ? null : text);

const countryName = (code: string): string | null =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? null) : orNull(code);

const money = ({ shop }: Context, cents: number): View => {
  const amount = { amount: moneyText(cents), currencyCode: shop.currency };
  return { shopMoney: amount, presentmentMoney: amount };
};

export function shopView(context: Context): View {
  const { shop, now } = context;
  const minutes =
    (new Date(`${wallTime(now, shop.zone)}Z`).getTime() - Math.floor(now.getTime() / 1000) * 1000) / 60_000;
  const hours = String(Math.trunc(Math.abs(minutes) / 60)).padStart(2, '0');
  return {
    __typename: 'Shop',
    id: gid('Shop', 1),
    name: shop.title,
    email: 'owner@example.test',
    contactEmail: 'owner@example.test',
    currencyCode: shop.currency,
    ianaTimezone: shop.zone,
    timezoneOffset: `${minutes < 0 ? '-' : '+'}${hours}${String(Math.abs(minutes) % 60).padStart(2, '0')}`,
    timezoneOffsetMinutes: Math.round(minutes),
    myshopifyDomain: shop.host,
    fulfillmentServices: () => [...shop.services.values()].map((service) => serviceView(context, service)),
    plan: { displayName: 'Basic', partnerDevelopment: true, publicDisplayName: 'Basic', shopifyPlus: false },
    shopOwnerName: 'Demo Owner',
    url: `https://${shop.host}`,
    createdAt: shop.createdAt,
    updatedAt: shop.createdAt,
    weightUnit: 'KILOGRAMS',
    unitSystem: 'METRIC_SYSTEM',
    taxesIncluded: false,
  };
}

export const versionView = (handle: string): View => ({
  handle,
  displayName: handle,
  supported: VERSIONS.includes(handle),
});

export const serviceView = (context: Context, service: ShopifyService): View => ({
  id: `gid://shopify/FulfillmentService/${service.id}?id=true`,
  serviceName: service.name,
  handle: service.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  callbackUrl: service.callbackUrl,
  inventoryManagement: service.inventoryManagement,
  trackingSupport: service.trackingSupport,
  requiresShippingMethod: service.requiresShippingMethod,
  fulfillmentOrdersOptIn: true,
  type: 'THIRD_PARTY',
  location: () => {
    const location = context.shop.locations.get(service.locationId);
    return location ? locationView(context, location) : null;
  },
});

export const locationView = (context: Context, location: ShopifyLocation): View => ({
  __typename: 'Location',
  id: gid('Location', location.id),
  legacyResourceId: location.id,
  name: location.name,
  isActive: location.isActive,
  isFulfillmentService: location.serviceId !== undefined,
  fulfillmentService: () => {
    const service = context.shop.services.get(location.serviceId ?? 0);
    return service ? serviceView(context, service) : null;
  },
  fulfillsOnlineOrders: true,
  shipsInventory: true,
  address: { countryCode: 'US', country: 'United States', formatted: ['United States'] },
  activatable: !location.isActive,
  deactivatable: location.isActive,
  deletable: false,
  deactivatedAt: null,
  hasActiveInventory: () => [...context.shop.inventory.values()].some(({ locationId }) => locationId === location.id),
  hasUnfulfilledOrders: () =>
    [...context.shop.fulfillmentOrders.values()].some(
      ({ locationId, lines }) => locationId === location.id && lines.some(({ remaining }) => remaining > 0),
    ),
  createdAt: location.createdAt,
  updatedAt: location.updatedAt,
  inventoryLevel: ({ inventoryItemId }: { inventoryItemId: string }) =>
    levelOrNull(context, idOf('InventoryItem', inventoryItemId), location.id),
  inventoryLevels: (args: ConnectionArguments) =>
    levelsConnection(context, args, (row) => row.locationId === location.id),
});

function levelOrNull(context: Context, itemId = 0, locationId = 0): View | null {
  const row = context.shop.level(itemId, locationId);
  return row ? levelView(context, row) : null;
}

const levelsConnection = (context: Context, args: ConnectionArguments, test: (row: InventoryRow) => boolean) =>
  connection(
    [...context.shop.inventory.values()].filter(test),
    ({ id }) => ({ value: id, id }),
    args,
    (row) => levelView(context, row),
  );

export const levelView = (context: Context, row: InventoryRow): View => ({
  __typename: 'InventoryLevel',
  id: gid('InventoryLevel', row.id),
  isActive: true,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  item: () => itemOrNull(context, row.itemId),
  location: () => {
    const location = context.shop.locations.get(row.locationId);
    return location ? locationView(context, location) : null;
  },
  quantities: ({ names }: { names: string[] }) => names.map((name) => quantityView(context, row, name)),
});

function quantityView({ shop }: Context, row: InventoryRow, name: string): View {
  if (!QUANTITIES.has(name)) throw new GraphQLError(`'${name}' is not a valid quantity name.`);
  const committed = shop.committed(row.itemId, row.locationId);
  const quantities: Record<string, number> = {
    available: row.available,
    committed,
    on_hand: row.available + committed,
  };
  return { id: gid('InventoryQuantity', row.id), name, quantity: quantities[name] ?? 0, updatedAt: row.updatedAt };
}

export function itemOrNull(context: Context, itemId: number | undefined): View | null {
  const variant = context.shop.variantsByItem.get(itemId ?? 0);
  return variant ? itemView(context, variant) : null;
}

export const itemView = (context: Context, variant: ShopifyVariant): View => ({
  __typename: 'InventoryItem',
  id: gid('InventoryItem', variant.inventoryItemId),
  legacyResourceId: variant.inventoryItemId,
  sku: orNull(variant.sku),
  tracked: true,
  requiresShipping: true,
  duplicateSkuCount: () => [...context.shop.variants.values()].filter(({ sku }) => sku === variant.sku).length - 1,
  createdAt: variant.createdAt,
  updatedAt: variant.createdAt,
  variant: () => variantView(context, variant),
  inventoryLevel: ({ locationId }: { locationId: string }) =>
    levelOrNull(context, variant.inventoryItemId, idOf('Location', locationId)),
  inventoryLevels: (args: ConnectionArguments) =>
    levelsConnection(context, args, (row) => row.itemId === variant.inventoryItemId),
  locationsCount: () => ({
    count: [...context.shop.inventory.values()].filter(({ itemId }) => itemId === variant.inventoryItemId).length,
    precision: 'EXACT',
  }),
});

export const variantView = (context: Context, variant: ShopifyVariant): View => ({
  __typename: 'ProductVariant',
  id: gid('ProductVariant', variant.id),
  legacyResourceId: variant.id,
  sku: orNull(variant.sku),
  title: 'Default Title',
  displayName: variant.title,
  price: moneyText(variant.cents),
  position: 1,
  barcode: null,
  availableForSale: true,
  inventoryItem: () => itemView(context, variant),
  inventoryQuantity: () =>
    [...context.shop.inventory.values()]
      .filter(({ itemId }) => itemId === variant.inventoryItemId)
      .reduce((sum, { available }) => sum + available, 0),
  product: {
    __typename: 'Product',
    id: gid('Product', variant.productId),
    legacyResourceId: variant.productId,
    title: variant.title,
    handle: variant.sku.toLowerCase(),
    vendor: VENDOR,
    createdAt: variant.createdAt,
    updatedAt: variant.createdAt,
  },
  createdAt: variant.createdAt,
  updatedAt: variant.createdAt,
});

/** Names and addresses are null for an application that was not approved for them. */
function mailingAddress({ shop }: Context, order: ShopifyOrder): View | null {
  const { address } = order;
  if (!shop.switches.approvedForCustomerData || !address.street) return null;
  return {
    __typename: 'MailingAddress',
    id: gid('MailingAddress', order.id),
    ...addressFields(address),
    country: countryName(address.country),
    countryCode: countryCode(address.country),
    countryCodeV2: countryCode(address.country),
    province: orNull(PROVINCES[address.state] ?? address.state),
    provinceCode: orNull(address.state),
    name: orNull(`${address.firstName} ${address.lastName}`.trim()),
    formatted: () => [address.street, address.street2, address.city, address.zip].filter(Boolean),
    formattedArea: orNull(address.city),
  };
}

const addressFields = (address: ShopAddress): View => ({
  firstName: orNull(address.firstName),
  lastName: orNull(address.lastName),
  company: orNull(address.company),
  address1: orNull(address.street),
  address2: orNull(address.street2),
  city: orNull(address.city),
  zip: orNull(address.zip),
  phone: orNull(address.phone),
});

/** No name in one piece, no code of the province: those are only at the order. */
function destination({ shop }: Context, order: ShopifyOrder): View | null {
  const { address } = order;
  if (!shop.switches.approvedForCustomerData || !address.street) return null;
  return {
    id: gid('FulfillmentOrderDestination', order.id),
    ...addressFields(address),
    province: orNull(PROVINCES[address.state] ?? address.state),
    countryCode: countryCode(address.country),
    email: orNull(address.email),
    location: null,
  };
}

function customer({ shop }: Context, order: ShopifyOrder): View | null {
  const { address } = order;
  if (!shop.switches.approvedForCustomerData) return null;
  return {
    __typename: 'Customer',
    id: gid('Customer', order.id),
    legacyResourceId: order.id,
    displayName: `${address.firstName} ${address.lastName}`.trim(),
    firstName: orNull(address.firstName),
    lastName: orNull(address.lastName),
    email: orNull(address.email),
    phone: orNull(address.phone),
    defaultEmailAddress: address.email ? { emailAddress: address.email } : null,
    defaultPhoneNumber: address.phone ? { phoneNumber: address.phone } : null,
    note: null,
    tags: [],
  };
}

function shippingLines(context: Context, order: ShopifyOrder): { id: number; view: View }[] {
  if (!order.shippingMethod) return [];
  const price = money(context, order.shippingCents);
  const view = {
    id: gid('ShippingLine', order.id),
    title: order.shippingMethod,
    code: order.shippingMethod,
    custom: false,
    carrierIdentifier: null,
    deliveryCategory: null,
    discountedPriceSet: price,
    originalPriceSet: price,
    isRemoved: false,
    phone: null,
    source: 'shopify',
  };
  return [{ id: order.id, view }];
}

export function orderView(context: Context, order: ShopifyOrder): View {
  const { shop, now } = context;
  const goods = order.lines.reduce((sum, line) => sum + line.cents * (line.quantity - line.removed), 0);
  const units = order.lines.reduce((sum, { quantity, removed }) => sum + quantity - removed, 0);
  const isApproved = shop.switches.approvedForCustomerData;
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: order.id,
    name: order.name,
    number: order.number,
    createdAt: order.createdAt,
    processedAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt ?? null,
    cancelReason: order.cancelledAt ? 'CUSTOMER' : null,
    closed: order.cancelledAt !== undefined,
    closedAt: order.cancelledAt ?? null,
    confirmed: true,
    currencyCode: shop.currency,
    presentmentCurrencyCode: shop.currency,
    currentSubtotalLineItemsQuantity: units,
    subtotalLineItemsQuantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    currentTotalPriceSet: money(context, goods + order.shippingCents),
    totalPriceSet: money(context, goods + order.shippingCents),
    subtotalPriceSet: money(context, goods),
    totalShippingPriceSet: money(context, order.shippingCents),
    totalWeight: null,
    customAttributes: [],
    customer: () => customer(context, order),
    displayFinancialStatus: order.cancelledAt ? 'REFUNDED' : 'PAID',
    displayFulfillmentStatus: () => fulfillmentStatusOf(shop, order, now),
    edited: order.isEdited,
    email: isApproved ? orNull(order.address.email) : null,
    phone: isApproved ? orNull(order.address.phone) : null,
    canNotifyCustomer: order.address.email !== '',
    fulfillable: () => shop.workOf(order, now).some(({ lines }) => lines.some(({ remaining }) => remaining > 0)),
    fullyPaid: true,
    unpaid: false,
    note: orNull(order.note),
    poNumber: null,
    requiresShipping: order.lines.some(({ requiresShipping }) => requiresShipping),
    shippingAddress: () => mailingAddress(context, order),
    billingAddress: () => mailingAddress(context, order),
    displayAddress: () => mailingAddress(context, order),
    billingAddressMatchesShippingAddress: true,
    shippingLine: () => shippingLines(context, order)[0]?.view ?? null,
    shippingLines: (args: ConnectionArguments) =>
      listConnection(shippingLines(context, order), args, ({ view }) => view),
    sourceIdentifier: null,
    sourceName: 'web',
    tags: [],
    test: false,
    lineItems: (args: ConnectionArguments) =>
      listConnection(order.lines, args, (line) => lineView(context, order, line)),
    fulfillmentOrders: (args: ConnectionArguments) =>
      listConnection(
        shop.workOf(order, now).filter((work) => isVisible(context, work)),
        args,
        (work) => workView(context, work),
      ),
    fulfillments: ({ first }: { first?: number | null }) =>
      shop
        .fulfillmentsOf(order)
        .slice(0, first ?? undefined)
        .map((fulfillment) => fulfillmentView(context, fulfillment)),
    fulfillmentsCount: () => ({ count: shop.fulfillmentsOf(order).length, precision: 'EXACT' }),
  };
}

function variantOrNull(context: Context, variantId: number | undefined): View | null {
  const variant = context.shop.variants.get(variantId ?? 0);
  return variant ? variantView(context, variant) : null;
}

function lineView(context: Context, order: ShopifyOrder, line: ShopifyLine): View {
  const shipped = shippedOf(context.shop, order, line.id);
  const current = line.quantity - line.removed;
  const price = money(context, line.cents * line.quantity);
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    name: line.title,
    title: line.title,
    sku: orNull(line.sku),
    quantity: line.quantity,
    currentQuantity: current,
    refundableQuantity: current,
    unfulfilledQuantity: Math.max(0, current - shipped),
    fulfillableQuantity: Math.max(0, current - shipped),
    nonFulfillableQuantity: 0,
    fulfillmentStatus: shipped >= current ? 'fulfilled' : 'unfulfilled',
    requiresShipping: line.requiresShipping,
    isGiftCard: false,
    lineItemGroup: null,
    customAttributes: [],
    originalTotalSet: price,
    discountedTotalSet: price,
    discountedUnitPriceSet: money(context, line.cents),
    originalUnitPriceSet: money(context, line.cents),
    variant: () => variantOrNull(context, line.variantId),
    variantTitle: null,
    vendor: VENDOR,
  };
}

export function workView(context: Context, work: ShopifyFulfillmentOrder): View {
  const { shop } = context;
  const order = shop.orders.get(work.orderId) as ShopifyOrder;
  const location = shop.locations.get(work.locationId);
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', work.id),
    status: work.status,
    requestStatus: work.requestStatus,
    createdAt: work.createdAt,
    updatedAt: work.updatedAt,
    fulfillAt: work.fulfillAt ?? work.createdAt,
    fulfillBy: null,
    assignedLocation: () => ({
      name: location?.name ?? '',
      countryCode: 'US',
      location: location ? locationView(context, location) : null,
    }),
    destination: () => destination(context, order),
    deliveryMethod: () => ({
      __typename: 'DeliveryMethod',
      id: gid('DeliveryMethod', work.id),
      methodType: 'SHIPPING',
      presentedName: orNull(order.shippingMethod),
      serviceCode: orNull(order.shippingMethod),
    }),
    fulfillmentHolds: work.holds.map(({ id, reason, notes }) => ({
      __typename: 'FulfillmentHold',
      id: gid('FulfillmentHold', id),
      reason,
      reasonNotes: notes,
      displayReason: reason,
      handle: null,
      heldByRequestingApp: false,
    })),
    order: () => orderView(context, order),
    orderId: gid('Order', order.id),
    orderName: order.name,
    orderProcessedAt: order.createdAt,
    supportedActions: () => supportedActions(work).map((action) => ({ action, externalUrl: null })),
    lineItems: (args: ConnectionArguments) =>
      listConnection(work.lines, args, (line) => workLineView(context, order, line)),
    merchantRequests: (args: ConnectionArguments & { kind?: string | null }) =>
      listConnection(
        work.requests.filter(({ kind }) => !args.kind || kind === args.kind),
        args,
        (request) => ({
          __typename: 'FulfillmentOrderMerchantRequest',
          ...request,
          id: gid('FulfillmentOrderMerchantRequest', request.id),
          requestOptions: request.kind === 'FULFILLMENT_REQUEST' ? { notify_customer: true } : null,
          responseData: null,
          fulfillmentOrder: () => workView(context, work),
        }),
      ),
    fulfillments: (args: ConnectionArguments) =>
      listConnection(
        shop.fulfillmentsOf(order).filter(({ lines }) => lines.some((line) => line.fulfillmentOrderId === work.id)),
        args,
        (fulfillment) => fulfillmentView(context, fulfillment),
      ),
  };
}

function workLineView(context: Context, order: ShopifyOrder, line: FulfillmentOrderLine): View {
  const sold = context.shop.line(order.id, line.lineId) as ShopifyLine;
  const variant = context.shop.variants.get(sold.variantId ?? 0);
  return {
    __typename: 'FulfillmentOrderLineItem',
    id: gid('FulfillmentOrderLineItem', line.id),
    totalQuantity: line.total,
    remainingQuantity: line.remaining,
    sku: orNull(sold.sku),
    productTitle: sold.title,
    variantTitle: null,
    vendor: VENDOR,
    requiresShipping: sold.requiresShipping,
    inventoryItemId: variant ? gid('InventoryItem', variant.inventoryItemId) : null,
    originalUnitPriceSet: money(context, sold.cents),
    lineItem: () => lineView(context, order, sold),
    variant: () => variantOrNull(context, sold.variantId),
  };
}

export function fulfillmentView(context: Context, fulfillment: ShopifyFulfillment): View {
  const { shop } = context;
  const order = shop.orders.get(fulfillment.orderId) as ShopifyOrder;
  const location = shop.locations.get(fulfillment.locationId);
  const service = shop.services.get(location?.serviceId ?? 0);
  const workIds = new Set(fulfillment.lines.map(({ fulfillmentOrderId }) => fulfillmentOrderId));
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', fulfillment.id),
    legacyResourceId: fulfillment.id,
    name: fulfillment.name,
    status: fulfillment.status,
    displayStatus: fulfillment.status === 'CANCELLED' ? 'CANCELED' : 'FULFILLED',
    createdAt: fulfillment.createdAt,
    updatedAt: fulfillment.updatedAt,
    deliveredAt: null,
    estimatedDeliveryAt: null,
    inTransitAt: null,
    requiresShipping: true,
    totalQuantity: fulfillment.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    trackingInfo: ({ first }: { first?: number | null }) => fulfillment.tracking.slice(0, first ?? undefined),
    order: () => orderView(context, order),
    location: () => (location ? locationView(context, location) : null),
    service: () => (service ? serviceView(context, service) : null),
    fulfillmentOrders: (args: ConnectionArguments) =>
      listConnection(
        shop.workOf(order, context.now).filter((work) => workIds.has(work.id) && isVisible(context, work)),
        args,
        (work) => workView(context, work),
      ),
    fulfillmentLineItems: (args: ConnectionArguments) =>
      listConnection(fulfillment.lines, args, ({ id, lineId, quantity }) => {
        const line = shop.line(order.id, lineId) as ShopifyLine;
        return {
          __typename: 'FulfillmentLineItem',
          id: gid('FulfillmentLineItem', id),
          quantity,
          originalTotalSet: money(context, line.cents * quantity),
          lineItem: () => lineView(context, order, line),
        };
      }),
  };
}

export const subscriptionView = (subscription: ShopifySubscription): View => ({
  __typename: 'WebhookSubscription',
  id: gid('WebhookSubscription', subscription.id),
  legacyResourceId: subscription.id,
  topic: subscription.topic,
  uri: subscription.uri,
  callbackUrl: subscription.uri,
  format: subscription.format,
  filter: subscription.filter,
  includeFields: subscription.includeFields,
  name: subscription.name,
  apiVersion: versionView('2026-04'),
  createdAt: subscription.createdAt,
  updatedAt: subscription.updatedAt,
});
