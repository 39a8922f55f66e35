import { api, type OrderType, shipmentCode } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { type Ordering, ordering } from '../../../test/ordering.ts';

const { shipments, orders } = api;

let it: TestApp;
let main: Caller;
let desk: Ordering;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  desk = ordering(it, main);
});

async function shipped(stock: readonly number[], wanted = stock, type: OrderType = 'Customer Order') {
  const items = await Promise.all(stock.map((units) => desk.item(units)));
  const orderId = await desk.order({ type, lines: items.map(({ id }, n) => [id, wanted[n] ?? 0]) });
  expect((await desk.ship(orderId)).status).toBe(200);
  const [shipment] = await desk.shipments(orderId);
  return { orderId, items, id: shipment?.id ?? 0, lines: shipment?.lines ?? [] };
}
type Made = Awaited<ReturnType<typeof shipped>>;
const get = ({ id }: Made) => main.ok(shipments.get, { params: { id } });
const tracesOf = async (id: number) =>
  (await main.ok(api.records.traces, { query: { traceable_type: 'Shipment', traceable_id: id } })).data;
const quantity = (made: Made, line: number, body: { quantity: number; shouldUpdateOrderLine?: 0 | 1 }) =>
  main.call(shipments.changeQuantity, { params: { id: made.id, lineId: made.lines[line] ?? 0 }, body });
const fulfilAll = async (made: Made, units: readonly number[]) => {
  for (const [n, lineId] of made.lines.entries())
    await desk.fulfil({ shipmentId: made.id, lineId, quantity: units[n] ?? 0 });
};

test('is read with its comments, its files and the key that its papers carry', async () => {
  const { id } = await shipped([1]);
  const about = { commentable_id: id, commentable_type: 'Shipment' as const };
  await main.ok(api.panels.addComment, { body: { ...about, comment: 'At dock 4', internal: 1 } as never });
  await it.database.owner(
    `insert into files (client_id, filable_type, filable_id, original_name, path, type, media, size, user_id, user_name)
     select client_id, 'Shipment', id, 'pod.pdf', 'pod-key', 'pdf', 'application/pdf', 12, 1, 'Ada' from shipments where id = $1`,
    [id],
  );
  const read = await main.ok(shipments.get, { params: { id } });
  expect(read._key).toBe(shipmentCode(id));
  expect(read.comments).toMatchObject([{ comment: 'At dock 4', internal: true, ...about }]);
  expect(read.files).toMatchObject([{ original_name: 'pod.pdf', size: 12, user_name: 'Ada' }]);
});

describe('update', () => {
  test.each([
    ['waybill', '1Z 999', 'tracking.waybill', '1Z 999'],
    ['waybill', 12345, 'tracking.waybill', '12345'],
    ['cost', '12.50', 'tracking.cost', 12.5],
    ['carton_count', '3', 'carton_count', 3],
    ['attr_1', 'dock 4', 'attr_1', 'dock 4'],
  ] as const)('%s to %s', async (field, value, path, expected) => {
    const made = await shipped([1]);
    const after = await main.ok(shipments.update, { params: { id: made.id }, body: { field, value } });
    expect(after).toHaveProperty(path, expected);
    expect((await tracesOf(made.id))[0]).toMatchObject({ subject: 'Updated', array_log: [{ field }] });
    await main.ok(shipments.update, { params: { id: made.id }, body: { field, value } });
    expect(await tracesOf(made.id)).toHaveLength(1);
  });

  test.each([
    ['cost', 'much', /not a number|number/i],
    ['cost', -1, /negative|0/i],
    ['carton_count', 1.5, /whole/i],
    ['carton_count', 'three', /whole/i],
    ['carton_count', '0x10', /whole/i],
    ['carton_count', '1e2', /whole/i],
    ['carton_count', 5001, /5000/],
    ['waybill', 'a\u0000', /./],
  ] as const)('%s to %s is a 422 that says why', async (field, value, message) => {
    const made = await shipped([1]);
    const { status, body } = await main.call(shipments.update, { params: { id: made.id }, body: { field, value } });
    expect([status, body.errors?.value?.[0]]).toEqual([422, expect.stringMatching(message)]);
  });

  test('several at once, in one trace; all that cannot be read are named at once', async () => {
    const { id } = await shipped([1]);
    const wrong = { cost: 'much', carton_count: 'three', waybill: 'W-1' };
    const { status, body } = await main.call(shipments.update, { params: { id }, body: wrong });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['cost', 'carton_count']]);
    const after = await main.ok(shipments.update, { params: { id }, body: { waybill: 'W-1', cost: '8.25' } });
    expect(after.tracking).toMatchObject({ waybill: 'W-1', cost: 8.25 });
    const [trace, ...others] = await tracesOf(id);
    expect([trace?.array_log.map(({ field }) => field), others]).toEqual([['waybill', 'cost'], []]);
    const nothing = await main.call(shipments.update, { params: { id }, body: {} });
    expect([nothing.status, nothing.body.errors]).toEqual([422, { field: ['This field is required'] }]);
  });

  test('also a finished one, whose carrier stays; an unknown one and a voided one are 40001', async () => {
    const made = await shipped([1]);
    await fulfilAll(made, [1]);
    await desk.finish(made.id);
    const body = { waybill: '1Z LATE', cost: 12.5 };
    const after = await main.ok(shipments.update, { params: { id: made.id }, body });
    expect([after.status, after.tracking.waybill, after.tracking.cost]).toEqual(['Finished', '1Z LATE', 12.5]);
    const carrier = await main.call(shipments.setIncoterm, {
      params: { id: made.id },
      body: { incoterm: 'DAP', incoterm_place: 'Toronto' },
    });
    expect(carrier.body.error_code).toBe(40005);
    expect((await main.call(shipments.update, { params: { id: 99_999_999 }, body })).body.error_code).toBe(40001);
    await main.ok(shipments.voidFinished, { params: { id: made.id } });
    expect((await main.call(shipments.get, { params: { id: made.id } })).body.error_code).toBe(40001);
  });
});

test('the courier of a customer order is changed; others are refused', async () => {
  const made = await shipped([1]);
  const [shared, foreign] = [await it.given.courierOf(null, 'Hawk Express'), await it.given.courierOf(2, 'Only Two')];
  const offered = await main.ok(shipments.carriers, { params: { id: made.id } });
  expect(offered.map(({ id }) => id)).toContain(shared);
  expect(offered.map(({ id }) => id)).not.toContain(foreign);
  const put = (id: number, courier_id: number) =>
    main.call(shipments.setCarrier, {
      params: { id },
      body: { courier_id, payment_method: 'collect', account: 'A-1' },
    });
  expect((await put(made.id, shared)).data).toMatchObject({
    courier: { id: shared, name: 'Hawk Express', payment_method: 'collect', account: 'A-1' },
    shipping: { api: 'Manual' },
  });
  expect((await tracesOf(made.id))[0]?.array_log).toContainEqual({ field: 'courier_id', newValue: 'Hawk Express' });
  const prepaid = { courier_id: shared, payment_method: 'prepaid' as const };
  const { data } = await main.call(shipments.setCarrier, {
    params: { id: made.id },
    body: { ...prepaid, account: 'A-1', billing_zip: '94607', billing_country_code: 'US' },
  });
  expect(data.courier).toMatchObject({
    payment_method: 'prepaid',
    account: '',
    billing_zip: '',
    billing_country_code: '',
  });
  expect((await tracesOf(made.id))[0]?.array_log).toEqual([
    { field: 'payment_method', newValue: 'prepaid' },
    { field: 'account', newValue: '' },
    { field: 'billing_country_code', newValue: '' },
  ]);
  // A courier that is disabled by now stays; who pays can be changed.
  await it.database.owner('update couriers set is_active = false where id = $1', [shared]);
  expect((await put(made.id, shared)).data.courier).toMatchObject({ id: shared, payment_method: 'collect' });
  expect((await put((await shipped([1])).id, shared)).body.error_code).toBe(40003);
  expect((await put(made.id, foreign)).body.error_code).toBe(40003);
  const receipt = await shipped([0], [2], 'Vendor Order');
  expect((await put(receipt.id, shared)).body.error_code).toBe(40005);
});

test('a courier that is chosen without terms brings its own; those that are sent are used', async () => {
  const made = await shipped([1]);
  const id = await it.given.courierOf(null, 'Own Terms');
  await it.database.owner(
    `update couriers set payment_method = 'third', account = 'OWN-7', billing_zip = '10115', billing_country_code = 'DE' where id = $1`,
    [id],
  );
  const put = async (body: object) => {
    const { data } = await main.call(shipments.setCarrier, {
      params: { id: made.id },
      body: body as { courier_id: number },
    });
    const { payment_method, account, billing_zip, billing_country_code } = data.courier;
    return [payment_method, account, billing_zip, billing_country_code];
  };
  expect(await put({ courier_id: id })).toEqual(['third', 'OWN-7', '10115', 'DE']);
  expect(await put({ courier_id: id, payment_method: 'collect', billing_zip: '' })).toEqual([
    'collect',
    'OWN-7',
    '',
    'DE',
  ]);
  expect(await put({ courier_id: id, payment_method: 'prepaid' })).toEqual(['prepaid', '', '', '']);
});

describe('the quantity of a line', () => {
  test('is lowered: the rest is left of the order; with the order line it is not', async () => {
    const made = await shipped([10, 2], [6, 2]);
    const [tea] = made.items;
    expect((await quantity(made, 0, { quantity: 4 })).status).toBe(200);
    expect(await desk.get(made.orderId)).toMatchObject({
      status: 'Processed',
      bo: 1,
      lines: [{ quantity: 6, line_status: { leftover: 2 } }, {}],
    });
    expect(await desk.totals(tea?.id ?? 0)).toEqual([10, 4, 0]);
    // Up to what is left of the order, and no more.
    expect((await quantity(made, 0, { quantity: 7 })).body.error_code).toBe(40004);
    expect((await quantity(made, 0, { quantity: 6 })).status).toBe(200);
    expect(await desk.get(made.orderId)).toMatchObject({ bo: 0 });
    expect((await quantity(made, 0, { quantity: 9, shouldUpdateOrderLine: 1 })).status).toBe(200);
    expect(await desk.get(made.orderId)).toMatchObject({
      bo: 0,
      lines: [{ quantity: 9, line_status: { leftover: 0 } }, {}],
    });
    expect((await quantity(made, 0, { quantity: 11, shouldUpdateOrderLine: 1 })).body.error_code).toBe(40002);
    expect((await tracesOf(made.id)).map(({ subject }) => subject)).toEqual(Array(3).fill('Quantity changed'));
    await desk.assertSound();
  });

  test('decides between Ready and In Warehouse, and never goes below what is fulfilled', async () => {
    const made = await shipped([5, 3]);
    await desk.fulfil({ shipmentId: made.id, lineId: made.lines[0] ?? 0, quantity: 4 });
    const low = await quantity(made, 0, { quantity: 3 });
    expect([low.status, low.body.errors?.quantity]).toEqual([422, ['New quantity cannot be less than fulfilled: 4']]);
    expect((await quantity(made, 1, { quantity: 0 })).data?.status).toBe('In Warehouse');
    expect((await quantity(made, 0, { quantity: 4 })).data?.status).toBe('Ready');
    expect((await quantity(made, 0, { quantity: 5 })).data?.status).toBe('In Warehouse');
    await desk.assertSound();
  });

  test('all zero is 40008, a finished shipment 40011, a line of another 40005', async () => {
    const made = await shipped([2]);
    expect((await quantity(made, 0, { quantity: 0 })).body.error_code).toBe(40008);
    const another = await shipped([1]);
    expect((await quantity({ ...made, lines: another.lines }, 0, { quantity: 1 })).body.error_code).toBe(40005);
    await fulfilAll(made, [2]);
    await desk.finish(made.id);
    expect((await quantity(made, 0, { quantity: 1 })).body.error_code).toBe(40011);
  });
});

describe('void', () => {
  test('a finished shipment is voided by its own call; stock, order and numbers are as before', async () => {
    const made = await shipped([5], [3]);
    await fulfilAll(made, [3]);
    await desk.finish(made.id);
    expect((await main.call(shipments.void, { params: { id: made.id } })).body.error_code).toBe(40010);
    expect(await main.ok(shipments.voidFinished, { params: { id: made.id } })).toBe(true);
    expect(await desk.totals(made.items[0]?.id ?? 0)).toEqual([5, 0, 0]);
    expect(await desk.get(made.orderId)).toMatchObject({ status: 'Open', shipments: [] });
    const again = await shipped([1]);
    expect((await main.call(shipments.voidFinished, { params: { id: again.id } })).body.error_code).toBe(40005);
    expect(await main.ok(shipments.void, { params: { id: again.id } })).toBe(true);
    await desk.assertSound();
  });

  test('goods that were received and shipped on are named', async () => {
    const receipt = await shipped([0], [5], 'Vendor Order');
    await fulfilAll(receipt, [5]);
    const { id: itemId = 0, sku = '' } = receipt.items[0] ?? {};
    const orderId = await desk.order({ lines: [[itemId, 2]] });
    await desk.ship(orderId);
    const [out] = await desk.shipments(orderId);
    await desk.fulfil({ shipmentId: out?.id ?? 0, lineId: out?.lines[0] ?? 0, quantity: 2 });
    const { status, body } = await main.call(shipments.void, { params: { id: receipt.id } });
    expect([status, body.error_code]).toEqual([400, 40002]);
    expect(body.message).toContain(sku);
    expect(body.message).toContain(`2 left with shipment ${out?.id}`);
    expect((await get(receipt)).status).toBe('Ready');
    await desk.assertSound();
  });
});

describe('batch finish', () => {
  test('each on its own, with what went wrong; a repetition under the key answers the same', async () => {
    const [ready, open] = [await shipped([2]), await shipped([2])];
    await fulfilAll(ready, [2]);
    const call = {
      body: { ids: [ready.id, open.id, 99_999_999] },
      headers: { 'idempotency-key': `finish-${ready.id}` },
    };
    const results = await main.ok(shipments.finishMany, call);
    expect(results.map(({ id, result }) => [id, result])).toEqual([
      [ready.id, true],
      [open.id, false],
      [99_999_999, false],
    ]);
    expect(results.slice(1).map(({ message_key }) => message_key)).toEqual([
      '40005:ShipmentIsInState:In Warehouse',
      '40001',
    ]);
    expect(await main.ok(shipments.finishMany, call)).toEqual(results);
    const [again] = await main.ok(shipments.finishMany, { body: { ids: [ready.id] } });
    expect(again?.result).toBe(false);
    expect(await get(ready)).toMatchObject({ status: 'Finished', order: { status: 'Finished' } });
    expect((await get(ready)).finished_date).not.toBeNull();
  });

  test('at once under one key finishes each once, and all get the answer, whose last one succeeded', async () => {
    const [first, open, last] = [await shipped([2]), await shipped([2]), await shipped([2])];
    for (const ready of [first, last]) await fulfilAll(ready, [2]);
    const call = {
      body: { ids: [first.id, open.id, last.id] },
      headers: { 'idempotency-key': `finish-${last.id}` },
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => main.ok(shipments.finishMany, call)));
    for (const answer of [...answers, await main.ok(shipments.finishMany, call)])
      expect(answer.map(({ id, result }) => [id, result])).toEqual([
        [first.id, true],
        [open.id, false],
        [last.id, true],
      ]);
    const other = { ...call, body: { ids: [first.id] } };
    expect((await main.call(shipments.finishMany, other)).status).toBe(409);
    expect((await get(last)).tracking_status.map(({ status }) => status)).toEqual(['finished', 'ready', 'created']);
  });

  test('with billing needs the permission to enter charges', async () => {
    const made = await shipped([1]);
    await fulfilAll(made, [1]);
    const { caller } = await it.given.mainUser(['fulfill_shipment', 'view_shipment_model']);
    const [result] = await caller.ok(shipments.finishMany, { body: { ids: [made.id], options: { bill: 1 } } });
    expect(result).toMatchObject({ result: false, message_key: 'MayNotBill' });
    expect((await get(made)).status).toBe('Ready');
  });
});

describe('around a shipment', () => {
  test('comments and files are for who may open it; client users may not', async () => {
    const made = await shipped([1]);
    const on = { commentable_id: made.id, commentable_type: 'Shipment' as const };
    await main.ok(api.panels.addComment, { body: { ...on, comment: 'Fragile' } });
    expect(await main.ok(api.panels.comments, { query: on })).toMatchObject([{ comment: 'Fragile' }]);
    const client = await it.as('client');
    expect((await client.call(api.panels.comments, { query: on })).status).toBe(403);
    const { caller } = await it.given.mainUser(['view_shipments_list']);
    expect((await caller.call(api.panels.addComment, { body: { ...on, comment: 'x' } })).status).toBe(403);
  });

  test('palette and scans find it by id, picking number and reference, for who may open it', async () => {
    const made = await shipped([1]);
    const { pt_number, order } = await get(made);
    const scan = async (code: string, caller = main) =>
      (await caller.ok(api.records.scan, { body: { code } })).filter(({ kind }) => kind === 'shipment');
    for (const code of [String(made.id), pt_number, order.reference.toUpperCase()])
      expect(await scan(code), code).toContainEqual(expect.objectContaining({ path: `/f/outbound/${made.id}` }));
    const hits = await main.ok(api.records.search, { body: { search: order.reference } });
    expect(hits).toContainEqual(expect.objectContaining({ kind: 'shipment', id: made.id }));
    const { caller } = await it.given.mainUser(['view_shipments_list']);
    expect(await scan(String(made.id), caller)).toEqual([]);
    expect(await scan(order.reference, await it.as('client'))).toEqual([]);
  });

  test('the tracking sheet is CSV in the order of the list', async () => {
    const made = await shipped([1]);
    await main.ok(shipments.update, { params: { id: made.id }, body: { field: 'waybill', value: '=HYPERLINK("x")' } });
    const { order } = await get(made);
    await it.database.owner(
      "update shipments set status = 'Finished', finished_date = '2026-11-16T03:10:00Z' where id = $1",
      [made.id],
    );
    await it.database.owner("update company set timezone = 'America/New_York'");
    const csv = await main.ok(shipments.trackingSheet, { query: { search: order.reference } as never });
    const [head, row] = csv.split('\r\n');
    expect(head?.split(',').slice(0, 3)).toEqual(['ID', 'Picking number', 'Reference']);
    expect(row).toContain(`${made.id},`);
    // By the clock of the company.
    expect(row).toContain(',2026-11-15 22:10,');
    expect(row).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test('its order shows what changed', async () => {
    const made = await shipped([1]);
    await main.ok(shipments.update, { params: { id: made.id }, body: { field: 'waybill', value: 'W9' } });
    const view = await main.ok(orders.shipment, { params: { id: made.orderId, shipmentId: made.id } });
    expect(view.tracking.waybill).toBe('W9');
    expect((await get(made)).accounting).toEqual((await desk.get(made.orderId)).accounting);
  });
});

describe('receiving other than ordered', () => {
  const expected = async (...units: number[]) => {
    const items = await Promise.all(units.map(() => desk.item(0)));
    const lines = items.map((item, at) => [item.id, units[at] ?? 0] as const);
    const orderId = await desk.order({ type: 'Vendor Order', lines });
    await desk.ship(orderId);
    const [shipment] = await desk.shipments(orderId);
    return { orderId, id: shipment?.id ?? 0, lines: shipment?.lines ?? [] };
  };

  test('closed short, its lines are what came and the rest is left of the order', async () => {
    const { orderId, id, lines } = await expected(10, 4);
    const nothing = await main.call(shipments.closeShort, { params: { id } });
    expect([nothing.status, nothing.body.error_code]).toEqual([400, 40008]);
    await desk.fulfil({ shipmentId: id, lineId: lines[0] ?? 0, quantity: 7 });
    const closed = await main.ok(shipments.closeShort, { params: { id } });
    expect([closed.status, closed.shipment_lines.map(({ quantity }) => quantity)]).toEqual(['Ready', [7, 0]]);
    const order = await main.ok(orders.get, { params: { id: orderId } });
    expect([order.bo, order.lines.map(({ line_status }) => line_status.leftover)]).toEqual([1, [3, 4]]);
    expect((await tracesOf(id))[0]).toMatchObject({ subject: 'Quantity changed' });
    // A second time there is nothing to lower.
    expect((await main.ok(shipments.closeShort, { params: { id } })).status).toBe('Ready');
  });

  test('extra units raise the line and the order line, traced, also when everything else came', async () => {
    const { orderId, id, lines } = await expected(10);
    await desk.fulfil({ shipmentId: id, lineId: lines[0] ?? 0, quantity: 10 });
    const raised = await main.ok(shipments.changeQuantity, {
      params: { id, lineId: lines[0] ?? 0 },
      body: { quantity: 14, shouldUpdateOrderLine: 1 },
    });
    expect([raised.status, raised.shipment_lines[0]?.quantity]).toEqual(['In Warehouse', 14]);
    const order = await main.ok(orders.get, { params: { id: orderId } });
    expect([order.lines[0]?.quantity, order.lines[0]?.line_status.leftover]).toEqual([14, 0]);
    expect((await tracesOf(id))[0]).toMatchObject({ subject: 'Quantity changed' });
  });

  test('an outbound shipment is not closed short', async () => {
    const made = await shipped([2]);
    const { status, body } = await main.call(shipments.closeShort, { params: { id: made.id } });
    expect([status, body.error_code]).toEqual([400, 40005]);
  });
});
