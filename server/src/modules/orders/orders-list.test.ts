import { api, type ListQuery } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { givenOrders } from '../../../test/orders.ts';
import { untilWaiting, whileHeld } from '../../../test/waiting.ts';

const { orders } = api;
const { it, main, clientId, client, other, courierId, to, ...given } = await givenOrders();
const { item, kitOf, body, make, save } = given;

const listed = async (query: Partial<ListQuery>, as = client) =>
  (await as.ok(orders.list, { query: query as ListQuery })).records.map(({ reference }) => reference);
const rowOf = async (id: number) =>
  (await client.ok(orders.list, { query: {} as ListQuery })).records.find((row) => row.id === id);

/** A shipment as the module of shipments writes it. */
async function shipment(orderId: number, status: string, waybill = '', isVoided = false) {
  await it.database.owner(
    `insert into shipments (client_id, order_id, direction, status, finished_date, voided_at, ship_date, cancel_date, pt_sequence,
       pt_number, waybill, courier_id, shipping_addr, billing_addr)
     values ($1, $2, 'outbound', $3, case when $3 = 'Finished' then now() end, case when $5 then now() end, '2026-03-04', '2026-03-05',
       coalesce((select max(pt_sequence) + 1 from shipments where client_id = $1), 1), 'PT', $4, $6, '{}', '{}')`,
    [clientId, orderId, status, waybill, isVoided, courierId],
  );
}

describe('a row', () => {
  test('says whether the stock is enough for all that is left, counted per item', async () => {
    const tea = await item();
    await it.given.stock(tea.id, 6);
    const kit = await kitOf([tea.id, 2]);
    const both = (kits: number) => [
      { inventory_id: tea.id, quantity: 2 },
      { inventory_id: kit.id, quantity: kits },
    ];
    const [enough, short] = [await make({ lines: both(2) }), await make({ lines: both(3) })];
    expect((await rowOf(enough.id))?.fulfill_status).toEqual({ bo: 0, can_process: 1 });
    expect((await rowOf(short.id))?.fulfill_status).toEqual({ bo: 0, can_process: 0 });
    await client.ok(orders.cancel, { params: { id: enough.id } });
    expect((await rowOf(enough.id))?.fulfill_status.can_process).toBe(0);
  });

  test('shows the least advanced of its shipments, and its back-order', async () => {
    const order = await make();
    expect(await rowOf(order.id)).toMatchObject({ wh_status: '', bo: 0, relation_name: 'Harbor Cafe' });
    await shipment(order.id, 'In Warehouse', 'W-0', true);
    await shipment(order.id, 'Finished');
    await shipment(order.id, 'Ready');
    await it.database.owner(`update orders set status = 'Processed', has_bo = true where id = $1`, [order.id]);
    expect(await listed({ filter_by: { bo: ['1'] } })).toEqual([order.reference]);
    expect(await rowOf(order.id)).toMatchObject({
      wh_status: 'Ready',
      bo: 1,
      status: 'Processed',
      order_status: { order_id: order.id, has_bo: 1, type: 'Customer Order', status: 'Processed' },
    });
  });
});

describe('the list', () => {
  test('filters by type and status, sorts, searches reference and PO, and finds by every condition', async () => {
    const [tea, cup] = [await item({ sku: 'LIST-TEA' }), await item()];
    const far = await it.given.relationWithAddress(client, { name: 'Far Away Ltd', account: 'FAR-9' });
    const first = await make({
      reference: 'LIST-B',
      po: 'quill-77',
      note: 'fragile',
      relation_id: far.id,
      shipping_address: { company: 'Dock Nine', city: 'Umea', country_code: 'SE' },
      billing_address_id: far.addressId,
      shipping_address_id: null,
      lines: [{ inventory_id: tea.id, quantity: 1 }],
    });
    const second = await make({ reference: 'list-a', po: 'quill-78', lines: [{ inventory_id: cup.id, quantity: 1 }] });
    await shipment(first.id, 'In Warehouse', '1Z-LIST');
    await client.ok(orders.cancel, { params: { id: second.id } });
    const search = 'LIST-';
    expect(await listed({ search, order_by: { reference: 'asc' } })).toEqual(['list-a', 'LIST-B']);
    expect(await listed({ search, filter_by: { status: ['Cancelled'] } })).toEqual(['list-a']);
    expect(await listed({ search, filter_by: { type: ['Vendor Order'] } })).toEqual([]);
    expect(await listed({ search: 'UILL-7', order_by: { po: 'desc' } })).toEqual(['list-a', 'LIST-B']);
    expect(await listed({ search: 'li', filter_by: { status: ['Open'] } })).toEqual(['LIST-B']);
    expect(await listed({ search, client_id: clientId } as never, other)).toEqual([]);
    const conditions: [relation: string, field: string, operator: string, value: string][] = [
      ['', 'note', 'contain', 'FRAG'],
      ['', 'source', '=', 'web'],
      ['lines', 'sku', '=', 'list-tea'],
      ['relation', 'account', '=', 'FAR-9'],
      ['shipping_address', 'city', '=', 'umea'],
      ['billing_address', 'company', 'contain', 'far away'],
      ['shipments', 'waybill', '=', '1Z-LIST'],
      ['shipments', 'ship_date', '>=', '2026-03-04'],
    ];
    for (const [relation, field, operator, value] of conditions) {
      const query = [{ relation, field, operator, value, join: 'AND' as const }];
      expect(await listed({ search, filter_by: { status: ['Open'] }, query }), field).toEqual(['LIST-B']);
    }
  });

  test('lists what is available, and answers the palette, the client page and the panels', async () => {
    const tea = await item({ sku: 'AVAIL-1' });
    await it.given.stock(tea.id, 3);
    const available = await client.ok(orders.availables);
    expect(available.filter(({ sku }) => sku === 'AVAIL-1')).toMatchObject([{ id: tea.id, available: 3 }]);
    expect(await main.ok(orders.availables, { query: { client_id: clientId } })).toEqual(available);
    const order = await make({ reference: 'PALETTE-1', po: 'P 1' });
    expect(await client.ok(api.records.search, { body: { search: 'PALETTE' } })).toEqual([
      {
        kind: 'Customer Order',
        id: order.id,
        title: 'PALETTE-1',
        description: 'P 1 · Harbor Cafe',
        path: `/orders/Customer-Order/${order.id}/action/view`,
      },
    ]);
    expect(await other.ok(api.records.search, { body: { search: 'PALETTE' } })).toEqual([]);
    await it.database.owner(`update relations set name = '__CustomerByWebService' where id = $1`, [to.id]);
    await it.database.owner(`update orders set source = 'shopify' where id = $1`, [order.id]);
    const [hit] = await client.ok(api.records.search, { body: { search: 'PALETTE' } });
    expect([hit?.description, (await rowOf(order.id))?.relation_name]).toEqual(['P 1 · Shopify', 'Shopify']);
    await it.database.owner(`update relations set name = 'Harbor Cafe' where id = $1`, [to.id]);
    const { order_count } = await main.ok(api.clients.statistics, { params: { id: clientId } });
    const [{ n } = { n: 0 }] = await it.database.owner<{ n: number }>(
      'select count(*)::int as n from orders where client_id = $1',
      [clientId],
    );
    expect(order_count).toBe(n);
    await client.ok(api.panels.attachCategory, { body: { name: 'Rush', resource: 'Order', resourceId: order.id } });
    expect((await client.ok(orders.get, { params: { id: order.id } })).categories).toMatchObject([{ name: 'Rush' }]);
    const on = { commentable_type: 'Order', commentable_id: order.id } as const;
    await main.ok(api.panels.addComment, { body: { ...on, comment: 'Call them', internal: 1 } });
    await client.ok(api.panels.addComment, { body: { ...on, comment: 'Ring twice' } });
    for (const reader of [client, main])
      expect((await reader.ok(orders.get, { params: { id: order.id } })).comments).toEqual(
        (await reader.ok(api.panels.comments, { query: on })).map(({ is_mine: _, ...comment }) => comment),
      );
  });
});

describe('what an order uses', () => {
  test('a courier and a term stay while an order has them; a renamed term is renamed in open orders', async () => {
    const courier = await it.given.courierOf(null);
    const term = await main.ok(api.company.createSetting, { params: { kind: 'term' }, body: { name: 'Net 77' } });
    const accounting = { tax_rate: 0, payment_term: 'Net 77' };
    const order = await make({ shipping: { courier_id: courier }, accounting });
    expect((await main.call(api.company.deleteCourier, { params: { id: courier } })).status).toBe(422);
    const params = { kind: 'term' as const, id: term.id };
    expect((await main.call(api.company.deleteSetting, { params })).status).toBe(422);
    await main.ok(api.company.updateSetting, { params, body: { name: 'Net 78' } });
    expect((await client.ok(orders.get, { params: { id: order.id } })).accounting.payment_term).toBe('Net 78');
  });

  test('an item in an open order keeps its control and its base unit, and cannot be disabled', async () => {
    const tea = await item();
    const unit = await it.database.owner<{ id: number }>('select id from uoms where is_active order by id limit 1');
    const params = { id: tea.id };
    const uom = { uom_id: unit[0]?.id ?? 0, is_base: 1, qty_per_base: 1 };
    await client.ok(api.inventories.addUom, { params, body: uom as never });
    const order = await make({ lines: [{ inventory_id: tea.id, quantity: 4 }] });
    const form = { sku: tea.sku, name: tea.name };
    const change = (fields: object) => client.call(api.inventories.update, { params, body: { ...form, ...fields } });
    expect(await change({ is_active: 0 })).toMatchObject({
      status: 422,
      body: { errors: { is_active: ['It is in open orders, units: 4'] } },
    });
    expect((await change({ config: { lot: 1, serial: 0 } })).body.keys).toEqual({ 'config.lot': ['ControlIsFixed'] });
    const { body: refusal } = await client.call(api.inventories.removeUom, {
      params: { ...params, uomId: uom.uom_id },
    });
    expect(refusal.keys).toEqual({ is_base: ['BaseUomIsFixed'] });
    await client.ok(orders.cancel, { params: { id: order.id } });
    expect((await change({ is_active: 0 })).status).toBe(200);
  });

  test('an item that is disabled while an order is created is not in it', async () => {
    const tea = await item();
    const sent = await body({ lines: [{ inventory_id: tea.id, quantity: 1 }] });
    const disable = { text: 'update inventories set is_active = false where id = $1', values: [tea.id] };
    const { created } = await whileHeld(it.database, disable, async () => {
      const created = client.call(orders.create, { body: sent });
      await untilWaiting(it.database, 1, [created]);
      return { created };
    });
    expect((await created).body).toMatchObject({ error_code: 30004 });
    const kept = await make();
    expect(await save(kept, { note: 'still there' })).toMatchObject({ note: 'still there', relation: { id: to.id } });
  });
});
