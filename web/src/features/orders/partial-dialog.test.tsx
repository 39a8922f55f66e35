// @vitest-environment jsdom
import type { Order } from '@longshore/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { replaceResources } from '../../lib/session.ts';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import PartialDialog from './partial-dialog.tsx';

givenBrowser();

const address = { company: 'Oak Ltd', country_code: 'US' };
const orderAt = (updated_at: string) =>
  ({
    id: 8,
    client_id: 1,
    type: 'Purchase Order',
    reference: 'PO-8',
    updated_at,
    shipping: { courier_id: 1, payment: 'prepaid', collect_account: {} },
    shipping_address: address,
    billing_address: address,
    lines: [{ id: 3, sku: 'OAK-1', name: 'Oak', kit_id: null, line_status: { leftover: 6 } }],
  }) as unknown as Order;
const open = (updated_at: string) => show(<PartialDialog order={orderAt(updated_at)} onClose={() => {}} />);
const quantity = () => screen.getByLabelText<HTMLInputElement>('Quantity of OAK-1');

it('what ships now is restored as it was typed, unless the order has changed since', async () => {
  await givenSession({}, { id: 5 });
  replaceResources({ couriers: [] });
  answerWith();
  const page = open('1');
  fireEvent.change(quantity(), { target: { value: '2' } });
  page.unmount();
  const restored = open('1');
  expect(quantity().value).toBe('2');
  restored.unmount();
  open('2');
  expect(quantity().value).toBe('6');
});

it('what leaves is prefilled with what is available', async () => {
  await givenSession({}, { id: 5 });
  replaceResources({ couriers: [] });
  answerWith();
  const order = {
    ...orderAt('3'),
    type: 'Customer Order',
    lines: [
      {
        id: 3,
        inventory_id: 7,
        sku: 'OAK-1',
        name: 'Oak',
        quantity: 40,
        kit_id: null,
        line_status: { leftover: 40, available_inventory: 26 },
      },
    ],
  } as unknown as Order;
  show(<PartialDialog order={order} onClose={() => {}} />);
  expect(quantity().value).toBe('26');
});
