import { expect } from '@playwright/test';
import type { Call } from './people.ts';

interface Partner {
  code: number;
  slug: string;
  demo: { field: string; value: string }[];
}

/**
 * Connects a client to the demo's WooCommerce shop, and waits until its orders are here. Answers the connection's id.
 */
export async function connectDemoShop(call: Call, clientId: number): Promise<number> {
  const partners = await call<Partner[]>('GET', '/integrations/partners');
  const partner = partners.find(({ slug }) => slug === 'woocommerce');
  const credentials = Object.fromEntries((partner?.demo ?? []).map(({ field, value }) => [field, value]));
  const { id } = await call('POST', '/integrations', {
    name: 'Looked at',
    client_id: clientId,
    type: partner?.code,
    synchronize: 0,
    ...credentials,
  });
  await call('POST', `/integrations/${id}/sync`, {});
  const waiting = `/integrations/orders?filter_by[integration_id]=${id}&filter_by[state]=waiting`;
  await expect
    .poll(async () => (await call<{ total: number }>('GET', waiting)).total, { timeout: 30_000 })
    .toBeGreaterThan(0);
  return id;
}
