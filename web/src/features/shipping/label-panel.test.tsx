// @vitest-environment jsdom
import type { Label, Quote, Shipment, ShipmentLabels } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, type Sent, show } from '../../test/render.tsx';
import { BoughtLabels } from './bought-labels.tsx';
import { BuyPanel } from './label-panel.tsx';
import { wayOf } from './label-state.ts';

givenBrowser();
beforeEach(() =>
  givenSession(
    { measure: 'metric', currency: 'USD' },
    {
      id: 5,
      is_main_user: true,
      is_su: false,
      access: { view_shipment_model: true, update_shipment_tracking: true, pack: true, update_company_info: true },
    },
  ),
);

const shipment = { id: 7, direction: 'outbound', order: { client: { id: 3, company: 'Kestrel' } } } as Shipment;

const parcel = (container_id: number, label_id: number | null = null): ShipmentLabels['parcels'][number] => ({
  container_id,
  own_number: String(container_id),
  length: 40,
  width: 30,
  height: 30,
  weight: 13.4,
  full: 88,
  label_id,
});

const label = (id: number, more: Partial<Label> = {}): Label => ({
  id,
  object_id: `t${id}`,
  state: 'bought',
  status: 'SUCCESS',
  container_id: 1,
  own_number: '1',
  carrier: 'UPS',
  service: 'Worldwide Saver',
  tracking_number: `1Z${id}`,
  tracking_url: '',
  label_url: `/print/shippo/labels/${id}`,
  format: 'pdf',
  cost: 45.6,
  currency: 'USD',
  problem: '',
  problem_key: '',
  is_unknown: false,
  printed_at: null,
  tracking_status: 'unknown',
  tracking: [],
  user: 'Dana Reyes',
  created_at: '2026-11-17T10:12:00.000Z',
  expires_at: '2099-11-24T10:12:00.000Z',
  voided_at: null,
  ...more,
});

const state = (more: Partial<ShipmentLabels> = {}): ShipmentLabels => ({
  blocked: '',
  sender: '1200 Harrow Street, Oakland',
  format: 'pdf',
  measure: 'metric',
  parcels: [parcel(1), parcel(2)],
  labels: [],
  labels_url: '',
  customs: [],
  is_international: false,
  arrive_by: null,
  cost: 0,
  charged: 0,
  currency: 'USD',
  modifier: 0.08,
  ...more,
});

const quote = (object_id: string, cost: number, more: Partial<Quote> = {}): Quote => ({
  object_id,
  service: 'Ground',
  cost,
  dates: '',
  carrier: 'UPS',
  currency: 'USD',
  days: 4,
  arrives_on: '2026-11-21',
  is_late: false,
  is_cheapest: false,
  is_fastest: false,
  is_by_rule: false,
  charged: cost * 1.08,
  parcels: [
    { container_id: 1, cost: cost / 2 },
    { container_id: 2, cost: cost / 2 },
  ],
  ...more,
});

const rates = {
  quotes: [
    quote('fast', 104.6, { carrier: 'DHL Express', service: 'Worldwide', is_fastest: true }),
    quote('rule', 92.1, { service: 'Worldwide Saver', is_by_rule: true }),
    quote('cheap', 71.84, { carrier: 'FedEx', service: 'Economy', is_cheapest: true, is_late: true }),
    quote('other', 94.3, { service: 'Expedited' }),
  ],
  refusals: [{ carrier: 'USPS', reason: 'No parcels over 13 kg.' }],
  read_at: new Date().toISOString(),
  expires_at: '2099-01-01T00:00:00.000Z',
};

interface Answers {
  labels: ShipmentLabels;
  rates?: object;
  buy?: () => { status?: number; body: unknown };
}

/** Shows panel and list together, as the page does; answers what was written. */
function open(given: Answers): Sent[] {
  const sent: Sent[] = [];
  let now = given.labels;
  answerBy((call) => {
    if (call.path.endsWith('/rate')) {
      sent.push(call);
      return (given.rates ?? { body: { data: rates } }) as never;
    }
    if (call.method === 'GET') return { body: { data: now } };
    sent.push(call);
    const answer = given.buy?.() ?? { body: { data: now } };
    if (!answer.status) now = (answer.body as { data: ShipmentLabels }).data;
    return answer;
  });
  show(
    <>
      <BuyPanel shipment={shipment} />
      <BoughtLabels shipment={shipment} />
    </>,
  );
  return sent;
}

describe('the panel that buys labels', () => {
  it('offers cheapest, by rule and fastest, with the rule chosen, and buys at its price once', async () => {
    const bought = state({
      parcels: [parcel(1, 10), parcel(2, 11)],
      labels: [label(10), label(11, { container_id: 2, own_number: '2' })],
    });
    const sent = open({ labels: state(), buy: () => ({ body: { data: bought } }) });
    const buy = await screen.findByRole('button', { name: 'Buy 2 labels for $92.10' });
    expect(screen.getByRole('heading', { name: 'Buy 2 labels' })).toBeTruthy();
    expect(screen.getByText(/too late/).textContent).toContain('Nov 21, 2026');
    expect(screen.getByText('No parcels over 13 kg.')).toBeTruthy();
    expect(screen.getByText('Charged to Kestrel, 8% on top')).toBeTruthy();
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    fireEvent.click(buy);
    fireEvent.click(buy);
    expect(await screen.findByText('1Z10')).toBeTruthy();
    const purchases = sent.filter(({ path }) => path.endsWith('/shippo/purchase'));
    expect(purchases.map(({ body }) => body)).toEqual([
      { object_id: 'rule', service: 'Worldwide Saver', cost: 92.1, dates: '' },
    ]);
    expect(screen.getByText('Every carton has its label')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
  });

  it('another rate and fewer cartons can be chosen', async () => {
    const sent = open({ labels: state() });
    fireEvent.click(await screen.findByRole('radio', { name: /^FedEx Economy/ }));
    expect(await screen.findByRole('button', { name: 'Buy 2 labels for $71.84' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Buy a label for carton 2' }));
    await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/rate'))).toHaveLength(2));
    expect(sent.at(-1)?.body).toMatchObject({
      parcels: [{ container_id: 1, length: 40, width: 30, height: 30, weight: 13.4 }],
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Buy a label for carton 1' }));
    expect((await screen.findByRole('button', { name: 'Choose a carton' })).getAttribute('disabled')).not.toBeNull();
  });

  it.each([
    ['NotPacked', 'Pack'],
    ['NoAccount', 'Connect an account'],
  ] as const)('%s says what to do instead of a price', async (blocked, action) => {
    const sent = open({ labels: state({ blocked }) });
    expect(await screen.findByRole('link', { name: action })).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('a carton with its label is done; what the carrier refused is said beside its carton', async () => {
    const refused = label(11, {
      state: 'refused',
      container_id: 2,
      tracking_number: '',
      label_url: '',
      problem: 'The postal code is not known in this city.',
      problem_key: '',
    });
    open({ labels: state({ parcels: [parcel(1, 10), parcel(2)], labels: [label(10), refused] }) });
    expect(await screen.findByText('Label bought')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain('postal code');
    expect(screen.getByRole('heading', { name: 'Buy 1 label' })).toBeTruthy();
  });

  it('while nobody knows what became of a purchase, that carton is not offered', async () => {
    const lost = label(10, { state: 'asked', is_unknown: true, tracking_number: '', label_url: '' });
    const sent = open({
      labels: state({ parcels: [parcel(1, 10)], labels: [lost] }),
      buy: () => ({ body: { data: state({ parcels: [parcel(1, 10)], labels: [label(10)] }) } }),
    });
    expect((await screen.findAllByText('Asking UPS whether it was bought')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Ask now' }));
    expect(await screen.findByText('Label bought')).toBeTruthy();
    expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['look']);
  });

  it('customs are folded, and say that something is missing', async () => {
    const item = {
      description: 'Coffee',
      quantity: 48,
      value_amount: 612.4,
      value_currency: 'USD',
      origin_country: 'CN',
      tariff_number: '',
      sku_code: 'KC-1',
      missing: ['hs_code'],
    };
    const sent = open({ labels: state({ customs: [item], is_international: true }) });
    const fold = await screen.findByRole('button', { name: /Customs items/ });
    expect(fold.textContent).toContain('$612.40, incomplete');
    fireEvent.click(fold);
    const code = screen.getByRole('textbox', { name: 'HS code of KC-1' });
    fireEvent.change(code, { target: { value: '0901.21' } });
    fireEvent.blur(code);
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ customs: [{ tariff_number: '0901.21' }] }));
    expect(fold.textContent).toContain('complete');
  });

  it('no rates: each carrier says why', async () => {
    open({ labels: state(), rates: { body: { data: { ...rates, quotes: [] } } } });
    expect((await screen.findByRole('alert')).textContent).toContain('No carrier takes all of these parcels');
    expect(screen.getByText('USPS')).toBeTruthy();
  });
});

describe('labels that were bought', () => {
  it('are printed and marked, and voided after a question', async () => {
    const gone = state({ parcels: [parcel(1)], labels: [label(10, { state: 'voiding', status: 'voided' })] });
    const sent = open({
      labels: state({ parcels: [parcel(1, 10)], labels: [label(10)] }),
      buy: () => ({ body: { data: gone } }),
    });
    const print = await screen.findByRole('link', { name: 'Print the label of 1Z10' });
    expect(print.getAttribute('href')).toBe('/print/shippo/labels/10');
    fireEvent.click(screen.getByRole('button', { name: 'Void the label of 1Z10' }));
    expect(sent).toEqual([]);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Void the label' }));
    expect(await screen.findByText('Void asked')).toBeTruthy();
    expect(screen.getByText(/not billed/)).toBeTruthy();
    expect(sent[0]).toMatchObject({ method: 'DELETE', path: expect.stringMatching(/void\/10$/) });
  });

  const at = '2026-11-18T08:00:00.000Z';
  const transit = { status: 'transit', at, place: '', text: '' } as const;
  it.each<[string, Partial<Label>, string[]]>([
    ['new', {}, ['bought']],
    ['printed', { printed_at: at }, ['bought', 'printed']],
    ['collected', { tracking_status: 'transit', tracking: [transit] }, ['bought', 'printed', 'collected']],
    [
      'on its way',
      { tracking_status: 'transit', tracking: [transit, transit] },
      ['bought', 'printed', 'collected', 'transit'],
    ],
    ['delivered', { tracking_status: 'delivered' }, ['bought', 'printed', 'collected', 'transit', 'delivered']],
    ['returned', { tracking_status: 'returned' }, ['bought', 'printed', 'collected', 'transit', 'returned']],
  ])('the way of one that is %s', (_what, more, steps) => {
    const reached = wayOf(label(1, more)).filter(({ isReached }) => isReached);
    expect(reached.map(({ step }) => step)).toEqual(steps);
  });
});
