// @vitest-environment jsdom
import type { Activity, ActivityItem } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { AddLinkDialog, LinkDialog } from './link-dialog.tsx';

givenBrowser();
beforeAll(() => givenSession({ timezone: 'America/New_York', currency: 'USD' }, { id: 5, is_main_user: true }));

const activity = (charge: string) => ({ id: 2, name: 'Handling', charge, items: [] }) as unknown as Activity;
const ITEM = {
  id: 8,
  name: 'Pick',
  pivot: { rate: '1.25', quantity: '1', minimum_charge: '0', minimum_quantity: '0', valid_from: '2026-01-01' },
} as unknown as ActivityItem;
const open = (charge: string, onClose = () => {}) =>
  show(<LinkDialog activity={activity(charge)} item={ITEM} onClose={onClose} />);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it.each([
  ['Outbound', ['Rate', 'Quantity', 'Valid from']],
  // Storage by location has minimums, and the courier's cost is charged without a rate.
  ['Daily-Location', ['Rate', 'Quantity', 'Minimum charge', 'Minimum quantity', 'Valid from']],
  ['Shipping-Charge', ['Quantity', 'Valid from']],
])('a charge of type %s asks for %j', (charge, labels) => {
  open(charge);
  const known = ['Rate', 'Quantity', 'Minimum charge', 'Minimum quantity', 'Valid from'];
  expect(known.filter((label) => screen.queryByLabelText(label) !== null)).toEqual(labels);
});

it('sends the new rate from today, without a day', async () => {
  const onClose = vi.fn();
  open('Outbound', onClose);
  expect(field('Rate').value).toBe('1.25');
  fireEvent.change(field('Rate'), { target: { value: '1.40' } });
  const sent = answerWith({ body: { data: { id: 2, items: [] } } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]?.path).toContain('/billing/activities/2/items/8');
  expect(sent[0]?.body).toMatchObject({ rate: '1.40', quantity: '1' });
  expect(sent[0]?.body).not.toHaveProperty('valid_from');
});

it('a refused quantity is said beside its field', async () => {
  open('Outbound');
  fireEvent.change(field('Quantity'), { target: { value: '2' } });
  answerWith({ status: 422, body: { errors: { quantity: ['x'] }, keys: { quantity: ['TooLong:255'] } } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field('Quantity').getAttribute('aria-invalid')).toBe('true'));
});

it('adding needs an item before anything is sent', async () => {
  const sent = answerWith();
  show(<AddLinkDialog activity={activity('Outbound')} onClose={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: /Save|Add/ }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});
