import { Amazon } from './amazon/index.ts';
import { Freight } from './freight/index.ts';
import { CallLog, type RecordedCall } from './kit/calls.ts';
import { SandboxClock } from './kit/clock.ts';
import { controlAnswer } from './kit/control.ts';
import { type Fault, Faults } from './kit/faults.ts';
import { Hooks } from './kit/hooks.ts';
import type { Partner, PartnerTools, SandboxApp } from './kit/partner.ts';
import { listen, type Mounted } from './kit/server.ts';
import type { ShopFront } from './kit/shop-front.ts';
import { Magento } from './magento/index.ts';
import { SandboxPage } from './page/index.ts';
import { addDemoOrders, type Seed } from './seed.ts';
import { Shippo } from './shippo/index.ts';
import { ShipStation } from './shipstation/index.ts';
import { Shopify } from './shopify/index.ts';
import { TradeGecko } from './tradegecko/index.ts';
import { WooCommerce } from './woocommerce/index.ts';
import { Zalora } from './zalora/index.ts';

export type { RecordedCall } from './kit/calls.ts';
export type { Fault } from './kit/faults.ts';
export type { NewOrder, ShopFront, ShopOrder } from './kit/shop-front.ts';
export type { Seed } from './seed.ts';

export interface SandboxOptions {
  /** 0 takes a free one. */
  port?: number;
  /** Offers the routes below `/_sim`, for tests. */
  control?: boolean;
  now?: () => Date;
  seed?: Seed;
  /** Where the ids of the demo shops begin, for one that must not repeat those of an earlier start. */
  firstId?: number;
  /** Hosts besides this machine that the page may be asked for by, where a proxy stands in front of it. */
  allowedHosts?: string[];
}

/** Every partner of the sandbox, by its slug. */
const PARTNERS = {
  amazon: (tools: PartnerTools) => new Amazon(tools),
  freight: (tools: PartnerTools) => new Freight(tools),
  magento: (tools: PartnerTools) => new Magento(tools),
  shopify: (tools: PartnerTools) => new Shopify(tools),
  shippo: (tools: PartnerTools) => new Shippo(tools),
  shipstation: (tools: PartnerTools) => new ShipStation(tools),
  tradegecko: (tools: PartnerTools) => new TradeGecko(tools),
  woocommerce: (tools: PartnerTools) => new WooCommerce(tools),
  zalora: (tools: PartnerTools) => new Zalora(tools),
};
type Partners = { [Slug in keyof typeof PARTNERS]: ReturnType<(typeof PARTNERS)[Slug]> };

export interface Sandbox extends Partners {
  /** Where it listens, for example `http://127.0.0.1:4711`; each partner is below its name. */
  url: string;
  /** The base address of each partner: the operator's setting of the product. */
  baseUrls: Record<string, string>;
  /** What a user enters to connect the demo shop of a partner, by the names of the credential's fields. */
  credentials: Record<string, Record<string, string>>;
  /** What the operator sets of an application, by partner. */
  apps: Record<string, SandboxApp>;
  /** Every shop, as people use it. */
  shops: ShopFront[];
  clock: SandboxClock;
  hooks: Hooks;
  seed(seed: Seed): void;
  fail(fault: Fault): void;
  /** Forgets the failures that were not used. */
  stopFailing(): void;
  calls(): RecordedCall[];
  clearCalls(): void;
  stop(): Promise<void>;
}

const bySlug = <Value>(partners: Partner[], value: (partner: Partner) => Value): Record<string, Value> =>
  Object.fromEntries(partners.map((partner) => [partner.slug, value(partner)]));

/** Starts the imitations of the partners on this machine. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = new SandboxClock(options.now);
  const now = () => clock.now();
  const calls = new CallLog();
  const faults = new Faults();
  const hooks = new Hooks(now);
  const { firstId } = options;
  const tools: PartnerTools = { hooks, now, ...(firstId === undefined ? {} : { firstId }) };
  const named = Object.fromEntries(Object.entries(PARTNERS).map(([slug, make]) => [slug, make(tools)])) as Partners;
  const partners: Partner[] = Object.values(named);
  const shops = () => partners.flatMap((partner) => partner.fronts());
  const seed = (given: Seed) => seedDemoShops(partners, given);
  const mounted: Mounted[] = partners.map((partner) => ({
    prefix: `/${partner.slug}`,
    partner,
    answer: (call) => partner.answer(call),
  }));
  const shopPages = new SandboxPage(shops, () => partners.flatMap((partner) => partner.desks?.() ?? []));
  mounted.push({ prefix: '/sandbox', answer: (call) => shopPages.answer(call) });
  const credentials = () => bySlug(partners, (partner) => partner.credentials());
  const controls = { clock, calls, faults, hooks, seed, credentials };
  if (options.control) mounted.push({ prefix: '/_sim', answer: (call) => controlAnswer(controls, call) });
  const server = await listen({
    port: options.port ?? 0,
    mounted,
    faults,
    calls,
    now,
    allowedHosts: options.allowedHosts ?? [],
  });
  const urlOf = ({ slug }: Partner) => `${server.url}/${slug}`;
  for (const partner of partners) partner.mountedAt?.(urlOf(partner));
  seed(options.seed ?? {});
  return {
    ...named,
    url: server.url,
    baseUrls: bySlug(partners, urlOf),
    credentials: credentials(),
    apps: Object.fromEntries(partners.flatMap((partner) => (partner.app ? [[partner.slug, partner.app()]] : []))),
    get shops() {
      return shops();
    },
    clock,
    hooks,
    seed,
    fail: (fault) => faults.add(fault),
    stopFailing: () => faults.clear(),
    calls: () => calls.list(),
    clearCalls: () => calls.clear(),
    stop: async () => {
      await hooks.settled();
      await server.stop();
    },
  };
}

/** The demo shop of each partner is its first. */
function seedDemoShops(partners: Partner[], { products = [], demoOrders = false }: Seed): void {
  for (const [shop] of partners.map((partner) => partner.fronts())) {
    if (!shop) continue;
    for (const product of products) shop.addProduct(product);
    if (demoOrders) addDemoOrders(shop);
  }
}
