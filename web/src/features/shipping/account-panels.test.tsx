// @vitest-environment jsdom
import type { CompanyAccount, CompanyPartnerSlug } from '@longshore/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, type Sent, show } from '../../test/render.tsx';
import { AccountPanels } from './account-panels.tsx';
import { BuyLabelsDialog } from './buy-labels-dialog.tsx';

givenBrowser();
beforeEach(() =>
  givenSession(
    { currency: 'USD', name: 'Harbor' },
    {
      id: 5,
      is_main_user: true,
      is_su: false,
      access: { update_company_info: true, update_shipment_tracking: true, view_shipments_list: true },
    },
  ),
);

const account = (partner: CompanyPartnerSlug, more: Partial<CompanyAccount> = {}): CompanyAccount => ({
  partner,
  name: partner,
  connected: 0,
  verified: 0,
  verified_at: null,
  problem: '',
  problem_key: '',
  account: '',
  fields: [],
  carriers: 0,
  places: 0,
  cached_at: null,
  user: '',
  demo: [],
  ...more,
});

const key: CompanyAccount['fields'][number] = {
  field: 'key_1',
  label: 'API token',
  hint: '',
  kind: 'secret',
  required: true,
  value: '',
  set_at: null,
};
const fresh = account('shippo', { name: 'GoShippo', fields: [key], demo: [{ field: 'key_1', value: 'shippo_demo' }] });
const connected = account('shippo', {
  name: 'GoShippo',
  connected: 1,
  verified: 1,
  verified_at: '2026-11-17T10:00:00.000Z',
  cached_at: new Date().toISOString(),
  account: 'shipping@demo.test',
  carriers: 5,
  places: 1,
  user: 'Dana Reyes',
  fields: [{ ...key, set_at: '2026-11-17T10:00:00.000Z' }],
});

function open(
  shippo: CompanyAccount,
  written: () => { status?: number; body: unknown } = () => ({ body: { data: true } }),
) {
  const sent: Sent[] = [];
  answerBy((call) => {
    if (call.method !== 'GET') {
      sent.push(call);
      return written();
    }
    if (call.path.endsWith('/addresses')) return { body: { data: [{ id: 'a1', name: 'Harbor', address: 'Oakland' }] } };
    return { body: { data: { shipstation: account('shipstation'), shippo, freight: account('freight') } } };
  });
  show(<AccountPanels />);
  return sent;
}

describe('the accounts of the company', () => {
  it('are said to be not connected, and connected with the demo’s key', async () => {
    const sent = open(fresh, () => ({ body: { data: connected } }));
    expect(await screen.findAllByText('Not Connected')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Use the demo account' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Connect' }));
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ method: 'POST', body: { key_1: 'shippo_demo' } });
    expect(sent[0]?.path).toMatch(/integrations\/shippo$/);
  });

  it('that is connected shows what it offers, and is forgotten only after a question', async () => {
    const sent = open(connected);
    expect(await screen.findByText('GoShippo Entered')).toBeTruthy();
    expect(await screen.findByText('Oakland')).toBeTruthy();
    expect(screen.getByText('shipping@demo.test')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect' }));
    expect(sent).toEqual([]);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    await expect.poll(() => sent.map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('whose keys are refused says so, and what to do', async () => {
    open({ ...connected, verified: 0, problem: 'Invalid token' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Invalid token');
    expect(within(alert).getByRole('button', { name: 'Connect again' })).toBeTruthy();
  });
});

describe('labels of several shipments', () => {
  const batch = (id: number, more: object) => ({
    id,
    state: 'done',
    total: 3,
    ended: 3,
    bought: 3,
    failed: 0,
    shipments: [],
    label_url: '',
    cost: 30,
    currency: 'USD',
    user: 'Dana Reyes',
    created_at: '2026-11-17T10:00:00.000Z',
    ended_at: null,
    ...more,
  });

  it('are bought, failures are explained, and a second press buys only the missing ones', async () => {
    const failed = {
      shipment_id: 12,
      reference: 'SO-12',
      state: 'failed',
      labels: 0,
      problem: 'The postal code is not known.',
      problem_key: '',
    };
    const done = (shipment_id: number) =>
      ({ ...failed, shipment_id, state: 'bought', labels: 1, problem: '' }) as const;
    const first = batch(1, {
      bought: 2,
      failed: 1,
      shipments: [done(11), failed, { ...done(13), state: 'skipped' }],
      label_url: '/print/shippo/labels/all',
    });
    const sent = answerBy(({ method, path }) => {
      if (method === 'POST')
        return { body: { data: batch(sent.filter((call) => call.method === 'POST').length, { state: 'waiting' }) } };
      return { body: { data: path.endsWith('/1') ? first : batch(2, { total: 1, ended: 1, bought: 1 }) } };
    });
    const finished: unknown[] = [];
    const shipments = [11, 12, 13].map((id) => ({ id, status: 'Ready' }) as const);
    show(
      <BuyLabelsDialog shipments={shipments} others={1} onFinish={(ids) => finished.push(ids)} onClose={() => {}} />,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Buy labels of 3 shipments' }));
    expect(await screen.findByText('The postal code is not known.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Print all (2 shipments)' }).getAttribute('href')).toBe(
      '/print/shippo/labels/all',
    );
    expect(screen.getByRole('link', { name: 'Open shipment 12' }).getAttribute('href')).toBe('/f/outbound/12');
    fireEvent.click(screen.getByRole('button', { name: 'Finish 2' }));
    expect(finished).toEqual([[11, 13]]);
    fireEvent.click(screen.getByRole('button', { name: 'Buy the 1 missing one' }));
    expect(await screen.findByText(/Labels of 1 shipment bought/)).toBeTruthy();
    const asked = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(asked).toEqual([
      { ids: [11, 12, 13], only_missing: 1 },
      { ids: [12], only_missing: 1 },
    ]);
  });
});
