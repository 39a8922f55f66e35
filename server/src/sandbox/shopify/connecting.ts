import { type Context, requireScope } from './api.ts';
import { find, gid, userError } from './ids.ts';
import type { ShopifyMerchant } from './merchant.ts';
import type { ShopifyLocation, ShopifyService, ShopifySubscription } from './shop.ts';
import { serviceView, subscriptionView } from './views.ts';

interface ServiceInput {
  id: string;
  name?: string | null;
  callbackUrl?: string | null;
  inventoryManagement?: boolean | null;
  trackingSupport?: boolean | null;
  requiresShippingMethod?: boolean | null;
}

interface DeleteInput {
  id: string;
  inventoryAction?: 'TRANSFER' | 'KEEP' | 'DELETE' | null;
  destinationLocationId?: string | null;
}

interface SubscriptionInput {
  uri?: string | null;
  callbackUrl?: string | null;
  format?: string | null;
  filter?: string | null;
  includeFields?: string[] | null;
  name?: string | null;
}

/** Addresses have to be https, except on this machine, which is where the sandbox runs. */
const isCallable = (url: string): boolean =>
  URL.canParse(url) &&
  (new URL(url).protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname));

/** Without what was not given. */
const withoutEmpty = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

/** The mutations that connect an application: its fulfilment service and its webhooks. */
export function connectingMutations(context: Context, merchant: ShopifyMerchant): Record<string, unknown> {
  const { shop } = context;
  const refused = (name: string, message: string, ...field: string[]) => ({
    [name]: null,
    userErrors: [userError(message, ...field)],
  });
  const isTaken = (name: string, except?: number) =>
    [...shop.services.values()].some((service) => service.name === name && service.id !== except);

  const createService = ({ name = '', callbackUrl = null, ...flags }: ServiceInput): object => {
    requireScope(context, 'fulfillmentServiceCreate', 'write_fulfillments');
    if (!name) return refused('fulfillmentService', "Name can't be blank", 'name');
    if (isTaken(name)) return refused('fulfillmentService', 'Name has already been taken', 'name');
    if (callbackUrl && !isCallable(callbackUrl))
      return refused('fulfillmentService', 'Callback url is not allowed', 'callbackUrl');
    const id = shop.ids.next();
    const service: ShopifyService = {
      id,
      name,
      callbackUrl,
      inventoryManagement: flags.inventoryManagement ?? false,
      trackingSupport: flags.trackingSupport ?? false,
      requiresShippingMethod: flags.requiresShippingMethod ?? true,
      locationId: shop.addLocation(name, context.now, id).id,
      isOurs: true,
    };
    shop.services.set(id, service);
    merchant.serviceInstalled(service);
    return { fulfillmentService: serviceView(context, service), userErrors: [] };
  };

  const updateService = ({ id, name, callbackUrl, ...flags }: ServiceInput): object => {
    requireScope(context, 'fulfillmentServiceUpdate', 'write_fulfillments');
    const service = find('FulfillmentService', shop.services, id);
    if (!service?.isOurs) return refused('fulfillmentService', 'Fulfillment service could not be found.', 'id');
    if (name && isTaken(name, service.id)) return refused('fulfillmentService', 'Name has already been taken', 'name');
    if (callbackUrl && !isCallable(callbackUrl))
      return refused('fulfillmentService', 'Callback url is not allowed', 'callbackUrl');
    if (callbackUrl !== undefined) service.callbackUrl = callbackUrl;
    Object.assign(service, withoutEmpty({ name, requiresShippingMethod: true, ...flags }));
    const location = shop.locations.get(service.locationId);
    if (location) location.name = service.name;
    return { fulfillmentService: serviceView(context, service), userErrors: [] };
  };

  const deleteService = ({ id, inventoryAction, destinationLocationId }: DeleteInput): object => {
    requireScope(context, 'fulfillmentServiceDelete', 'write_fulfillments');
    const service = find('FulfillmentService', shop.services, id);
    if (!service?.isOurs) return refused('deletedId', 'Fulfillment service could not be found.', 'id');
    const action = inventoryAction ?? 'TRANSFER';
    const target = destinationLocationId ? find('Location', shop.locations, destinationLocationId) : undefined;
    if (action === 'TRANSFER' && !(target?.isActive && target.serviceId === undefined))
      return refused(
        'deletedId',
        'Destination location must be an active merchant managed location.',
        'destinationLocationId',
      );
    shop.services.delete(service.id);
    const location = shop.locations.get(service.locationId) as ShopifyLocation;
    location.serviceId = undefined;
    if (action !== 'KEEP') leaveLocation(location, target ?? primaryBeside(location), action);
    return { deletedId: id, userErrors: [] };
  };

  const primaryBeside = (location: ShopifyLocation) =>
    [...shop.locations.values()].find(({ id, serviceId }) => id !== location.id && serviceId === undefined);

  /** Open work and, when it is transferred, stock go to another location. */
  const leaveLocation = (location: ShopifyLocation, target: ShopifyLocation | undefined, action: string) => {
    const isHere = ({ locationId }: { locationId: number }) => locationId === location.id;
    const open = [...shop.fulfillmentOrders.values()].filter((work) => isHere(work) && work.status !== 'CLOSED');
    for (const { id } of target ? open : []) merchant.move(id, target?.id ?? 0);
    for (const row of [...shop.inventory.values()].filter(isHere)) {
      if (target && action === 'TRANSFER') shop.stock(row.itemId, target.id, context.now).available += row.available;
      shop.inventory.delete(`${row.itemId}/${row.locationId}`);
    }
    shop.locations.delete(location.id);
  };

  const subscribe = ({
    topic,
    webhookSubscription: input,
  }: {
    topic: string;
    webhookSubscription: SubscriptionInput;
  }): object => {
    const uri = input.uri ?? input.callbackUrl ?? '';
    const error = uriError(topic, uri);
    if (error) return { webhookSubscription: null, userErrors: [error] };
    const subscription: ShopifySubscription = {
      id: shop.ids.next(),
      topic,
      uri,
      format: input.format ?? 'JSON',
      filter: input.filter ?? null,
      includeFields: input.includeFields ?? [],
      name: input.name ?? null,
      createdAt: context.now,
      updatedAt: context.now,
      failures: 0,
    };
    shop.subscriptions.set(subscription.id, subscription);
    return { webhookSubscription: subscriptionView(subscription), userErrors: [] };
  };

  const uriError = (topic: string, uri: string, except?: number) => {
    if (!isCallable(uri)) return userError('Address is invalid', 'webhookSubscription', 'uri');
    const isDouble = [...shop.subscriptions.values()].some(
      (each) => each.topic === topic && each.uri === uri && each.id !== except,
    );
    return isDouble
      ? userError('Address for this topic has already been taken', 'webhookSubscription', 'uri')
      : undefined;
  };

  const updateSubscription = ({
    id,
    webhookSubscription: input,
  }: {
    id: string;
    webhookSubscription: SubscriptionInput;
  }): object => {
    const subscription = find('WebhookSubscription', shop.subscriptions, id);
    if (!subscription) return refused('webhookSubscription', 'Webhook subscription does not exist', 'id');
    const uri = input.uri ?? input.callbackUrl ?? subscription.uri;
    const error = uriError(subscription.topic, uri, subscription.id);
    if (error) return { webhookSubscription: null, userErrors: [error] };
    Object.assign(subscription, { uri, updatedAt: context.now, failures: 0 });
    return { webhookSubscription: subscriptionView(subscription), userErrors: [] };
  };

  const unsubscribe = ({ id }: { id: string }): object => {
    const subscription = find('WebhookSubscription', shop.subscriptions, id);
    if (!subscription) return refused('deletedWebhookSubscriptionId', 'Webhook subscription does not exist', 'id');
    shop.subscriptions.delete(subscription.id);
    return { deletedWebhookSubscriptionId: gid('WebhookSubscription', subscription.id), userErrors: [] };
  };

  return {
    fulfillmentServiceCreate: createService,
    fulfillmentServiceUpdate: updateService,
    fulfillmentServiceDelete: deleteService,
    webhookSubscriptionCreate: subscribe,
    webhookSubscriptionUpdate: updateSubscription,
    webhookSubscriptionDelete: unsubscribe,
  };
}
