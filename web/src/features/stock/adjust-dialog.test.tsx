// @vitest-environment jsdom
import type { Inventory, StockRow } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

givenBrowser();
const UNIT = { id: 1, name: 'Unit', is_active: 1 };
const person = (access: Record<string, boolean>) => ({ id: 5, is_main_user: true, is_su: false, access });
const ADJUSTER = {
  adjust_inventory: true,
  move_between_license: true,
  create_license_model: true,
  view_license_list: true,
};
const signIn = (access: Record<string, boolean>) => givenSession({}, person(access), { uoms: [UNIT] });
beforeEach(() => signIn(ADJUSTER));

const ROW = {
  id: 31,
  license: 'LP-1',
  locations: [{ location: 'A-01-1' }],
  lot_id: null,
  lot_number: '',
  quarantine: 0,
  total: 40,
} as unknown as StockRow;
const item = (config: object = {}) =>
  ({
    id: 9,
    client_id: 1,
    sku: 'OAK-1',
    base_uom: 'Unit',
    config: { lot: 0, serial: 0, ...config },
    lot_qty: [{ lot_id: 6, lot_number: 'L-6' }],
    stock: [ROW],
  }) as unknown as Inventory;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('says what will be there afterwards, and sends the difference', async () => {
  const onClose = vi.fn();
  show(<AdjustDialog inventory={item()} row={ROW} onClose={onClose} />);
  type('Difference', '-15');
  expect(screen.getByText('25 afterwards')).toBeDefined();
  expect(field('Plate').disabled).toBe(true);
  const sent = answerWith({ body: { data: {} } });
  press('Adjust');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]).toMatchObject({ method: 'POST', body: { inventory_id: 9, qty: -15, license: 'LP-1' } });
});

it('a lot is never guessed: without one nothing is sent', async () => {
  const sent = answerWith();
  show(<AdjustDialog inventory={item({ lot: 1 })} onClose={() => {}} />);
  type('Difference', '5');
  press('Adjust');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Lot'));
  expect(sent).toEqual([]);
});

it('an unknown plate is said beside its field and can be created, by who may create plates', async () => {
  const refusal = { status: 422, body: { errors: { license: ['x'] }, keys: { license: ['PlateIsUnknown:LP-77'] } } };
  const { unmount } = show(<AdjustDialog inventory={item()} onClose={() => {}} />);
  const refuse = async () => {
    type('Difference', '5');
    type('Plate', 'LP-77');
    const sent = answerWith(refusal, { body: { data: { id: 3 } } }, { body: { data: {} } });
    press('Adjust');
    await waitFor(() => expect(field('Plate').getAttribute('aria-invalid')).toBe('true'));
    return sent;
  };
  await refuse();
  expect(screen.queryByRole('button', { name: 'Create plate LP-77 and save' })).not.toBeNull();
  unmount();
  localStorage.clear();
  await signIn({ adjust_inventory: true });
  show(<AdjustDialog inventory={item()} onClose={() => {}} />);
  await refuse();
  expect(screen.queryByRole('button', { name: 'Create plate LP-77 and save' })).toBeNull();
});

it('units that are reserved are listed with their shipments, and given up only when asked', async () => {
  const onClose = vi.fn();
  show(<AdjustDialog inventory={item()} row={ROW} onClose={onClose} />);
  type('Difference', '-30');
  const reserving = [{ shipment_id: 806, reference: 'SO-W2', units: 12, ship_date: '2026-11-17', locked_by: '' }];
  const sent = answerWith(
    { status: 400, body: { code: 40002, message: 'reserved', details: { shipments: reserving } } },
    { body: { data: {} } },
  );
  press('Adjust');
  const list = within(await screen.findByRole('region', { name: 'These units are reserved for shipments' }));
  expect(list.getByText('Shipment 806, SO-W2')).toBeDefined();
  expect(sent).toMatchObject([{ body: { short_lines: 0 } }]);
  press('Short these lines');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({ body: { qty: -30, short_lines: 1 } });
});

it('moving offers the quarantine only to who may adjust', async () => {
  const { unmount } = show(<MoveDialog inventory={item()} row={ROW} onClose={() => {}} />);
  expect(screen.getByRole('switch', { name: /Into quarantine/ })).toBeDefined();
  expect(field('Quantity').value).toBe('40');
  unmount();
  await signIn({ move_between_license: true });
  show(<MoveDialog inventory={item()} row={ROW} onClose={() => {}} />);
  expect(screen.queryByRole('switch')).toBeNull();
});
