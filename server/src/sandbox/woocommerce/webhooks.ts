import { createHmac, randomUUID } from 'node:crypto';
import type { Hooks } from '../kit/hooks.ts';
import { type Answer, type Call, json } from '../kit/partner.ts';
import { checkBody, oneOf, required, text } from './check-body.ts';
import { invalidId, invalidParameter } from './errors.ts';
import { choiceOf, pageAnswer } from './list-query.ts';
import { presentOrder, presentWebhook } from './present.ts';
import type { WooOrder, WooStore, WooWebhook } from './store.ts';

const TOPIC = /^(order|product|customer|coupon)\.(created|updated|deleted|restored)$|^action\.\w+$/;
/** After so many failed deliveries in a row a webhook is switched off, and stays so. */
const FAILURES_MAX = 5;

const statuses = oneOf('active', 'paused', 'disabled');

export type OrderEvent = 'created' | 'updated' | 'deleted';

/** Sends the webhooks of a shop, and answers the calls about them. */
export class WooWebhooks {
  private readonly hooks: Hooks;
  private readonly urlOf: (store: WooStore) => string;

  constructor(hooks: Hooks, urlOf: (store: WooStore) => string) {
    this.hooks = hooks;
    this.urlOf = urlOf;
  }

  /** Tells every active webhook of the topic. */
  orderChanged(store: WooStore, order: WooOrder, event: OrderEvent): void {
    const payload = JSON.stringify(event === 'deleted' ? { id: order.id } : presentOrder(store, order));
    const times = event === 'created' && store.switches.sendsCreatedTwice ? 2 : 1;
    for (const hook of store.webhooks.values())
      if (hook.status === 'active' && hook.topic === `order.${event}`)
        for (let time = 0; time < times; time++) this.deliver(store, hook, payload);
  }

  private deliver(store: WooStore, hook: WooWebhook, payload: string): void {
    const [resource = '', event = ''] = hook.topic.split('.');
    // A delivery after a restart has no id of an earlier one.
    const deliveryId = randomUUID().replaceAll('-', '');
    this.hooks.send({
      partner: 'woocommerce',
      shop: store.slug,
      topic: hook.topic,
      method: 'POST',
      url: hook.delivery_url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'WooCommerce/10.8.0 Hookshot (WordPress/6.9)',
        'x-wc-webhook-source': `${this.urlOf(store)}/`,
        'x-wc-webhook-topic': hook.topic,
        'x-wc-webhook-resource': resource,
        'x-wc-webhook-event': event,
        'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(payload).digest('base64'),
        'x-wc-webhook-id': String(hook.id),
        'x-wc-webhook-delivery-id': deliveryId,
      },
      body: payload,
      onAnswer: (status) => this.count(hook, status),
    });
  }

  private count(hook: WooWebhook, status: number | undefined): void {
    const isDelivered = status !== undefined && ((status >= 200 && status < 300) || status === 301 || status === 302);
    hook.failures = isDelivered ? 0 : hook.failures + 1;
    if (hook.failures >= FAILURES_MAX) hook.status = 'disabled';
  }

  /** A saved webhook sends its number as a form, without a signature. */
  private ping(store: WooStore, hook: WooWebhook): void {
    this.hooks.send({
      partner: 'woocommerce',
      shop: store.slug,
      topic: 'ping',
      method: 'POST',
      url: hook.delivery_url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'WooCommerce/10.8.0 Hookshot' },
      body: `webhook_id=${hook.id}`,
    });
  }

  list(store: WooStore, call: Call): Answer {
    const status = choiceOf(call, 'status', 'all', ['all', 'active', 'paused', 'disabled']);
    const rows = [...store.webhooks.values()].filter((hook) => status === 'all' || hook.status === status);
    return pageAnswer(call, rows.reverse(), presentWebhook(store));
  }

  create(store: WooStore, call: Call, body: Record<string, unknown>): Answer {
    checkBody(
      { name: text, status: statuses, topic: required(text), delivery_url: required(text), secret: text },
      body,
    );
    const topic = String(body.topic);
    if (!TOPIC.test(topic)) throw invalidParameter('topic', 'Webhook topic must be valid.');
    const url = String(body.delivery_url);
    if (!/^https?:\/\//.test(url)) throw invalidParameter('delivery_url', 'Webhook delivery URL must be a valid URL.');
    const hook: WooWebhook = {
      id: store.ids.next(),
      name: String(body.name ?? `Webhook created on ${call.at.toISOString()}`),
      status: (body.status as WooWebhook['status']) ?? 'active',
      topic,
      delivery_url: url,
      secret: String(body.secret ?? store.keys[0]?.secret ?? ''),
      createdAt: call.at,
      modifiedAt: call.at,
      failures: 0,
    };
    store.webhooks.set(hook.id, hook);
    this.ping(store, hook);
    return json(201, presentWebhook(store)(hook));
  }

  one(store: WooStore, id: number): WooWebhook {
    const hook = store.webhooks.get(id);
    if (!hook) throw invalidId('shop_webhook');
    return hook;
  }

  update(store: WooStore, call: Call, id: number, body: Record<string, unknown>): Answer {
    const hook = this.one(store, id);
    checkBody({ name: text, status: statuses, topic: text, delivery_url: text, secret: text }, body);
    hook.name = String(body.name ?? hook.name);
    hook.status = (body.status as WooWebhook['status']) ?? hook.status;
    hook.topic = String(body.topic ?? hook.topic);
    hook.secret = String(body.secret ?? hook.secret);
    hook.delivery_url = String(body.delivery_url ?? hook.delivery_url);
    hook.modifiedAt = call.at;
    if (body.status === 'active') hook.failures = 0;
    this.ping(store, hook);
    return json(200, presentWebhook(store)(hook));
  }

  remove(store: WooStore, call: Call, id: number): Answer {
    const hook = this.one(store, id);
    if (!['true', '1'].includes(call.query.get('force') ?? ''))
      throw invalidParameter('force', 'Webhooks do not support trashing.');
    store.webhooks.delete(id);
    return json(200, presentWebhook(store)(hook));
  }
}
