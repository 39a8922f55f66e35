import { createHash, createHmac } from 'node:crypto';
import type { Hooks, SentHook } from '../kit/hooks.ts';
import { isObject } from '../kit/values.ts';
import { gid } from './ids.ts';
import type {
  ShopifyFulfillmentOrder,
  ShopifyOrder,
  ShopifyService,
  ShopifyShop,
  ShopifySubscription,
} from './shop.ts';

/** A subscription that fails so often in a row is deleted. */
const FAILURES_MAX = 8;
/** A new secret is used by all servers of the partner after this long. */
const ROTATION_MS = 60 * 60_000;
const RESOURCES = [
  'fulfillment_orders',
  'fulfillments',
  'fulfillment_holds',
  'inventory_levels',
  'locations',
  'orders',
  'products',
  'app',
];

/** `ORDERS_CREATE` is written `orders/create` in the header. */
export function topicName(topic: string): string {
  const name = topic.toLowerCase();
  const resource = RESOURCES.find((each) => name.startsWith(`${each}_`)) ?? name;
  return `${resource}/${name.slice(resource.length + 1)}`;
}

const orderBody = (order: ShopifyOrder) => ({
  id: order.id,
  admin_graphql_api_id: gid('Order', order.id),
  name: order.name,
  order_number: order.number,
  created_at: order.createdAt.toISOString(),
  updated_at: order.updatedAt.toISOString(),
  cancelled_at: order.cancelledAt?.toISOString() ?? null,
});

const workBody = (work: ShopifyFulfillmentOrder) => ({
  fulfillment_order: { id: gid('FulfillmentOrder', work.id), status: work.status.toLowerCase() },
});

/** Calls the connected application: webhooks, and the callbacks of its fulfilment service. */
export class ShopifyNotifier {
  private readonly hooks: Hooks;
  private readonly now: () => Date;
  private sent = 0;

  constructor(hooks: Hooks, now: () => Date) {
    this.hooks = hooks;
    this.now = now;
  }

  orderEvent(shop: ShopifyShop, order: ShopifyOrder, ...topics: string[]): void {
    for (const topic of topics) this.publish(shop, topic, orderBody(order));
  }

  workEvent(shop: ShopifyShop, work: ShopifyFulfillmentOrder, topic: string): void {
    this.publish(shop, topic, workBody(work));
  }

  /** To every subscription of the topic. All deliveries of one event carry the same event id. */
  publish(shop: ShopifyShop, topic: string, body: unknown): void {
    const event = this.identifier('event', shop);
    for (const subscription of shop.subscriptions.values())
      if (subscription.topic === topic) this.deliver(shop, subscription, event, JSON.stringify(body));
  }

  private deliver(shop: ShopifyShop, subscription: ShopifySubscription, event: string, body: string): void {
    this.hooks.send({
      partner: 'shopify',
      shop: shop.host,
      topic: topicName(subscription.topic),
      method: 'POST',
      url: subscription.uri,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Shopify-Captain-Hook',
        'x-shopify-topic': topicName(subscription.topic),
        'x-shopify-hmac-sha256': this.signature(shop, body),
        'x-shopify-shop-domain': shop.host,
        'x-shopify-api-version': '2026-04',
        'x-shopify-webhook-id': this.identifier('webhook', shop),
        'x-shopify-event-id': event,
        'x-shopify-triggered-at': this.now().toISOString(),
      },
      body,
      onAnswer: (status) => count(shop, subscription, status),
    });
  }

  /** Notifies the service without any content: it has to query what there is to do. */
  ring(shop: ShopifyShop, work: ShopifyFulfillmentOrder, kind: 'FULFILLMENT_REQUEST' | 'CANCELLATION_REQUEST'): void {
    const service = shop.services.get(shop.locations.get(work.locationId)?.serviceId ?? 0);
    if (!service?.callbackUrl) return;
    const body = JSON.stringify({ kind });
    this.hooks.send({
      partner: 'shopify',
      shop: shop.host,
      topic: 'fulfillment_order_notification',
      method: 'POST',
      url: `${service.callbackUrl.replace(/\/$/, '')}/fulfillment_order_notification`,
      headers: this.callbackHeaders(shop, body),
      body,
    });
  }

  /** Asks a service that manages stock what is on hand, for one SKU or all, and takes over the answer. */
  async fetchStock(shop: ShopifyShop, service: ShopifyService, sku?: string): Promise<SentHook | undefined> {
    if (!service.callbackUrl || !service.inventoryManagement) return undefined;
    const query = new URLSearchParams({ shop: shop.host, ...(sku !== undefined && { sku }) });
    const sent = await this.callback(shop, service.callbackUrl, 'fetch_stock', query);
    for (const [each, onHand] of Object.entries(answerOf(sent))) this.takeStock(shop, service, each, onHand);
    return sent;
  }

  /** Asks a service that tracks for the numbers of these fulfilments (`#1001.1`). */
  async fetchTrackingNumbers(
    shop: ShopifyShop,
    service: ShopifyService,
    names: string[],
  ): Promise<SentHook | undefined> {
    if (!service.callbackUrl || !service.trackingSupport) return undefined;
    const query = new URLSearchParams({ shop: shop.host });
    for (const name of names) query.append('order_names[]', name);
    return this.callback(shop, service.callbackUrl, 'fetch_tracking_numbers', query);
  }

  private callback(shop: ShopifyShop, callbackUrl: string, topic: string, query: URLSearchParams): Promise<SentHook> {
    return this.hooks.request({
      partner: 'shopify',
      shop: shop.host,
      topic,
      method: 'GET',
      url: `${callbackUrl.replace(/\/$/, '')}/${topic}?${query}`,
      headers: this.callbackHeaders(shop, ''),
      body: '',
    });
  }

  private takeStock(shop: ShopifyShop, service: ShopifyService, sku: string, onHand: unknown): void {
    const variant = shop.variantsBySku.get(sku);
    if (!variant || !Number.isInteger(onHand)) return;
    const row = shop.stock(variant.inventoryItemId, service.locationId, this.now());
    row.available = Number(onHand) - shop.committed(variant.inventoryItemId, service.locationId);
    row.updatedAt = this.now();
  }

  private callbackHeaders(shop: ShopifyShop, body: string): Record<string, string> {
    return {
      'content-type': 'application/json',
      'x-shopify-hmac-sha256': this.signature(shop, body),
      'x-shopify-shop-domain': shop.host,
    };
  }

  /** For an hour after a secret was replaced, the old one still signs. */
  private signature(shop: ShopifyShop, body: string): string {
    const [newest, before] = shop.clientSecrets;
    const isNew = newest !== undefined && this.now().getTime() - newest.since.getTime() >= ROTATION_MS;
    const { secret } = (isNew ? newest : (before ?? newest)) ?? { secret: '' };
    return createHmac('sha256', secret).update(body).digest('base64');
  }

  private identifier(kind: string, shop: ShopifyShop): string {
    this.sent++;
    const hex = createHash('sha256').update(`${kind}:${shop.host}:${this.sent}`).digest('hex');
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `a${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
  }
}

function count(shop: ShopifyShop, subscription: ShopifySubscription, status: number | undefined): void {
  const isDelivered = status !== undefined && status >= 200 && status < 300;
  subscription.failures = isDelivered ? 0 : subscription.failures + 1;
  if (subscription.failures >= FAILURES_MAX) shop.subscriptions.delete(subscription.id);
}

function answerOf(sent: SentHook): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sent.answer ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
