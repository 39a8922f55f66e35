import { api, type Order, type Trace } from '@longshore/contract';
import type { GivenRelation, OrderBody } from './given.ts';
import { type Caller, type TestApp, testApp } from './harness.ts';

const { orders } = api;

/** What a form sends back. */
export const orderForm = (order: Order) => ({
  relation_id: order.relation_id,
  reference: order.reference,
  po: order.po,
  shipping_address_id: order.shipping_address_id,
  billing_address_id: order.billing_address_id,
  accounting: order.accounting,
  shipping: order.shipping,
  note: order.note,
  print_note: order.print_note,
  lines: order.lines.map(({ id, inventory_id, sku, name, quantity, price, comment, kit_id }) => ({
    id,
    inventory_id,
    sku,
    name,
    quantity,
    price,
    comment,
    kit_id,
  })),
  updated_at: order.updated_at,
});

/** Fixtures for order tests: users of a new client and of another, items, kits and orders. */
export interface Orders {
  it: TestApp;
  main: Caller;
  clientId: number;
  /** A user of the client who may write orders, and one who may not. */
  client: Caller;
  reader: Caller;
  otherId: number;
  other: Caller;
  courierId: number;
  to: GivenRelation;
  item(fields?: object): ReturnType<TestApp['given']['item']>;
  kitOf(...parts: [id: number, qty: number][]): ReturnType<TestApp['given']['item']>;
  body(fields?: Partial<OrderBody>): Promise<OrderBody>;
  make(fields?: Partial<OrderBody>): Promise<Order>;
  get(id: number): Promise<Order>;
  save(order: Order, fields?: object): Promise<Order>;
  trySave(order: Order, fields?: object): ReturnType<Caller['call']>;
  /** An order's history, newest first. */
  tracesOf(id: number): Promise<Trace[]>;
  eventsOf(id: number): Promise<string[]>;
}

export async function givenOrders(): Promise<Orders> {
  const it = await testApp();
  const main = await it.as('super');
  const [clientId, otherId] = [await it.given.client(), await it.given.client()];
  const { caller: client } = await it.given.clientUser(clientId, true);
  const { caller: reader } = await it.given.clientUser(clientId);
  const { caller: other } = await it.given.clientUser(otherId, true);
  const courierId = await it.given.courierOf(null, 'Swift Parcel');
  const to = await it.given.relationWithAddress(client, { name: 'Harbor Cafe' });
  const item: Orders['item'] = (fields = {}) => it.given.item(client, { selling: '9.40', cost: '5.10', ...fields });
  const body: Orders['body'] = (fields = {}) =>
    it.given.orderBody(client, fields.type ?? 'Customer Order', {
      relation_id: to.id,
      shipping_address_id: to.addressId,
      billing_address_id: to.addressId,
      shipping: { courier_id: courierId },
      ...fields,
    });
  const update = (order: Order, fields: object = {}) => ({
    params: { id: order.id },
    body: { ...orderForm(order), ...fields },
  });
  return {
    it,
    main,
    clientId,
    client,
    reader,
    otherId,
    other,
    courierId,
    to,
    item,
    body,
    async kitOf(...parts) {
      const kit = await item({ type: 'Kit', selling: '10' });
      for (const [itemId, qty] of parts)
        await client.ok(api.inventories.addComponent, { params: { id: kit.id }, body: { itemId, qty } });
      return kit;
    },
    make: async (fields = {}) => client.ok(orders.create, { body: await body(fields) }),
    get: (id) => client.ok(orders.get, { params: { id } }),
    save: (order, fields) => client.ok(orders.update, update(order, fields)),
    trySave: (order, fields) => client.call(orders.update, update(order, fields)),
    tracesOf: async (id) =>
      (await main.ok(api.records.traces, { query: { traceable_type: 'Order', traceable_id: id } })).data,
    async eventsOf(id) {
      const rows = await it.database.owner<{ kind: string }>(
        `select kind from events where subject_id = $1 and kind like 'order.%' order by id`,
        [id],
      );
      return rows.map(({ kind }) => kind);
    },
  };
}
