import { createHash } from 'node:crypto';
import type { Hooks } from '../kit/hooks.ts';
import { unprocessable } from './errors.ts';
import type { ZaloraItem, ZaloraOrder, ZaloraStore, ZaloraWebhook } from './store.ts';

export const EVENTS = [
  'onFeedCompleted',
  'onFeedCreated',
  'onOrderCreated',
  'onOrderItemsStatusChanged',
  'onProductCreated',
  'onProductQcStatusChanged',
  'onProductUpdated',
  'onReturnStatusChanged',
  'onStatisticsUpdated',
];
const MINUTE_MS = 60_000;
/** Minutes between attempts; the last one is repeated for 30 days. */
const RETRY_MINUTES = [1, 5, 10, 30, 60, 120, 300, 600, 1440];
const GIVES_UP_MS = 30 * 24 * 60 * MINUTE_MS;

interface Pending {
  store: ZaloraStore;
  hook: ZaloraWebhook;
  event: string;
  body: string;
  tries: number;
  firstAt: Date;
  nextAt: Date;
}

/** Sends the webhooks of sellers. A callback is repeated until it is answered with exactly 200. */
export class ZaloraWebhooks {
  private pending: Pending[] = [];

  constructor(
    private readonly hooks: Hooks,
    private readonly now: () => Date,
  ) {}

  create(store: ZaloraStore, callbackUrl: string, events: string[]): ZaloraWebhook {
    if (!/^https?:\/\/[^/]+/.test(callbackUrl)) throw unprocessable('E080', 'The callback URL is invalid');
    const unknown = events.find((event) => !EVENTS.includes(event));
    if (unknown || events.length === 0) throw unprocessable('E081', `There is no event “${unknown ?? ''}”`);
    const id = store.ids.next();
    const hex = createHash('sha256').update(`${store.slug}:${id}`).digest('hex');
    const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
    const hook: ZaloraWebhook = {
      uuid,
      id,
      callbackUrl,
      events,
      isEnabled: true,
      createdAt: this.now(),
      lastCallAt: null,
      lastStatus: 'success',
    };
    store.webhooks.set(uuid, hook);
    return hook;
  }

  orderCreated(store: ZaloraStore, { id, number }: ZaloraOrder): void {
    this.tell(store, 'onOrderCreated', { OrderId: id, OrderNr: number });
  }

  itemsChanged(store: ZaloraStore, order: ZaloraOrder, items: ZaloraItem[], status: string): void {
    const OrderItemIds = items.map(({ id }) => id);
    this.tell(store, 'onOrderItemsStatusChanged', { OrderId: order.id, OrderItemIds, NewStatus: status });
  }

  /** Sends again what is due. */
  retryDue(): void {
    const due = this.pending.filter(({ nextAt }) => nextAt <= this.now());
    this.pending = this.pending.filter((each) => !due.includes(each));
    for (const each of due) this.deliver(each);
  }

  private tell(store: ZaloraStore, event: string, payload: object): void {
    const body = JSON.stringify({ event, payload });
    const at = this.now();
    for (const hook of store.webhooks.values())
      if (hook.isEnabled && hook.events.includes(event))
        this.deliver({ store, hook, event, body, tries: 0, firstAt: at, nextAt: at });
  }

  private deliver(call: Pending): void {
    const { store, hook, event, body } = call;
    hook.lastStatus = 'inprogress';
    this.hooks.send({
      partner: 'zalora',
      shop: store.slug,
      topic: event,
      method: 'POST',
      url: hook.callbackUrl,
      headers: { 'content-type': 'application/json', 'user-agent': 'SellerCenter' },
      body,
      onAnswer: (status) => this.answered(call, status),
    });
  }

  private answered(call: Pending, status: number | undefined): void {
    const at = this.now();
    call.hook.lastCallAt = at;
    call.hook.lastStatus = status === 200 ? 'success' : 'fail';
    if (status === 200 || at.getTime() - call.firstAt.getTime() > GIVES_UP_MS) return;
    const minutes = RETRY_MINUTES[Math.min(call.tries, RETRY_MINUTES.length - 1)] ?? 1440;
    this.pending.push({ ...call, tries: call.tries + 1, nextAt: new Date(at.getTime() + minutes * MINUTE_MS) });
  }
}
