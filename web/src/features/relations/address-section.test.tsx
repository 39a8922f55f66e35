// @vitest-environment jsdom
import type { Relation } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { AddressSection } from './address-section.tsx';

givenBrowser();
beforeEach(() => givenSession({}, { id: 5, is_main_user: true }));

const address = {
  id: 7,
  type: 'Both',
  company: 'Oak Ltd',
  contact: 'Ann',
  phone: '',
  street1: '1 Quay',
  street2: '',
  street3: '',
  city: 'Oakland',
  state: 'California',
  state_code: 'CA',
  postal_code: '94607',
  country: 'United States',
  country_code: 'US',
};
const relationWith = (fields: object) =>
  ({ id: 3, name: 'Oak Ltd', is_system: false, addresses: [], ...fields }) as unknown as Relation;
const open = (fields: object) => show(<AddressSection relation={relationWith(fields)} />);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = (label: string) =>
  within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));

it('a customer without an address says what addresses are for and offers to add one', async () => {
  open({});
  expect(screen.getByText('No addresses yet')).toBeDefined();
  press('Add an address');
  expect(await screen.findByRole('dialog', { name: 'Add an address' })).toBeDefined();
  // Most addresses carry the name of the customer.
  expect(field('Company').value).toBe('Oak Ltd');
});

it('shows an address on one line, with the words of its type', () => {
  open({ addresses: [address] });
  const row = screen.getByRole('row', { name: /Oak Ltd/ });
  expect(row.textContent).toContain('1 Quay, Oakland, CA 94607, United States');
  expect(row.textContent).toContain('Both');
  expect(screen.queryByText('No addresses yet')).toBeNull();
});

it('the addresses of a relation of the system can be copied, not changed', () => {
  open({ is_system: true, addresses: [address] });
  expect(screen.queryByRole('button', { name: 'Add an address' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit address' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete address' })).toBeNull();
});

it('what the server refuses is said beside its field, and nothing is closed', async () => {
  open({ addresses: [address] });
  press('Edit address');
  fireEvent.change(field('City'), { target: { value: 'Berkeley' } });
  const refusal = { status: 422, body: { errors: { city: ['too long'] }, keys: { city: ['TooLong:255'] } } };
  const sent = answerWith(refusal);
  press('Save');
  await waitFor(() => expect(field('City').getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(field('City').getAttribute('aria-describedby') ?? '')?.textContent).toContain('255');
  expect(sent).toMatchObject([{ method: 'PUT', body: { city: 'Berkeley', street1: '1 Quay', type: 'Both' } }]);
  expect(sent[0]?.path).toContain('/relations/3/addresses/7');
});

it('a new address is sent with its type and country, and the dialog closes', async () => {
  open({ addresses: [address] });
  press('Add an address');
  fireEvent.change(field('City'), { target: { value: 'Reno' } });
  const sent = answerWith({ body: { data: { ...address, id: 8 } } });
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent[0]).toMatchObject({ method: 'POST', body: { company: 'Oak Ltd', city: 'Reno', country_code: 'US' } });
});
