import { api, ORDER_TYPES, type Order, outcome, relationTypeOf } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { givenOrders, orderForm } from '../../../test/orders.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';

const { orders } = api;
const { it, clientId, client, courierId, ...given } = await givenOrders();
const { item, kitOf, make, get, save, trySave, tracesOf, eventsOf } = given;

describe('creating', () => {
  const stocked = async (units: number) => {
    const made = await item({
      international: { hs_code: '0902', custom_value: '1.5', origin: 'IN', composition: 'tea' },
    });
    await it.database.owner('update item_totals set in_stock = $2 where inventory_id = $1', [made.id, units]);
    return made;
  };

  test.each(ORDER_TYPES)('answers a %s as it is read afterwards', async (type) => {
    const [tea, cup] = [await stocked(20), await stocked(7)];
    const kit = await kitOf([tea.id, 3], [cup.id, 2]);
    const { id, addressId } = await it.given.relationWithAddress(client, { type: relationTypeOf(type) });
    const [one, some, kits] = [{ inventory_id: tea.id }, { inventory_id: cup.id }, { inventory_id: kit.id }];
    const make = async (lines: object[]) =>
      given.make({
        type,
        relation_id: id,
        shipping_address_id: addressId,
        billing_address_id: addressId,
        po: 'PO 7',
        accounting: { tax_rate: 0.0725, payment_term: 'NA' },
        note: 'Ring',
        print_note: 'Thanks',
        lines: lines as never,
      });
    const mixed = [
      { ...one, quantity: 4, price: '3.3333', comment: 'green', source_id: 'x1' },
      { ...kits, quantity: 3 },
    ];
    const created = [
      await make(mixed),
      await make([{ ...some, quantity: 8 }]),
      await make([...mixed, { ...some, quantity: 1 }]),
    ];
    for (const order of created) expect(order).toEqual(await get(order.id));
    // The third has 6 units of the cup in a kit, and one more.
    const isInbound = type === 'Vendor Order' || type === 'Customer Return';
    expect(created.map(({ fulfill_status }) => fulfill_status.can_process)).toEqual([1, isInbound ? 1 : 0, 1]);
    expect((await make([...mixed, { ...some, quantity: 2 }])).fulfill_status.can_process).toBe(isInbound ? 1 : 0);
  });
});

describe('saving', () => {
  test('keeps lines by their item, adds and removes others, and traces only what changed', async () => {
    const [tea, cup, pot] = [await item(), await item(), await item()];
    const order = await make({ lines: [tea.id, cup.id].map((inventory_id) => ({ inventory_id, quantity: 2 })) });
    const [first] = order.lines;
    const lines = [
      { ...orderForm(order).lines[0], quantity: 7 },
      { inventory_id: pot.id, quantity: 1 },
    ];
    const saved = await save(order, { po: 'new', lines: lines as never });
    expect(saved.lines.map(({ id, inventory_id, quantity }) => [id === first?.id, inventory_id, quantity])).toEqual([
      [true, tea.id, 7],
      [false, pot.id, 1],
    ]);
    const [trace] = await tracesOf(order.id);
    expect(trace?.array_log).toEqual([
      { field: 'po', newValue: 'new' },
      { field: 'line', newValue: tea.sku },
      { field: 'line.quantity', newValue: '7' },
      { field: 'line', newValue: pot.sku },
      { field: 'line.quantity', newValue: '1' },
      { field: 'line.price', newValue: '9.4' },
      { field: 'line', newValue: cup.sku },
      { field: 'line.quantity', newValue: '0' },
    ]);
    expect(await eventsOf(order.id)).toEqual(['order.created', 'order.saved']);
    // The same again changes nothing.
    expect(await save(saved)).toEqual(saved);
    expect(await tracesOf(order.id)).toHaveLength(2);
  });

  test('keeps what other systems store with it, replaces it as a whole, and refuses what is too much', async () => {
    const order = await make({ meta: { 'channel order': '100-7', gift: '' } } as never);
    expect([order.meta, (await get(order.id)).meta]).toEqual(Array(2).fill({ 'channel order': '100-7', gift: '' }));
    expect((await make()).meta).toEqual({});
    const noted = await save(order, { note: 'without it' });
    expect(noted.meta).toEqual(order.meta);
    const copy = await client.ok(orders.clone, { params: { id: order.id } });
    expect(copy.meta).toEqual(order.meta);
    const bad = [
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, ''])),
      { long: 'x'.repeat(256) },
      { 'a\u0000': '' },
      { half: '\ud800' },
      { number: 1 },
      'text',
    ];
    for (const meta of bad) expect((await trySave(noted, { meta })).status, JSON.stringify(meta)).toBe(422);
    const saved = await save(noted, { meta: { 批号: '🍵' } });
    expect((await get(order.id)).meta).toEqual({ 批号: '🍵' });
    expect((await tracesOf(order.id))[0]?.array_log).toEqual([{ field: 'meta', newValue: '批号: 🍵' }]);
    expect(await save(saved, { meta: { 批号: '🍵' } })).toEqual(saved);
  });

  test('a stale form is 409, an order that is not open 30007, a line of another order 422', async () => {
    const order = await make();
    await save(order, { note: 'first' });
    expect(await trySave(order, { note: 'second' })).toMatchObject({ status: 409, body: { message: outcome.stale } });
    const strange = (await make()).lines.map(({ id }) => ({ ...orderForm(order).lines[0], id }));
    expect(await trySave(await get(order.id), { lines: strange as never })).toMatchObject({
      status: 422,
      body: { errors: { 'lines.0.id': ['Line 1 is not a line of this order'] } },
    });
    await client.ok(orders.cancel, { params: { id: order.id } });
    expect(await trySave(await get(order.id))).toMatchObject({
      status: 400,
      body: { error_code: 30007, message: 'Order is not open: The order is Cancelled' },
    });
  });

  test('a line that a voided shipment refers to can be removed and comes back under its id', async () => {
    const order = await make();
    const [line] = order.lines;
    await it.database.owner(
      `with s as (insert into shipments (client_id, order_id, direction, voided_at, ship_date, cancel_date, pt_sequence, pt_number, courier_id,
           shipping_addr, billing_addr)
         values ($1, $2, 'outbound', now(), now(), now(), 1, 'PT-1', $3, '{}', '{}') returning id)
       insert into shipment_lines (client_id, shipment_id, order_line_id, inventory_id, quantity) select $1, id, $4, $5, 1 from s`,
      [clientId, order.id, courierId, line?.id, line?.inventory_id],
    );
    const pot = await item();
    const without = await save(order, { lines: [{ inventory_id: pot.id, quantity: 1 }] as never });
    expect(without.lines).toHaveLength(1);
    const back = [
      { inventory_id: pot.id, quantity: 1 },
      { inventory_id: line?.inventory_id, quantity: 4 },
    ];
    const again = await save(without, { lines: back as never });
    expect(again.lines.find(({ id }) => id === line?.id)).toMatchObject({ quantity: 4 });
  });

  test('for another relation keeps the copy of the address, but takes only addresses of that relation', async () => {
    const order = await make();
    const other = await it.given.relationWithAddress(client);
    const fields = { relation_id: other.id };
    expect(await trySave(order, fields)).toMatchObject({
      status: 422,
      body: { keys: { shipping_address_id: ['AddressIsInvalid'], billing_address_id: ['AddressIsInvalid'] } },
    });
    const saved = await save(order, { ...fields, shipping_address_id: other.addressId, billing_address_id: 0 });
    expect(saved).toMatchObject({
      relation_id: other.id,
      shipping_address_id: other.addressId,
      shipping_address: { company: other.name },
      billing_address_id: null,
      billing_address: order.billing_address,
    });
  });

  test('a total that no amount of money can be is refused, with the lines that stay', async () => {
    const pots = [await item(), await item()].map(({ id }) => ({ inventory_id: id, quantity: 600_000, price: 99_999 }));
    const order = await make({ lines: pots.slice(0, 1) });
    expect(await trySave(order, { lines: [orderForm(order).lines[0], pots[1]] })).toMatchObject({
      status: 422,
      body: { keys: { lines: ['NumberIsTooLarge'] } },
    });
    expect(await get(order.id)).toEqual(order);
  });

  test("keeps the partner's ids of lines that are sent without one", async () => {
    const { id } = await item();
    const order = await make({ lines: [{ inventory_id: id, quantity: 2, source_id: 'L-7' }] });
    const saved = await save(order, { lines: [{ inventory_id: id, quantity: 3, source_id: '' }] });
    expect(saved.lines).toMatchObject([{ quantity: 3, source_id: 'L-7' }]);
    const renamed = await save(saved, { lines: [{ inventory_id: id, quantity: 3, source_id: 'L-8' }] });
    expect(renamed.lines).toMatchObject([{ source_id: 'L-8' }]);
  });

  test('an address that came with the order from a partner stays, whoever its relation is', async () => {
    const order = await make({ shipping_address: { company: 'From the shop' } });
    await it.database.owner('update orders set api_credential_id = 7 where id = $1', [order.id]);
    const other = await it.given.relationWithAddress(client);
    const addresses = { shipping_address_id: other.addressId, billing_address_id: other.addressId };
    const saved = await save(await get(order.id), { relation_id: other.id, ...addresses });
    expect(saved).toMatchObject({
      relation_id: other.id,
      shipping_address_id: null,
      shipping_address: { company: 'From the shop' },
      billing_address_id: other.addressId,
      billing_address: { company: other.name },
    });
  });

  test('of an order from a partner keeps its addresses', async () => {
    const order = await make();
    await it.database.owner('update orders set api_credential_id = 8, has_source_address = true where id = $1', [
      order.id,
    ]);
    const saved = await save(await get(order.id), { shipping_address: { company: 'Elsewhere' } } as never);
    expect(saved.shipping_address).toEqual(order.shipping_address);
  });
});

describe('cancelling', () => {
  test('an open order cancels it for good; what is left is given up', async () => {
    const order = await make();
    const cancelled = await client.ok(orders.cancel, { params: { id: order.id } });
    expect(cancelled).toMatchObject({ status: 'Cancelled', bo: 0, fulfill_status: { can_process: 0 } });
    expect(cancelled.lines[0]?.line_status).toMatchObject({ leftover: 0, cancelled_qty: 2 });
    expect(await client.call(orders.cancel, { params: { id: order.id } })).toMatchObject({
      status: 400,
      body: { error_code: 30007 },
    });
    expect((await tracesOf(order.id))[0]).toMatchObject({
      subject: 'Order cancelled',
      array_log: [{ field: 'status', newValue: 'Cancelled' }],
    });
    expect(await eventsOf(order.id)).toEqual(['order.created', 'order.cancelled']);
  });

  test.each([
    ['In Warehouse', 'Processed'],
    ['Finished', 'Finished'],
  ])('the back-order of an order whose shipment is %s makes it %s', async (shipment, status) => {
    const order = await make();
    await it.database.owner(
      `with s as (insert into shipments (client_id, order_id, direction, status, finished_date, ship_date, cancel_date, pt_sequence,
           pt_number, courier_id, shipping_addr, billing_addr)
         values ($1, $2, 'outbound', $3, case when $3 = 'Finished' then now() end, now(), now(), $2, 'PT', $4, '{}', '{}')),
       l as (update order_lines set processed_qty = 1 where order_id = $2)
       update orders set status = 'Processed', has_bo = true where id = $2`,
      [clientId, order.id, shipment, courierId],
    );
    expect(await client.ok(orders.cancel, { params: { id: order.id } })).toMatchObject({
      status,
      bo: 0,
      order_status: { has_bo: 0 },
      lines: [{ line_status: { leftover: 0, cancelled_qty: 1, processed_qty: 1 } }],
    });
    expect((await tracesOf(order.id))[0]?.subject).toBe('Back-order cancelled');
  });
});

describe('cloning', () => {
  test('copies all but status and source, under the next free reference, also for two at once', async () => {
    const tea = await item();
    const kit = await kitOf([tea.id, 2]);
    const order = await make({
      reference: 'CL-1',
      po: 'P',
      note: 'n',
      shipping_address: { company: 'Edited' },
      lines: [{ inventory_id: kit.id, quantity: 2 }],
    });
    await client.ok(api.panels.attachCategory, { body: { name: 'Rush', resource: 'Order', resourceId: order.id } });
    await it.database.owner(`update orders set shipping_api = 'Parcels' where id = $1`, [order.id]);
    const copies = await Promise.all([1, 2].map(() => client.ok(orders.clone, { params: { id: order.id } })));
    expect(copies.map(({ reference }) => reference).sort()).toEqual(['CL-1-C1', 'CL-1-C2']);
    const again = await client.ok(orders.clone, { params: { id: copies[0]?.id ?? 0 } });
    expect(again.reference).toBe('CL-1-C3');
    const content = ({ po, note, shipping_address, totals, lines }: Order) => ({
      po,
      note,
      shipping_address,
      totals,
      lines: lines.map(({ sku, quantity, price, kit_property }) => ({ sku, quantity, price, kit_property })),
    });
    expect(content(again)).toEqual(content(order));
    expect(again).toMatchObject({ status: 'Open', source: { source: 'Web' }, shipping: { api: 'Parcels' } });
    expect(again.categories).toMatchObject([{ name: 'Rush' }]);
    expect((await tracesOf(again.id))[0]?.subject).toBe('Order cloned');
    expect(await eventsOf(again.id)).toEqual(['order.created']);
  });

  test('of a cancelled order is 30007, with a disabled item 30004', async () => {
    const order = await make();
    await client.ok(orders.cancel, { params: { id: order.id } });
    expect((await client.call(orders.clone, { params: { id: order.id } })).body).toMatchObject({ error_code: 30007 });
    const second = await make();
    await it.database.owner('update inventories set is_active = false where id = $1', [second.lines[0]?.inventory_id]);
    expect((await client.call(orders.clone, { params: { id: second.id } })).body).toMatchObject({ error_code: 30004 });
  });
});

describe('as partners send it', () => {
  test('kit_property.quantity on the components changes the number of kits', async () => {
    const [tea, cup] = [await item({ selling: '3' }), await item({ selling: '1' })];
    const kit = await kitOf([tea.id, 2], [cup.id, 1]);
    const order = await make({ lines: [{ inventory_id: kit.id, quantity: 3 }] });
    const sent = (quantity: number, units = (of: number) => of) =>
      orderForm(order).lines.map((line) => ({ ...line, quantity: units(line.quantity), kit_property: { quantity } }));
    const unitsOf = ({ lines }: Order) => lines.map((line) => [line.quantity, line.kit_property?.quantity]);
    expect(unitsOf(await save(await get(order.id), { lines: sent(5) }))).toEqual([
      [10, 5],
      [5, 5],
    ]);
    const raised = orderForm(await get(order.id)).lines;
    const back = raised.map((line) => ({ ...line, quantity: (line.quantity / 5) * 2, kit_property: { quantity: 2 } }));
    expect(unitsOf(await save(await get(order.id), { lines: back }))).toEqual([
      [4, 2],
      [2, 2],
    ]);
    // Two numbers of kits for one kit are neither.
    const mixed = orderForm(await get(order.id)).lines.map((line, at) => ({
      ...line,
      kit_property: { quantity: 4 + at },
    }));
    expect(await trySave(await get(order.id), { lines: mixed })).toMatchObject({
      status: 422,
      body: { keys: { 'lines.0.quantity': [`KitIsChangedAsAWhole:${kit.sku}`] } },
    });
  });

  test('another type is refused, the same is not', async () => {
    const order = await make();
    expect((await save(order, { type: order.type, note: 'x' })).note).toBe('x');
    expect(await trySave(await get(order.id), { type: 'Vendor Order' })).toMatchObject({
      status: 422,
      body: { keys: { type: ['OrderTypeIsFixed'] } },
    });
  });

  test('the source of a main user with a token is kept; of anybody else it is not', async () => {
    const source = { source: 'Zalora', source_id: 'Z-1', source_key: 'k' };
    const body = { ...(await given.body()), client_id: clientId, source };
    const token = async (caller: typeof client) => {
      const { api_token } = await caller.ok(api.session.makeToken, { body: { current_password: DEMO_PASSWORD } });
      return it.caller(api_token);
    };
    const boss = await token(given.main);
    const made = await boss.ok(orders.create, { body });
    expect([made.source, made.web_origin]).toEqual([source, false]);
    expect((await get(made.id)).source).toEqual(source);
    expect((await (await token(client)).ok(orders.create, { body })).source.source).toBe('Manual');
    expect((await given.main.ok(orders.create, { body })).source.source).toBe('Web');
  });

  test('a disabled kit is not cloned', async () => {
    const kit = await kitOf([(await item()).id, 2]);
    const order = await make({ lines: [{ inventory_id: kit.id, quantity: 3 }] });
    await client.ok(orders.clone, { params: { id: order.id } });
    await it.database.owner('update inventories set is_active = false where id = $1', [kit.id]);
    const refused = await client.call(orders.clone, { params: { id: order.id } });
    expect([refused.status, refused.body.error_code]).toEqual([400, 30004]);
  });
});
