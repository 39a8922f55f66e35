// @vitest-environment jsdom
import type { Inventory } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { UomTab } from './uom-tab.tsx';

givenBrowser();
const UOMS = [
  { id: 1, name: 'Unit', is_active: 1 },
  { id: 2, name: 'Carton', is_active: 1 },
  { id: 3, name: 'Pallet', is_active: 1 },
  { id: 4, name: 'Drum', is_active: 0 },
];
const signIn = (is_main_user: boolean) => givenSession({}, { id: 5, is_main_user, is_su: false }, { uoms: UOMS });
beforeEach(() => signIn(true));

const pivot = (is_base: 0 | 1, qty_per_base: number) => ({
  is_base,
  qty_per_base,
  length: 1,
  width: 1,
  height: 1,
  weight: 1,
});
const UNIT = { id: 1, name: 'Unit', pivot: pivot(1, 1) };
const CARTON = { id: 2, name: 'Carton', pivot: pivot(0, 1200) };
const open = (fields: object) =>
  show(<UomTab inventory={{ id: 9, sku: 'OAK-1', has_moved: 0, uoms: [], ...fields } as unknown as Inventory} />);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const inDialog = async () => within(await screen.findByRole('dialog'));

it('an item without units says that the base unit comes first, and begins with it', async () => {
  open({});
  expect(screen.getByText('No units yet')).toBeDefined();
  press('Add a unit');
  const dialog = await inDialog();
  expect(dialog.getByRole<HTMLInputElement>('switch').checked).toBe(true);
  // A base unit holds one of itself.
  expect(dialog.getByLabelText<HTMLInputElement>('# of base unit').disabled).toBe(true);
});

it('shows the factor of each unit and which one is counted in', () => {
  open({ uoms: [UNIT, CARTON] });
  expect(within(screen.getByRole('row', { name: /Unit/ })).getByText('Base')).toBeDefined();
  expect(screen.getByRole('row', { name: /Carton/ }).textContent).toContain('1,200');
  expect(within(screen.getByRole('row', { name: /Carton/ })).queryByText('Base')).toBeNull();
});

it('offers units that are in use nowhere else on the item, and no disabled one', async () => {
  open({ uoms: [UNIT, CARTON] });
  press('Add a unit');
  const dialog = await inDialog();
  fireEvent.click(dialog.getByRole('combobox', { name: 'UOM' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Pallet']);
});

it('after the first receipt units are the warehouse’s to change', async () => {
  const { unmount } = open({ has_moved: 1, uoms: [UNIT] });
  expect(screen.getByRole('button', { name: 'Edit unit' })).toBeDefined();
  unmount();
  await signIn(false);
  open({ has_moved: 1, uoms: [UNIT] });
  expect(screen.getByText('After the first receipt only the warehouse changes units and sizes')).toBeDefined();
  for (const name of ['Add a unit', 'Edit unit', 'Remove unit'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('a refused factor is said beside its field', async () => {
  open({ uoms: [UNIT, CARTON] });
  const carton = within(screen.getByRole('row', { name: /Carton/ }));
  fireEvent.click(carton.getByRole('button', { name: 'Edit unit' }));
  const dialog = await inDialog();
  const factor = dialog.getByLabelText<HTMLInputElement>('# of base unit');
  expect(factor.value).toBe('1,200');
  fireEvent.change(factor, { target: { value: '24' } });
  const sent = answerWith({
    status: 422,
    body: { errors: { qty_per_base: ['x'] }, keys: { qty_per_base: ['BaseUomIsFixed'] } },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(factor.getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getAllByText(/The base unit is fixed/).length).toBeGreaterThan(0);
  expect(sent).toMatchObject([{ body: { uom_id: 2, qty_per_base: 24, is_base: 0 } }]);
});
