import { describe, expect, test } from 'vitest';
import { cloneReference } from './order-rules.ts';
import { orderKeys } from './order-sheet-row.ts';

describe('the reference of a copy', () => {
  test.each([
    ['SO-1', [], 'SO-1-C1'],
    ['SO-1', ['SO-1-C1', 'so-1-c2', 'SO-1-C10'], 'SO-1-C11'],
    ['SO-1-C2', ['SO-1-C1', 'SO-1-C2'], 'SO-1-C3'],
    ['SO-1', ['SO-1-COPY', 'SO-11-C4'], 'SO-1-C1'],
    ['x'.repeat(255), [], `${'x'.repeat(247)}-C1`],
  ])('%s beside %j is %s', (reference, taken, copy) => {
    expect(cloneReference(reference, taken)).toBe(copy);
  });
});

test('rows are one order by reference and type, and a row without a type belongs to the order above it', () => {
  const row = (type: string, reference: string) => ({ type, reference });
  const keys = orderKeys([
    row('Customer Order', 'A'),
    row('', ' a '),
    row('Customer Return', 'A'),
    row('', 'A'),
    row('customer order', 'A'),
    row('', 'B'),
    row('Vendor Order', ''),
  ]);
  expect(keys).toEqual([
    'customer order\ta',
    'customer order\ta',
    'customer return\ta',
    'customer return\ta',
    'customer order\ta',
    '\tb',
    '',
  ]);
});
