import { Money } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import type { LabelCustomsItem, LabelRate, RateAnswer } from '../label-partner.ts';
import {
  amountText,
  arriveBy,
  arrivesOn,
  carrierIdsIn,
  chooseByRule,
  customsOfParcel,
  fastestOf,
  joinOffers,
  sizeText,
  waybillOf,
  withArrivalDate,
  workingDaysLater,
} from './label-rules.ts';

const SOON = new Date('2026-11-24T00:00:00Z');
const rate = (serviceCode: string, amount: string, days: number | null, more: Partial<LabelRate> = {}): LabelRate => ({
  id: `${serviceCode} ${amount}`,
  carrierId: 'c1',
  carrier: 'UPS',
  serviceCode,
  service: serviceCode,
  amount,
  currency: 'USD',
  days,
  expiresAt: SOON,
  ...more,
});
const answer = (...rates: LabelRate[]): RateAnswer => ({ rates, refusals: [] });

describe('offers', () => {
  test('are the services that every parcel can go with, with the sum of their costs, the cheapest first', () => {
    const offers = joinOffers([
      answer(rate('air', '10.10', 1), rate('ground', '4.20', 4), rate('only first', '1', 1)),
      answer(rate('ground', '0.105', 5), rate('air', '10.20', 2)),
    ]);
    expect(offers.map(({ service, cost, days }) => [service, String(cost), days])).toEqual([
      ['ground', '4.305', 5],
      ['air', '20.3', 2],
    ]);
    expect(offers[0]?.rates.map(({ id }) => id)).toEqual(['ground 4.20', 'ground 0.105']);
  });

  test('take the cheapest of a service that is answered twice, and keep currencies and carriers apart', () => {
    const twice = [rate('air', '9', 1), rate('air', '8', 1), rate('air', '7', 1, { currency: 'EUR' })];
    expect(joinOffers([answer(...twice)]).map(({ cost, currency }) => [String(cost), currency])).toEqual([
      ['7', 'EUR'],
      ['8', 'USD'],
    ]);
    const other = rate('air', '1', 1, { carrierId: 'c2' });
    expect(joinOffers([answer(rate('air', '9', 1)), answer(other)])).toEqual([]);
    expect(joinOffers([])).toEqual([]);
  });

  test('arrive with the slowest parcel; one that nobody knows makes the day unknown', () => {
    const [offer] = joinOffers([answer(rate('air', '1', null)), answer(rate('air', '1', 2))]);
    expect(offer?.days).toBeNull();
    expect(fastestOf([{ days: null, cost: Money.of('1') }])).toBeUndefined();
    const cheap = { days: 2, cost: Money.of('1') };
    expect(fastestOf([{ days: 2, cost: Money.of('5') }, cheap, { days: 3, cost: Money.of('0.5') }])).toBe(cheap);
  });
});

test.each([
  ['2026-11-18', 0, '2026-11-18'],
  ['2026-11-18', 2, '2026-11-20'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-12-31', 1, '2027-01-01'],
])('%s and %i working days is %s', (day, count, later) => {
  expect(workingDaysLater(day, count)).toBe(later);
});

test.each([
  ['the day before the cancel date', '2026-11-17', '2026-11-24', '2026-11-23'],
  ['not promised when nobody named a cancel date', '2026-11-17', '2026-11-18', null],
  ['not promised when both are one day', '2026-11-17', '2026-11-17', null],
])('a shipment has to be there: %s', (_, ship_date, cancel_date, by) => {
  expect(arriveBy({ ship_date, cancel_date })).toBe(by);
});

test.each([
  [{ today: '2026-11-18', ship_date: '2026-11-17' }, 1, '2026-11-19'],
  [{ today: '2026-11-18', ship_date: '2026-11-19' }, 1, '2026-11-20'],
  [{ today: '2026-11-18', ship_date: '2026-11-19' }, null, null],
])('what leaves on %o arrives after %s days', (leaves, days, day) => {
  expect(arrivesOn(leaves, days)).toBe(day);
});

describe('the courier’s rule', () => {
  const leaves = { today: '2026-11-16', ship_date: '2026-11-16' };
  const offers = joinOffers([
    answer(rate('slow', '1', 9), rate('mail', '2', null), rate('ground', '3', 3), rate('air', '9', 1)),
  ]);
  const choose = (label_rule: 'service' | 'cheapest' | 'cheapest_in_time', by: string | null, shippo_service = 'air') =>
    chooseByRule(
      offers.map((offer) => withArrivalDate(offer, leaves, by)),
      { label_rule, shippo_service },
      by,
    )?.service;

  test.each([
    ['service', '2026-11-20', 'air', 'air'],
    ['service', null, 'pigeon', undefined],
    ['service', null, '', undefined],
    ['cheapest', '2026-11-17', '', 'slow'],
    ['cheapest_in_time', '2026-11-20', '', 'ground'],
    ['cheapest_in_time', '2026-11-18', '', 'air'],
    ['cheapest_in_time', '2026-11-16', '', undefined],
    ['cheapest_in_time', null, '', 'slow'],
  ] as const)('%s by %s with %j buys %s', (rule, by, service, bought) => {
    expect(choose(rule, by, service)).toBe(bought);
  });
});

test.each([
  ['', [], ''],
  ['typed', [{ number: '1Z1', counts: true }], 'typed, 1Z1'],
  [
    'typed, 1Z1',
    [
      { number: '1Z1', counts: false },
      { number: '1Z2', counts: true },
    ],
    'typed, 1Z2',
  ],
  ['1Z1', [{ number: '1Z1', counts: true }], '1Z1'],
  ['1Z1', [{ number: '1Z1', counts: false }], ''],
])('the waybill %j with labels %j becomes %j', (before, labels, after) => {
  expect(waybillOf(before, labels)).toBe(after);
});

test('a waybill is as long as its field', () => {
  const labels = Array.from({ length: 40 }, (_, n) => ({ number: `1Z000000000000000${n}`, counts: true }));
  expect(waybillOf('', labels).length).toBeLessThanOrEqual(255);
});

describe('customs of a parcel', () => {
  const tea: LabelCustomsItem = {
    description: 'Tea',
    quantity: 4,
    netWeight: '8',
    massUnit: 'kg',
    value: '10',
    currency: 'USD',
    originCountry: 'CN',
    tariffNumber: '0902',
    sku: 'TEA',
  };
  const cup = { ...tea, sku: 'CUP', quantity: 1 };

  test('are its share of the lines', () => {
    expect(customsOfParcel([tea, cup], [{ sku: 'TEA', units: 1 }])).toEqual([
      { ...tea, quantity: 1, value: '2.5', netWeight: '2' },
    ]);
  });

  test('are all lines when nobody said what is in it', () => {
    expect(customsOfParcel([tea, cup], [])).toEqual([tea, cup]);
  });
});

test('sizes have four decimals at most, amounts two', () => {
  expect([sizeText(12.34567), sizeText(1234.5678), sizeText(0)]).toEqual(['12.3457', '1234.57', '0.01']);
  expect([amountText(1.005), amountText(12)]).toEqual(['1.01', '12']);
  expect(carrierIdsIn(' a, b;a  c ')).toEqual(['a', 'b', 'c']);
});
