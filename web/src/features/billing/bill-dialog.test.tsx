// @vitest-environment jsdom
import type { ProposedEntry, Shipment, ShipmentBilling } from '@longshore/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { queryClient } from '../../lib/api.ts';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import BillDialog from './bill-dialog.tsx';

givenBrowser();
beforeAll(() => givenSession({ timezone: 'America/New_York', currency: 'USD' }));

const proposed = (item: number, price: number): ProposedEntry => ({
  billing_activity_id: 1,
  activity: 'Pick',
  billing_item_id: item,
  meta_name: `Item ${item}`,
  meta_uom: 'Order',
  price,
  quantity: 1,
  how: { charge: 'Outbound', by: 'Order', counted: 1, skus: [], link_quantity: '1', rate: String(price) },
});

const proposal = (entries: ProposedEntry[]): ShipmentBilling => ({
  billing: {
    client_id: 1,
    billing_activity_id: 1,
    bill_date: '2026-11-17',
    reference: 'CO-1',
    note: '',
    billable_id: 12,
    billable_type: 'shipment',
    entries,
  },
  not_proposed: [],
  addable: [],
  need_entries: false,
  courier_charged: false,
  tracking: { waybill: '', cost: 0, status: '' },
  comment: '',
  ss_error: '',
  ss_error_key: '',
});

/** Opens the dialog of a shipment, for which these charges are proposed now. */
async function open(id: number, entries: ProposedEntry[]): Promise<void> {
  cleanup();
  queryClient.clear();
  answerWith({ body: { data: proposal(entries) } });
  const shipment = { id, client_id: 1, direction: 'outbound', order: { reference: 'CO-1' } } as unknown as Shipment;
  show(<BillDialog shipment={shipment} onClose={() => {}} />);
  await screen.findByLabelText('Note');
}

const valuesOf = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label).map(({ value }) => value);
const items = () => screen.getAllByText(/^Item \d/).map(({ textContent }) => textContent?.slice(0, 6));

it('begun charges are kept for their shipment, and what nobody touched is as it is proposed now', async () => {
  await open(12, [proposed(1, 2), proposed(2, 3), proposed(3, 4)]);
  const [, second] = screen.getAllByLabelText('Quantity');
  if (!second) throw new Error('There are three.');
  fireEvent.change(second, { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Leave out Item 3' }));
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Two pallets more' } });
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('Two pallets more'));

  // The page crashes. Meanwhile the first rate was raised, and something else is charged.
  await open(12, [proposed(1, 2.5), proposed(2, 3), proposed(3, 4), proposed(4, 1)]);
  expect(screen.getByRole('status').textContent).toContain('were restored');
  expect(valuesOf('Note')).toEqual(['Two pallets more']);
  await waitFor(() => expect(items()).toEqual(['Item 1', 'Item 4', 'Item 2']));
  expect(valuesOf('Price')).toEqual(['2.50', '1.00', '3.00']);
  expect(valuesOf('Quantity')).toEqual(['1', '1', '5']);

  await open(13, [proposed(1, 2)]);
  expect(screen.queryByRole('status')).toBeNull();
  expect(valuesOf('Note')).toEqual(['']);
});
