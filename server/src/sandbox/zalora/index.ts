import { type Answer, type Call, json, type Partner, type PartnerTools } from '../kit/partner.ts';
import { classicAnswer } from './classic.ts';
import { ZaloraError } from './errors.ts';
import { restAnswer } from './rest.ts';
import { ZaloraShop } from './shop.ts';
import { ZaloraStore } from './store.ts';
import { ZaloraWebhooks } from './webhooks.ts';

/** Calls of one seller in a second. */
const PER_SECOND = 30;
const MAINTENANCE_SECONDS = '120';

/** Imitates Zalora's Seller Center: REST 2.0 below `/v2`, and the classic API at the root with `Action=`. */
export class Zalora implements Partner {
  readonly slug = 'zalora';
  readonly stores: ZaloraStore[] = [];
  readonly webhooks: ZaloraWebhooks;
  private readonly shops: ZaloraShop[] = [];
  private readonly demo: ZaloraStore;
  private readonly now: () => Date;
  private readonly counts = new Map<ZaloraStore, { second: number; calls: number }>();
  private baseUrl = '';

  constructor({ hooks, now, firstId }: PartnerTools) {
    this.now = now;
    this.webhooks = new ZaloraWebhooks(hooks, now);
    this.demo = this.addStore({
      slug: 'demo-zalora',
      title: 'Demo Zalora',
      ...(firstId === undefined ? {} : { firstId }),
    });
  }

  addStore(options: ConstructorParameters<typeof ZaloraStore>[0]): ZaloraStore {
    const store = new ZaloraStore(options);
    this.stores.push(store);
    this.shops.push(new ZaloraShop(store, this.webhooks, this.now));
    return store;
  }

  fronts(): ZaloraShop[] {
    return this.shops;
  }

  credentials(): Record<string, string> {
    return {
      o_auth_token: 'sellercenter-api.zalora.sg',
      key_1: this.demo.appId,
      key_2: this.demo.appSecret,
    };
  }

  mountedAt(url: string): void {
    this.baseUrl = url;
  }

  operations(call: Call): string[] {
    const action = call.query.get('Action');
    return action ? [action] : [];
  }

  answer(call: Call): Answer {
    this.webhooks.retryDue();
    try {
      const admit = (store: ZaloraStore) => this.admit(store, call.at);
      if (call.path === '/') return classicAnswer(this.stores, this.webhooks, call, admit);
      return restAnswer({ stores: this.stores, webhooks: this.webhooks, baseUrl: () => this.baseUrl }, call, admit);
    } catch (error) {
      if (!(error instanceof ZaloraError)) throw error;
      if (error.status === 503)
        return json(
          503,
          { message: error.message, caused_by: 'maintenance_mode' },
          { 'retry-after': MAINTENANCE_SECONDS },
        );
      return error.problem(error.status === 429 ? { 'retry-after': '1' } : {});
    }
  }

  private admit(store: ZaloraStore, at: Date): void {
    if (store.switches.maintenance) throw new ZaloraError(503, 'E999', 'Seller Center is under maintenance');
    const second = Math.floor(at.getTime() / 1000);
    const count = this.counts.get(store);
    const calls = count?.second === second ? count.calls + 1 : 1;
    this.counts.set(store, { second, calls });
    if (calls > PER_SECOND) throw new ZaloraError(429, 'E429', 'Too many requests');
  }
}
