import type {
  SsAccount,
  SsCarrier,
  SsFulfillment,
  SsItem,
  SsOrder,
  SsShipment,
  SsStore,
  SsWarehouse,
  SsWebhook,
} from './account.ts';

const presentItem =
  ({ createDate, modifyDate }: SsOrder) =>
  (item: SsItem) => ({
    orderItemId: item.orderItemId,
    lineItemKey: item.lineItemKey,
    sku: item.sku,
    name: item.name,
    imageUrl: null,
    weight: null,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    taxAmount: null,
    shippingAmount: null,
    warehouseLocation: null,
    options: [],
    productId: null,
    fulfillmentSku: null,
    adjustment: item.adjustment,
    upc: null,
    createDate,
    modifyDate,
  });

const totalOf = ({ items }: SsOrder) =>
  items.reduce((sum, { quantity, unitPrice }) => sum + Math.round((unitPrice ?? 0) * 100) * quantity, 0) / 100;

export const presentOrder = (order: SsOrder) => ({
  orderId: order.orderId,
  orderNumber: order.orderNumber,
  orderKey: order.orderKey,
  orderDate: order.orderDate,
  createDate: order.createDate,
  modifyDate: order.modifyDate,
  paymentDate: order.orderDate,
  shipByDate: order.shipByDate,
  orderStatus: order.orderStatus,
  customerId: order.orderId,
  customerUsername: order.customerEmail,
  customerEmail: order.customerEmail,
  billTo: { ...order.billTo, addressVerified: null },
  shipTo: { ...order.shipTo, addressVerified: 'Address not yet validated' },
  items: order.items.map(presentItem(order)),
  orderTotal: totalOf(order),
  amountPaid: totalOf(order),
  taxAmount: 0,
  shippingAmount: 0,
  customerNotes: order.customerNotes,
  internalNotes: null,
  gift: order.giftMessage !== null,
  giftMessage: order.giftMessage,
  paymentMethod: null,
  requestedShippingService: order.requestedShippingService,
  carrierCode: order.carrierCode,
  serviceCode: order.serviceCode,
  packageCode: order.packageCode,
  confirmation: 'none',
  shipDate: order.shipDate,
  holdUntilDate: null,
  weight: order.weight,
  dimensions: null,
  insuranceOptions: { provider: null, insureShipment: false, insuredValue: 0 },
  internationalOptions: { contents: null, customsItems: null, nonDelivery: null },
  advancedOptions: {
    warehouseId: order.warehouseId,
    nonMachinable: false,
    saturdayDelivery: false,
    containsAlcohol: false,
    mergedOrSplit: order.mergedIds.length > 0 || order.parentId !== null,
    mergedIds: order.mergedIds,
    parentId: order.parentId,
    storeId: order.storeId,
    customField1: order.customFields[0] ?? null,
    customField2: order.customFields[1] ?? null,
    customField3: order.customFields[2] ?? null,
    source: null,
    ...order.billedTo,
    billToMyOtherAccount: null,
  },
  tagIds: null,
  userId: null,
  externallyFulfilled: false,
  externallyFulfilledBy: null,
});

export const presentShipment =
  ({ orders }: SsAccount, withItems: boolean) =>
  (shipment: SsShipment) => {
    const order = orders.get(shipment.orderId);
    return {
      ...shipment,
      orderKey: order?.orderKey,
      orderNumber: order?.orderNumber,
      customerEmail: order?.customerEmail,
      voided: shipment.voidDate !== null,
      isReturnLabel: false,
      shipTo: order?.shipTo,
      shipmentItems: withItems && order ? order.items.map(presentItem(order)) : null,
      labelData: null,
    };
  };

export const presentFulfillment =
  ({ orders }: SsAccount) =>
  ({ notifiesCustomer, notifiesSalesChannel, ...fulfillment }: SsFulfillment) => {
    const order = orders.get(fulfillment.orderId);
    return {
      ...fulfillment,
      orderNumber: order?.orderNumber,
      userId: null,
      customerEmail: order?.customerEmail,
      deliveryDate: null,
      fulfillmentProviderCode: null,
      fulfillmentServiceCode: null,
      fulfillmentFee: 0,
      voidRequested: false,
      voided: fulfillment.voidDate !== null,
      marketplaceNotified: notifiesSalesChannel,
      notifyErrorMessage: null,
      shipTo: order?.shipTo,
    };
  };

export const presentStore = (store: SsStore) => ({
  ...store,
  accountName: null,
  email: null,
  integrationUrl: null,
  companyName: '',
  phone: '',
  publicEmail: '',
  website: '',
  refreshDate: null,
  lastRefreshAttempt: null,
  autoRefresh: false,
  statusMappings: null,
});

export const presentCarrier = ({ name, code }: SsCarrier) => ({
  name,
  code,
  accountNumber: 'SS1',
  requiresFundedAccount: false,
  balance: 0,
  nickname: null,
  shippingProviderId: 100,
  primary: true,
});

export const presentService =
  ({ code: carrierCode }: SsCarrier) =>
  ({ code, name }: SsCarrier['services'][number]) => ({
    carrierCode,
    code,
    name,
    domestic: true,
    international: false,
  });

export const presentPackage =
  ({ code: carrierCode }: SsCarrier) =>
  ({ code, name }: SsCarrier['packages'][number]) => ({ carrierCode, code, name, domestic: true, international: true });

export const presentWarehouse = ({ warehouseId, warehouseName, city, state, isDefault }: SsWarehouse) => ({
  warehouseId,
  warehouseName,
  originAddress: { name: warehouseName, street1: '1 Dock Street', city, state, postalCode: '94607', country: 'US' },
  returnAddress: null,
  createDate: '2024-01-02T08:00:00.0000000',
  isDefault,
});

export const presentWebhook = (hook: SsWebhook) => ({
  IsLabelAPIHook: false,
  WebHookID: hook.id,
  SellerID: 1,
  StoreID: hook.storeId,
  HookType: hook.event,
  MessageFormat: 'Json',
  Url: hook.url,
  Name: hook.name,
  BulkCopyBatchID: null,
  BulkCopyRecordID: null,
  Active: true,
  WebhookLogs: [],
  Seller: null,
  Store: null,
});
