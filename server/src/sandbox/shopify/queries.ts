import { GraphQLError } from 'graphql';
import { type Context, isVisible, requireScope, VERSIONS } from './api.ts';
import { type ConnectionArguments, connection } from './connection.ts';
import { find, gid, idOf } from './ids.ts';
import { fulfillmentStatusOf } from './order-state.ts';
import { type SearchValue, searchFilter } from './search.ts';
import type { ShopifyFulfillmentOrder, ShopifyOrder, ShopifySubscription, ShopifyVariant } from './shop.ts';
import {
  fulfillmentView,
  itemOrNull,
  itemView,
  levelView,
  locationView,
  orderView,
  serviceView,
  shopView,
  subscriptionView,
  variantView,
  versionView,
  workView,
} from './views.ts';

/** Older orders are absent without `read_all_orders`, and nothing says so. */
const VISIBLE_MS = 60 * 24 * 60 * 60_000;

interface ListArguments extends ConnectionArguments {
  query?: string | null;
  sortKey?: string | null;
}

interface WorkArguments extends ListArguments {
  assignmentStatus?: string | null;
  locationIds?: string[] | null;
  includeClosed?: boolean | null;
}

const WORK_SCOPES = [
  'read_assigned_fulfillment_orders',
  'read_merchant_managed_fulfillment_orders',
  'read_third_party_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
];

const ASSIGNMENTS: Record<string, string[]> = {
  FULFILLMENT_REQUESTED: ['SUBMITTED'],
  FULFILLMENT_ACCEPTED: ['ACCEPTED', 'CANCELLATION_REJECTED'],
  FULFILLMENT_UNSUBMITTED: ['UNSUBMITTED'],
  CANCELLATION_REQUESTED: ['CANCELLATION_REQUESTED'],
};

export const isOrderVisible = ({ scopes, now }: Context, order: ShopifyOrder): boolean =>
  scopes.has('read_all_orders') || now.getTime() - order.createdAt.getTime() <= VISIBLE_MS;

function search<T>(
  context: Context,
  path: string,
  query: string | null | undefined,
  fields: Record<string, (row: T) => SearchValue>,
): (row: T) => boolean {
  const { test, warnings } = searchFilter(query, fields);
  if (warnings.length > 0) context.searches.push({ path: [path], query: query ?? '', warnings });
  return test;
}

const orderFields = (context: Context): Record<string, (order: ShopifyOrder) => SearchValue> => ({
  id: ({ id }) => id,
  name: ({ name }) => [name, name.replace(/^#/, '')],
  created_at: ({ createdAt }) => createdAt,
  processed_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  email: ({ address }) => address.email,
  sku: ({ lines }) => lines.map(({ sku }) => sku),
  status: ({ cancelledAt }) => (cancelledAt ? ['cancelled', 'any', 'not_open'] : ['open', 'any', 'not_closed']),
  fulfillment_status: (order) => {
    const status = fulfillmentStatusOf(context.shop, order, context.now).toLowerCase();
    if (status === 'fulfilled') return ['fulfilled', 'shipped'];
    return status === 'partially_fulfilled' ? ['partial'] : ['unfulfilled', 'unshipped', status];
  },
  financial_status: ({ cancelledAt }) => (cancelledAt ? 'refunded' : 'paid'),
  tag: () => [],
  test: () => 'false',
});

function orderSort(sortKey: string | null | undefined): (order: ShopifyOrder) => { value: number; id: number } {
  const values: Record<string, (order: ShopifyOrder) => number> = {
    CREATED_AT: ({ createdAt }) => createdAt.getTime(),
    PROCESSED_AT: ({ createdAt }) => createdAt.getTime(),
    UPDATED_AT: ({ updatedAt }) => updatedAt.getTime(),
    ORDER_NUMBER: ({ number }) => number,
  };
  const value = values[sortKey ?? 'PROCESSED_AT'] ?? (({ id }: ShopifyOrder) => id);
  return (order) => ({ value: value(order), id: order.id });
}

function orders(context: Context, args: ListArguments): object {
  requireScope(context, 'orders', 'read_orders');
  const test = search(context, 'orders', args.query, orderFields(context));
  const rows = [...context.shop.orders.values()].filter((order) => isOrderVisible(context, order) && test(order));
  return connection(rows, orderSort(args.sortKey), args, (order) => orderView(context, order));
}

function order(context: Context, id: string): object | null {
  requireScope(context, 'order', 'read_orders');
  const found = find('Order', context.shop.orders, id);
  return found && isOrderVisible(context, found) ? orderView(context, found) : null;
}

const workSort =
  ({ sortKey }: ListArguments) =>
  (work: ShopifyFulfillmentOrder) => ({
    value: sortKey === 'UPDATED_AT' ? work.updatedAt.getTime() : work.id,
    id: work.id,
  });

const workList = (context: Context, args: ListArguments, test: (work: ShopifyFulfillmentOrder) => boolean) =>
  connection(
    [...context.shop.fulfillmentOrders.values()].filter((work) => isVisible(context, work) && test(work)),
    workSort(args),
    args,
    (work) => workView(context, work),
  );

/** Work at the locations of our own services. Without a status all that is not closed, also what nobody has asked for. */
function assignedWork(context: Context, args: WorkArguments): object {
  requireScope(
    context,
    'assignedFulfillmentOrders',
    'read_assigned_fulfillment_orders',
    'write_assigned_fulfillment_orders',
  );
  const { shop } = context;
  const wanted = args.assignmentStatus ? ASSIGNMENTS[args.assignmentStatus] : undefined;
  const places = args.locationIds?.map((id) => idOf('Location', id));
  return workList(context, args, ({ locationId, status, requestStatus }) => {
    const service = shop.services.get(shop.locations.get(locationId)?.serviceId ?? 0);
    if (!service?.isOurs || (places && !places.includes(locationId))) return false;
    return wanted ? wanted.includes(requestStatus) && status !== 'CLOSED' : status !== 'CLOSED';
  });
}

function allWork(context: Context, args: WorkArguments): object {
  requireScope(context, 'fulfillmentOrders', ...WORK_SCOPES);
  const test = search<ShopifyFulfillmentOrder>(context, 'fulfillmentOrders', args.query, {
    id: ({ id }) => id,
    status: ({ status }) => status.toLowerCase(),
    updated_at: ({ updatedAt }) => updatedAt,
    assigned_location_id: ({ locationId }) => locationId,
  });
  return workList(context, args, (work) => (args.includeClosed || work.status !== 'CLOSED') && test(work));
}

function work(context: Context, id: string): object | null {
  requireScope(context, 'fulfillmentOrder', ...WORK_SCOPES);
  const found = find('FulfillmentOrder', context.shop.fulfillmentOrders, id);
  return found && isVisible(context, found) ? workView(context, found) : null;
}

/** Locations of services are hidden unless they are asked for. */
function locations(
  context: Context,
  args: ListArguments & { includeLegacy?: boolean; includeInactive?: boolean },
): object {
  requireScope(context, 'locations', 'read_locations');
  const rows = [...context.shop.locations.values()].filter(
    ({ serviceId, isActive }) => (serviceId === undefined || args.includeLegacy) && (isActive || args.includeInactive),
  );
  return connection(
    rows,
    ({ id, name }) => ({ value: args.sortKey === 'ID' ? id : name, id }),
    args,
    (location) => locationView(context, location),
  );
}

const variantFields: Record<string, (variant: ShopifyVariant) => SearchValue> = {
  id: ({ id }) => id,
  sku: ({ sku }) => sku,
  title: ({ title }) => title,
  product_id: ({ productId }) => productId,
};

function inventoryItems(context: Context, args: ListArguments): object {
  requireScope(context, 'inventoryItems', 'read_inventory', 'write_inventory');
  const test = search<ShopifyVariant>(context, 'inventoryItems', args.query, {
    id: ({ inventoryItemId }) => inventoryItemId,
    sku: ({ sku }) => sku,
  });
  return connection(
    [...context.shop.variants.values()].filter(test),
    ({ inventoryItemId }) => ({ value: inventoryItemId, id: inventoryItemId }),
    args,
    (variant) => itemView(context, variant),
  );
}

function productVariants(context: Context, args: ListArguments): object {
  requireScope(context, 'productVariants', 'read_products');
  const test = search(context, 'productVariants', args.query, variantFields);
  return connection(
    [...context.shop.variants.values()].filter(test),
    ({ id, sku }) => ({ value: args.sortKey === 'SKU' ? sku : id, id }),
    args,
    (variant) => variantView(context, variant),
  );
}

function subscriptions(
  context: Context,
  args: ListArguments & { topics?: string[]; uri?: string; callbackUrl?: string },
): object {
  const uri = args.uri ?? args.callbackUrl;
  const rows = [...context.shop.subscriptions.values()].filter(
    (each: ShopifySubscription) => (!args.topics || args.topics.includes(each.topic)) && (!uri || each.uri === uri),
  );
  return connection(rows, ({ id }) => ({ value: id, id }), args, subscriptionView);
}

function fulfillment(context: Context, id: string): object | null {
  const found = find('Fulfillment', context.shop.fulfillments, id);
  return found ? fulfillmentView(context, found) : null;
}

/** Any record by its global id; null for types that are not imitated. */
function node(context: Context, id: string): object | null {
  const { shop } = context;
  const type = /^gid:\/\/shopify\/(\w+)\//.exec(id)?.[1];
  if (!type)
    throw new GraphQLError(`Invalid global id '${id}'`, { extensions: { code: 'argumentLiteralsIncompatible' } });
  const variant = find('ProductVariant', shop.variants, id);
  const location = find('Location', shop.locations, id);
  const subscription = find('WebhookSubscription', shop.subscriptions, id);
  if (variant) return variantView(context, variant);
  if (location) return locationView(context, location);
  if (subscription) return subscriptionView(subscription);
  if (type === 'Order') return order(context, id);
  if (type === 'FulfillmentOrder') return work(context, id);
  if (type === 'Fulfillment') return fulfillment(context, id);
  if (type === 'InventoryItem') return itemOrNull(context, idOf('InventoryItem', id));
  return null;
}

const byId =
  <T>(type: string, records: Map<number, T>, view: (record: T) => object) =>
  ({ id }: { id: string }) => {
    const found = find(type, records, id);
    return found === undefined ? null : view(found);
  };

/** What can be asked. */
export function queries(context: Context): Record<string, unknown> {
  const { shop } = context;
  return {
    shop: () => shopView(context),
    publicApiVersions: () => VERSIONS.map(versionView),
    currentAppInstallation: () => ({
      __typename: 'AppInstallation',
      id: gid('AppInstallation', 1),
      launchUrl: `https://${shop.host}/admin/apps/1`,
      app: { __typename: 'App', id: gid('App', 1), handle: 'warehouse', title: 'Warehouse' },
      accessScopes: [...context.scopes].map((handle) => ({ handle, description: handle })),
    }),
    orders: (args: ListArguments) => orders(context, args),
    order: ({ id }: { id: string }) => order(context, id),
    orderByIdentifier: ({ identifier }: { identifier: { id?: string } }) =>
      identifier.id ? order(context, identifier.id) : null,
    assignedFulfillmentOrders: (args: WorkArguments) => assignedWork(context, args),
    fulfillmentOrders: (args: WorkArguments) => allWork(context, args),
    fulfillmentOrder: ({ id }: { id: string }) => work(context, id),
    fulfillment: ({ id }: { id: string }) => fulfillment(context, id),
    fulfillmentService: byId('FulfillmentService', shop.services, (service) => serviceView(context, service)),
    locations: (args: ListArguments) => locations(context, args),
    location: ({ id }: { id?: string }) => {
      requireScope(context, 'location', 'read_locations');
      const [primary] = shop.locations.values();
      const found = id ? find('Location', shop.locations, id) : primary;
      return found ? locationView(context, found) : null;
    },
    inventoryItems: (args: ListArguments) => inventoryItems(context, args),
    inventoryItem: ({ id }: { id: string }) => itemOrNull(context, idOf('InventoryItem', id)),
    inventoryLevel: ({ id }: { id: string }) => {
      const row = [...shop.inventory.values()].find((each) => each.id === idOf('InventoryLevel', id));
      return row ? levelView(context, row) : null;
    },
    productVariants: (args: ListArguments) => productVariants(context, args),
    productVariant: byId('ProductVariant', shop.variants, (variant) => variantView(context, variant)),
    webhookSubscriptions: (args: ListArguments) => subscriptions(context, args),
    webhookSubscription: byId('WebhookSubscription', shop.subscriptions, subscriptionView),
    node: ({ id }: { id: string }) => node(context, id),
    nodes: ({ ids }: { ids: string[] }) => ids.map((id) => node(context, id)),
  };
}
