// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { PrintMenu } from './print-menu.tsx';

givenBrowser();
beforeEach(() => givenSession({}, { id: 5, is_su: true, is_main_user: true }));

const line = { shipment_id: 9, pt_number: 'P-9', inventory_id: 4, sku: 'KC-1', name: 'Coffee' };
const gaps = (lines: object[], total = lines.length) => ({ body: { data: { total, lines } } });
const pdf = { body: { data: '' } };

async function printInvoice(ids: number[] = [9]) {
  show(<PrintMenu ids={ids} direction="outbound" packed cartons={0} />);
  fireEvent.click(screen.getByRole('button', { name: /^Print/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Commercial invoice' }));
}

it('asks before it prints a commercial invoice with gaps, and names them', async () => {
  const sent = answerWith(gaps([{ ...line, missing: ['value', 'origin'] }]), pdf);
  await printInvoice();
  await screen.findByText('Missing: customs value, origin');
  expect(screen.getByRole('link', { name: 'Fill in KC-1' }).getAttribute('href')).toBe('/inventories/4/action/edit');
  expect(sent.map(({ path }) => path)).toEqual(['/api/v3/docs/customs-gaps']);
  fireEvent.click(screen.getByRole('button', { name: 'Print anyway' }));
  await waitFor(() => expect(sent[1]?.path).toContain('/docs/pdf/s/custom_ci'));
});

it('prints nothing when it is cancelled', async () => {
  const sent = answerWith(gaps([{ ...line, missing: ['hs_code'] }], 80));
  await printInvoice([8, 9]);
  await screen.findByText('Shipment P-9 · Missing: HS code');
  expect(screen.getByText('and 79 more')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toHaveLength(1);
});

it('prints at once when nothing is missing', async () => {
  const sent = answerWith(gaps([]), pdf);
  await printInvoice();
  await waitFor(() => expect(sent[1]?.path).toContain('/docs/pdf/s/custom_ci'));
  expect(screen.queryByText('Print anyway')).toBeNull();
});
