// @vitest-environment jsdom
import { ClientAddress, ClientDetail, ClientUpdate } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, showAt } from '../../test/render.tsx';
import { ClientForm } from './client-form.tsx';

givenBrowser();
const signIn = (access: Record<string, boolean>) =>
  givenSession({}, { id: 5, is_main_user: true, is_su: false, access } as never, {
    terms: [],
    taxes: [],
    couriers: [],
  });

const record = {
  ...ClientUpdate.parse({ company: 'Kestrel' }),
  address: ClientAddress.parse({ city: 'Oakland' }),
  detail: { ...ClientDetail.parse({}), next_inv_num: 1042, next_picking_num: 2001 },
  id: 4,
  categories: [],
  webhooks: [],
  created_at: '2026-11-01T00:00:00.000Z',
};

/** Opens the form of the client; what is written is answered with the record. */
function open() {
  const sent = answerBy((call) => ({
    body: { data: /\/clients\/4$/.test(call.path) || call.method !== 'GET' ? record : [] },
  }));
  showAt('/setting/clients/4/action/edit', {
    '/setting/clients/$id/action/edit': ClientForm,
    $: () => <p>Another page</p>,
  });
  return () => sent.filter(({ method }) => method !== 'GET');
}
const company = () => screen.findByDisplayValue<HTMLInputElement>('Kestrel');
const city = () => screen.findByDisplayValue<HTMLInputElement>('Oakland');
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Save/ }));

it('parts that the role does not change are read-only, say why, and are not sent', async () => {
  await signIn({ view_client_model: true, update_client_model: true });
  const writes = open();
  expect((await company()).disabled).toBe(false);
  expect((await city()).disabled).toBe(true);
  expect(screen.getByText('Your role does not change addresses of clients')).toBeDefined();
  expect(screen.getByText('Your role does not change settings of clients')).toBeDefined();
  fireEvent.change(await company(), { target: { value: 'Kestrel Coffee' } });
  save();
  await waitFor(() => expect(writes()).toHaveLength(1));
  const [{ body } = { body: {} }] = writes();
  expect(body).toMatchObject({ company: 'Kestrel Coffee' });
  expect(body).not.toHaveProperty('address');
  expect(body).not.toHaveProperty('detail');
});

it('next numbers are sent only when they were edited', async () => {
  await signIn({ view_client_model: true, update_client_model: true, update_client_detail: true });
  const writes = open();
  await company();
  const next = await screen.findByDisplayValue<HTMLInputElement>('2001');
  fireEvent.change(next, { target: { value: '2500' } });
  save();
  await waitFor(() => expect(writes()).toHaveLength(1));
  const [{ body } = { body: {} }] = writes();
  const { detail } = body as { detail: object };
  expect(detail).toMatchObject({ next_picking_num: 2500 });
  expect(detail).not.toHaveProperty('next_inv_num');
});
