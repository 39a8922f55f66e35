// @vitest-environment jsdom
import type { Client, Webhook } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerBy, answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { WebhookSection } from './webhook-section.tsx';

givenBrowser();
const person = (access: Record<string, boolean>) => ({ id: 5, is_main_user: true, is_su: false, access });
beforeEach(() => givenSession({}, person({ update_client_model: true })));

const hook = (fields: Partial<Webhook> = {}): Webhook => ({
  id: 4,
  client_id: 1,
  trigger: 1,
  type: 'HTTP',
  method: 'POST',
  endpoint: 'https://hooks.oak.test/orders',
  has_hash_key: true,
  ftp_config: { username: '', path: '', has_password: false },
  failed_count: 0,
  ...fields,
});
const open = (...webhooks: Webhook[]) => show(<WebhookSection client={{ id: 1, webhooks } as unknown as Client} />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const inDialog = async () => within(await screen.findByRole('dialog'));

it('without webhooks it says what they do; only who may change clients can add one', async () => {
  const { unmount } = open();
  expect(screen.getByText('No webhooks yet')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add a webhook' })).toBeDefined();
  unmount();
  await givenSession({}, person({ view_client_model: true }));
  open();
  expect(screen.getByText('No webhooks yet')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull();
});

it('a reader of clients sees the webhooks and what failed, and changes nothing', async () => {
  await givenSession({}, person({ view_client_model: true }));
  open(hook({ failed_count: 2 }));
  const row = screen.getByRole('row', { name: /Order Created/ });
  expect(row.textContent).toContain('https://hooks.oak.test/orders');
  expect(row.textContent).toMatch(/2/);
  expect(within(row).queryByRole('button')).toBeNull();
});

it('a kept secret is never shown and not asked for again; an FTP webhook asks for what it needs', async () => {
  answerBy(() => ({ body: { data: [] } }));
  const { unmount } = open(hook());
  press('Edit webhook Order Created');
  const http = await inDialog();
  expect(http.getByLabelText<HTMLInputElement>('Hash key').value).toBe('');
  expect(http.getByLabelText('Hash key').getAttribute('aria-required')).not.toBe('true');
  expect(http.getByText('Leave empty to keep the current one')).toBeDefined();
  unmount();
  const ftp_config = { username: 'oak', path: '/in', has_password: true };
  open(hook({ type: 'FTP', endpoint: 'ftp://files.oak.test', ftp_config }));
  press('Edit webhook Order Created');
  const ftp = await inDialog();
  expect(ftp.queryByLabelText(/^Hash key/)).toBeNull();
  expect(ftp.queryByLabelText(/^Method/)).toBeNull();
  expect(ftp.getByLabelText<HTMLInputElement>(/password/i).value).toBe('');
});

it('an external resource is a link: it has neither type, method nor secret', async () => {
  open(hook({ trigger: 101, endpoint: 'https://oak.test/{OID}' }));
  press(/^Edit webhook/);
  const dialog = await inDialog();
  for (const label of [/^Type/, /^Method/, /^Hash key/]) expect(dialog.queryByLabelText(label)).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Endpoint/).value).toBe('https://oak.test/{OID}');
});

it('a refused endpoint is said beside its field', async () => {
  open();
  press('Add a webhook');
  const dialog = await inDialog();
  const endpoint = dialog.getByLabelText<HTMLInputElement>(/^Endpoint/);
  fireEvent.change(endpoint, { target: { value: 'https://hooks.oak.test' } });
  fireEvent.change(dialog.getByLabelText(/^Hash key/), { target: { value: 'a shared secret' } });
  const sent = answerWith({
    status: 422,
    body: { errors: { endpoint: ['x'] }, keys: { endpoint: ['EndpointIsInvalid'] } },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(endpoint.getAttribute('aria-invalid')).toBe('true'));
  expect(sent).toMatchObject([{ method: 'POST', body: { trigger: 1, type: 'HTTP', hash_key: 'a shared secret' } }]);
});
