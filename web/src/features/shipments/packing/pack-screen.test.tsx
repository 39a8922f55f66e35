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
  courier: { name: 'UPS' },
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
