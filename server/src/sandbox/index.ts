import { CallLog, type RecordedCall } from './kit/calls.ts';
import { SandboxClock } from './kit/clock.ts';
import { controlAnswer } from './kit/control.ts';
import { type Fault, Faults } from './kit/faults.ts';
import { Hooks } from './kit/hooks.ts';
import { listen, type Mounted } from './kit/server.ts';
import type { ShopFront } from './kit/shop-front.ts';
import { SandboxPage } from './page/index.ts';
import { addDemoOrders, type Seed } from './seed.ts';
import { Shopify } from './shopify/index.ts';
import type { ShopifyMerchant } from './shopify/merchant.ts';
import type { ShopifyShopOptions } from './shopify/shop.ts';
import { WooCommerce } from './woocommerce/index.ts';
import { WooShop } from './woocommerce/shop.ts';
import type { WooStoreOptions } from './woocommerce/store.ts';

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

export interface Sandbox {
  /** Where it listens, for example `http://127.0.0.1:4711`; each partner is below its name. */
  url: string;
  /** The base address of each partner: the operator's setting of the product. */
  baseUrls: Record<string, string>;
  /** What a user enters to connect the demo shop of a partner, by the names of the credential's fields. */
  credentials: Record<string, Record<string, string>>;
  /** Every shop, as people use it. */
  shops: ShopFront[];
  shopify: Shopify;
  woocommerce: WooCommerce;
  clock: SandboxClock;
  hooks: Hooks;
  addShopifyShop(options: ShopifyShopOptions): ShopifyMerchant;
  addWooStore(options: WooStoreOptions): WooShop;
  seed(seed: Seed): void;
  fail(fault: Fault): void;
  /** Forgets the failures that were not used. */
  stopFailing(): void;
  calls(): RecordedCall[];
  clearCalls(): void;
  stop(): Promise<void>;
}

const DEMO_SHOPIFY = 'demo-shopify';
const DEMO_WOO = 'demo-woocommerce';

/** Starts the imitations of the partners on this machine. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = new SandboxClock(options.now);
  const now = () => clock.now();
  const calls = new CallLog();
  const faults = new Faults();
  const hooks = new Hooks(now);
  const partners = makePartners(hooks, now, options.firstId);
  const { shopify, woocommerce, shops, addShopifyShop, addWooStore, seed } = partners;
  const mounted: Mounted[] = [shopify, woocommerce].map((partner) => ({
    prefix: `/${partner.slug}`,
    partner,
    answer: (call) => partner.answer(call),
  }));
  const shopPages = new SandboxPage(shops);
  mounted.push({ prefix: '/sandbox', answer: (call) => shopPages.answer(call) });
  const controls = { clock, calls, faults, hooks, seed };
  if (options.control) mounted.push({ prefix: '/_sim', answer: (call) => controlAnswer(controls, call) });
  const server = await listen({
    port: options.port ?? 0,
    mounted,
    faults,
    calls,
    now,
    allowedHosts: options.allowedHosts ?? [],
  });
  woocommerce.mountedAt(`${server.url}/woocommerce`);
  seed(options.seed ?? {});
  return {
    url: server.url,
    baseUrls: { shopify: `${server.url}/shopify`, woocommerce: `${server.url}/woocommerce` },
    credentials: credentialsOf(partners),
    shops,
    shopify,
    woocommerce,
    clock,
    hooks,
    addShopifyShop,
    addWooStore,
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

/** All partners, each with its demo shop. */
function makePartners(hooks: Hooks, now: () => Date, firstId: number | undefined) {
  const begin = firstId === undefined ? {} : { firstId };
  const shopify = new Shopify(hooks, now);
  const woocommerce = new WooCommerce(hooks);
  const shops: ShopFront[] = [];
  const addShopifyShop = (options: ShopifyShopOptions): ShopifyMerchant => {
    const merchant = shopify.addShop(options);
    shops.push(merchant);
    return merchant;
  };
  const addWooStore = (options: WooStoreOptions): WooShop => {
    const shop = new WooShop(woocommerce.addStore(options), woocommerce.webhooks, now);
    shops.push(shop);
    return shop;
  };
  const demoShopify = addShopifyShop({ name: DEMO_SHOPIFY, title: 'Demo Shopify', ...begin });
  const demoWoo = addWooStore({ slug: DEMO_WOO, title: 'Demo WooCommerce', ...begin });
  const seed = ({ products = [], demoOrders = false }: Seed): void => {
    for (const shop of [demoShopify, demoWoo]) {
      for (const product of products) shop.addProduct(product);
      if (demoOrders) addDemoOrders(shop);
    }
  };
  return { shopify, woocommerce, shops, addShopifyShop, addWooStore, seed, demoShopify, demoWoo };
}

function credentialsOf({ demoShopify, demoWoo, woocommerce }: ReturnType<typeof makePartners>) {
  const { shop } = demoShopify;
  const [token = ''] = shop.tokens.keys();
  const store = woocommerce.stores.get(demoWoo.slug);
  const key = store?.keys[0];
  return {
    shopify: {
      access_token: token,
      o_auth_token: shop.host,
      api_version: 'V1',
      client_id: shop.clientId,
      client_secret: shop.clientSecrets[0]?.secret ?? '',
    },
    woocommerce: {
      key_1: key?.key ?? '',
      key_2: key?.secret ?? '',
      o_auth_token: store ? woocommerce.urlOf(store) : '',
    },
  };
}
