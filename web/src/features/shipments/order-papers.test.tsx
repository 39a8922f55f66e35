// @vitest-environment jsdom
import type { Order } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { OrderPapers } from './order-papers.tsx';

givenBrowser();

const orderWith = (...ids: number[]) =>
  ({ id: 1, type: 'Customer Order', shipments: ids.map((id) => ({ id })) }) as unknown as Order;
const staff = { id: 5, is_su: true, is_main_user: true } as const;
const shipment = (packed: 0 | 1, user: object | null) => ({ body: { data: { id: 9, packed, user } } });
const menuItem = (name: string) => screen.findByRole('menuitem', { name });
const openMenu = () => fireEvent.click(screen.getByRole('button', { name: 'Print' }));

it('an order with one shipment prints the papers of it', async () => {
  await givenSession({}, staff);
  const sent = answerWith(shipment(1, null));
  show(<OrderPapers order={orderWith(9)} />);
  openMenu();
  await waitFor(async () =>
    expect((await menuItem('Packing slip by carton')).getAttribute('aria-disabled')).toBeNull(),
  );
  expect((await menuItem('Picking ticket')).getAttribute('aria-disabled')).toBeNull();
  expect(sent.map(({ path }) => path)).toEqual(['/api/v3/shipments/9']);
});

it('papers of a shipment that somebody else holds are printed too', async () => {
  await givenSession({}, staff);
  answerWith(shipment(0, { user_id: 6, name: 'Ana' }));
  show(<OrderPapers order={orderWith(9)} />);
  openMenu();
  // That it is not packed is known as soon as it was read.
  await waitFor(async () =>
    expect((await menuItem('Packing slip by carton')).getAttribute('aria-disabled')).toBe('true'),
  );
  expect((await menuItem('Picking ticket')).getAttribute('aria-disabled')).toBeNull();
});

it.each([
  ['without a shipment', orderWith(), staff],
  ['with several shipments', orderWith(8, 9), staff],
  ['of a client user', orderWith(9), { id: 5, is_su: false, is_main_user: false, client_id: 1 }],
])('an order %s has no papers here', async (_what, order, user) => {
  await givenSession({}, user);
  const sent = answerWith();
  show(<OrderPapers order={order} />);
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  expect(sent).toEqual([]);
});
