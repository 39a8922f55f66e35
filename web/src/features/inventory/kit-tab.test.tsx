// @vitest-environment jsdom
import type { Inventory } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { KitTab } from './kit-tab.tsx';

givenBrowser();
beforeEach(() => givenSession({}, { id: 5, is_main_user: true, is_su: true }));

const component = (id: number, sku: string, available: number, item_qty: number) => ({
  id,
  sku,
  name: `Item ${sku}`,
  available,
  pivot: { item_qty },
});
const open = (...kits: object[]) =>
  show(<KitTab inventory={{ id: 9, sku: 'SET-1', client_id: 1, kits } as unknown as Inventory} />);
const perKit = (sku: string) => screen.getByLabelText<HTMLInputElement>(`${sku} per kit`);

it('a kit without items says what that means', () => {
  open();
  expect(screen.getByText('This kit is empty')).toBeDefined();
  expect(screen.getByText('A kit without items cannot be ordered.')).toBeDefined();
});

it('says for how many kits each item is enough', () => {
  open(component(1, 'CUP-1', 1_100, 4), component(2, 'LID-1', 3, 2));
  expect(screen.getByRole('row', { name: /CUP-1/ }).textContent).toMatch(/1,100.*275/);
  expect(screen.getByRole('row', { name: /LID-1/ }).textContent).toMatch(/3.*1/);
});

it('a quantity is sent when it is confirmed, and not while it is typed or wrong', async () => {
  open(component(1, 'CUP-1', 100, 4));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  const sent = answerWith({ body: { data: { id: 9, kits: [] } } });
  fireEvent.change(perKit('CUP-1'), { target: { value: '0' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fireEvent.keyDown(perKit('CUP-1'), { key: 'Enter' });
  fireEvent.change(perKit('CUP-1'), { target: { value: '6' } });
  expect(sent).toEqual([]);
  fireEvent.keyDown(perKit('CUP-1'), { key: 'Enter' });
  await waitFor(() => expect(sent).toMatchObject([{ method: 'POST', body: { itemId: 1, qty: 6 } }]));
});

it('Esc gives the quantity back', () => {
  open(component(1, 'CUP-1', 100, 4));
  fireEvent.change(perKit('CUP-1'), { target: { value: '6' } });
  fireEvent.keyDown(perKit('CUP-1'), { key: 'Escape' });
  expect(perKit('CUP-1').value).toBe('4');
});

it('an item is taken out by its own button', async () => {
  open(component(1, 'CUP-1', 100, 4), component(2, 'LID-1', 3, 2));
  const sent = answerWith({ body: { data: {} } });
  fireEvent.click(screen.getByRole('button', { name: 'Take LID-1 out of the kit' }));
  await waitFor(() => expect(sent[0]?.method).toBe('DELETE'));
  expect(sent[0]?.path).toContain('/inventories/9/');
  expect(sent[0]?.path).toMatch(/2$/);
});
