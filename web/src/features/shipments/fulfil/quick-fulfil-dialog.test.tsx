// @vitest-environment jsdom
import type { Shipment } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { hasUnsavedWork } from '../../../lib/unsaved.ts';
import { answerWith, givenBrowser, givenSession, show } from '../../../test/render.tsx';
import QuickFulfilDialog from './quick-fulfil-dialog.tsx';

givenBrowser();

const shipment = {
  id: 12,
  client_id: 1,
  order_id: 2,
  direction: 'inbound',
  shipment_lines: [{ id: 3, quantity: 4, fulfilled: 0 }],
} as unknown as Shipment;
const pick = {
  line_id: 3,
  inventory_id: 9,
  sku: 'OAK-1',
  name: 'Oak',
  license_id: null,
  license: '',
  lot_id: null,
  lot: '',
  location: '',
  expire: null,
  quantity: 4,
  reason: '',
  reason_key: '',
};

it('asks before changed choices are dropped, and only then', async () => {
  await givenSession({}, { id: 5 });
  answerWith({ body: { data: { picks: [pick], short: [] } } });
  const onClose = vi.fn();
  show(<QuickFulfilDialog shipment={shipment} onClose={onClose} />);
  const quantity = await screen.findByLabelText<HTMLInputElement>(/OAK-1/);
  // The proposal came after the dialog: one Enter posts it.
  expect(document.activeElement?.textContent).toBe('Fulfil 4 units');
  const set = (value: string) => fireEvent.change(quantity, { target: { value } });
  const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });
  const question = () => screen.queryByText('Leave without saving?');
  set('2');
  expect(hasUnsavedWork()).toBe(true);
  pressEscape();
  expect([question() === null, onClose.mock.calls.length]).toEqual([false, 0]);
  pressEscape();
  await waitFor(() => expect(question()).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Leave without saving' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  set('4');
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(hasUnsavedWork()).toBe(false);
});
