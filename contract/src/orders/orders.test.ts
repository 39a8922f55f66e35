import { expect, test } from 'vitest';
import { fieldMessages } from '../kit/messages.ts';
import { OrderInput, OrderUpdate } from './order-input.ts';

const order = (lines: unknown) => ({
  type: 'Customer Order',
  relation_id: 1,
  reference: 'A-1',
  shipping_address_id: 1,
  billing_address_id: 1,
  shipping: { courier_id: 1 },
  lines,
});
const line = { inventory_id: 1, quantity: 1 };

const messagesOf = (body: unknown) => {
  const result = OrderInput.safeParse(body);
  return result.success ? {} : fieldMessages(result.error);
};

/** Line numbers in messages start at 1, paths at 0. */
test.each([
  ['a line that is no object', ['x'], { 'lines.0': ['InvalidLineItemAt:1'] }],
  ['no item', [line, { quantity: 1 }], { 'lines.1.inventory_id': ['InvalidLineItemAt:2'] }],
  ['an item that cannot be one', [{ ...line, inventory_id: 0 }], { 'lines.0.inventory_id': ['InvalidLineItemAt:1'] }],
  ['a quantity of text', [{ ...line, quantity: '2' }], { 'lines.0.quantity': ['InvalidLineQuantityAt:1'] }],
  ['no units', [line, line, { ...line, quantity: 0 }], { 'lines.2.quantity': ['InvalidLineQuantityAt:3'] }],
  ['half a unit', [{ ...line, quantity: 0.5 }], { 'lines.0.quantity': ['InvalidLineQuantityAt:1'] }],
  ['too many units', [{ ...line, quantity: 1_000_001 }], { 'lines.0.quantity': ['InvalidLineQuantityAt:1'] }],
  ['a price of words', [line, { ...line, price: 'free' }], { 'lines.1.price': ['InvalidLinePriceAt:2'] }],
  ['a price below zero', [{ ...line, price: -1 }], { 'lines.0.price': ['InvalidLinePriceAt:1'] }],
  ['a price of nothing', [{ ...line, price: null }], { 'lines.0.price': ['InvalidLinePriceAt:1'] }],
  ['a long comment', [{ ...line, comment: 'x'.repeat(256) }], { 'lines.0.comment': ['TooLong:255'] }],
  ['no line', [], { lines: ['AtLeastOneLine'] }],
  ['no lines at all', undefined, { lines: ['AtLeastOneLine'] }],
  ['a good line', [{ ...line, price: '1.50' }], {}],
])('%s', (_what, lines, messages) => {
  expect(messagesOf(order(lines))).toEqual(messages);
});

const missing = {
  relation_id: ['RelationIsRequired'],
  reference: ['ReferenceIsRequired'],
  shipping_address_id: ['AddressIsRequired'],
  billing_address_id: ['AddressIsRequired'],
  'shipping.courier_id': ['CourierIsRequired'],
};

test('each required field says so in its own words, all of them at once', () => {
  const body = { type: 'Customer Order', relation_id: 0, shipping: {}, lines: [line] };
  expect(messagesOf(body)).toEqual(missing);
  const { shipping: _, ...without } = body;
  expect(messagesOf(without)).toEqual(missing);
  expect(messagesOf({ type: 'Customer Order' })).toEqual({ ...missing, lines: ['AtLeastOneLine'] });
});

test.each([0, null, undefined])('%s is no address of a new order; a copy of its own is one', (shipping_address_id) => {
  const body = { ...order([line]), shipping_address_id };
  expect(messagesOf(body)).toEqual({ shipping_address_id: ['AddressIsRequired'] });
  expect(messagesOf({ ...body, shipping_address: { company: 'Oak' } })).toEqual({});
});

test('a saved order keeps its addresses', () => {
  const { type: _, shipping_address_id: _s, billing_address_id: _b, ...body } = order([line]);
  expect(OrderUpdate.safeParse(body).success).toBe(true);
});
