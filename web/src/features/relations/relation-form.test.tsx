// @vitest-environment jsdom
import { RelationUpdate } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, type Sent, showAt } from '../../test/render.tsx';
import { RelationForm } from './relation-form.tsx';

givenBrowser();
const COURIERS = [
  { id: 1, name: 'UPS Ground', is_active: 1 },
  { id: 2, name: 'Old post', is_active: 0 },
];
beforeEach(() =>
  givenSession({}, { id: 5, is_main_user: true, is_su: true, working_client: { id: 4, company: 'Kestrel' } } as never, {
    couriers: COURIERS,
    terms: [{ name: 'Net 30', is_active: 1 }],
    taxes: [],
  }),
);

const record = { ...RelationUpdate.parse({ name: 'Oak Ltd' }), id: 3, client_id: 4, type: 'customer', addresses: [] };
const FORM = '/relations/$type/$id/action/edit';

/** Answers what is read, and writes by `write`. */
function open(id: number | 'new', write: (call: Sent) => { status?: number; body: unknown }) {
  const sent = answerBy((call) => (call.method === 'GET' ? { body: { data: record } } : write(call)));
  const { router } = showAt(`/relations/vendor/${id}/action/edit`, {
    [FORM]: RelationForm,
    '/relations/$type/$id/action/view': () => <p>The vendor’s page</p>,
  });
  const writes = () => sent.filter(({ method }) => method !== 'GET');
  return { router, writes };
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Save/ }));

it('a new vendor is saved for the client that was opened, and its page follows', async () => {
  const { writes } = open('new', () => ({ body: { data: record } }));
  await type('Company', 'Oak Ltd');
  save();
  expect(await screen.findByText('The vendor’s page')).toBeDefined();
  expect(writes()).toMatchObject([{ method: 'POST', body: { name: 'Oak Ltd', type: 'vendor', client_id: 4 } }]);
});

it('without a name nothing is sent, and the field says so', async () => {
  const { writes } = open('new', () => ({ body: { data: record } }));
  await type('Account', 'A-1');
  save();
  await waitFor(async () => expect((await field('Company')).getAttribute('aria-invalid')).toBe('true'));
  expect(writes()).toEqual([]);
});

it('a refused name keeps what was typed', async () => {
  const refusal = { status: 422, body: { errors: { name: ['x'] }, keys: { name: ['TooLong:255'] } } };
  open(3, () => refusal);
  await waitFor(async () => expect((await field('Company')).value).toBe('Oak Ltd'));
  await type('Company', 'Oak and sons');
  save();
  await waitFor(async () => expect((await field('Company')).getAttribute('aria-invalid')).toBe('true'));
  expect((await field('Company')).value).toBe('Oak and sons');
});

it('whose account is charged is asked only when the warehouse does not pay', async () => {
  open('new', () => ({ body: { data: record } }));
  await field('Company');
  expect(screen.queryByLabelText('Courier account')).toBeNull();
  fireEvent.click(screen.getByRole('combobox', { name: 'Courier payment' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Collect' }));
  expect(await field('Courier account')).toBeDefined();
});

it('a disabled courier is not offered', async () => {
  open('new', () => ({ body: { data: record } }));
  await field('Company');
  fireEvent.click(screen.getByRole('combobox', { name: 'Courier' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['None', 'UPS Ground']);
});
