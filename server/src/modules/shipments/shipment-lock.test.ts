import { api, type Endpoint, type OrderType, PAPERS, paperEndpoints } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GivenUser } from '../../../test/given.ts';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { type Ordering, ordering } from '../../../test/ordering.ts';
import { drawSpreadsheet } from '../../documents/spreadsheet.ts';

const { shipments } = api;

let it: TestApp;
let main: Caller;
let desk: Ordering;
let [holder, other] = [] as unknown as [GivenUser, GivenUser];

const WORK = [
  'view_shipment_model',
  'fulfill_shipment',
  'delete_fulfillment_line',
  'update_shipment_line',
  'pack',
  'void_shipment',
  'update_shipment_tracking',
  'create_entry_model',
] as const;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  desk = ordering(it, main);
  [holder, other] = [await it.given.mainUser(WORK), await it.given.mainUser(WORK)];
});

async function shipped(units = 4, type: OrderType = 'Customer Order') {
  const item = await desk.item(units);
  const orderId = await desk.order({ type, lines: [[item.id, units]] });
  await desk.ship(orderId);
  const [shipment] = await desk.shipments(orderId);
  return { id: shipment?.id ?? 0, lineId: shipment?.lines[0] ?? 0, item };
}

/** Every call below a shipment that writes. */
const writing = Object.values(shipments).filter(({ path, reads }) => path.startsWith('/shipments/:id') && !reads);

/** Bodies that the contract accepts; what they name need not be there, because the lock is looked at first. */
const bodies: Record<string, (made: { lineId: number }) => object> = {
  [shipments.update.summary]: () => ({ field: 'waybill', value: 'W-1' }),
  [shipments.setCarrier.summary]: () => ({ courier_id: 1 }),
  [shipments.setIncoterm.summary]: () => ({ incoterm: 'DAP', incoterm_place: 'Toronto' }),
  [shipments.changeQuantity.summary]: () => ({ quantity: 4 }),
  [shipments.lock.summary]: () => ({}),
  [shipments.fulfilLine.summary]: ({ lineId }) => ({ lineId, quantity: 1 }),
  [shipments.fulfilAll.summary]: () => ({}),
  [shipments.pack.summary]: ({ lineId }) => ({
    containers: [{ id: 'ABC123', contents: [{ lineId, quantity: 4 }] }],
  }),
};

const lockedBy = (reply: { body: { keys?: Record<string, string[]> } }) =>
  (reply.body.keys?._ ?? []).filter((key) => key.startsWith('ShipmentIsLockedBy'));

describe('the lock', () => {
  test.each(writing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'holds against %s, but not for its holder',
    async (_name, endpoint: Endpoint) => {
      const made = await shipped();
      const { id, lineId } = made;
      const input = {
        params: { id, lineId, fulfillId: 1 } as never,
        ...(endpoint.body ? { body: (bodies[endpoint.summary]?.(made) ?? {}) as never } : {}),
      };
      await holder.caller.ok(shipments.lock, { params: { id }, body: {} });
      const refusal = await other.caller.call(endpoint, input);
      expect([refusal.status, refusal.body.error_code]).toEqual([400, 40005]);
      const [, name = ''] = lockedBy(refusal)[0]?.split(':') ?? [];
      expect((await main.ok(shipments.get, { params: { id } })).user?.name).toBe(name);
      expect(name).not.toBe('');
      expect(lockedBy(await holder.caller.call(endpoint, input))).toEqual([]);
    },
  );

  test('does not hold against prints, of any paper or in the background', async () => {
    const [{ id }, { id: free }] = [await shipped(), await shipped()];
    await holder.caller.ok(shipments.lock, { params: { id }, body: {} });
    const query = `ids[]=${free}&ids[]=${id}`;
    const printMany = (by: GivenUser) =>
      by.caller.call(api.papers.printMany, { body: { paper: 'regular', ids: [free, id] } });
    await it.database.owner("update shipments set lock_used_at = now() - interval '20 minutes' where id = $1", [id]);
    const until = async () => new Date((await main.ok(shipments.get, { params: { id } })).user?.until ?? 0).getTime();
    const before = await until();
    expect((await printMany(other)).status).toBe(200);
    for (const paper of PAPERS)
      expect((await other.caller.call(paperEndpoints[paper], { query })).status, paper).toBe(200);
    expect((await main.ok(shipments.get, { params: { id } })).print_count).toBe(PAPERS.length);
    expect(await until()).toBe(before);

    // The holder's own print prolongs the lock.
    expect((await holder.caller.call(paperEndpoints.regular, { query })).status).toBe(200);
    expect((await printMany(holder)).status).toBe(200);
    expect(await until()).toBeGreaterThan(Date.now() + 25 * 60_000);
  });

  test('holds against billing, and against uploads of receiving and shipping', async () => {
    const made = await shipped();
    const receipt = await shipped(4, 'Vendor Order');
    await desk.fulfil({ shipmentId: made.id, lineId: made.lineId, quantity: 3 });
    for (const { id } of [made, receipt]) await holder.caller.ok(shipments.lock, { params: { id } });
    const charge = (by: GivenUser) =>
      by.caller.call(api.shipmentBilling.charge, {
        params: { id: made.id },
        body: {
          client_id: 1,
          billing_activity_id: 1,
          bill_date: '2026-11-16',
          reference: 'R-1',
          entries: [{ billing_item_id: 1, price: '1', quantity: 1 }] as never,
        },
      });
    expect(lockedBy(await charge(other))).toHaveLength(1);
    expect(lockedBy(await charge(holder))).toEqual([]);
    await it.database.owner('update company set outbound_excel_upload_bool = true');
    for (const [type, { id, item }] of [
      ['Receiving', receipt],
      ['Shipping', made],
    ] as const) {
      const columns = [{ heading: 'Sku' }, { heading: 'RowQty' }];
      const file = await drawSpreadsheet({ name: 'Sheet', columns, rows: [[item.sku, 1]] });
      const upload = async ({ caller }: GivenUser) => {
        const { data, body } = await caller.upload(api.records.importExcel, {
          params: { type },
          file,
          fields: { shipment_id: String(id) },
        });
        return data
          ? [data.success, ...data.errors.map(({ message }) => message)]
          : [body.error_code, lockedBy({ body }).length];
      };
      // The whole sheet is refused, before a row of it is read.
      expect(await upload(other)).toEqual([40005, 1]);
      expect(await upload(holder)).toEqual([1]);
    }
    await it.database.owner('update company set outbound_excel_upload_bool = false');
  });

  test('does not hold against comments, and a holder who only reads does not prolong it', async () => {
    const { id } = await shipped();
    await holder.caller.ok(shipments.lock, { params: { id } });
    await it.database.owner("update shipments set lock_used_at = now() - interval '20 minutes' where id = $1", [id]);
    const until = async (by: Caller) => (await by.ok(shipments.get, { params: { id } })).user?.until;
    const before = await until(main);
    const comment = { commentable_id: id, commentable_type: 'Shipment' as const, comment: 'At dock 4' };
    expect((await other.caller.call(api.panels.addComment, { body: comment })).status).toBe(200);
    await holder.caller.ok(shipments.carriers, { params: { id } });
    expect(await until(holder.caller)).toBe(before);
  });

  test('ends half an hour after the last call of its holder, who prolongs it by working', async () => {
    const { id } = await shipped();
    const get = async () => (await main.ok(shipments.get, { params: { id } })).user;
    const update = (by: GivenUser) =>
      by.caller.call(shipments.update, { params: { id }, body: { field: 'attr_1', value: `${Math.random()}` } });
    await holder.caller.ok(shipments.lock, { params: { id } });
    const age = (minutes: number) =>
      it.database.owner('update shipments set lock_used_at = now() - make_interval(mins => $2) where id = $1', [
        id,
        minutes,
      ]);
    await age(29);
    expect((await update(other)).body.error_code).toBe(40005);
    expect((await update(holder)).status).toBe(200);
    expect(new Date((await get())?.until ?? 0).getTime()).toBeGreaterThan(Date.now() + 25 * 60_000);
    await age(31);
    expect(await get()).toBeNull();
    expect((await update(other)).status).toBe(200);
  });

  test('is taken over only when asked for, which is traced; its holder lets go', async () => {
    const { id } = await shipped();
    await holder.caller.ok(shipments.lock, { params: { id } });
    expect((await other.caller.call(shipments.lock, { params: { id } })).body.error_code).toBe(40005);
    expect((await other.caller.call(shipments.unlock, { params: { id } })).body.error_code).toBe(40005);
    const taken = await other.caller.ok(shipments.lock, { params: { id }, body: { take_over: 1 } });
    expect(taken.user?.user_id).toBe(other.id);
    const { data } = await main.ok(api.records.traces, { query: { traceable_type: 'Shipment', traceable_id: id } });
    expect(data[0]).toMatchObject({
      subject: 'Lock taken over',
      array_log: [{ field: 'lock', newValue: taken.user?.name }],
    });
    expect((await other.caller.ok(shipments.unlock, { params: { id } })).user).toBeNull();
    expect((await holder.caller.ok(shipments.unlock, { params: { id } })).user).toBeNull();
  });

  test('holds against batch finish too', async () => {
    const { id, lineId } = await shipped();
    await desk.fulfil({ shipmentId: id, lineId, quantity: 4 });
    await holder.caller.ok(shipments.lock, { params: { id } });
    const body = { ids: [id], options: { email: 0 as const } };
    const [refused] = await other.caller.ok(shipments.finishMany, { body });
    expect([refused?.result, refused?.message_key]).toEqual([
      false,
      expect.stringMatching(/^40005:ShipmentIsLockedBy/),
    ]);
    expect(await holder.caller.ok(shipments.finishMany, { body })).toEqual([
      { id, result: true, message: '', message_key: '' },
    ]);
    expect((await main.ok(shipments.get, { params: { id } })).user).toBeNull();
  });
});
