import { z } from 'zod';
import { moment, moneyAmount, optionalText } from '../read-answer.ts';
import { type Operation, PageInfo, UserErrors } from './client.ts';

/**
 * How many rows come with a call. One call may ask for 1,000 points, and nested lists multiply: an order comes with the
 * first of its fulfilment orders and their first lines, and the few that have more are completed by `moreLines`.
 */
export const PAGE = { orders: 15, fulfilmentOrders: 2, lines: 5, moreLines: 100, fulfilments: 100, all: 250 } as const;

const ADDRESS = /* GraphQL */ `
  name company address1 address2 city province provinceCode zip countryCodeV2 phone
`;
const FULFILMENT_LINES = /* GraphQL */ `
  nodes {
    id remainingQuantity totalQuantity requiresShipping sku
    lineItem { id name sku discountedUnitPriceSet { shopMoney { amount } } }
  }
  pageInfo { hasNextPage endCursor }
`;
const FULFILMENT_ORDER = /* GraphQL */ `
  id status requestStatus
  assignedLocation { location { id isFulfillmentService } }
  lineItems(first: ${PAGE.lines}) { ${FULFILMENT_LINES} }
`;
const ORDER = /* GraphQL */ `
  id name createdAt updatedAt cancelledAt email phone note currencyCode requiresShipping displayFulfillmentStatus
  shippingAddress { ${ADDRESS} }
  billingAddress { ${ADDRESS} }
  shippingLine { title }
  fulfillmentOrders(first: ${PAGE.fulfilmentOrders}) {
    nodes { ${FULFILMENT_ORDER} }
    pageInfo { hasNextPage endCursor }
  }
`;

const quantity = z.number().int();
const Address = z.looseObject({
  name: optionalText,
  company: optionalText,
  address1: optionalText,
  address2: optionalText,
  city: optionalText,
  province: optionalText,
  provinceCode: optionalText,
  zip: optionalText,
  countryCodeV2: optionalText,
  phone: optionalText,
});
const FulfilmentLine = z.looseObject({
  id: z.string(),
  remainingQuantity: quantity,
  totalQuantity: quantity,
  requiresShipping: z.boolean(),
  sku: optionalText,
  lineItem: z.looseObject({
    id: z.string(),
    name: optionalText,
    sku: optionalText,
    discountedUnitPriceSet: z.looseObject({ shopMoney: z.looseObject({ amount: moneyAmount }) }).nullish(),
  }),
});
const FulfilmentLines = z.looseObject({ nodes: z.array(FulfilmentLine), pageInfo: PageInfo });
const FulfilmentOrder = z.looseObject({
  id: z.string(),
  status: z.string(),
  requestStatus: z.string(),
  assignedLocation: z.looseObject({
    location: z.looseObject({ id: z.string(), isFulfillmentService: z.boolean() }).nullish(),
  }),
  lineItems: FulfilmentLines,
});
const FulfilmentOrders = z.looseObject({ nodes: z.array(FulfilmentOrder), pageInfo: PageInfo });
const Order = z.looseObject({
  id: z.string(),
  name: z.string(),
  createdAt: moment,
  updatedAt: moment,
  cancelledAt: z.string().nullish(),
  email: optionalText,
  phone: optionalText,
  note: optionalText,
  currencyCode: optionalText,
  requiresShipping: z.boolean(),
  displayFulfillmentStatus: optionalText,
  shippingAddress: Address.nullish(),
  billingAddress: Address.nullish(),
  shippingLine: z.looseObject({ title: optionalText }).nullish(),
  fulfillmentOrders: FulfilmentOrders,
});

export type ShopifyAddress = z.output<typeof Address>;
export type ShopifyFulfilmentLine = z.output<typeof FulfilmentLine>;
export type ShopifyFulfilmentOrder = z.output<typeof FulfilmentOrder>;
/** With every fulfilment order and line, once it is complete. */
export type ShopifyOrder = z.output<typeof Order>;
export const ShopifyOrderShape = Order;
export const ShopifyFulfilmentOrderShape = FulfilmentOrder;

const operation = <Data extends z.ZodType>(declared: Operation<Data>): Operation<Data> => declared;

export const readShop = operation({
  subject: 'Read the shop',
  cost: 5,
  document: /* GraphQL */ `
    query Shop {
      shop { name ianaTimezone }
      currentAppInstallation { accessScopes { handle } }
    }`,
  data: z.looseObject({
    shop: z.looseObject({ name: z.string(), ianaTimezone: optionalText }),
    currentAppInstallation: z.looseObject({ accessScopes: z.array(z.looseObject({ handle: z.string() })) }),
  }),
});

export const listLocations = operation({
  subject: 'List locations',
  cost: 10,
  document: /* GraphQL */ `
    query Locations($first: Int!, $after: String) {
      locations(first: $first, after: $after, includeLegacy: true, includeInactive: true) {
        nodes { id name isActive }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  data: z.looseObject({
    locations: z.looseObject({
      nodes: z.array(z.looseObject({ id: z.string(), name: z.string(), isActive: z.boolean() })),
      pageInfo: PageInfo,
    }),
  }),
});

export const listOrders = operation({
  subject: 'List orders',
  cost: 50,
  document: /* GraphQL */ `
    query Orders($first: Int!, $after: String, $query: String!) {
      orders(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) {
        nodes { ${ORDER} }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  data: z.looseObject({ orders: z.looseObject({ nodes: z.array(Order), pageInfo: PageInfo }) }),
});

export const listFulfilmentOrders = operation({
  subject: 'List changed fulfilment orders',
  cost: 10,
  document: /* GraphQL */ `
    query FulfilmentOrders($first: Int!, $after: String, $query: String!) {
      fulfillmentOrders(first: $first, after: $after, sortKey: UPDATED_AT, includeClosed: true, query: $query) {
        nodes { id updatedAt order { id updatedAt } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  data: z.looseObject({
    fulfillmentOrders: z.looseObject({
      nodes: z.array(
        z.looseObject({
          id: z.string(),
          updatedAt: moment,
          order: z.looseObject({ id: z.string(), updatedAt: moment }),
        }),
      ),
      pageInfo: PageInfo,
    }),
  }),
});

export const readOrder = operation({
  subject: 'Read an order',
  cost: 10,
  document: /* GraphQL */ `
    query Order($id: ID!) {
      order(id: $id) { ${ORDER} }
    }`,
  data: z.looseObject({ order: Order.nullish() }),
});

export const readMoreFulfilmentOrders = operation({
  subject: 'Read more fulfilment orders of an order',
  cost: 10,
  document: /* GraphQL */ `
    query MoreFulfilmentOrders($id: ID!, $first: Int!, $after: String) {
      order(id: $id) {
        fulfillmentOrders(first: $first, after: $after) {
          nodes { ${FULFILMENT_ORDER} }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
  data: z.looseObject({ order: z.looseObject({ fulfillmentOrders: FulfilmentOrders }) }),
});

export const readMoreLines = operation({
  subject: 'Read more lines of an order',
  cost: 10,
  document: /* GraphQL */ `
    query MoreLines($id: ID!, $first: Int!, $after: String) {
      fulfillmentOrder(id: $id) {
        lineItems(first: $first, after: $after) { ${FULFILMENT_LINES} }
      }
    }`,
  data: z.looseObject({ fulfillmentOrder: z.looseObject({ lineItems: FulfilmentLines }) }),
});

const Fulfilment = z.looseObject({
  id: z.string(),
  status: z.string(),
  createdAt: moment,
  trackingInfo: z.array(z.looseObject({ number: optionalText })),
});
export type ShopifyFulfilment = z.output<typeof Fulfilment>;

export const readFulfilments = operation({
  subject: 'Read the fulfilments of an order',
  cost: 10,
  document: /* GraphQL */ `
    query Fulfilments($id: ID!) {
      order(id: $id) {
        fulfillments(first: ${PAGE.fulfilments}) {
          id status createdAt
          trackingInfo(first: 5) { number }
        }
      }
    }`,
  data: z.looseObject({ order: z.looseObject({ fulfillments: z.array(Fulfilment) }).nullish() }),
});

export const readFulfilmentLines = operation({
  subject: 'Read the lines of a fulfilment',
  cost: 10,
  document: /* GraphQL */ `
    query FulfilmentLines($id: ID!, $first: Int!, $after: String) {
      fulfillment(id: $id) {
        fulfillmentLineItems(first: $first, after: $after) {
          nodes { quantity lineItem { id } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
  data: z.looseObject({
    fulfillment: z.looseObject({
      fulfillmentLineItems: z.looseObject({
        nodes: z.array(z.looseObject({ quantity: quantity.nullish(), lineItem: z.looseObject({ id: z.string() }) })),
        pageInfo: PageInfo,
      }),
    }),
  }),
});

export const readFulfilment = operation({
  subject: 'Read a fulfilment',
  cost: 2,
  document: /* GraphQL */ `
    query Fulfilment($id: ID!) {
      fulfillment(id: $id) { id status }
    }`,
  data: z.looseObject({ fulfillment: z.looseObject({ id: z.string(), status: z.string() }).nullish() }),
});

export const createFulfilment = operation({
  subject: 'Report a shipment',
  cost: 10,
  document: /* GraphQL */ `
    mutation CreateFulfilment($fulfillment: FulfillmentInput!) {
      fulfillmentCreate(fulfillment: $fulfillment) {
        fulfillment { id status }
        userErrors { field message }
      }
    }`,
  data: z.looseObject({
    fulfillmentCreate: z.looseObject({
      fulfillment: z.looseObject({ id: z.string() }).nullish(),
      userErrors: UserErrors,
    }),
  }),
});

export const cancelFulfilment = operation({
  subject: 'Withdraw a shipment',
  cost: 10,
  document: /* GraphQL */ `
    mutation CancelFulfilment($id: ID!) {
      fulfillmentCancel(id: $id) {
        fulfillment { id status }
        userErrors { field message }
      }
    }`,
  data: z.looseObject({ fulfillmentCancel: z.looseObject({ userErrors: UserErrors }) }),
});

export const acceptFulfilmentRequest = operation({
  subject: 'Accept a fulfilment request',
  cost: 10,
  document: /* GraphQL */ `
    mutation AcceptFulfilmentRequest($id: ID!, $message: String) {
      answered: fulfillmentOrderAcceptFulfillmentRequest(id: $id, message: $message) {
        userErrors { field message }
      }
    }`,
  data: z.looseObject({ answered: z.looseObject({ userErrors: UserErrors }) }),
});

export const rejectFulfilmentRequest = operation({
  subject: 'Reject a fulfilment request',
  cost: 10,
  document: /* GraphQL */ `
    mutation RejectFulfilmentRequest($id: ID!, $message: String) {
      answered: fulfillmentOrderRejectFulfillmentRequest(id: $id, message: $message, reason: OTHER) {
        userErrors { field message }
      }
    }`,
  data: z.looseObject({ answered: z.looseObject({ userErrors: UserErrors }) }),
});

export const acceptCancellationRequest = operation({
  subject: 'Accept a cancellation request',
  cost: 10,
  document: /* GraphQL */ `
    mutation AcceptCancellationRequest($id: ID!, $message: String) {
      answered: fulfillmentOrderAcceptCancellationRequest(id: $id, message: $message) {
        userErrors { field message }
      }
    }`,
  data: z.looseObject({ answered: z.looseObject({ userErrors: UserErrors }) }),
});

export const rejectCancellationRequest = operation({
  subject: 'Reject a cancellation request',
  cost: 10,
  document: /* GraphQL */ `
    mutation RejectCancellationRequest($id: ID!, $message: String) {
      answered: fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) {
        userErrors { field message }
      }
    }`,
  data: z.looseObject({ answered: z.looseObject({ userErrors: UserErrors }) }),
});

export const findInventoryItems = operation({
  subject: 'Find products by SKU',
  cost: 25,
  document: /* GraphQL */ `
    query InventoryItems($first: Int!, $after: String, $query: String!) {
      productVariants(first: $first, after: $after, query: $query) {
        nodes { sku inventoryItem { id } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  data: z.looseObject({
    productVariants: z.looseObject({
      nodes: z.array(z.looseObject({ sku: optionalText, inventoryItem: z.looseObject({ id: z.string() }) })),
      pageInfo: PageInfo,
    }),
  }),
});

export const setQuantities = operation({
  subject: 'Report stock',
  cost: 10,
  document: /* GraphQL */ `
    mutation SetQuantities($input: InventorySetQuantitiesInput!, $key: String!) {
      inventorySetQuantities(input: $input) @idempotent(key: $key) {
        userErrors { field message code }
      }
    }`,
  data: z.looseObject({ inventorySetQuantities: z.looseObject({ userErrors: UserErrors }) }),
});

export const listHooks = operation({
  subject: 'List webhooks',
  cost: 10,
  document: /* GraphQL */ `
    query Hooks($first: Int!, $after: String) {
      webhookSubscriptions(first: $first, after: $after) {
        nodes { id topic uri }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  data: z.looseObject({
    webhookSubscriptions: z.looseObject({
      nodes: z.array(z.looseObject({ id: z.string(), topic: z.string(), uri: z.string() })),
      pageInfo: PageInfo,
    }),
  }),
});

export const createHook = operation({
  subject: 'Create a webhook',
  cost: 10,
  document: /* GraphQL */ `
    mutation CreateHook($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
      webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
        webhookSubscription { id }
        userErrors { field message }
      }
    }`,
  data: z.looseObject({ webhookSubscriptionCreate: z.looseObject({ userErrors: UserErrors }) }),
});

const Service = z.looseObject({
  id: z.string(),
  serviceName: z.string(),
  callbackUrl: z.string().nullish(),
  location: z.looseObject({ id: z.string() }).nullish(),
});

export const listServices = operation({
  subject: 'List fulfilment services',
  cost: 10,
  document: /* GraphQL */ `
    query Services {
      shop { fulfillmentServices { id serviceName callbackUrl location { id } } }
    }`,
  data: z.looseObject({ shop: z.looseObject({ fulfillmentServices: z.array(Service) }) }),
});

export const createService = operation({
  subject: 'Install the fulfilment service',
  cost: 10,
  document: /* GraphQL */ `
    mutation CreateService($name: String!, $callbackUrl: URL!, $isStockSharing: Boolean!) {
      fulfillmentServiceCreate(
        name: $name
        callbackUrl: $callbackUrl
        trackingSupport: true
        inventoryManagement: $isStockSharing
      ) {
        fulfillmentService { id serviceName callbackUrl location { id } }
        userErrors { field message }
      }
    }`,
  data: z.looseObject({
    fulfillmentServiceCreate: z.looseObject({ fulfillmentService: Service.nullish(), userErrors: UserErrors }),
  }),
});

export const deleteService = operation({
  subject: 'Remove the fulfilment service',
  cost: 10,
  document: /* GraphQL */ `
    mutation DeleteService($id: ID!, $action: FulfillmentServiceDeleteInventoryAction!, $location: ID) {
      fulfillmentServiceDelete(id: $id, inventoryAction: $action, destinationLocationId: $location) {
        deletedId
        userErrors { field message }
      }
    }`,
  data: z.looseObject({ fulfillmentServiceDelete: z.looseObject({ userErrors: UserErrors }) }),
});
