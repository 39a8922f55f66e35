// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerConnection,
  connection,
  health,
  problem,
  run,
  type ServerAnswers,
  shopify,
  shopOrder,
} from '../../test/connections.ts';
import { givenBrowser, givenSession, showAt } from '../../test/render.tsx';
import { IntegrationView } from './integration-view.tsx';

givenBrowser();
const rights = { view_api_list: true, view_api_model: true, update_api_model: true, delete_api_model: true };
const asMain = (access: Record<string, boolean> = rights) =>
  givenSession(
    // Files share the session: the next one may show amounts.
    { currency: 'USD' },
    { id: 5, is_main_user: true, is_su: false, access },
    { couriers: [{ id: 2, name: 'UPS Ground', is_active: 1 }] },
  );
beforeEach(() => asMain());

const open = async (answers: ServerAnswers = {}, search = '') => {
  const written = answerConnection(answers);
  const { router } = showAt(`/integrations/3/action/view${search}`, {
    '/integrations/$id/action/view': IntegrationView,
    '/integrations/$query': () => <h1>The list</h1>,
    '/orders/$type/$id/action/view': () => <h1>Our order</h1>,
  });
  await screen.findByRole('heading', { level: 1, name: (answers.integration ?? connection()).name });
  return { written, router };
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('orders that wait', () => {
  it('offer the likely item, and map it with one click', async () => {
    const { written } = await open({
      orders: [shopOrder()],
      writes: { 'POST /skus': { body: { data: { id: 1, sku: 'KC-HOLIDAY-250', item_sku: 'KC-WIN-250' } } } },
    });
    const row = await screen.findByRole('row', { name: /#1048/ });
    expect(row.textContent).toContain('Unknown SKU');
    expect(row.textContent).toContain('6 × Holiday Blend 250 g');
    press('Map to KC-WIN-250');
    await waitFor(() =>
      expect(written[0]).toMatchObject({
        method: 'POST',
        path: '/api/v3/integrations/3/skus',
        body: { sku: 'KC-HOLIDAY-250', inventory_id: 9 },
      }),
    );
  });

  it('without a similar item ask for one; the item can be created as the shop names it', async () => {
    const { written } = await open({
      orders: [shopOrder({ problems: [problem({ suggestions: [] })] })],
      writes: { 'POST /items': { body: { data: { inventory_id: 12 } } } },
    });
    expect((await screen.findByRole('row', { name: /#1048/ })).textContent).toContain('nothing similar here');
    press('Create item KC-HOLIDAY-250');
    await waitFor(() => expect(written[0]?.body).toEqual({ sku: 'KC-HOLIDAY-250' }));
    press('Map to… for KC-HOLIDAY-250');
    expect(within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>(/SKU in the shop/).value).toBe(
      'KC-HOLIDAY-250',
    );
  });

  it('for a courier ask for one of the company', async () => {
    const missing = problem({ problem_key: 'MethodWithoutCourier:Bike messenger', sku: '', quantity: 0 });
    const { written } = await open({
      orders: [shopOrder({ problems: [missing] })],
      writes: {
        'POST /couriers': { body: { data: { id: 1, method: 'Bike messenger', courier_id: 2, courier: 'UPS Ground' } } },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a courier' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('combobox', { name: /Courier/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'UPS Ground', hidden: true }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(written[0]?.body).toEqual({ method: 'Bike messenger', courier_id: 2 }));
  });

  it('what is corrected in the shop is tried again; what changed there is dealt with', async () => {
    const nowhere = problem({ problem_key: 'AddressIsMissing', problem: 'No address', sku: '', quantity: 0 });
    const changed = problem({ problem_key: 'CancelledAfterProcessing', sku: '', quantity: 0 });
    const { written } = await open({
      orders: [
        shopOrder({ problems: [nowhere] }),
        shopOrder({ id: 49, number: '#1049', state: 'changed', order_id: 77, problems: [changed] }),
      ],
    });
    const waiting = within(await screen.findByRole('row', { name: /#1048/ }));
    fireEvent.click(waiting.getByRole('button', { name: 'Try again' }));
    const other = within(screen.getByRole('row', { name: /#1049/ }));
    expect(other.getByRole('link', { name: 'Open the order' }).getAttribute('href')).toBe(
      '/orders/Customer-Order/77/action/view',
    );
    fireEvent.click(other.getByRole('button', { name: 'Dealt with' }));
    await waitFor(() =>
      expect(written.map(({ path }) => path)).toEqual([
        '/api/v3/integrations/orders/48/resume',
        '/api/v3/integrations/orders/49/dismiss',
      ]),
    );
  });

  it('a 4 kB name is cut and kept as the tooltip', async () => {
    const customer = '名'.repeat(4000);
    await open({ orders: [shopOrder({ customer })] });
    expect((await screen.findByTitle(customer)).className).toContain('clamped');
  });
});

it('who only reads sees what waits and changes nothing', async () => {
  await asMain({ view_api_list: true });
  await open({
    orders: [shopOrder()],
    skus: [{ id: 1, sku: 'A', inventory_id: 2, item_sku: 'B', item_name: 'Item' }],
    couriers: [{ id: 1, method: 'Express', courier_id: null, courier: '' }],
  });
  await screen.findByRole('row', { name: /#1048/ });
  for (const name of [/^Map/, /^Create/, 'Sync now', 'Import', 'Add', /^Remove/, /^Choose/, 'More actions'])
    expect(screen.queryByRole('button', { name }), String(name)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

it('an inbound connection of a marketplace is neither edited nor mapped', async () => {
  await open({ integration: connection({ type: 11, partner: 'FBA' }) });
  await screen.findByText('orders today');
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(screen.queryByText('Import by reference')).toBeNull();
  expect(screen.queryByText('SKU mapping')).toBeNull();
});

describe('the head', () => {
  it('says why it is not verified, and syncs nothing until it is', async () => {
    const { written } = await open({
      integration: connection({ verified: 0, problem_key: 'PartnerRefusedCredentials:“Invalid API key”' }),
    });
    expect(screen.getByRole('alert').textContent).toContain('does not accept the credentials: “Invalid API key”');
    expect(screen.getByRole('link', { name: 'Connect again' }).getAttribute('href')).toBe(
      '/integrations/3/action/edit',
    );
    press('Sync now');
    expect(written).toEqual([]);
  });

  it('verifies again with everything as it is, and no secret', async () => {
    const { written } = await open({ writes: { 'PUT /integrations/3': { body: { data: connection() } } } });
    press('More actions');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Verify again' }));
    await waitFor(() =>
      expect(written[0]?.body).toMatchObject({
        reverify: 1,
        name: 'Kestrel Shopify',
        access_token: '',
        synchronize: 1,
      }),
    );
  });

  it('deletes after a question, and goes to the list', async () => {
    const { written, router } = await open({ writes: { 'DELETE /integrations/3': { body: { data: true } } } });
    press('More actions');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Its orders stay/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeDefined();
    expect(router.state.location.pathname).toMatch(/^\/integrations\/on_page/);
    expect(written).toHaveLength(1);
  });
});

describe('import by reference', () => {
  const importing = async (answer: { status?: number; body: unknown }) => {
    const opened = await open({ writes: { 'PUT /import/reference': answer } });
    fireEvent.change(screen.getByLabelText('Number in the shop'), { target: { value: ' #1052 ' } });
    press('Import');
    return opened;
  };
  const imported = { order_id: 77, order_type: 'Customer Order', channel_order_id: 52, number: '#1052' };

  it('says that the order was imported, and links it', async () => {
    const { written } = await importing({ body: { data: { ...imported, outcome: 'created' } } });
    expect((await screen.findByRole('link', { name: 'Open #1052' })).getAttribute('href')).toContain('/77/');
    expect(written[0]?.body).toEqual({ reference: '#1052' });
    expect(screen.getByLabelText<HTMLInputElement>('Number in the shop').value).toBe('');
  });

  it('opens the order when it was there', async () => {
    await importing({ body: { data: { ...imported, outcome: 'exists' } } });
    expect(await screen.findByRole('heading', { name: 'Our order' })).toBeDefined();
  });

  it('keeps what was typed and says why it was not found', async () => {
    await importing({ status: 400, body: { error_code: 90002, message: 'Shopify order not found' } });
    expect(await screen.findByText('Shopify order not found')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Number in the shop').value).toBe(' #1052 ');
  });
});

describe('runs', () => {
  it('show progress with numbers, what waits and what failed', async () => {
    await open({
      runs: [
        run({ id: 4, state: 'running', read: 212, total: 340, ended_at: null }),
        run({ id: 3 }),
        run({ id: 2, failed: 1 }),
        run({ id: 1, state: 'failed', problem_key: 'PartnerUnavailable:“no answer in 30 s”' }),
      ],
    });
    const progress = await screen.findByRole('progressbar', { name: '212 of 340 orders' });
    expect(progress.getAttribute('aria-valuenow')).toBe('212');
    expect(screen.getByText('9 orders')).toBeDefined();
    expect(screen.getByText('1 order waits for a person')).toBeDefined();
    expect(screen.getByText(/could not be reached: “no answer in 30 s”/)).toBeDefined();
  });

  it('a connection that never ran shows the first steps instead of empty tables', async () => {
    await open({ runs: [], health: health({ succeeded_at: null, orders_waiting: 0 }) });
    expect(await screen.findByText('First steps')).toBeDefined();
    expect(screen.queryByText('Runs')).toBeNull();
  });
});

describe('what a partner has of its own', () => {
  it('Shopify V1 is installed as a fulfilment service, with or without stock sharing', async () => {
    const { written } = await open({
      writes: { 'POST /install-service': { body: { data: connection({ service_id: '9', is_inv_management: 1 }) } } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Install, allow stock sharing' }));
    await waitFor(() => expect(written[0]?.body).toEqual({ isStockSharing: 1 }));
    expect(await screen.findByText('The service is installed')).toBeDefined();
  });

  it('the service is removed after the question where its stock goes', async () => {
    const { written } = await open({
      integration: connection({ service_id: '9', service_loc_id: 'loc-9' }),
      places: {
        key: '',
        places: [
          { id: 'loc-9', name: 'This warehouse', is_active: true },
          { id: 'loc-1', name: 'Back room', is_active: true },
        ],
      },
      writes: { 'DELETE /remove-service': { body: { data: connection() } } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the service' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('combobox', { name: 'Its stock goes to' }));
    expect(screen.queryByRole('option', { name: 'This warehouse', hidden: true })).toBeNull();
    fireEvent.click(await screen.findByRole('option', { name: 'Back room', hidden: true }));
    fireEvent.click(dialog.getByRole('button', { name: 'Remove the service' }));
    await waitFor(() => expect(written[0]?.path).toContain('transfer_to=loc-1'));
  });

  it('an older Shopify connection asks for an upgrade and maps a location', async () => {
    const { written } = await open({
      integration: connection({ api_version: 'default' }),
      places: { key: '', places: [{ id: 'loc-1', name: 'Back room', is_active: true }] },
      writes: { 'PUT /shopify/fulfillment': { body: { data: { key: 'loc-1', places: [] } } } },
    });
    expect(await screen.findByText(/upgrade before April 01, 2023/)).toBeDefined();
    expect(screen.queryByText('Fulfillment service')).toBeNull();
    fireEvent.click(await screen.findByRole('combobox', { name: 'Location' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Back room', hidden: true }));
    await waitFor(() => expect(written[0]).toMatchObject({ method: 'PUT', body: { key: 'loc-1' } }));
  });

  it('credentials are said to be set, never shown; a retired partner says so', async () => {
    await open({ partners: [{ ...shopify, is_retired: true }] });
    expect(await screen.findByText('Set, Oct 02, 2026')).toBeDefined();
    expect(screen.getByText('Retired by the partner')).toBeDefined();
    expect(screen.getByText(/only with the address that the operator of this server has set/)).toBeDefined();
    // It is offered only where the operator has set an address: there it can be read.
    expect(screen.getByRole('button', { name: 'Sync now' }).getAttribute('aria-disabled')).toBeNull();
  });
});

it('an order of the shop that the address names is opened with its history', async () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  await open({}, '?order=48');
  const dialog = within(await screen.findByRole('dialog', { name: 'Order #1048' }));
  expect(dialog.getByText('Received')).toBeDefined();
  expect(dialog.getByText('Waits')).toBeDefined();
  expect(dialog.getByText('Not placed yet')).toBeDefined();
});
