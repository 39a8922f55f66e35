import { api } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import type { OrderBody } from '../../../test/given.ts';
import { givenOrders, orderForm } from '../../../test/orders.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';
import { batchObservers } from '../../platform/database/pipelined-connection.ts';

const { orders } = api;
const { it, main, clientId, client, reader, otherId, other, courierId, to, ...given } = await givenOrders();
const { item, kitOf, body, make, get, save, trySave, tracesOf, eventsOf } = given;

describe('creating', () => {
  test('copies items, prices and addresses, and answers the order', async () => {
    const [tea, cup] = [await item({ upc: '0852' }), await item()];
    const sent = await body({
      reference: ' SO-1 ',
      po: 'PO 7',
      accounting: { tax_rate: '0.13', payment_term: '' },
      shipping: {
        courier_id: courierId,
        payment: 'third_party',
        collect_account: { account: '4R8', collect_country_code: 'us', collect_zip_code: '97214' },
      },
      note: 'Ring twice',
      lines: [
        { inventory_id: tea.id, quantity: 3 },
        { inventory_id: cup.id, quantity: 2, price: '1.2345', sku: 'CUP-X', name: 'Cup for them', comment: 'blue' },
      ],
    });
    const order = await client.ok(orders.create, { body: sent });
    expect(order).toMatchObject({
      client_id: clientId,
      type: 'Customer Order',
      status: 'Open',
      reference: 'SO-1',
      po: 'PO 7',
      note: 'Ring twice',
      relation: { id: to.id, name: 'Harbor Cafe' },
      shipping_address_id: to.addressId,
      billing_address_id: to.addressId,
      shipping_address: { company: 'Harbor Cafe', city: 'Astoria', country_code: 'US' },
      accounting: { tax_rate: 0.13, payment_term: 'NA' },
      source: { source: 'Web', source_id: '', source_key: '' },
      web_origin: true,
      api_credential_id: null,
      has_source_address: false,
      bo: 0,
      shipments: [],
      categories: [],
      shipping: {
        api: 'Manual',
        courier_id: courierId,
        courier_name: 'Swift Parcel',
        payment: 'third',
        collect_account: { account: '4R8', collect_country_code: 'US', collect_zip_code: '97214' },
      },
      // 3 × 9.40 + 2 × 1.2345 = 30.669, and 13 % of it 3.98697.
      totals: { units: 5, subtotal: 30.67, tax: 3.99, total: 34.66 },
      fulfill_status: { bo: 0, can_process: 0 },
      order_status: { has_bo: 0, type: 'Customer Order', status: 'Open' },
    });
    expect(order.lines).toMatchObject([
      { inventory_id: tea.id, sku: tea.sku, upc: '0852', price: 9.4, quantity: 3, source: 'Web', kit_id: null },
      { sku: 'CUP-X', name: 'Cup for them', price: 1.2345, comment: 'blue', line_status: { leftover: 2 } },
    ]);
    expect(order.lines[0]?.line_status).toEqual({
      available_inventory: 0,
      leftover: 3,
      processed_qty: 0,
      cancelled_qty: 0,
      shipped_qty: 0,
      pristine_qty: 0,
      quarantined_qty: 0,
    });
    expect(await get(order.id)).toEqual(order);
    const [trace] = await tracesOf(order.id);
    expect(trace?.subject).toBe('Created');
    expect(trace?.array_log).toEqual(
      expect.arrayContaining([
        { field: 'relation_id', newValue: 'Harbor Cafe' },
        { field: 'shipping.courier_id', newValue: 'Swift Parcel' },
        { field: 'shipping_address', newValue: 'Harbor Cafe, 1 Pier Rd, Astoria, OR, 97103, US' },
        { field: 'line', newValue: 'CUP-X' },
        { field: 'line.quantity', newValue: '2' },
      ]),
    );
    expect(await eventsOf(order.id)).toEqual(['order.created']);
  });

  test('takes three batches, the answer and the commit included', async () => {
    const sent = await body();
    let batches = 0;
    const count = () => void batches++;
    batchObservers.add(count);
    await client.ok(orders.create, { body: sent, headers: { 'idempotency-key': 'order-batches' } } as never);
    batchObservers.delete(count);
    expect(batches).toBeLessThanOrEqual(3);
  });

  test('a vendor order takes the cost, and needs no stock', async () => {
    const tea = await item();
    const vendor = await it.given.relationWithAddress(client, { type: 'vendor' });
    const order = await make({
      type: 'Vendor Order',
      relation_id: vendor.id,
      shipping_address_id: vendor.addressId,
      billing_address_id: vendor.addressId,
      lines: [{ inventory_id: tea.id, quantity: 1 }],
    });
    expect(order.lines[0]).toMatchObject({ price: 5.1, line_status: { available_inventory: null } });
    expect(order.fulfill_status).toEqual({ bo: 0, can_process: 1 });
  });

  test('a customer return takes the cost too: nothing is sold', async () => {
    const tea = await item();
    const order = await make({ type: 'Customer Return', lines: [{ inventory_id: tea.id, quantity: 1 }] });
    expect(order.lines[0]).toMatchObject({ price: 5.1 });
  });

  test('names everything that is missing at once', async () => {
    const sent = { type: 'Customer Order', lines: [{ inventory_id: 0, quantity: 1 }] } as never;
    expect(await client.call(orders.create, { body: sent })).toMatchObject({
      status: 422,
      body: {
        errors: {
          relation_id: ['Relation is required'],
          reference: ['Reference is required'],
          shipping_address_id: [expect.any(String)],
          billing_address_id: [expect.any(String)],
          'shipping.courier_id': ['Courier is required'],
          'lines.0.inventory_id': [expect.stringContaining('Invalid line item')],
        },
      },
    });
  });

  test('later edits of the relation and its address do not change the order', async () => {
    const own = await it.given.relationWithAddress(client);
    const order = await make({
      relation_id: own.id,
      shipping_address_id: own.addressId,
      billing_address_id: own.addressId,
    });
    const params = { id: own.id, addrId: own.addressId };
    await client.ok(api.relations.updateAddress, { params, body: { company: 'Moved away' } });
    expect((await get(order.id)).shipping_address).toEqual(order.shipping_address);
    const saved = await save(order, { note: 'after', shipping_address_id: null });
    expect(saved).toMatchObject({ note: 'after', shipping_address: order.shipping_address });
  });

  test('an address is deleted only when no open or processed order uses it', async () => {
    const own = await it.given.relationWithAddress(client);
    const params = { id: own.id, addrId: own.addressId };
    const [reference, addresses] = ['USES-IT', { relation_id: own.id, shipping_address_id: own.addressId }];
    const order = await make({ reference, ...addresses, billing_address_id: 0, billing_address: { company: 'HQ' } });
    for (const status of ['Open', 'Processed']) {
      await it.database.owner('update orders set status = $2 where id = $1', [order.id, status]);
      const refused = await client.call(api.relations.deleteAddress, { params });
      expect([refused.status, refused.body.keys]).toEqual([422, { id: ['AddressInUse:USES-IT'] }]);
    }
    await it.database.owner(`update orders set status = 'Finished' where id = $1`, [order.id]);
    expect(await client.ok(api.relations.deleteAddress, { params })).toBe(true);
    expect((await get(order.id)).shipping_address).toEqual(order.shipping_address);
  });

  test('an address edited for the order is copied, without the id of the address', async () => {
    const order = await make({ shipping_address: { company: 'Back door', city: 'Seaside' } });
    expect(order).toMatchObject({
      shipping_address_id: null,
      shipping_address: { company: 'Back door', city: 'Seaside', street1: '' },
      billing_address_id: to.addressId,
    });
  });

  test('main users create for the client that they name, and API tokens are no web orders', async () => {
    const sent = await body({ client_id: clientId });
    expect((await main.ok(orders.create, { body: sent })).client_id).toBe(clientId);
    const { api_token } = await client.ok(api.session.makeToken, { body: { current_password: DEMO_PASSWORD } });
    const byToken = await it.caller(api_token).ok(orders.create, { body: await body() });
    expect(byToken).toMatchObject({ source: { source: 'Manual' }, web_origin: false });
  });
});

describe('a kit', () => {
  test('becomes a line per component, whose amounts add up to the price of the kits', async () => {
    const [tea, cup] = [await item({ selling: '3' }), await item({ selling: '1' })];
    const kit = await kitOf([tea.id, 2], [cup.id, 1]);
    const order = await make({ lines: [{ inventory_id: kit.id, quantity: 3 }] });
    expect(order.lines.map(({ inventory_id, quantity }) => [inventory_id, quantity]).sort()).toEqual(
      [
        [tea.id, 6],
        [cup.id, 3],
      ].sort(),
    );
    const property = { sku: kit.sku, name: kit.name, quantity: 3, price: 10 };
    for (const line of order.lines) expect(line).toMatchObject({ kit_id: kit.id, kit_property: property });
    expect(order.totals).toMatchObject({ units: 9, subtotal: 30 });
    // Sent back as they are, the lines stay the kit; one line of the kit changes all of them.
    expect((await save(order)).lines).toEqual(order.lines);
    const raised = await save(order, { lines: [{ inventory_id: kit.id, quantity: 5 }] as never });
    expect(raised.lines.map(({ id }) => id)).toEqual(order.lines.map(({ id }) => id));
    expect(raised.totals).toMatchObject({ units: 15, subtotal: 50 });
    const halves = orderForm(raised).lines.map((line, at) => ({ ...line, quantity: at + 1 }));
    expect(await trySave(raised, { lines: halves })).toMatchObject({
      status: 422,
      body: { errors: { 'lines.0.quantity': [`Kit ${kit.sku} is changed as a whole: send one line of the kit`] } },
    });
    const [trace] = await tracesOf(order.id);
    expect(trace?.array_log).toEqual([
      { field: 'line', newValue: kit.sku },
      { field: 'line.quantity', newValue: '5' },
    ]);
  });

  test('without components is refused with 30003; the item beside its kit is not twice', async () => {
    const tea = await item();
    const empty = await kitOf();
    expect(
      await client.call(orders.create, { body: await body({ lines: [{ inventory_id: empty.id, quantity: 1 }] }) }),
    ).toMatchObject({ status: 400, body: { error_code: 30003 } });
    const kit = await kitOf([tea.id, 1]);
    const order = await make({ lines: [kit.id, tea.id].map((inventory_id) => ({ inventory_id, quantity: 1 })) });
    expect(order.lines).toHaveLength(2);
  });

  test('that lost its components or was renamed since it was ordered stays as it was, until it is changed', async () => {
    const tea = await item();
    const kit = await kitOf([tea.id, 2]);
    const order = await make({ lines: [{ inventory_id: kit.id, quantity: 3 }] });
    await client.ok(api.inventories.removeComponent, { params: { id: kit.id, itemId: tea.id } });
    await it.database.owner(`update inventories set name = 'Renamed', sku = sku || '-2' where id = $1`, [kit.id]);
    // As the form sends it: one line of the kit, without its name.
    const asForm = { inventory_id: kit.id, quantity: 3, price: '10', sku: '', name: '' };
    const saved = await save(order, { note: 'first', lines: [asForm] });
    expect([saved.note, saved.lines]).toEqual(['first', order.lines]);
    const again = await save(saved, { note: 'second' });
    expect([again.note, again.lines]).toEqual(['second', order.lines]);
    expect((await tracesOf(order.id))[0]?.array_log).toEqual([{ field: 'note', newValue: 'second' }]);
    expect(await trySave(again, { lines: [{ ...asForm, quantity: 4 }] })).toMatchObject({
      status: 400,
      body: { error_code: 30003 },
    });
  });

  test('is sent back by its lines in any format of numbers, and without what nobody changed', async () => {
    const [tea, cup] = [await item({ selling: '3' }), await item({ selling: '1' })];
    const kit = await kitOf([tea.id, 2], [cup.id, 1]);
    const order = await make({ lines: [{ inventory_id: kit.id, quantity: 3, comment: 'gift' }] });
    const lines = orderForm(order).lines;
    const sent = [
      order.lines,
      lines.toReversed(),
      lines.map((line) => ({ ...line, price: line.price.toFixed(4) })),
      lines.map(({ inventory_id, quantity, comment, kit_id }) => ({ inventory_id, quantity, comment, kit_id })),
    ];
    for (const each of sent) expect((await save(await get(order.id), { lines: each })).lines).toEqual(order.lines);
    expect(await tracesOf(order.id)).toHaveLength(1);
  });

  test('that is sent back by its lines leaves the others the numbers under which they were sent', async () => {
    const [tea, cup, jar] = [await item({ selling: '3' }), await item({ selling: '1' }), await item({ selling: '1' })];
    const kit = await kitOf([tea.id, 2], [cup.id, 1]);
    const order = await make({ lines: [{ inventory_id: kit.id, quantity: 3 }] });
    const { lines } = orderForm(order);
    const [gone, again] = [
      { inventory_id: 999_999, quantity: 1 },
      { inventory_id: jar.id, quantity: 1 },
    ];
    expect((await trySave(order, { lines: [...lines, gone] })).body).toMatchObject({
      error_code: 30004,
      keys: { _: ['InvalidLineItemAt:3'] },
    });
    expect((await trySave(order, { lines: [...lines, again, again] })).body).toMatchObject({
      keys: { 'lines.3.inventory_id': [`ItemTwice:${jar.sku}`] },
    });
  });

  test.each([
    ['price', { price: 7 }],
    ['comment', { comment: 'blue' }],
    ['comment that is taken away', { comment: '' }],
    ['SKU', { sku: 'OTHER' }],
    ['name', { name: 'Other' }],
    ["partner's id", { source_id: 'L-9' }],
  ])('with another %s on the line of a component is refused, not saved without it', async (_what, change) => {
    const [tea, cup] = [await item({ selling: '3' }), await item({ selling: '1' })];
    const kit = await kitOf([tea.id, 2], [cup.id, 1]);
    const order = await make({ lines: [{ inventory_id: kit.id, quantity: 3, comment: 'gift' }] });
    for (const changed of [0, 1]) {
      const lines = orderForm(order).lines.map((line, at) => (at === changed ? { ...line, ...change } : line));
      expect(await trySave(order, { lines })).toMatchObject({
        status: 422,
        body: { keys: { 'lines.0.quantity': [`KitIsChangedAsAWhole:${kit.sku}`] } },
      });
    }
    expect(await get(order.id)).toEqual(order);
  });
});

describe('refused', () => {
  const cases: [string, () => Promise<Partial<OrderBody>>, object][] = [
    [
      "another client's relation",
      async () => ({ relation_id: (await it.given.relation(other)).id }),
      { status: 400, body: { error_code: 30005 } },
    ],
    [
      'a vendor as the customer',
      async () => ({ relation_id: (await it.given.relation(client, { type: 'vendor' })).id }),
      { status: 400, body: { error_code: 30005 } },
    ],
    [
      "another client's courier",
      async () => ({ shipping: { courier_id: await it.given.courierOf(otherId) } }),
      { status: 400, body: { error_code: 30006 } },
    ],
    [
      "another client's item",
      async () => ({
        lines: [
          { inventory_id: (await item()).id, quantity: 1 },
          { inventory_id: (await it.given.item(other)).id, quantity: 1 },
        ],
      }),
      {
        status: 400,
        body: { error_code: 30004, message: 'Incorrect items found in order lines: Invalid line item 2' },
      },
    ],
    [
      'a disabled item',
      async () => ({ lines: [{ inventory_id: (await item({ is_active: 0 })).id, quantity: 1 }] }),
      { status: 400, body: { error_code: 30004 } },
    ],
    [
      "another relation's address",
      async () => ({ shipping_address_id: (await it.given.relationWithAddress(client)).addressId }),
      {
        status: 422,
        body: { errors: { shipping_address_id: ['Invalid Address Selected, please try again.'] } },
      },
    ],
    [
      'an address of another relation and an unknown term',
      async () => ({
        billing_address_id: (await it.given.relationWithAddress(client)).addressId,
        accounting: { tax_rate: 0, payment_term: 'Net 999' },
      }),
      {
        status: 422,
        body: {
          errors: {
            billing_address_id: ['Invalid Address Selected, please try again.'],
            'accounting.payment_term': ['No such payment term'],
          },
        },
      },
    ],
    [
      'an item twice',
      async () => {
        const { id } = await item({ sku: 'TWICE-1' });
        return { lines: [id, id].map((inventory_id) => ({ inventory_id, quantity: 1 })) };
      },
      { status: 422, body: { errors: { 'lines.1.inventory_id': ['TWICE-1 is in the order twice'] } } },
    ],
    [
      'a total that no amount of money can be',
      async () => ({ lines: [{ inventory_id: (await item()).id, quantity: 1_000_000, price: 100_000 }] }),
      { status: 422, body: { keys: { lines: ['NumberIsTooLarge'] } } },
    ],
    [
      'a line without units',
      async () => ({ lines: [{ inventory_id: (await item()).id, quantity: 0 }] }),
      {
        status: 422,
        body: {
          errors: { 'lines.0.quantity': ['Invalid line quantity 1'] },
          keys: { 'lines.0.quantity': ['InvalidLineQuantityAt:1'] },
        },
      },
    ],
  ];
  test.each(cases)('%s', async (_what, fields, answer) => {
    const before = await it.database.owner('select count(*) as n from orders');
    expect(await client.call(orders.create, { body: await body(await fields()) })).toMatchObject(answer);
    expect(await it.database.owner('select count(*) as n from orders')).toEqual(before);
  });

  test('a client user without order_controller reads, and writes nothing', async () => {
    const order = await make();
    expect((await reader.ok(orders.get, { params: { id: order.id } })).id).toBe(order.id);
    const params = { id: order.id };
    for (const answer of [
      await reader.call(orders.create, { body: await body() }),
      await reader.call(orders.update, { params, body: orderForm(order) }),
      await reader.call(orders.cancel, { params }),
      await reader.call(orders.clone, { params }),
    ])
      expect(answer.status).toBe(403);
    for (const endpoint of [orders.get, orders.cancel, orders.clone])
      expect((await other.call(endpoint, { params })).status).toBe(404);
  });
});
