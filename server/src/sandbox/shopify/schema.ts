/**
 * The part of Shopify's Admin API that is imitated, version 2026-04. Names, arguments, defaults and nullability are those of
 * the partner, so that what it refuses is refused here; of long enums (currencies, topics) some values are left out.
 */
export const SCHEMA = `
schema {
  query: QueryRoot
  mutation: Mutation
}

directive @idempotent(key: String!) on FIELD

scalar DateTime
scalar Decimal
scalar JSON
scalar Money
scalar URL
scalar UnsignedInt64

type QueryRoot {
  assignedFulfillmentOrders(after: String, assignmentStatus: FulfillmentOrderAssignmentStatus, before: String, first: Int, last: Int, locationIds: [ID!], reverse: Boolean = false, sortKey: FulfillmentOrderSortKeys = ID): FulfillmentOrderConnection!
  currentAppInstallation: AppInstallation!
  fulfillment(id: ID!): Fulfillment
  fulfillmentOrder(id: ID!): FulfillmentOrder
  fulfillmentOrders(after: String, before: String, first: Int, includeClosed: Boolean = false, last: Int, query: String, reverse: Boolean = false, sortKey: FulfillmentOrderSortKeys = ID): FulfillmentOrderConnection!
  fulfillmentService(id: ID!): FulfillmentService
  inventoryItem(id: ID!): InventoryItem
  inventoryItems(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false): InventoryItemConnection!
  inventoryLevel(id: ID!): InventoryLevel
  location(id: ID): Location
  locations(after: String, before: String, first: Int, includeInactive: Boolean = false, includeLegacy: Boolean = false, last: Int, query: String, reverse: Boolean = false, sortKey: LocationSortKeys = NAME): LocationConnection!
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  order(id: ID!): Order
  orderByIdentifier(identifier: OrderIdentifierInput!): Order
  orders(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  productVariant(id: ID!): ProductVariant
  productVariants(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: ProductVariantSortKeys = ID): ProductVariantConnection!
  publicApiVersions: [ApiVersion!]!
  shop: Shop!
  webhookSubscription(id: ID!): WebhookSubscription
  webhookSubscriptions(after: String, before: String, callbackUrl: URL, first: Int, format: WebhookSubscriptionFormat, last: Int, query: String, reverse: Boolean = false, sortKey: WebhookSubscriptionSortKeys = CREATED_AT, topics: [WebhookSubscriptionTopic!], uri: String): WebhookSubscriptionConnection!
}

type Mutation {
  fulfillmentCancel(id: ID!): FulfillmentCancelPayload
  fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
  fulfillmentOrderAcceptCancellationRequest(id: ID!, message: String): FulfillmentOrderAcceptCancellationRequestPayload
  fulfillmentOrderAcceptFulfillmentRequest(estimatedShippedAt: DateTime, id: ID!, message: String): FulfillmentOrderAcceptFulfillmentRequestPayload
  fulfillmentOrderRejectCancellationRequest(id: ID!, message: String): FulfillmentOrderRejectCancellationRequestPayload
  fulfillmentOrderRejectFulfillmentRequest(id: ID!, lineItems: [IncomingRequestLineItemInput!], message: String, reason: FulfillmentOrderRejectionReason): FulfillmentOrderRejectFulfillmentRequestPayload
  fulfillmentServiceCreate(callbackUrl: URL, fulfillmentOrdersOptIn: Boolean = true, inventoryManagement: Boolean = false, name: String!, requiresShippingMethod: Boolean = true, trackingSupport: Boolean = false): FulfillmentServiceCreatePayload
  fulfillmentServiceDelete(destinationLocationId: ID, id: ID!, inventoryAction: FulfillmentServiceDeleteInventoryAction = TRANSFER): FulfillmentServiceDeletePayload
  fulfillmentServiceUpdate(callbackUrl: URL, fulfillmentOrdersOptIn: Boolean, id: ID!, inventoryManagement: Boolean, name: String, requiresShippingMethod: Boolean = true, trackingSupport: Boolean): FulfillmentServiceUpdatePayload
  fulfillmentTrackingInfoUpdate(fulfillmentId: ID!, notifyCustomer: Boolean, trackingInfoInput: FulfillmentTrackingInput!): FulfillmentTrackingInfoUpdatePayload
  inventoryActivate(available: Int, inventoryItemId: ID!, locationId: ID!, onHand: Int, stockAtLegacyLocation: Boolean = false): InventoryActivatePayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  webhookSubscriptionUpdate(id: ID!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionUpdatePayload
}

type Shop implements Node {
  contactEmail: String!
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  email: String!
  fulfillmentServices: [FulfillmentService!]!
  ianaTimezone: String!
  id: ID!
  myshopifyDomain: String!
  name: String!
  plan: ShopPlan!
  shopOwnerName: String!
  taxesIncluded: Boolean!
  timezoneOffset: String!
  timezoneOffsetMinutes: Int!
  unitSystem: UnitSystem!
  updatedAt: DateTime!
  url: URL!
  weightUnit: WeightUnit!
}

type ShopPlan {
  displayName: String! @deprecated
  partnerDevelopment: Boolean!
  publicDisplayName: String!
  shopifyPlus: Boolean!
}

type AppInstallation implements Node {
  accessScopes: [AccessScope!]!
  app: App!
  id: ID!
  launchUrl: URL!
}

type App implements Node {
  handle: String
  id: ID!
  title: String!
}

type AccessScope {
  description: String!
  handle: String!
}

type ApiVersion {
  displayName: String!
  handle: String!
  supported: Boolean!
}

type Location implements LegacyInteroperability & Node {
  activatable: Boolean!
  address: LocationAddress!
  createdAt: DateTime!
  deactivatable: Boolean!
  deactivatedAt: String
  deletable: Boolean!
  fulfillmentService: FulfillmentService
  fulfillsOnlineOrders: Boolean!
  hasActiveInventory: Boolean!
  hasUnfulfilledOrders: Boolean!
  id: ID!
  inventoryLevel(includeInactive: Boolean = false, inventoryItemId: ID!): InventoryLevel
  inventoryLevels(after: String, before: String, first: Int, includeInactive: Boolean = false, last: Int, query: String, reverse: Boolean = false): InventoryLevelConnection!
  isActive: Boolean!
  isFulfillmentService: Boolean!
  legacyResourceId: UnsignedInt64!
  name: String!
  shipsInventory: Boolean!
  updatedAt: DateTime!
}

type LocationAddress {
  address1: String
  address2: String
  city: String
  country: String
  countryCode: String
  formatted: [String!]!
  phone: String
  province: String
  provinceCode: String
  zip: String
}

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

type Order implements LegacyInteroperability & Node {
  billingAddress: MailingAddress
  billingAddressMatchesShippingAddress: Boolean!
  canNotifyCustomer: Boolean!
  cancelReason: OrderCancelReason
  cancelledAt: DateTime
  closed: Boolean!
  closedAt: DateTime
  confirmed: Boolean!
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  currentSubtotalLineItemsQuantity: Int!
  currentTotalPriceSet: MoneyBag!
  customAttributes: [Attribute!]!
  customer: Customer
  displayAddress: MailingAddress
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  edited: Boolean!
  email: String
  fulfillable: Boolean!
  fulfillmentOrders(after: String, before: String, displayable: Boolean = false, first: Int, last: Int, query: String, reverse: Boolean = false): FulfillmentOrderConnection!
  fulfillments(first: Int, query: String): [Fulfillment!]!
  fulfillmentsCount: Count
  fullyPaid: Boolean!
  id: ID!
  legacyResourceId: UnsignedInt64!
  lineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): LineItemConnection!
  name: String!
  note: String
  number: Int!
  phone: String
  poNumber: String
  presentmentCurrencyCode: CurrencyCode!
  processedAt: DateTime!
  requiresShipping: Boolean!
  shippingAddress: MailingAddress
  shippingLine: ShippingLine
  shippingLines(after: String, before: String, first: Int, includeRemovals: Boolean = false, last: Int, reverse: Boolean = false): ShippingLineConnection!
  sourceIdentifier: String
  sourceName: String
  subtotalLineItemsQuantity: Int!
  subtotalPriceSet: MoneyBag
  tags: [String!]!
  test: Boolean!
  totalPriceSet: MoneyBag!
  totalShippingPriceSet: MoneyBag!
  totalWeight: UnsignedInt64
  unpaid: Boolean!
  updatedAt: DateTime!
}

type Customer implements LegacyInteroperability & Node {
  defaultEmailAddress: CustomerEmailAddress
  defaultPhoneNumber: CustomerPhoneNumber
  displayName: String!
  email: String @deprecated
  firstName: String
  id: ID!
  lastName: String
  legacyResourceId: UnsignedInt64!
  note: String
  phone: String @deprecated
  tags: [String!]!
}

type CustomerEmailAddress {
  emailAddress: String!
}

type CustomerPhoneNumber {
  phoneNumber: String!
}

type Count {
  count: Int!
  precision: CountPrecision!
}

type Attribute {
  key: String!
  value: String
}

type MoneyBag {
  presentmentMoney: MoneyV2!
  shopMoney: MoneyV2!
}

type MoneyV2 {
  amount: Decimal!
  currencyCode: CurrencyCode!
}

type MailingAddress implements Node {
  address1: String
  address2: String
  city: String
  company: String
  country: String
  countryCode: String @deprecated
  countryCodeV2: CountryCode
  firstName: String
  formatted(withCompany: Boolean = true, withName: Boolean = false): [String!]!
  formattedArea: String
  id: ID!
  lastName: String
  name: String
  phone: String
  province: String
  provinceCode: String
  zip: String
}

type ShippingLine {
  carrierIdentifier: String
  code: String
  custom: Boolean!
  deliveryCategory: String
  discountedPriceSet: MoneyBag!
  id: ID
  isRemoved: Boolean!
  originalPriceSet: MoneyBag!
  phone: String
  source: String
  title: String!
}

type LineItem implements Node {
  currentQuantity: Int!
  customAttributes: [Attribute!]!
  discountedTotalSet(withCodeDiscounts: Boolean = false): MoneyBag!
  discountedUnitPriceSet: MoneyBag!
  fulfillableQuantity: Int! @deprecated
  fulfillmentStatus: String! @deprecated
  id: ID!
  isGiftCard: Boolean!
  lineItemGroup: LineItemGroup
  name: String!
  nonFulfillableQuantity: Int!
  originalTotalSet: MoneyBag!
  originalUnitPriceSet: MoneyBag!
  quantity: Int!
  refundableQuantity: Int!
  requiresShipping: Boolean!
  sku: String
  title: String!
  unfulfilledQuantity: Int!
  variant: ProductVariant
  variantTitle: String
  vendor: String
}

type LineItemGroup implements Node {
  id: ID!
  productId: ID
  quantity: Int!
  title: String!
  variantId: ID
  variantSku: String
}

type FulfillmentOrder implements Node {
  assignedLocation: FulfillmentOrderAssignedLocation!
  createdAt: DateTime!
  deliveryMethod: DeliveryMethod
  destination: FulfillmentOrderDestination
  fulfillAt: DateTime
  fulfillBy: DateTime
  fulfillmentHolds: [FulfillmentHold!]!
  fulfillments(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): FulfillmentConnection!
  id: ID!
  lineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): FulfillmentOrderLineItemConnection!
  merchantRequests(after: String, before: String, first: Int, kind: FulfillmentOrderMerchantRequestKind, last: Int, reverse: Boolean = false): FulfillmentOrderMerchantRequestConnection!
  order: Order!
  orderId: ID!
  orderName: String!
  orderProcessedAt: DateTime!
  requestStatus: FulfillmentOrderRequestStatus!
  status: FulfillmentOrderStatus!
  supportedActions: [FulfillmentOrderSupportedAction!]!
  updatedAt: DateTime!
}

type FulfillmentOrderAssignedLocation {
  address1: String
  address2: String
  city: String
  countryCode: CountryCode!
  location: Location
  name: String!
  phone: String
  province: String
  zip: String
}

type DeliveryMethod implements Node {
  id: ID!
  maxDeliveryDateTime: DateTime
  methodType: DeliveryMethodType!
  minDeliveryDateTime: DateTime
  presentedName: String
  serviceCode: String
  sourceReference: String
}

type FulfillmentOrderDestination implements Node {
  address1: String
  address2: String
  city: String
  company: String
  countryCode: CountryCode
  email: String
  firstName: String
  id: ID!
  lastName: String
  location: Location
  phone: String
  province: String
  zip: String
}

type FulfillmentHold implements Node {
  displayReason: String!
  handle: String
  heldByRequestingApp: Boolean!
  id: ID!
  reason: FulfillmentHoldReason!
  reasonNotes: String
}

type FulfillmentOrderLineItem implements Node {
  id: ID!
  inventoryItemId: ID
  lineItem: LineItem!
  originalUnitPriceSet: MoneyBag! @deprecated
  productTitle: String!
  remainingQuantity: Int!
  requiresShipping: Boolean!
  sku: String
  totalQuantity: Int!
  variant: ProductVariant
  variantTitle: String
  vendor: String
}

type FulfillmentOrderMerchantRequest implements Node {
  fulfillmentOrder: FulfillmentOrder!
  id: ID!
  kind: FulfillmentOrderMerchantRequestKind!
  message: String
  requestOptions: JSON
  responseData: JSON
  sentAt: DateTime!
}

type FulfillmentOrderSupportedAction {
  action: FulfillmentOrderAction!
  externalUrl: URL
}

type Fulfillment implements LegacyInteroperability & Node {
  createdAt: DateTime!
  deliveredAt: DateTime
  displayStatus: FulfillmentDisplayStatus
  estimatedDeliveryAt: DateTime
  fulfillmentLineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): FulfillmentLineItemConnection!
  fulfillmentOrders(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): FulfillmentOrderConnection!
  id: ID!
  inTransitAt: DateTime
  legacyResourceId: UnsignedInt64!
  location: Location
  name: String!
  order: Order!
  requiresShipping: Boolean!
  service: FulfillmentService
  status: FulfillmentStatus!
  totalQuantity: Int!
  trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  updatedAt: DateTime!
}

type FulfillmentTrackingInfo {
  company: String
  number: String
  url: URL
}

type FulfillmentLineItem implements Node {
  id: ID!
  lineItem: LineItem!
  originalTotalSet: MoneyBag!
  quantity: Int
}

type FulfillmentService {
  callbackUrl: URL
  fulfillmentOrdersOptIn: Boolean! @deprecated
  handle: String!
  id: ID!
  inventoryManagement: Boolean!
  location: Location
  requiresShippingMethod: Boolean!
  serviceName: String!
  trackingSupport: Boolean!
  type: FulfillmentServiceType!
}

type InventoryItem implements LegacyInteroperability & Node {
  createdAt: DateTime!
  duplicateSkuCount: Int!
  id: ID!
  inventoryLevel(includeInactive: Boolean = false, locationId: ID!): InventoryLevel
  inventoryLevels(after: String, before: String, first: Int, includeInactive: Boolean = false, last: Int, query: String, reverse: Boolean = false): InventoryLevelConnection!
  legacyResourceId: UnsignedInt64!
  locationsCount: Count
  requiresShipping: Boolean!
  sku: String
  tracked: Boolean!
  updatedAt: DateTime!
  variant: ProductVariant! @deprecated
}

type InventoryLevel implements Node {
  createdAt: DateTime!
  id: ID!
  isActive: Boolean!
  item: InventoryItem!
  location: Location!
  quantities(names: [String!]!): [InventoryQuantity!]!
  updatedAt: DateTime!
}

type InventoryQuantity implements Node {
  id: ID!
  name: String!
  quantity: Int!
  updatedAt: DateTime
}

type ProductVariant implements LegacyInteroperability & Node {
  availableForSale: Boolean!
  barcode: String
  createdAt: DateTime!
  displayName: String!
  id: ID!
  inventoryItem: InventoryItem!
  inventoryQuantity: Int
  legacyResourceId: UnsignedInt64!
  position: Int!
  price: Money!
  product: Product!
  sku: String
  title: String!
  updatedAt: DateTime!
}

type Product implements LegacyInteroperability & Node {
  createdAt: DateTime!
  handle: String!
  id: ID!
  legacyResourceId: UnsignedInt64!
  title: String!
  updatedAt: DateTime!
  vendor: String!
}

type WebhookSubscription implements LegacyInteroperability & Node {
  apiVersion: ApiVersion!
  callbackUrl: URL! @deprecated
  createdAt: DateTime!
  filter: String
  format: WebhookSubscriptionFormat!
  id: ID!
  includeFields: [String!]!
  legacyResourceId: UnsignedInt64!
  name: String
  topic: WebhookSubscriptionTopic!
  updatedAt: DateTime!
  uri: String!
}

type InventoryAdjustmentGroup implements Node {
  changes(inventoryItemIds: [ID!], locationIds: [ID!], quantityNames: [String!]): [InventoryChange!]!
  createdAt: DateTime!
  id: ID!
  reason: String!
  referenceDocumentUri: String
}

type InventoryChange {
  delta: Int!
  item: InventoryItem
  ledgerDocumentUri: String
  location: Location
  name: String!
  quantityAfterChange: Int
}

type UserError implements DisplayableError {
  field: [String!]
  message: String!
}

type FulfillmentOrderConnection {
  edges: [FulfillmentOrderEdge!]!
  nodes: [FulfillmentOrder!]!
  pageInfo: PageInfo!
}

enum FulfillmentOrderAssignmentStatus {
  CANCELLATION_REQUESTED FULFILLMENT_ACCEPTED FULFILLMENT_REQUESTED FULFILLMENT_UNSUBMITTED
}

enum FulfillmentOrderSortKeys {
  ID UPDATED_AT
}

type InventoryItemConnection {
  edges: [InventoryItemEdge!]!
  nodes: [InventoryItem!]!
  pageInfo: PageInfo!
}

type LocationConnection {
  edges: [LocationEdge!]!
  nodes: [Location!]!
  pageInfo: PageInfo!
}

enum LocationSortKeys {
  ID NAME RELEVANCE
}

interface Node {
  id: ID!
}

input OrderIdentifierInput {
  customId: UniqueMetafieldValueInput
  id: ID
}

type OrderConnection {
  edges: [OrderEdge!]!
  nodes: [Order!]!
  pageInfo: PageInfo!
}

enum OrderSortKeys {
  CREATED_AT CURRENT_TOTAL_PRICE CUSTOMER_NAME DESTINATION FINANCIAL_STATUS FULFILLMENT_STATUS ID ORDER_NUMBER
  PO_NUMBER PROCESSED_AT RELEVANCE TOTAL_ITEMS_QUANTITY TOTAL_PRICE UPDATED_AT
}

type ProductVariantConnection {
  edges: [ProductVariantEdge!]!
  nodes: [ProductVariant!]!
  pageInfo: PageInfo!
}

enum ProductVariantSortKeys {
  FULL_TITLE ID INVENTORY_LEVELS_AVAILABLE INVENTORY_MANAGEMENT INVENTORY_POLICY INVENTORY_QUANTITY NAME
  POPULAR POSITION RELEVANCE SKU TITLE
}

type WebhookSubscriptionConnection {
  edges: [WebhookSubscriptionEdge!]!
  nodes: [WebhookSubscription!]!
  pageInfo: PageInfo!
}

enum WebhookSubscriptionFormat {
  JSON XML
}

enum WebhookSubscriptionSortKeys {
  CREATED_AT ID
}

enum WebhookSubscriptionTopic {
  APP_UNINSTALLED FULFILLMENTS_CREATE FULFILLMENTS_UPDATE FULFILLMENT_EVENTS_CREATE FULFILLMENT_EVENTS_DELETE
  FULFILLMENT_HOLDS_ADDED FULFILLMENT_HOLDS_RELEASED FULFILLMENT_ORDERS_CANCELLATION_REQUEST_ACCEPTED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_REJECTED FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_CANCELLED FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_ACCEPTED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_REJECTED FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_FULFILLMENT_SERVICE_FAILED_TO_COMPLETE FULFILLMENT_ORDERS_HOLD_RELEASED
  FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_LOCAL_DELIVERY FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_PICKUP
  FULFILLMENT_ORDERS_MANUALLY_REPORTED_PROGRESS_STOPPED FULFILLMENT_ORDERS_MERGED FULFILLMENT_ORDERS_MOVED
  FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE FULFILLMENT_ORDERS_PLACED_ON_HOLD
  FULFILLMENT_ORDERS_PROGRESS_REPORTED FULFILLMENT_ORDERS_RESCHEDULED
  FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY FULFILLMENT_ORDERS_SPLIT INVENTORY_LEVELS_CONNECT
  INVENTORY_LEVELS_DISCONNECT INVENTORY_LEVELS_UPDATE LOCATIONS_ACTIVATE LOCATIONS_CREATE LOCATIONS_DEACTIVATE
  LOCATIONS_DELETE LOCATIONS_UPDATE ORDERS_CANCELLED ORDERS_CREATE ORDERS_DELETE ORDERS_EDITED
  ORDERS_FULFILLED ORDERS_LINK_REQUESTED ORDERS_PAID ORDERS_PARTIALLY_FULFILLED ORDERS_RISK_ASSESSMENT_CHANGED
  ORDERS_SHOPIFY_PROTECT_ELIGIBILITY_CHANGED ORDERS_UPDATED PRODUCTS_CREATE PRODUCTS_DELETE PRODUCTS_UPDATE
}

type FulfillmentCancelPayload {
  fulfillment: Fulfillment
  userErrors: [UserError!]!
}

type FulfillmentCreatePayload {
  fulfillment: Fulfillment
  userErrors: [UserError!]!
}

input FulfillmentInput {
  lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
  notifyCustomer: Boolean = false
  originAddress: FulfillmentOriginAddressInput
  trackingInfo: FulfillmentTrackingInput
}

type FulfillmentOrderAcceptCancellationRequestPayload {
  fulfillmentOrder: FulfillmentOrder
  userErrors: [UserError!]!
}

type FulfillmentOrderAcceptFulfillmentRequestPayload {
  fulfillmentOrder: FulfillmentOrder
  userErrors: [UserError!]!
}

type FulfillmentOrderRejectCancellationRequestPayload {
  fulfillmentOrder: FulfillmentOrder
  userErrors: [UserError!]!
}

type FulfillmentOrderRejectFulfillmentRequestPayload {
  fulfillmentOrder: FulfillmentOrder
  userErrors: [UserError!]!
}

input IncomingRequestLineItemInput {
  fulfillmentOrderLineItemId: ID!
  message: String
}

enum FulfillmentOrderRejectionReason {
  INCORRECT_ADDRESS INCORRECT_PRODUCT_INFO INELIGIBLE_PRODUCT INTERNATIONAL_SHIPPING_UNAVAILABLE
  INVALID_CONTACT_INFORMATION INVALID_SKU INVENTORY_OUT_OF_STOCK MERCHANT_BLOCKED_OR_SUSPENDED
  MISSING_CUSTOMS_INFO ORDER_TOO_LARGE OTHER PACKAGE_PREFERENCE_NOT_SET PAYMENT_DECLINED
  UNDELIVERABLE_DESTINATION
}

type FulfillmentServiceCreatePayload {
  fulfillmentService: FulfillmentService
  userErrors: [UserError!]!
}

type FulfillmentServiceDeletePayload {
  deletedId: ID
  userErrors: [UserError!]!
}

enum FulfillmentServiceDeleteInventoryAction {
  DELETE KEEP TRANSFER
}

type FulfillmentServiceUpdatePayload {
  fulfillmentService: FulfillmentService
  userErrors: [UserError!]!
}

type FulfillmentTrackingInfoUpdatePayload {
  fulfillment: Fulfillment
  userErrors: [UserError!]!
}

input FulfillmentTrackingInput {
  company: String
  number: String
  numbers: [String!]
  url: URL
  urls: [URL!]
}

type InventoryActivatePayload {
  inventoryLevel: InventoryLevel
  userErrors: [UserError!]!
}

type InventorySetQuantitiesPayload {
  inventoryAdjustmentGroup: InventoryAdjustmentGroup
  userErrors: [InventorySetQuantitiesUserError!]!
}

input InventorySetQuantitiesInput {
  name: String!
  quantities: [InventoryQuantityInput!]!
  reason: String!
  referenceDocumentUri: String
}

type WebhookSubscriptionCreatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}

input WebhookSubscriptionInput {
  callbackUrl: URL @deprecated
  filter: String
  format: WebhookSubscriptionFormat
  includeFields: [String!]
  metafieldNamespaces: [String!]
  metafields: [HasMetafieldsMetafieldIdentifierInput!]
  name: String
  uri: String
}

type WebhookSubscriptionDeletePayload {
  deletedWebhookSubscriptionId: ID
  userErrors: [UserError!]!
}

type WebhookSubscriptionUpdatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}

enum CurrencyCode {
  AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD INR JPY KRW MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD VND
}

enum WeightUnit {
  GRAMS KILOGRAMS OUNCES POUNDS
}

enum UnitSystem {
  IMPERIAL_SYSTEM METRIC_SYSTEM
}

type InventoryLevelConnection {
  edges: [InventoryLevelEdge!]!
  nodes: [InventoryLevel!]!
  pageInfo: PageInfo!
}

interface LegacyInteroperability {
  legacyResourceId: UnsignedInt64!
}

enum OrderCancelReason {
  CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF
}

enum OrderDisplayFinancialStatus {
  AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED
}

enum OrderDisplayFulfillmentStatus {
  FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED
  SCHEDULED UNFULFILLED
}

type LineItemConnection {
  edges: [LineItemEdge!]!
  nodes: [LineItem!]!
  pageInfo: PageInfo!
}

type ShippingLineConnection {
  edges: [ShippingLineEdge!]!
  nodes: [ShippingLine!]!
  pageInfo: PageInfo!
}

enum CountPrecision {
  AT_LEAST EXACT
}

enum CountryCode {
  AC AD AE AF AG AI AL AM AN AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT
  JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN
  MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PS PT PY
  QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL
  TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW ZZ
}

type FulfillmentConnection {
  edges: [FulfillmentEdge!]!
  nodes: [Fulfillment!]!
  pageInfo: PageInfo!
}

type FulfillmentOrderLineItemConnection {
  edges: [FulfillmentOrderLineItemEdge!]!
  nodes: [FulfillmentOrderLineItem!]!
  pageInfo: PageInfo!
}

type FulfillmentOrderMerchantRequestConnection {
  edges: [FulfillmentOrderMerchantRequestEdge!]!
  nodes: [FulfillmentOrderMerchantRequest!]!
  pageInfo: PageInfo!
}

enum FulfillmentOrderMerchantRequestKind {
  CANCELLATION_REQUEST FULFILLMENT_REQUEST
}

enum FulfillmentOrderRequestStatus {
  ACCEPTED CANCELLATION_ACCEPTED CANCELLATION_REJECTED CANCELLATION_REQUESTED CLOSED REJECTED SUBMITTED
  UNSUBMITTED
}

enum FulfillmentOrderStatus {
  CANCELLED CLOSED INCOMPLETE IN_PROGRESS ON_HOLD OPEN SCHEDULED
}

enum DeliveryMethodType {
  LOCAL NONE PICKUP_POINT PICK_UP RETAIL SHIPPING
}

enum FulfillmentHoldReason {
  AWAITING_PAYMENT AWAITING_RETURN_ITEMS HIGH_RISK_OF_FRAUD INCORRECT_ADDRESS INVENTORY_OUT_OF_STOCK
  ONLINE_STORE_POST_PURCHASE_CROSS_SELL OTHER UNKNOWN_DELIVERY_DATE
}

enum FulfillmentOrderAction {
  CANCEL_FULFILLMENT_ORDER CREATE_FULFILLMENT EXTERNAL HOLD MARK_AS_OPEN MERGE MOVE RELEASE_HOLD
  REPORT_PROGRESS REQUEST_CANCELLATION REQUEST_FULFILLMENT SPLIT
}

enum FulfillmentDisplayStatus {
  ATTEMPTED_DELIVERY CANCELED CARRIER_PICKED_UP CONFIRMED DELAYED DELIVERED FAILURE FULFILLED IN_TRANSIT
  LABEL_PRINTED LABEL_PURCHASED LABEL_VOIDED MARKED_AS_FULFILLED NOT_DELIVERED OUT_FOR_DELIVERY PICKED_UP
  READY_FOR_PICKUP SUBMITTED
}

type FulfillmentLineItemConnection {
  edges: [FulfillmentLineItemEdge!]!
  nodes: [FulfillmentLineItem!]!
  pageInfo: PageInfo!
}

enum FulfillmentStatus {
  CANCELLED ERROR FAILURE OPEN PENDING SUCCESS
}

enum FulfillmentServiceType {
  GIFT_CARD MANUAL THIRD_PARTY
}

interface DisplayableError {
  field: [String!]
  message: String!
}

type FulfillmentOrderEdge {
  cursor: String!
  node: FulfillmentOrder!
}

type InventoryItemEdge {
  cursor: String!
  node: InventoryItem!
}

type LocationEdge {
  cursor: String!
  node: Location!
}

input UniqueMetafieldValueInput {
  key: String!
  namespace: String
  value: String!
}

type OrderEdge {
  cursor: String!
  node: Order!
}

type ProductVariantEdge {
  cursor: String!
  node: ProductVariant!
}

type WebhookSubscriptionEdge {
  cursor: String!
  node: WebhookSubscription!
}

input FulfillmentOrderLineItemsInput {
  fulfillmentOrderId: ID!
  fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
}

input FulfillmentOriginAddressInput {
  address1: String
  address2: String
  city: String
  countryCode: String!
  provinceCode: String
  zip: String
}

type InventorySetQuantitiesUserError implements DisplayableError {
  code: InventorySetQuantitiesUserErrorCode
  field: [String!]
  message: String!
}

input InventoryQuantityInput {
  changeFromQuantity: Int
  inventoryItemId: ID!
  locationId: ID!
  quantity: Int!
}

input HasMetafieldsMetafieldIdentifierInput {
  key: String!
  namespace: String
}

type InventoryLevelEdge {
  cursor: String!
  node: InventoryLevel!
}

type LineItemEdge {
  cursor: String!
  node: LineItem!
}

type ShippingLineEdge {
  cursor: String!
  node: ShippingLine!
}

type FulfillmentEdge {
  cursor: String!
  node: Fulfillment!
}

type FulfillmentOrderLineItemEdge {
  cursor: String!
  node: FulfillmentOrderLineItem!
}

type FulfillmentOrderMerchantRequestEdge {
  cursor: String!
  node: FulfillmentOrderMerchantRequest!
}

type FulfillmentLineItemEdge {
  cursor: String!
  node: FulfillmentLineItem!
}

input FulfillmentOrderLineItemInput {
  id: ID!
  quantity: Int!
}

enum InventorySetQuantitiesUserErrorCode {
  CHANGE_FROM_QUANTITY_STALE COMPARE_QUANTITY_REQUIRED COMPARE_QUANTITY_STALE IDEMPOTENCY_CONCURRENT_REQUEST
  IDEMPOTENCY_KEY_PARAMETER_MISMATCH IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED INVALID_INVENTORY_ITEM
  INVALID_LOCATION INVALID_NAME INVALID_QUANTITY_NEGATIVE INVALID_QUANTITY_TOO_HIGH INVALID_QUANTITY_TOO_LOW
  INVALID_REASON INVALID_REFERENCE_DOCUMENT ITEM_NOT_STOCKED_AT_LOCATION NON_MUTABLE_INVENTORY_ITEM
  NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR
}
`;
