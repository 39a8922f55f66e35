import type { Hooks } from '../kit/hooks.ts';
import type { SsAccount, SsOrder } from './account.ts';
import { badRequest } from './errors.ts';
import { presentWebhook } from './present.ts';

const EVENTS = [
  'ORDER_NOTIFY',
  'ITEM_ORDER_NOTIFY',
  'SHIP_NOTIFY',
  'ITEM_SHIP_NOTIFY',
  'FULFILLMENT_SHIPPED',
  'FULFILLMENT_REJECTED',
] as const;
export type SsEvent = (typeof EVENTS)[number];

/** Sends the webhooks of an account. They are not signed, and say only where to read. */
export class SsWebhooks {
  private readonly hooks: Hooks;
  private readonly baseUrl: () => string;

  constructor(hooks: Hooks, baseUrl: () => string) {
    this.hooks = hooks;
    this.baseUrl = baseUrl;
  }

  tell(account: SsAccount, { storeId, importBatch }: SsOrder, event: SsEvent): void {
    const records = event.includes('ORDER') ? 'orders' : event.startsWith('FULFILLMENT') ? 'fulfillments' : 'shipments';
    const address = `${this.baseUrl()}/${records}?storeID=${storeId}&importBatch=${importBatch}`;
    const body = JSON.stringify({ resource_url: account.switches.resourceUrl || address, resource_type: event });
    for (const hook of account.webhooks.values())
      if (hook.event === event && (hook.storeId === null || hook.storeId === storeId))
        this.hooks.send({
          partner: 'shipstation',
          shop: account.slug,
          topic: event,
          method: 'POST',
          url: hook.url,
          headers: { 'content-type': 'application/json', 'user-agent': 'ShipStation' },
          body,
        });
  }

  subscribe(account: SsAccount, body: Record<string, unknown>): object {
    const { target_url: url, event, store_id: storeId, friendly_name: name } = body;
    if (typeof url !== 'string' || !/^https?:\/\//.test(url)) throw badRequest('target_url is invalid.');
    if (!EVENTS.some((each) => each === event)) throw badRequest('event is invalid.');
    const store = storeId === null || storeId === undefined || storeId === '' ? null : Number(storeId);
    if (store !== null && !account.stores.some((each) => each.storeId === store))
      throw badRequest('store_id is invalid.');
    const hook = { id: account.ids.next(), url, event: String(event), name: String(name ?? ''), storeId: store };
    account.webhooks.set(hook.id, hook);
    if (account.switches.subscribed === 'id') return { id: hook.id };
    const { WebHookID, HookType, Url, Name } = presentWebhook(hook);
    return { WebHookID, HookType, Url, Name };
  }
}
