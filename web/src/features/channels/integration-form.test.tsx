// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerConnection, connection, type ServerAnswers } from '../../test/connections.ts';
import { givenBrowser, givenSession, showAt } from '../../test/render.tsx';
import { IntegrationForm } from './integration-form.tsx';

givenBrowser();
const rights = { view_api_list: true, create_api_model: true, update_api_model: true };
const working_client = { id: 1, company: 'Kestrel Coffee Roasters' };
beforeEach(() =>
  givenSession(
    { currency: 'USD' },
    { id: 5, is_main_user: true, is_su: false, access: rights, working_client } as never,
    {
      timezones: ['America/New_York'],
    },
  ),
);

const open = async (id: number | 'new', answers: ServerAnswers = {}) => {
  const written = answerConnection(answers);
  showAt(`/integrations/${id}/action/edit`, {
    '/integrations/$id/action/edit': IntegrationForm,
    '/integrations/$id/action/view': () => <h1>Saved</h1>,
  });
  await screen.findByRole('form');
  return written;
};
const choose = async (field: RegExp, option: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: field }));
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('without client, partner and name nothing is sent, and each field says so', async () => {
  await givenSession(
    { currency: 'USD' },
    { id: 5, is_main_user: true, is_su: false, access: rights },
    { timezones: [] },
  );
  const written = await open('new');
  save();
  const problems = await screen.findByRole('alert');
  for (const sentence of ['Name is required', 'Client is required', 'Please select a partner'])
    expect(problems.textContent).toContain(sentence);
  expect(written).toEqual([]);
});

it('asks for what the partner declares, and offers only what it can do', async () => {
  await open('new');
  expect(screen.getByText('Choose a partner to see what it asks for')).toBeDefined();
  await choose(/Partner/, 'WooCommerce');
  expect(screen.getByLabelText(/Store URL/)).toBeDefined();
  expect(screen.getByLabelText(/Consumer secret/).getAttribute('type')).toBe('password');
  expect(screen.queryByRole('switch', { name: /Share stock/ })).toBeNull();
  expect(screen.queryByLabelText(/Version/)).toBeNull();
  await choose(/Partner/, 'Shopify');
  expect(screen.queryByLabelText(/Store URL/)).toBeNull();
  expect(screen.getByRole('switch', { name: /Share stock/ })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Version/ }).value).toBe('V1');
});

it('what was typed for one partner is not sent to another', async () => {
  const written = await open('new', { writes: { 'POST /integrations': { body: { data: connection() } } } });
  await choose(/Partner/, 'WooCommerce');
  type(/Consumer key/, 'ck_of_woo');
  await choose(/Partner/, 'Shopify');
  type(/Name/, 'Kestrel Shopify');
  type(/Shop address/, 'kestrel.myshopify.com');
  type(/Admin API token/, 'shpat_1');
  save();
  await screen.findByRole('heading', { name: 'Saved' });
  expect(JSON.stringify(written)).not.toContain('ck_of_woo');
  expect(written[0]?.body).toMatchObject({ client_id: 1, type: 4, api_version: 'V1', access_token: 'shpat_1' });
});

it('connects the demo shop with one click', async () => {
  const written = await open('new', { writes: { 'POST /integrations': { body: { data: connection() } } } });
  await choose(/Partner/, 'WooCommerce');
  fireEvent.click(screen.getByRole('button', { name: 'Use the demo shop' }));
  save();
  await waitFor(() =>
    expect(written[0]?.body).toMatchObject({ name: 'Demo WooCommerce', key_1: 'ck_demo', key_2: 'cs_demo' }),
  );
});

it('a kept secret is only said to be set; replaced it is sent, otherwise nothing is', async () => {
  const written = await open(3, { writes: { 'PUT /integrations/3': { status: 400, body: { error_code: 90003 } } } });
  expect(screen.getByText('Set, Oct 02, 2026')).toBeDefined();
  save();
  await waitFor(() => expect(written[0]?.body).toMatchObject({ access_token: '', name: 'Kestrel Shopify' }));
  fireEvent.click(screen.getByRole('button', { name: 'Replace: Admin API token' }));
  type(/Admin API token/, 'shpat_2');
  save();
  await waitFor(() => expect(written[1]?.body).toMatchObject({ access_token: 'shpat_2' }));
});

it('a refusal of the partner is said above, and everything typed stays', async () => {
  const refusal = {
    error_code: 90003,
    message: 'Integration rejected by partner',
    keys: { _: ['PartnerRefusedCredentials:401 Unauthorized'] },
  };
  await open('new', { writes: { 'POST /integrations': { status: 400, body: refusal } } });
  await choose(/Partner/, 'WooCommerce');
  type(/Name/, 'Kestrel shop');
  type(/Consumer key/, 'ck_wrong');
  save();
  const problems = await screen.findByRole('alert');
  expect(problems.textContent).toContain('Integration rejected by partner');
  expect(problems.textContent).toContain('401 Unauthorized');
  expect(screen.getByLabelText<HTMLInputElement>(/Consumer key/).value).toBe('ck_wrong');
});

it('an empty credential is said beside its field, by the name that the partner gives it', async () => {
  const body = {
    errors: { key_2: ['Credential fields are empty'] },
    keys: { key_2: ['CredentialFieldsAreEmpty'] },
  };
  await open('new', { writes: { 'POST /integrations': { status: 422, body } } });
  await choose(/Partner/, 'WooCommerce');
  type(/Name/, 'Kestrel shop');
  save();
  const problems = within(await screen.findByRole('alert'));
  expect(problems.getByRole('link').textContent).toBe('Consumer secret: Credential fields are empty');
});

it('while the partner is asked, the form says so', async () => {
  const written = await open('new', { writes: { 'POST /integrations': new Promise(() => {}) as never } });
  await choose(/Partner/, 'WooCommerce');
  type(/Name/, 'Kestrel shop');
  save();
  expect(await screen.findByText('Asking WooCommerce …')).toBeDefined();
  expect(written).toHaveLength(1);
});
