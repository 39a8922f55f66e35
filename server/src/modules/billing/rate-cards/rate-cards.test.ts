import { api, type Charge } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';

const { billingActivities: activities, billingEntries: entries, billingItems: items, rateCards, records } = api;
let it: TestApp;
let main: Caller;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

interface Link {
  activity: number;
  item: number;
}

/** An activity of a client with an item, at a rate since 2020. */
async function link(client_id: number, name: string, rate: string, charge: Charge = 'Outbound'): Promise<Link> {
  const { id } = await main.ok(activities.create, { body: { name, client_id, charge } });
  const item = await main.ok(items.create, { body: { name: `${client_id} ${name}`, uom: 'Unit' } });
  await main.ok(activities.addItem, { params: { id, itemId: item.id }, body: { rate, valid_from: '2020-01-01' } });
  return { activity: id, item: item.id };
}

const historyOf = async ({ activity }: Link) => {
  const { items: linked } = await main.ok(activities.get, { params: { id: activity } });
  return linked.flatMap(({ history }) => history.map(({ valid_from, rate }) => [valid_from, rate]));
};

describe('copying a rate card', () => {
  test('creates what the other client does not have, from a day on', async () => {
    const [from, to] = [await it.given.client('Copied Goods'), await it.given.client('Copying Goods')];
    const storage = await link(from, 'Storage', '4.1234', 'Daily-Location');
    await main.ok(activities.saveItem, {
      params: { id: storage.activity, itemId: storage.item },
      body: { rate: '5', quantity: '2', minimum_charge: '7', minimum_quantity: '3', valid_from: '2021-01-01' },
    });
    await link(from, 'Picking', '1');
    await link(to, 'PICKING', '9');
    const body = { from_client_id: from, to_client_id: to, valid_from: '2022-02-02' };
    const preview = await main.ok(rateCards.previewCopy, { body });
    expect(
      preview.activities.map(({ name, exists, items: each }) => [name, exists, each.map(({ rate }) => rate)]),
    ).toEqual([
      ['Picking', true, [1]],
      ['Storage', false, [5]],
    ]);
    expect(await main.ok(activities.load, { params: { clientId: to } })).toHaveLength(1);
    const { caller } = await it.given.mainUser(['update_billing_items']);
    expect((await caller.call(rateCards.copy, { body })).status).toBe(403);
    expect(await main.ok(rateCards.copy, { body })).toEqual(preview);
    const copied = (await main.ok(activities.load, { params: { clientId: to } })).find(
      ({ name }) => name === 'Storage',
    );
    expect(copied).toMatchObject({ charge: 'Daily-Location', is_active: 1 });
    expect(copied?.items[0]?.pivot).toEqual({
      rate: 5,
      quantity: 2,
      minimum_charge: 7,
      minimum_quantity: 3,
      valid_from: '2022-02-02',
    });
    expect((await main.ok(rateCards.copy, { body })).activities.every(({ exists }) => exists)).toBe(true);
    const { data } = await main.ok(records.traces, {
      query: { traceable_type: 'BillingActivity', traceable_id: copied?.id ?? 0 },
    });
    expect(data.map(({ subject }) => subject)).toEqual(['Rate card copied']);
    const same = await main.call(rateCards.copy, { body: { ...body, to_client_id: from } });
    expect(same.body.keys).toEqual({ to_client_id: ['RateCardOfOneClient'] });
  });
});

describe('changing all rates', () => {
  test.each([
    // rate, percent, decimals, new rate
    ['0.2250', '10', 4, 0.2475],
    ['0.2250', '10', 2, 0.25],
    ['1.0049', '0.01', 2, 1.01],
    ['1.0045', '0.04', 2, 1],
    ['0.0001', '50', 4, 0.0002],
    ['3.335', '-100', 4, 'PercentOutOfRange'],
    ['3.335', '-99.9999', 4, 'RateWouldBeZero'],
    ['0.01', '-50', 2, 0.01],
    ['99999999999', '1000', 4, 'MoneyHasTooManyDigits'],
    ['12.5', '2.5', 4, 12.8125],
    ['12.5', '3.3333', 4, 12.9167],
  ] as const)('turns %s by %s percent, with %d decimals, into %s', async (rate, percent, decimals, expected) => {
    const client_id = await it.given.client();
    const priced = await link(client_id, 'Work', rate);
    const body = { client_id, percent, decimals, valid_from: '2026-01-01' };
    const preview = await main.call(rateCards.previewChange, { body });
    const { stamp = '', rates = [] } = preview.status === 200 ? preview.data : {};
    const { status, body: refusal } = await main.call(rateCards.change, { body: { ...body, stamp } });
    if (typeof expected === 'string') {
      expect(JSON.stringify(refusal.keys)).toContain(expected);
      expect(await historyOf(priced)).toHaveLength(1);
    } else {
      expect([rates.map(({ new_rate }) => new_rate), status]).toEqual([[expected], 200]);
      expect((await historyOf(priced))[0]).toEqual(['2026-01-01', expected]);
    }
  });

  test('changes later rates too, leaves out what is excepted, and is made once', async () => {
    const client_id = await it.given.client();
    const [one, two] = [await link(client_id, 'One', '10'), await link(client_id, 'Two', '20')];
    await main.ok(activities.saveItem, {
      params: { id: one.activity, itemId: one.item },
      body: { rate: '12', valid_from: '2026-06-01' },
    });
    const body = {
      client_id,
      percent: 10,
      valid_from: '2026-03-01',
      except: [{ activity_id: two.activity, item_id: two.item }],
    };
    const { rates, stamp } = await main.ok(rateCards.previewChange, { body });
    expect(rates.map(({ valid_from, old_rate, new_rate }) => [valid_from, old_rate, new_rate])).toEqual([
      ['2026-03-01', 10, 11],
      ['2026-06-01', 12, 13.2],
      ['2026-03-01', 20, 20],
    ]);
    await main.ok(rateCards.change, { body: { ...body, stamp } });
    expect(await historyOf(one)).toEqual([
      ['2026-06-01', 13.2],
      ['2026-03-01', 11],
      ['2020-01-01', 10],
    ]);
    expect(await historyOf(two)).toHaveLength(1);
    const again = await main.call(rateCards.change, { body: { ...body, stamp } });
    expect(again.body.keys).toEqual({ stamp: ['RatesAreDifferentNow'] });
    const { data } = await main.ok(records.traces, {
      query: { traceable_type: 'BillingActivity', traceable_id: one.activity },
    });
    expect(data[0]?.subject).toBe('Billing rates changed');
  });
});

describe('what if', () => {
  const how = (charge: Charge, more: object) =>
    JSON.stringify({ charge, by: 'Unit', counted: 1, skus: [], link_quantity: '1', rate: '1', ...more });

  test('prices accrued and shipment entries again, with their minimums, and writes nothing', async () => {
    const client_id = await it.given.client();
    const [storage, picking] = [
      await link(client_id, 'Bins', '2', 'Daily-Location'),
      await link(client_id, 'Picks', '0.225'),
    ];
    const byHand = await link(client_id, 'Hours', '45', 'Manual');
    const extra = await link(client_id, 'Extra', '7');
    const charged = (to: Link, columns: object) => {
      const row: Record<string, unknown> = {
        client_id,
        activity_id: to.activity,
        item_id: to.item,
        bill_date: '2026-02-10',
        reference: 'R',
        meta_name: 'M',
        created_by: 'Accrual',
        ...columns,
      };
      const names = Object.keys(row);
      return it.database.owner(
        `insert into billing_entries (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
    };
    const minimums = { rate: '2', minimum_quantity: '0', minimum_charge: '15' };
    const day = (billable_id: number) => ({ accrued: true, billable_type: 'snapshot', billable_id });
    // 10 locations cost 20; 5 locations would cost 10 and cost the minimum.
    await charged(storage, {
      price: 2,
      quantity: 10,
      how: how('Daily-Location', { counted: 10, ...minimums }),
      ...day(1),
    });
    await charged(storage, {
      price: 15,
      quantity: 1,
      how: how('Daily-Location', { counted: 5, minimum: 'charge', ...minimums }),
      ...day(2),
    });
    const ofShipment = { billable_type: 'shipment', billable_id: 1 };
    await charged(picking, { price: '0.225', quantity: 3, charge_day: '2026-02-10', ...ofShipment });
    // Typed in for a shipment: of a Manual activity in the Bill dialog, and of the direction by hand.
    await charged(byHand, { price: 10, quantity: 1, charge_day: '2026-02-10', ...ofShipment });
    await charged(extra, { price: 7, quantity: 1, ...ofShipment });
    await charged(byHand, { price: 45, quantity: 2 });
    const [before] = await it.database.owner('select count(*), max(updated_at) from billing_entries');
    const ask = async (more: object) => {
      const { lines, ...totals } = await main.ok(rateCards.whatIf, { body: { client_id, month: '2026-02', ...more } });
      return {
        lines: lines.map(({ item, old_amount, new_amount }) => [item.split(' ')[1], old_amount, new_amount]),
        totals,
      };
    };
    expect(await ask({})).toEqual({
      lines: [
        ['Bins', 35, 35],
        ['Extra', 7, 7],
        ['Hours', 100, 100],
        ['Picks', 0.675, 0.675],
      ],
      totals: { month: '2026-02', old_amount: 142.675, new_amount: 142.675, difference: 0 },
    });
    // At 4 the 5 locations cost 20, which is above the minimum; 0.2475 × 3 = 0.7425.
    const rates = [{ activity_id: storage.activity, item_id: storage.item, rate: '4' }];
    expect((await ask({ percent: 10, rates })).lines).toEqual([
      ['Bins', 35, 60],
      ['Extra', 7, 7],
      ['Hours', 100, 100],
      ['Picks', 0.675, 0.7425],
    ]);
    expect((await ask({ rates: [{ ...rates[0], rate: '1', minimum_charge: '12' }] })).totals.difference).toBe(-11);
    expect((await ask({ rates: [{ ...rates[0], rate: '0' }] })).lines[0]).toEqual(['Bins', 35, 0]);
    const [after] = await it.database.owner('select count(*), max(updated_at) from billing_entries');
    expect(after).toEqual(before);
    expect((await main.ok(entries.list, { query: { filter_by: { client_id: [String(client_id)] } } })).total).toBe(6);
  });

  test('is about the last month when none is given', async () => {
    const { month } = await main.ok(rateCards.whatIf, { body: { client_id: 1 } });
    const [row] = await it.database.owner<{ month: string }>(
      "select to_char((now() at time zone timezone) - interval '1 month', 'YYYY-MM') as month from company",
    );
    expect(month).toBe(row?.month);
  });
});
