import { ORDER_TYPES, type OrderType, SHIPMENT_STATUSES, type ShipmentStatus } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import {
  buttonRules,
  hasBatchFinish,
  panelRules,
  type ShipmentButton,
  type ShipmentFacts,
  type ShipmentPanel,
  type ShipmentViewer,
} from './shipment-rules.ts';
import { cut } from './shipment-words.ts';

const ME = 7;
const lockOf = (user_id: number) => ({ user_id, name: 'Dana', until: '2026-11-16T10:00:00.000Z' });
const locks = { nobody: null, me: lockOf(ME), another: lockOf(8) };
type Lock = keyof typeof locks;

interface Case {
  type: OrderType;
  status: ShipmentStatus;
  packed: 0 | 1;
  billed: 0 | 1;
  lock: Lock;
  quick: boolean;
  excel: boolean;
  fba: string;
  shippo: string;
  station: string;
  source: string;
  resources: string[];
}
const plain: Case = {
  type: 'Customer Order',
  status: 'In Warehouse',
  packed: 0,
  billed: 0,
  lock: 'nobody',
  quick: true,
  excel: true,
  fba: '',
  shippo: '',
  station: '',
  source: 'Manual',
  resources: [],
};

const factsOf = (given: Case): ShipmentFacts => ({
  status: given.status,
  packed: given.packed,
  billed: given.billed,
  direction: given.type === 'Customer Order' || given.type === 'Vendor Return' ? 'outbound' : 'inbound',
  user: locks[given.lock],
  fba_shipment_id: given.fba,
  external_resources: given.resources,
  order: { type: given.type, source: { source: given.source } },
  courier: { shippo_id: given.shippo, ss_mapping_carrier: given.station },
});
const viewerOf = ({ quick, excel }: Case): ShipmentViewer => ({
  userId: ME,
  hasQuickFulfil: quick,
  hasOutboundExcel: excel,
});

/** Every combination of what the buttons depend on. */
const every: Case[] = ORDER_TYPES.flatMap((type) =>
  SHIPMENT_STATUSES.flatMap((status) =>
    ([0, 1] as const).flatMap((packed) =>
      ([0, 1] as const).flatMap((billed) =>
        (['nobody', 'me', 'another'] as const).flatMap((lock) =>
          [true, false].map((quick) => ({ ...plain, type, status, packed, billed, lock, quick })),
        ),
      ),
    ),
  ),
);

/** The conditions in the words of the specification. */
const outward = ({ type }: Case) => type === 'Customer Order' || type === 'Vendor Return';
const free = ({ lock }: Case) => lock !== 'another';
const open = ({ status }: Case) => status !== 'Finished';
const stored = ({ status }: Case) => status === 'In Warehouse';
const buttons: Record<ShipmentButton, (given: Case) => boolean> = {
  bill: (given) => (given.status === 'Ready' || given.status === 'Finished') && given.billed === 0 && free(given),
  finish: (given) => given.status === 'Ready' && free(given),
  pack: (given) => outward(given) && given.packed === 0 && open(given) && free(given),
  repack: (given) => outward(given) && given.packed === 1 && open(given),
  quickFulfil: (given) => given.quick && stored(given) && free(given),
  fulfil: (given) => stored(given) && free(given),
  allocate: (given) => outward(given) && stored(given) && free(given),
  unfulfil: (given) => open(given) && free(given),
  void: (given) => open(given) && free(given),
  voidFinished: (given) => !open(given),
  update: free,
  prepare: (given) => open(given) && free(given),
  changeQuantity: (given) => stored(given) && free(given),
  closeShort: (given) => !outward(given) && stored(given) && free(given),
  receiveExtra: (given) => !outward(given) && open(given) && free(given),
  lock: (given) => open(given) && given.lock === 'nobody',
  unlock: ({ lock }) => lock === 'me',
  takeOver: (given) => open(given) && given.lock === 'another',
};

describe('the buttons of a shipment', () => {
  test.each(Object.keys(buttons) as ShipmentButton[])('%s shows under exactly its conditions', (name) => {
    const shown = every.filter((given) => buttonRules[name](factsOf(given), viewerOf(given)));
    expect(shown).toEqual(every.filter(buttons[name]));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(every.length);
  });
});

describe('the panels of a shipment', () => {
  test.each<[ShipmentPanel, boolean, Partial<Case>]>([
    ['courier', true, {}],
    ['courier', true, { status: 'Ready' }],
    ['courier', false, { status: 'Finished' }],
    ['courier', false, { type: 'Vendor Return' }],
    ['courier', false, { type: 'Vendor Order' }],
    ['courier', false, { type: 'Customer Return' }],
    ['marketplace', true, { fba: 'FBA15' }],
    ['marketplace', false, {}],
    ['marketplaceLink', true, { fba: 'FBA15' }],
    ['marketplaceLink', false, {}],
    ['marketplaceLink', false, { fba: 'FBA15', type: 'Vendor Order' }],
    ['labels', true, { shippo: 'ups' }],
    ['labels', true, { shippo: 'ups', type: 'Vendor Return' }],
    ['labels', true, { shippo: 'ups', status: 'Finished' }],
    ['labels', false, { shippo: 'ups', type: 'Vendor Order' }],
    ['labels', false, { shippo: 'ups', type: 'Customer Return' }],
    ['labels', false, {}],
    ['zalora', true, { source: 'Zalora' }],
    ['zalora', false, { source: 'Shopify' }],
    ['inboundExcel', true, { type: 'Vendor Order', excel: false }],
    ['inboundExcel', true, { type: 'Customer Return' }],
    ['inboundExcel', false, { type: 'Vendor Order', status: 'Ready' }],
    ['inboundExcel', false, {}],
    ['outboundExcel', true, {}],
    ['outboundExcel', true, { type: 'Vendor Return' }],
    ['outboundExcel', false, { excel: false }],
    ['outboundExcel', false, { status: 'Ready' }],
    ['outboundExcel', false, { type: 'Vendor Order' }],
    ['shippingStation', true, { station: 'fedex' }],
    ['shippingStation', false, {}],
    ['resources', true, { resources: ['https://erp.test/12'] }],
    ['resources', false, {}],
  ])('%s: %s for %o', (name, isShown, changed) => {
    const given = { ...plain, ...changed };
    expect(panelRules[name](factsOf(given), viewerOf(given))).toBe(isShown);
  });
});

test('batch finish comes with builds above 1053', () => {
  expect([1053, 1054].map((build) => hasBatchFinish({ build }))).toEqual([false, true]);
});

test.each([
  ['Kestrel Cofe', 'Kestrel Cofe'],
  ['Kestrel Coffee', 'Kestrel Coff…'],
  ['环球优选贸易有限公司上海分公司', '环球优选贸易有限公司上海…'],
])('%s is cut to %s', (name, shown) => {
  expect(cut(name, 12)).toBe(shown);
});
