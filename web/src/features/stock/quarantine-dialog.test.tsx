// @vitest-environment jsdom
import type { Inventory, StockRow } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { ConvertDialog, DisposeDialog } from './quarantine-dialog.tsx';

givenBrowser();
beforeEach(() => givenSession({}, { id: 5, is_main_user: true, is_su: true }, { uoms: [{ id: 1, name: 'Unit' }] }));

const ROW = {
  id: 31,
  license: 'LP-1',
  locations: [],
  lot_id: 6,
  lot_number: 'L-6',
  quarantine: 1,
  total: 1_240,
} as unknown as StockRow;
const item = (config: object = {}) =>
  ({
    id: 9,
    client_id: 1,
    sku: 'OAK-1',
    base_uom: 'Unit',
    config: { lot: 1, serial: 0, ...config },
    lot_qty: [],
    stock: [ROW],
  }) as unknown as Inventory;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('what is made available again stays on its plate and in its lot', async () => {
  const onClose = vi.fn();
  show(<ConvertDialog inventory={item()} row={ROW} onClose={onClose} />);
  expect(screen.getByText(/^Make 1,240 of OAK-1 on LP-1.* available again\?$/)).toBeDefined();
  const sent = answerWith({ body: { data: {} } });
  press('Convert to pristine');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const place = { from_lp: 'LP-1', to_lp: 'LP-1', lotId: 6 };
  expect(sent[0]?.body).toMatchObject({ ...place, qty: 1_240, is_from_quarantine: 1, is_to_quarantine: 0 });
});

it('a disposal takes all units of the row out of quarantine, with the reason', async () => {
  const onClose = vi.fn();
  show(<DisposeDialog inventory={item()} row={ROW} onClose={onClose} />);
  expect(screen.getByText(/This leaves the stock for good\.$/)).toBeDefined();
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'water damage' } });
  const sent = answerWith({ body: { data: {} } });
  press('Dispose of it');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const disposed = { qty: -1_240, quarantine: 1, is_disposal: 1, license: 'LP-1', lotId: 6 };
  expect(sent[0]?.body).toMatchObject({ ...disposed, reference: 'water damage' });
});

it('of an item with serials nothing is asked or sent before a bucket is chosen', async () => {
  answerWith({ body: { data: [] } });
  show(<DisposeDialog inventory={item({ serial: 1 })} row={ROW} onClose={() => {}} />);
  expect(screen.queryByText(/leaves the stock/)).toBeNull();
  const sent = answerWith();
  press('Dispose of it');
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('a refusal leaves the dialog open with the reason that was typed', async () => {
  const onClose = vi.fn();
  show(<DisposeDialog inventory={item()} row={ROW} onClose={onClose} />);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'water damage' } });
  answerWith({ status: 400, body: { message: 'Insufficient quantity', error_code: 40002 } });
  press('Dispose of it');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Insufficient quantity'));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('water damage');
});
