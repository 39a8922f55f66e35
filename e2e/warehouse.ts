import { expect, type Page } from '@playwright/test';
import { address } from '../server/test/address.ts';
import { PASSWORD, signIn } from './people.ts';

const ADDRESS = address('Pine & Poppy');

export interface Item {
  id: number;
  sku: string;
}

/** A journey's own client and user, and calls of the API: nobody else's records are touched. */
export async function ownWarehouse(page: Page, name: string) {
  const login = await page.request.post('/api/auth/login', {
    data: { email: 'super@longshore.test', password: PASSWORD },
  });
  const { data: session } = (await login.json()) as { data: { jwt: string } };
  const headers = { authorization: `Bearer ${session.jwt}` };
  const call = async <Data>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<Data> => {
    const answer = await page.request.fetch(`/api/v3${path}`, { method, headers, ...(data ? { data } : {}) });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return ((await answer.json()) as { data: Data }).data;
  };
  const make = (path: string, data: object) => call<{ id: number }>('POST', path, data);
  const client = await make('/clients', { company: `${name} ${Date.now()}`, email: `${name}@journey.test` });
  const relations = new Map<string, number>();
  const relationOf = async (type: 'customer' | 'vendor') => {
    const known = relations.get(type);
    if (known) return known;
    const { id } = await make('/relations', { type, client_id: client.id, name: `${name} ${type}` });
    relations.set(type, id);
    return id;
  };
  return {
    clientId: client.id,
    call,
    make,
    /** Signs in as a user of this journey only. */
    async signIn() {
      const email = `${name}-${Date.now()}@journey.test`;
      const user = await call<{ newlyCreatedPassword: string }>('POST', '/users', {
        name,
        email,
        is_main_user: true,
        is_su: true,
      });
      await signIn(page, email, user.newlyCreatedPassword);
    },
    async item(sku: string, more: object = {}): Promise<Item> {
      const { id } = await make('/inventories', {
        client_id: client.id,
        type: 'Item',
        sku,
        name: `Item ${sku}`,
        ...more,
      });
      return { id, sku };
    },
    plate: (license: string) => make('/licenses', { license, client_id: client.id, uom_id: 1 }),
    /** An order that is shipped in full. Answers both ids. */
    async shipped(
      type: 'Vendor Order' | 'Customer Order',
      reference: string,
      lines: readonly [item: number, quantity: number][],
    ) {
      const order = await make('/orders', {
        type,
        client_id: client.id,
        reference,
        po: '',
        relation_id: await relationOf(type === 'Vendor Order' ? 'vendor' : 'customer'),
        shipping_address: ADDRESS,
        billing_address: ADDRESS,
        shipping: { courier_id: 1 },
        lines: lines.map(([inventory_id, quantity]) => ({ inventory_id, quantity })),
      });
      const { shipments } = await call<{ shipments: { id: number }[] }>('PUT', `/orders/${order.id}/shipment/full`);
      return { orderId: order.id, shipmentId: shipments[0]?.id ?? 0 };
    },
    /** In stock, reserved and quarantined units of each item. */
    totals: (items: readonly Item[]) =>
      Promise.all(
        items.map(async ({ id }) => {
          const item = await call<{ in_stock: number; reserved: number; quarantined: number }>(
            'GET',
            `/inventories/${id}`,
          );
          return [item.in_stock, item.reserved, item.quarantined];
        }),
      ),
    orderState: async (id: number) => {
      const order = await call<{ status: string; bo: number; lines: { line_status: { leftover: number } }[] }>(
        'GET',
        `/orders/${id}`,
      );
      return [order.status, order.bo, ...order.lines.map(({ line_status }) => line_status.leftover)];
    },
  };
}
export type OwnWarehouse = Awaited<ReturnType<typeof ownWarehouse>>;
