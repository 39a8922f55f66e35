import { DEMO_SHOP } from '../demo/demo-channels.ts';
import { systemClock } from '../platform/clock.ts';
import { sql } from '../platform/database/sql.ts';
import { type Open, staffScope, type Tx } from '../platform/database/tx.ts';
import { sha256 } from '../platform/ids.ts';
import type { PartnerSettings } from '../platform/outgoing/partner-settings.ts';
import type { Vault } from '../platform/vault.ts';

/** The seller account of the demo. */
const DEMO_SELLER = 'Kestrel seller account';

/**
 * Ids of the demo shops grow by ten per second since this moment, so that every start uses ids that no earlier start
 * had.
 */
const SHOPS_SINCE = Date.UTC(2026, 0, 1);

/** What the shops of the demo sell: items that the demo's client has on hand. */
async function readProducts(tx: Tx): Promise<{ sku: string; name: string; price: string }[]> {
  const { rows } = await sql<{ sku: string; name: string; price: string }>`
    select i.sku, i.name, i.selling::text as price from inventories i
    join item_totals t on t.client_id = i.client_id and t.inventory_id = i.id
    join users u on u.client_id = i.client_id and u.email = 'client@longshore.test'
    where i.type = 'Item' and i.is_active and not i.lot and not i.serial order by t.available desc, i.id limit 12`.execute(
    tx,
  );
  return rows;
}

/**
 * The part of the sandbox's bundle that the demo uses. Declared here, because an import of its types would count as an
 * import of its code.
 */
interface SandboxBundle {
  startSandbox(options: {
    port?: number;
    firstId: number;
    seed: { products: { sku: string; name: string; price: string }[]; demoOrders: boolean };
  }): Promise<{
    url: string;
    baseUrls: Record<string, string>;
    credentials: Record<string, Record<string, string>>;
    apps: NonNullable<PartnerSettings['apps']>;
    stop(): Promise<void>;
  }>;
}

/**
 * Points the demo's connection at the shop that has just started: its address may differ from that of the last start.
 */
async function connectDemoShop(tx: Tx, vault: Vault, credentials: Record<string, string>): Promise<void> {
  const { key_1 = '', key_2 = '', o_auth_token = '' } = credentials;
  const { rows } = await sql<{ id: number; secrets: Buffer }>`
    select id, secrets from integrations where name = ${DEMO_SHOP} and type = 5 order by id limit 1`.execute(tx);
  const [shop] = rows;
  if (!shop) return;
  const secrets = { ...(JSON.parse(vault.open(shop.secrets)) as object), key_2 };
  await sql`update integrations set fields = ${JSON.stringify({ o_auth_token, key_1 })}::jsonb, secrets = ${vault.seal(JSON.stringify(secrets))}
    where id = ${shop.id}`.execute(tx);
}

/**
 * The seller account of the demo's client, so that an order can be planned at the marketplace without an invitation: a demo
 * has no mail server. What a user switches off afterwards stays off.
 */
async function connectDemoSeller(
  tx: Tx,
  vault: Vault,
  { key_1 = '', access_token = '' }: Record<string, string>,
): Promise<void> {
  const secrets = (token: string) =>
    vault.seal(JSON.stringify({ access_token, hook_token: token, hook_secret: token }));
  const { rows } = await sql<{
    id: number;
  }>`select id from integrations where name = ${DEMO_SELLER} and type = 11`.execute(tx);
  const [seller] = rows;
  if (seller) {
    await sql`update integrations set fields = ${JSON.stringify({ key_1 })}::jsonb, secrets = ${secrets('demo-seller')}, account = ${key_1},
        token = null, token_expires_at = null where id = ${seller.id}`.execute(tx);
    return;
  }
  const { count } = await sql`
    insert into integrations (client_id, type, name, fields, secrets, set_at, hook_hash, verified, verified_at, account, synchronize,
      user_id, user_name)
    select c.client_id, 11, ${DEMO_SELLER}, ${JSON.stringify({ key_1 })}::jsonb, ${secrets('demo-seller')},
      jsonb_build_object('access_token', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      ${sha256('demo-seller')}, true, now(), ${key_1}, false, u.id, u.name
    from users c cross join lateral (select id, name from users where is_su order by id limit 1) u
    where c.email = 'client@longshore.test' and c.client_id is not null`.execute(tx);
  if (count === 0) return;
  await sql`update clients set is_fba = true
    where id = (select client_id from users where email = 'client@longshore.test')`.execute(tx);
  await sql`update company set do_fba = true`.execute(tx);
}

export interface DemoShops {
  partners: Pick<PartnerSettings, 'urls' | 'apps' | 'demo' | 'demoPage'>;
  stop(): Promise<void>;
}

/**
 * Starts the built-in shops of the demo, on this machine only. Their code is a bundle of its own, which no other server
 * loads. Their address stays the same over restarts, as far as the port is free, because connections remember it.
 */
export async function startDemoShops(open: Open, vault: Vault, port: number): Promise<DemoShops> {
  const products = await open(staffScope, readProducts, 'read');
  const bundle = new URL('./sandbox.js', import.meta.url).href;
  const { startSandbox: start } = (await import(bundle)) as SandboxBundle;
  const seed = { products, demoOrders: true };
  // Orders of an earlier start have other ids: these shops forget everything when they stop.
  const firstId = Math.floor((systemClock.now().getTime() - SHOPS_SINCE) / 100);
  const sandbox = await start({ port, seed, firstId }).catch(() => start({ seed, firstId }));
  await open(staffScope, async (tx) => {
    await connectDemoShop(tx, vault, sandbox.credentials.woocommerce ?? {});
    await connectDemoSeller(tx, vault, sandbox.credentials.amazon ?? {});
  });
  return {
    partners: {
      urls: sandbox.baseUrls,
      apps: sandbox.apps,
      demo: sandbox.credentials,
      demoPage: `${sandbox.url}/sandbox`,
    },
    stop: () => sandbox.stop(),
  };
}
