import {
  dayAfter,
  type InventoryOption,
  ORDER_STATUSES,
  type Order,
  type OrderLine,
  type Relation,
} from '@longshore/contract';
import { expect, test } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import {
  type DraftLine,
  draftTotals,
  draftWeight,
  linesOf,
  linesOfAll,
  newLine,
  readScan,
  shortageOf,
} from './draft-lines.ts';
import { showsFbaPanel } from './fba-rule.ts';
import { addressMode, atFormFields, bodyOf, draftOf, draftSchema, type OrderDraft } from './order-draft.ts';
import { brokenKits, PartialDraft, partialBody, partialOf } from './partial-rules.ts';
import { defaultsOf } from './relation-defaults.ts';

const orderLine = (id: number, over: Partial<OrderLine> = {}, available: number | null = 100): OrderLine =>
  ({
    id,
    order_id: 1,
    inventory_id: id + 100,
    sku: `SKU-${id}`,
    name: `Item ${id}`,
    price: 2,
    remainder: 0,
    quantity: 6,
    comment: '',
    kit_id: null,
    kit_property: null,
    line_status: { available_inventory: available, leftover: 6, processed_qty: 0, cancelled_qty: 0 },
    ...over,
  }) as OrderLine;

const kit = { kit_id: 9, kit_property: { sku: 'KIT', name: 'A kit', quantity: 3, price: 10 }, comment: 'gift' };
const address = { company: 'Oak', contact: '', phone: '', street1: '1 Elm', city: 'Rye' };

const order = {
  id: 1,
  type: 'Customer Order',
  status: 'Open',
  relation_id: 5,
  reference: 'SO-1',
  po: '',
  note: '',
  print_note: '',
  shipping_address_id: 11,
  billing_address_id: null,
  shipping_address: address,
  billing_address: address,
  accounting: { tax_rate: 0.1, payment_term: 'Net 30' },
  shipping: {
    courier_id: 3,
    payment: 'collect',
    collect_account: { account: 'A1', collect_country_code: 'US', collect_zip_code: '10001' },
  },
  lines: [orderLine(1), orderLine(2, kit, 8), orderLine(3, { ...kit, quantity: 3 }, 2)],
  api_credential_id: null,
  has_source_address: false,
  updated_at: '2026-11-15T10:00:00.000Z',
} as unknown as Order;

const line = (over: Partial<DraftLine> = {}): DraftLine => ({
  inventory_id: 1,
  isKit: false,
  sku: 'A',
  name: 'a',
  quantity: 1,
  price: '1',
  comment: '',
  available: 5,
  ...over,
});
const draft = (over: Partial<OrderDraft> = {}): OrderDraft => ({ ...draftOf(order), lines: [line()], ...over });

test('the lines of a kit are edited as one line, at the place of the first', () => {
  expect(linesOf(order.lines)).toMatchObject([
    { id: 1, inventory_id: 101, isKit: false },
    // Three kits have 6 and 3 units: the stock of 8 and 2 units is enough for 2 of them.
    { inventory_id: 9, isKit: true, sku: 'KIT', quantity: 3, price: '10', comment: 'gift', available: 2 },
  ]);
  expect(linesOf([orderLine(2, kit, null)])[0]?.available).toBeNull();
});

test.each([
  ['Customer Order', '9.5', 7],
  ['Customer Return', '4', null],
  ['Vendor Order', '4', null],
  ['Vendor Return', '4', 7],
] as const)('a new line of a %s costs %s, with %s available', (type, price, available) => {
  const option = {
    inventory: { id: 4, type: 'Item', sku: 'A', name: 'a', selling: 9.5, cost: 4 },
    available: 7,
  } as InventoryOption;
  expect(newLine(option, type)).toMatchObject({ quantity: 1, price, available });
  expect(newLine(option, type, 24).quantity).toBe(24);
});

test('all items with stock are added once, at price 0', () => {
  const international = { hs_code: '', custom_value: 0, origin: '', composition: '' };
  const items = [1, 2, 3].map((id) => ({ id, sku: `S${id}`, name: '', available: id - 1, international }));
  expect(linesOfAll(items, [line({ inventory_id: 3 })], 'Customer Order')).toMatchObject([
    { inventory_id: 2, quantity: 1, price: '0', available: 1 },
  ]);
});

test.each([
  ['KC-1', 'KC-1', undefined],
  ['24*KC-1', 'KC-1', 24],
  [' 3 × KC-1 ', 'KC-1', 3],
  ['0*KC-1', '0*KC-1', undefined],
  ['9999999*KC-1', '9999999*KC-1', undefined],
])('%s is %s, %s units', (text, code, quantity) => {
  expect(readScan(text)).toEqual({ code, quantity });
});

test('totals count what is no number yet as 0, and never fail', () => {
  expect(
    draftTotals(
      [line({ price: '9.40', quantity: 96 }), line({ price: 'x' }), line({ quantity: Number.NaN })],
      0.13,
      'USD',
    ),
  ).toEqual({
    units: 97,
    subtotal: '902.4',
    tax: '117.31',
    total: '1019.71',
  });
  expect(draftTotals([line({ price: '99999999999', quantity: 1_000_000 })], 0, 'USD')).toBeUndefined();
  expect(draftTotals([line()], Number.NaN, 'USD')?.tax).toBe('0');
});

test('lines weigh what their items do; one without a weight leaves the sum unknown', () => {
  const weights = [
    { id: 1, weight: 0.5 },
    { id: 2, weight: null },
  ];
  expect(draftWeight([line({ quantity: 3 }), line({ quantity: Number.NaN })], weights)).toBe(1.5);
  expect(draftWeight([line(), line({ inventory_id: 2 })], weights)).toBeUndefined();
  expect(draftWeight([line({ inventory_id: 3 })], weights)).toBeUndefined();
  expect(draftWeight([], [])).toBe(0);
});

test.each([
  [5, 5, 0],
  [6, 5, 1],
  [6, null, 0],
  [Number.NaN, 5, 0],
])('%s of %s available is short by %s', (quantity, available, short) => {
  expect(shortageOf({ quantity, available })).toBe(short);
});

test('every broken field is named at once, lines by their number', () => {
  const empty = draft({
    relation_id: 0,
    reference: ' ',
    courier_id: 0,
    shipping_address_id: null,
    lines: [line(), line({ quantity: 0, price: 'x' })],
  });
  const messages = (parsed: ReturnType<ReturnType<typeof draftSchema>['safeParse']>) =>
    Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
  expect(messages(draftSchema(undefined).safeParse(empty))).toEqual({
    relation_id: 'RelationIsRequired',
    reference: 'ReferenceIsRequired',
    courier_id: 'CourierIsRequired',
    shipping_address_id: 'AddressIsRequired',
    billing_address_id: 'AddressIsRequired',
    'lines.1.quantity': 'InvalidLineQuantityAt:2',
    'lines.1.price': 'InvalidLinePriceAt:2',
  });
  expect(messages(draftSchema(order).safeParse(draft({ lines: [] })))).toEqual({ lines: 'AtLeastOneLine' });
});

test('a save sends a kit as one line and keeps addresses that nobody changed', () => {
  const body = bodyOf(draftOf(order), order);
  expect(body).toMatchObject({ shipping_address_id: null, billing_address_id: null, updated_at: order.updated_at });
  expect(body).not.toHaveProperty('shipping_address');
  expect(body.lines).toEqual([
    { id: 1, inventory_id: 101, quantity: 6, price: '2', comment: '', source_id: '', sku: 'SKU-1', name: 'Item 1' },
    { inventory_id: 9, quantity: 3, price: '10', comment: 'gift', source_id: '', sku: '', name: '' },
  ]);
  expect(bodyOf(draft({ shipping_address_id: 12 }), order)).toMatchObject({ shipping_address_id: 12 });
  // The same address of another relation is another address.
  expect(bodyOf(draft({ relation_id: 6 }), order)).toMatchObject({ shipping_address_id: 11 });
  const copy = { ...draftOf(order), shipping_address: order.shipping_address };
  expect(bodyOf(copy, order)).toMatchObject({ shipping_address_id: 11, shipping_address: { company: 'Oak' } });
});

test('a prepaid order sends no account', () => {
  expect(bodyOf(draft(), order).shipping.collect_account.account).toBe('A1');
  expect(bodyOf(draft({ payment: 'prepaid' }), order).shipping.collect_account).toEqual({
    account: '',
    collect_country_code: '',
    collect_zip_code: '',
  });
});

test.each([
  [
    new ApiFailure(422, {
      errors: { 'shipping.courier_id': ['x'], 'shipping.collect_account.account': ['y'], 'lines.0.price': ['z'] },
    }),
    { courier_id: ['x'], account: ['y'], 'lines.0.price': ['z'] },
  ],
  [new ApiFailure(400, { error_code: 30005 }), { relation_id: ['RelationIsInvalid'] }],
  [new ApiFailure(400, { error_code: 30006 }), { courier_id: ['CourierIsInvalid'] }],
  [new ApiFailure(400, { error_code: 30007 }), undefined],
])('a refusal is shown at the field that it is about', (failure, errors) => {
  expect(atFormFields(failure).errors).toEqual(errors);
});

test.each([
  [undefined, 'chosen'],
  [{ api_credential_id: null, has_source_address: false, shipping_address_id: null }, 'chosen'],
  [{ api_credential_id: 7, has_source_address: false, shipping_address_id: null }, 'from-api'],
  [{ api_credential_id: 7, has_source_address: false, shipping_address_id: 4 }, 'chosen'],
  [{ api_credential_id: 7, has_source_address: true, shipping_address_id: 4 }, 'hidden'],
])('the address of %o is %s', (from, mode) => {
  expect(addressMode(from && { billing_address_id: null, ...from }, 'shipping')).toBe(mode);
});

const relation = {
  id: 8,
  default_tax_rate: 0.13,
  default_term: 'Net 15',
  default_courier: 3,
  default_shipping_payment: 'third',
  default_courier_account: 'B2',
  default_collect_country: 'CA',
  default_collect_postal: 'M5V',
  default_instruction: 'Handle with care',
  print_instruction: 1,
  addresses: [
    { id: 1, type: 'Both' },
    { id: 2, type: 'Billing' },
    { id: 3, type: 'Shipping' },
  ],
} as Relation;

test('choosing a relation fills in what it has', () => {
  expect(defaultsOf(relation, { isDisabled: false, courierIds: [3] })).toEqual({
    relation_id: 8,
    shipping_address_id: 3,
    billing_address_id: 2,
    shipping_address: null,
    billing_address: null,
    tax_rate: 0.13,
    payment_term: 'Net 15',
    courier_id: 3,
    payment: 'third',
    account: 'B2',
    collect_country_code: 'CA',
    collect_zip_code: 'M5V',
    print_note: 'Handle with care',
  });
  // Nothing of the relation before stays.
  const bare = { ...relation, print_instruction: 0, default_instruction: '', default_courier: 0 } as Relation;
  expect(defaultsOf(bare, { isDisabled: false, courierIds: [3] })).toMatchObject({ courier_id: 0, print_note: '' });
  expect(defaultsOf(relation, { isDisabled: false, courierIds: [] })).toMatchObject({ courier_id: 0 });
});

test('a note that the relation keeps off documents is not copied to the order, whose note is printed', () => {
  const hidden = { ...relation, print_instruction: 0 } as Relation;
  expect(defaultsOf(hidden, { isDisabled: false, courierIds: [3] })).toMatchObject({ print_note: '' });
});

test('choosing a relation leaves addresses alone that come from a partner', () => {
  const partner = { ...order, api_credential_id: 7, shipping_address_id: 11, billing_address_id: null } as Order;
  for (const isDisabled of [true, false]) {
    const filled = defaultsOf(relation, { isDisabled, courierIds: [], order: partner });
    expect(filled).not.toHaveProperty('billing_address_id');
    expect(filled).toHaveProperty('shipping_address_id');
  }
  const fromApi = draft({ relation_id: 8, shipping_address_id: null, billing_address_id: null });
  const paths = (from: Order) =>
    (draftSchema(from).safeParse(fromApi).error?.issues ?? []).map(({ path }) => path.join('.'));
  expect(paths(partner)).toEqual(['shipping_address_id']);
  expect(paths({ ...partner, has_source_address: true })).toEqual([]);
});

test('the preference keeps everything but the relation, and drops addresses of another one', () => {
  expect(defaultsOf(relation, { isDisabled: true, courierIds: [3] })).toEqual({
    relation_id: 8,
    shipping_address_id: null,
    billing_address_id: null,
    shipping_address: null,
    billing_address: null,
  });
});

test('a partial shipment takes at most what is left of a line, and names a line by its number in the order', () => {
  const done = orderLine(4, { line_status: { ...orderLine(4).line_status, leftover: 0 } });
  const lines = [done, ...order.lines].map((line) => ({
    ...line,
    kit_id: null,
    inventory_id: 100 + line.id,
    line_status: { ...line.line_status, available_inventory: line.id === 2 ? 4 : 50 },
  }));
  const part = partialOf({ ...order, lines }, '2026-11-15', '2026-11-16');
  expect(part.lines.map(({ order_line_id, quantity }) => [order_line_id, quantity])).toEqual([
    [4, 0],
    [1, 6],
    [2, 4],
    [3, 6],
  ]);
  const shipped = (...quantities: number[]) => ({
    ...part,
    lines: part.lines.map((row, index) => ({ ...row, quantity: quantities[index - 1] ?? 0 })),
  });
  const problems = (...quantities: number[]) =>
    (PartialDraft.safeParse(shipped(...quantities)).error?.issues ?? [])
      .filter(({ path }) => path[0] === 'lines')
      .map(({ path, message }) => [path.join('.'), message]);
  expect(problems(6, 0, 0)).toEqual([]);
  expect(problems(1, 7, 0)).toEqual([['lines.2.quantity', 'MoreThanRemaining:3']]);
  expect(problems(0.5)).toEqual([['lines.1.quantity', 'InvalidLineQuantityAt:2']]);
  expect(problems()).toEqual([['lines', 'NothingToShip']]);
  expect(partialBody({ ...shipped(1), payment: 'prepaid' })).toMatchObject({
    courier: { id: 3, account: '' },
    lines: [{ quantity: 0 }, { order_line_id: 1, quantity: 1 }, { quantity: 0 }, { quantity: 0 }],
  });
});

test.each([
  ['2026-11-01', '2026-11-02'],
  ['2026-12-31', '2027-01-01'],
])('after %s comes %s', (day, next) => {
  expect(dayAfter(day)).toBe(next);
});

test('shipping the items of a kit in another ratio than the kit has is noticed', () => {
  const [, six, three] = order.lines as [OrderLine, OrderLine, OrderLine];
  const ship = (first: number, second: number) =>
    brokenKits(
      [
        { line: six, quantity: first },
        { line: three, quantity: second },
      ],
      order.lines,
    );
  expect(ship(6, 3)).toEqual([]);
  expect(ship(2, 1)).toEqual([]);
  expect(ship(0, 0)).toEqual([]);
  expect(ship(3, 2)).toEqual(['KIT']);
  expect(ship(1, 0)).toEqual(['KIT']);
});

test('the inbound-plan panel shows for open customer orders of clients that use it', () => {
  const ofClient = (is_fba: boolean) => ({ id: 1, company: 'A', is_fba });
  const client = (is_fba: boolean) => ({ is_main_user: true, working_client: ofClient(is_fba), client: null });
  for (const status of ORDER_STATUSES)
    expect(showsFbaPanel({ type: 'Customer Order', status }, client(true)), status).toBe(status === 'Open');
  expect(showsFbaPanel({ type: 'Vendor Order', status: 'Open' }, client(true))).toBe(false);
  expect(showsFbaPanel({ type: 'Customer Order', status: 'Open' }, client(false))).toBe(false);
  const user = (is_fba: boolean) => ({ is_main_user: false, working_client: null, client: ofClient(is_fba) });
  expect(
    [true, false].map((is_fba) => showsFbaPanel({ type: 'Customer Order', status: 'Open' }, user(is_fba))),
  ).toEqual([true, false]);
  const idle = { is_main_user: true, working_client: null, client: null };
  expect(showsFbaPanel({ type: 'Customer Order', status: 'Open' }, idle)).toBe(false);
});
