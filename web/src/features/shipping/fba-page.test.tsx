// @vitest-environment jsdom
import type { FbaShipment } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, type Sent, showAt } from '../../test/render.tsx';
import { FbaPage } from './fba-page.tsx';

givenBrowser();
const access = { view_shipment_model: true, update_shipment_tracking: true, void_shipment: true };
beforeEach(() => givenSession({}, { id: 5, is_main_user: true, is_su: false, access }));

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const at = '2026-11-17T13:12:00.000Z';

const steps = (done: number, next: FbaShipment['steps'][number]['state'] = 'next'): FbaShipment['steps'] =>
  (['feed', 'weights', 'estimate', 'cost', 'confirm', 'complete'] as const).map((name, index) => ({
    name,
    state: index < done ? 'done' : index === done ? next : 'later',
    at: index < done ? at : null,
    cost: name === 'cost' && index < done ? { amount: '84.3700', currency: 'USD' } : null,
  }));

const state = (more: Partial<FbaShipment> = {}): FbaShipment => ({
  shipment_id: 7,
  order_id: 3,
  reference: 'SO-31077',
  client: 'Meridian Supplies',
  fba_shipment_id: 'FBA15K7QXW2M',
  feed_type: 'FEED',
  exist_in_fba: 1,
  packed: 1,
  status: 'Ready',
  at_marketplace: 'WORKING',
  destination: { warehouse: 'ONT8', city: 'Moreno Valley', state: 'CA', postal_code: '92551' },
  ship_date: '2026-11-18',
  unit_system: 'METRIC',
  next: 'confirm',
  steps: steps(4),
  working: null,
  failed: null,
  deadline: { of: 'confirm', from: inHours(-20), until: inHours(28) },
  transport: {
    cost: { amount: '84.3700', currency: 'USD' },
    carrier: 'UPS',
    mode: 'GROUND_SMALL_PARCEL',
    is_partnered: true,
    has_own: true,
    expires_at: inHours(28),
    voidable_until: null,
  },
  boxes: [
    {
      id: 'H2K9QC',
      length: 60,
      width: 40,
      height: 40,
      weight: 23.4,
      is_heavy: true,
      items: [{ sku: 'MS-PWD', quantity: 24 }],
      units: 24,
    },
  ],
  feed: {
    FeedSubmissionId: '51128019',
    FeedProcessingStatus: '_DONE_',
    StartedProcessingDate: at,
    CompletedProcessingDate: at,
  },
  said: [],
  documents: [
    { paper: 'PackageLabel_Letter_2', state: 'later', url: '', problem: '', problem_key: '' },
    { paper: 'PackageLabel_Thermal', state: 'later', url: '', problem: '', problem_key: '' },
  ],
  others: [],
  ...more,
});

/** Addresses that were read since the page was opened. */
const reads: string[] = [];

async function open(first: FbaShipment, after: FbaShipment = first): Promise<Sent[]> {
  const sent: Sent[] = [];
  reads.length = 0;
  answerBy((call) => {
    if (call.method === 'GET') reads.push(call.path);
    if (call.method !== 'PUT') return { body: { data: first } } as never;
    sent.push(call);
    return { body: { data: after } } as never;
  });
  showAt('/f/outbound/fba/7/fulfill', {
    '/f/outbound/fba/$id/fulfill': FbaPage,
    '/f/$type/$id': () => <h1>The shipment</h1>,
  });
  await screen.findByRole('heading', { level: 1, name: first.fba_shipment_id });
  return sent;
}

describe('the steps of a shipment at Amazon', () => {
  it('only the next step is large, with one filled button that does it', async () => {
    const sent = await open(state(), state({ next: 'complete', steps: steps(5) }));
    expect(screen.getByText('Step 5 of 6')).toBeTruthy();
    expect(screen.getAllByText('84.37 USD').length).toBeGreaterThan(0);
    expect(within(screen.getByRole('list', { name: 'Steps at Amazon' })).getAllByRole('listitem')).toHaveLength(6);
    expect(screen.getByText(/^2[78] h \d+ min$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Confirm 84.37 USD' }));
    await screen.findByRole('heading', { name: 'Complete the shipment' });
    expect(sent.map(({ path }) => path)).toEqual(['/api/v3/fba/transport/7/confirm']);
  });

  it('a shipment that is not packed shows only the band that asks to pack', async () => {
    await open(state({ packed: 0, boxes: [], next: 'feed', steps: steps(0) }));
    expect(screen.getByRole('alert').textContent).toContain(
      'Shipment is not packed. Please pack your shipment first by going back to shipment main page.',
    );
    expect(screen.queryByRole('button', { name: 'Submit the feed' })).toBeNull();
  });

  it('while Amazon works it says so, and nothing else can be begun', async () => {
    const working = { step: 'estimate' as const, since: inHours(-40 / 3600), shipment_id: 7, user: 'Dana' };
    await open(state({ working, next: 'estimate', steps: steps(2, 'working') }));
    expect(screen.getByRole('heading', { name: /Amazon is working, \d+ s/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request the estimate' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Refresh' })).toHaveProperty('disabled', true);
  });

  it('a failed step says why and can be tried again', async () => {
    const failed = { step: 'estimate' as const, at, problem: 'No', problem_key: 'FbaFailedThere:Busy (FBA_INB_0344)' };
    const sent = await open(state({ failed, next: 'estimate', steps: steps(2, 'failed'), transport: null }));
    expect(screen.getByRole('alert').textContent).toContain('Amazon refused: Busy (FBA_INB_0344)');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent[0]?.path).toBe('/api/v3/fba/transport/7/request'));
  });

  it('the deadline is amber below six hours, and red when it is past', async () => {
    await open(state({ deadline: { of: 'confirm', from: inHours(-40), until: inHours(5.5) } }));
    expect(screen.getByText(/5 h \d+ min/).getAttribute('data-tone')).toBe('warn');
  });

  it('a plan whose time is over starts again', async () => {
    await open(
      state({ next: 'restart', deadline: { of: 'create', from: inHours(-50), until: inHours(-2) }, transport: null }),
    );
    expect(screen.getByText('Too late').getAttribute('data-tone')).toBe('bad');
    expect(screen.getByRole('button', { name: 'Start again' })).toBeTruthy();
  });

  it('a cost is confirmed only when all shipments of the plan have one', async () => {
    const others = [{ shipment_id: 8, fba_shipment_id: 'FBA2', is_ready: false, warehouse: 'ABE8' }];
    await open(state({ others }));
    expect(screen.getByRole('button', { name: 'Confirm 84.37 USD' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('link', { name: 'FBA2' }).getAttribute('href')).toBe('/f/outbound/fba/8/fulfill');
  });

  it('the feed type can change to the others only, and a void says that it is for the whole plan', async () => {
    const others = [{ shipment_id: 8, fba_shipment_id: 'FBA2', is_ready: true, warehouse: 'ABE8' }];
    const sent = await open(state({ others }));
    fireEvent.click(screen.getByRole('button', { name: 'Change feed type' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Change to Manual entry', 'Change to 2D barcode']);
    fireEvent.click(screen.getByRole('button', { name: 'Void' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('all 2 shipments of it');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Void the plan' }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/v3/fba/transport/7/void']));
  });

  const rowOf = (name: string) => {
    const list =
      screen
        .getByRole('heading', { name: /^Documents/ })
        .closest('section')
        ?.querySelectorAll('li') ?? [];
    const row = [...list].find(({ textContent }) => textContent?.startsWith(name));
    if (!row) throw new Error(`There is no ${name}.`);
    return row;
  };
  const later = (name: string) => {
    expect(within(rowOf(name)).queryByRole('button')).toBeNull();
    return rowOf(name).querySelector('span span')?.textContent;
  };

  it('each document is printed, or says since when it can be', async () => {
    const calls = await open(state());
    expect(later('2D barcodes')).toBe('only for content by 2D barcode');
    expect(later('Box labels')).toBe('after Confirm');
    fireEvent.click(screen.getByRole('button', { name: 'Print: Shipment, 4 × 6' }));
    const dialog = await screen.findByRole('dialog', { name: 'Shipment, 4 × 6, shipment 7' });
    expect(dialog).toBeTruthy();
    await waitFor(() => expect(reads).toContain('/api/v3/docs/fba/pdf/shipment/sm?id=7'));
    expect(calls).toEqual([]);
  });

  it.each([
    ['not created', { exist_in_fba: 0 }, 'after Create'],
    ['not packed', { packed: 0, boxes: [] }, 'after packing'],
  ] as const)('2D barcodes of a shipment that is %s say so', async (_what, more, hint) => {
    await open(state({ feed_type: '2D_BARCODE', ...more } as Partial<FbaShipment>));
    expect(later('2D barcodes')).toBe(hint);
    expect(screen.getByRole('button', { name: 'Print: Pick and prep list' })).toBeTruthy();
  });

  it('a packed shipment with content by 2D barcode prints them', async () => {
    await open(state({ feed_type: '2D_BARCODE' }));
    expect(screen.getByRole('button', { name: 'Print: 2D barcodes' })).toBeTruthy();
  });

  it('of a voided plan nothing is printed', async () => {
    await open(state({ feed_type: '2D_BARCODE', next: 'voided' }));
    for (const name of ['Pick and prep list', 'Shipment', 'Shipment by SKU', '2D barcodes'])
      expect(later(name)).toBe('the plan was voided');
  });
});
