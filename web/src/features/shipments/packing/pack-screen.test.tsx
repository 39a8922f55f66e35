// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { hasUnsavedWork } from '../../../lib/unsaved.ts';
import { answerBy, givenBrowser, givenSession, showAt } from '../../../test/render.tsx';
import { PackScreen } from './pack-screen.tsx';

givenBrowser();

const shipment = {
  id: 12,
  client_id: 1,
  direction: 'outbound',
  status: 'Ready',
  updated_at: '1',
  packed: 0,
  carton_count: 0,
  containers: [],
  user: null,
  courier: { name: 'UPS', shippo_id: '' },
  order: {
    client: { company: 'Oak' },
    reference: 'SO-1',
    relation: { name: 'Shop' },
    source: { source: '' },
  },
  shipment_lines: [
    {
      id: 3,
      quantity: 4,
      fulfilled: 4,
      inventory: { id: 9, sku: 'OAK-1', name: 'Oak', upc: '', barcodes: [], uoms: [], weight: 0 },
      order_line: {},
      fulfillments: [],
    },
  ],
};
/** Its goods are in no tote. */
const answerTo = ({ path }: { path: string }) => ({ body: { data: path.includes('/totes') ? [] : shipment } });
const cube = { id: 7, name: 'Cube', is_active: 1, length: 20, width: 20, height: 20, weight: 0.4 };

beforeEach(async () => {
  await givenSession({}, { id: 5, is_su: true, is_main_user: true }, { packages: [cube], clients: [] });
  answerBy(answerTo);
});

const open = () =>
  showAt('/f/outbound/12/action/pack', {
    '/f/$type/$id/action/pack': PackScreen,
    '/f/$type/$id': () => 'The shipment',
  });

async function scan(code: string) {
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Scan|carton/ });
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

it('asks before the page is left with scans that wait for a package; a reload keeps them', async () => {
  const { router, unmount } = open();
  await scan('OAK-1');
  await scan('2*OAK-1');
  expect(hasUnsavedWork()).toBe(true);
  await act(async () => void router.navigate({ href: '/f/outbound/12' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByText(/2 items that you scanned wait/)).toBeDefined();

  window.dispatchEvent(new Event('pagehide'));
  unmount();
  const again = open();
  expect(await screen.findByText(/2 items that you scanned wait/)).toBeDefined();
  const question = within(screen.getByRole('region', { name: 'Which package does it go into?' }));
  fireEvent.click(question.getByRole('button', { name: /Cube/ }));
  expect(await screen.findByRole('button', { name: 'Save, 1 left' })).toBeDefined();
  expect(screen.queryByText('Which package does it go into?')).toBeNull();
  await act(async () => void again.router.navigate({ href: '/f/outbound/12' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(screen.getByText('The shipment')).toBeDefined());
  expect(hasUnsavedWork()).toBe(false);
});

it('a shipment of one line is packed with one press; the offer goes as soon as it is packed otherwise', async () => {
  open();
  const offer = () => screen.queryByRole('region', { name: 'Pack all of it in one carton' });
  await waitFor(() => expect(offer()).not.toBeNull());
  const sent = answerBy((made) =>
    made.path.endsWith('/pack') ? { body: { data: { ...shipment, packed: 1, containers: [{}] } } } : answerTo(made),
  );
  fireEvent.click(screen.getByRole('button', { name: /^All in Cube/ }));
  await waitFor(() => expect(screen.getByText('The shipment')).toBeDefined());
  const saved = sent.filter(({ path }) => path.endsWith('/pack'));
  expect(saved).toHaveLength(1);
  const contents = [{ lineId: 3, quantity: 4 }];
  expect(saved[0]?.body).toMatchObject({ containers: [{ length: 20, width: 20, height: 20, contents }] });
});

it('a scan goes on in the usual way: nothing is packed by itself', async () => {
  open();
  await screen.findByRole('region', { name: 'Pack all of it in one carton' });
  await scan('OAK-1');
  await screen.findByRole('region', { name: 'Which package does it go into?' });
  expect(screen.queryByRole('region', { name: 'Pack all of it in one carton' })).toBeNull();
});
