import type { ProposedEntry } from '@longshore/contract';
import { expect, test } from 'vitest';
import { lineOfAddable, lineOfProposal, withProposalOf } from './proposed-lines.ts';

const proposed = (item: number, price: number, quantity = 1): ProposedEntry => ({
  billing_activity_id: 1,
  activity: 'Pick',
  billing_item_id: item,
  meta_name: `Item ${item}`,
  meta_uom: 'Order',
  price,
  quantity,
  how: { charge: 'Outbound', by: 'Order', counted: 1, skus: [], link_quantity: '1', rate: String(price) },
});

test('on another day what a person changed, added or left out stays, and the rest is priced again', () => {
  const before = [proposed(1, 2), proposed(2, 3), proposed(3, 4)];
  const [first, second] = before.map(lineOfProposal);
  const added = lineOfAddable({
    billing_activity_id: 9,
    activity: 'By hand',
    billing_item_id: 7,
    meta_name: 'Hour',
    meta_uom: '',
    price: 30,
  });
  if (!first || !second) throw new Error('There are three.');
  // The second has another quantity, the third was left out; on the new day there is a fourth.
  const lines = [first, { ...second, quantity: '5' }, added];
  const after = [proposed(1, 2.5), proposed(2, 3.5), proposed(3, 4.5), proposed(4, 1)];
  expect(withProposalOf(lines, before, after).map((line) => [line.billing_item_id, line.price, line.quantity])).toEqual(
    [
      [1, '2.5', '1'],
      [4, '1', '1'],
      [2, '3', '5'],
      [7, '30', '1'],
    ],
  );
  // An item that is not charged on the new day is gone.
  expect(withProposalOf([first], before, [])).toEqual([]);
});
