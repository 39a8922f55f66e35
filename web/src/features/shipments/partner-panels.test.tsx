// @vitest-environment jsdom
import type { Freight, Shipment, ShipmentLabels, Station } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, type Sent, show } from '../../test/render.tsx';
import { FreightPanel } from './freight-panel.tsx';
import { StationPanel } from './station-panel.tsx';
import VoidDialog from './void-dialog.tsx';

givenBrowser();
beforeEach(() =>
  givenSession(
    { currency: 'USD' },
    {
      id: 5,
      is_main_user: true,
      is_su: false,
      access: { view_shipment_model: true, update_shipment_tracking: true, void_shipment: true },
    },
  ),
);

const shipment = (more: Partial<Shipment> = {}) =>
  ({
    id: 7,
    order_id: 3,
    direction: 'outbound',
    status: 'Ready',
    packed: 1,
    billed: 0,
    user: null,
    order: { type: 'Customer Order', source: { source: 'Manual' } },
    courier: { shippo_id: 'x', ss_mapping_carrier: 'fedex' },
    ...more,
  }) as Shipment;

const station = (more: Partial<Station> = {}): Station => ({
  state: 'none',
  ss_order_id: '',
  number: 'PT-7',
  problem: '',
  problem_key: '',
  pushed_at: null,
  pulled_at: null,
  user: '',
  labels: [],
  cost: 0,
  is_mapped: true,
  is_connected: true,
  ...more,
});
const pushed = station({ state: 'pushed', ss_order_id: '991', pushed_at: '2026-11-17T10:00:00.000Z', user: 'Dana' });
const read = station({
  ...pushed,
  pulled_at: '2026-11-17T11:00:00.000Z',
  cost: 8.4,
  labels: [
    {
      id: '1',
      tracking_number: '1ZNEW',
      carrier: 'ups',
      service: 'Ground',
      cost: 8.4,
      is_voided: false,
      shipped_on: '',
    },
    {
      id: '2',
      tracking_number: '1ZOLD',
      carrier: 'ups',
      service: 'Ground',
      cost: 9.9,
      is_voided: true,
      shipped_on: '',
    },
  ],
});

/** What each call is answered with, by the end of its address; answers what was written. */
function answered(answers: Record<string, { status?: number; body: unknown }>): Sent[] {
  const sent: Sent[] = [];
  answerBy((call) => {
    const name = `${call.method} ${call.path.split('?')[0]?.split('/').at(-1)}`;
    if (call.method !== 'GET') sent.push(call);
    const answer = answers[name];
    if (!answer) throw new Error(`Nothing answers ${name}.`);
    return answer as never;
  });
  return sent;
}
const data = (value: object) => ({ body: { data: value } });

describe('the panel of the shipping station', () => {
  it('sends the shipment, and then offers to read its labels and to remove it', async () => {
    const sent = answered({ 'GET ss': data(station()), 'PUT push': data(pushed) });
    show(<StationPanel shipment={shipment()} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Send to ShipStation' }));
    expect(await screen.findByRole('button', { name: 'Read labels' })).toBeTruthy();
    expect(screen.getByText('PT-7')).toBeTruthy();
    expect(screen.getByText('991')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
    expect(sent.map(({ method, path }) => [method, path.endsWith('/shipments/7/ss/push')])).toEqual([['PUT', true]]);
  });

  it('shows the labels that were bought there, voided ones struck', async () => {
    answered({ 'GET ss': data(read) });
    show(<StationPanel shipment={shipment()} />);
    const list = await screen.findByRole('list', { name: 'Labels' });
    expect(within(list).getByText('1ZNEW')).toBeTruthy();
    expect(within(list).getByText(/voided/)).toBeTruthy();
    expect(list.querySelector('s')?.textContent).toContain('9.90');
  });

  it('removes the order only after a question', async () => {
    const sent = answered({ 'GET ss': data(pushed), 'DELETE delete': data(station({ state: 'removed' })) });
    show(<StationPanel shipment={shipment()} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(sent).toEqual([]);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove the order' }));
    expect(await screen.findByText('Removed')).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it('says what was refused, and that what is there is older', async () => {
    answered({ 'GET ss': data(station({ ...pushed, problem: 'Weight', problem_key: 'PartnerRefused:Weight' })) });
    show(<StationPanel shipment={shipment()} />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('ShipStation does not have it as it is now');
    expect(alert.textContent).toContain('Weight');
  });

  it('without an account, or of a finished shipment, offers nothing', async () => {
    answered({ 'GET ss': data(station({ is_connected: false })) });
    show(<StationPanel shipment={shipment()} />);
    expect(await screen.findByText(/no account that ShipStation accepts/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

const NAMED = (...names: string[]) => names.map((name) => ({ code: name, name }));
const freight = (more: Partial<Freight> = {}): Freight => ({
  is_offered: true,
  is_connected: true,
  state: 'none',
  booking_id: '',
  problem: '',
  problem_key: '',
  booked_at: null,
  read_at: null,
  user: '',
  chosen: null,
  attempts: 0,
  lists: {
    serviceName: NAMED('Air Standard', 'Ocean Economy'),
    quoteType: [{ code: 'door-door', name: 'Door to Door' }],
    incoCode: NAMED('DAP', 'EXW'),
    transportMode: NAMED('AIR', 'ROAD'),
  },
  proposed: {
    serviceName: 'Air Standard',
    incoCode: 'DAP',
    readyDate: '2026-11-20',
    cargo: [
      { pieces: 2, weight: 5, length: 40, width: 30, height: 20, description: 'Mugs', hsCode: '6911', value: 90 },
    ],
  },
  customer: { id: 'C9', email: 'a@b.test', currency: 'USD' },
  ...more,
});
const chosen = {
  serviceName: 'Air Standard',
  quoteType: 'door-door',
  incoCode: 'DAP',
  transportMode: 'AIR',
  readyDate: '2026-11-20',
  cargo: freight().proposed.cargo,
};
const booked = freight({ state: 'SUBMITTED', booking_id: 'B1', chosen, booked_at: '2026-11-17T10:00:00.000Z' });

const choose = async (field: string, option: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: field }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
};

describe('the panel of freight', () => {
  it('is not there where no freight can be booked', async () => {
    answered({ 'GET freight': data(freight({ is_offered: false })) });
    const { container } = show(<FreightPanel shipment={shipment()} />);
    await waitFor(() => expect(container.querySelector('section')).toBeNull());
  });

  it('books what the form proposes with what a person chooses; what is missing is said beside its field', async () => {
    const sent = answered({
      'GET freight': data(freight()),
      'GET currency': data({ currency: 'EUR' }),
      'PUT book': data(booked),
    });
    show(<FreightPanel shipment={shipment()} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Book freight …' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/bills this customer in EUR/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Book' }));
    expect(within(dialog).getAllByText('Choose one of the list')).toHaveLength(2);
    expect(sent).toEqual([]);
    await choose('Quote type', 'Door to Door');
    await choose('Transport mode', 'AIR');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Book' }));
    expect(await screen.findByText('B1')).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([chosen]);
  });

  it('without an answer asks again for the same', async () => {
    const sent = answered({
      'GET freight': data(freight({ state: 'wanted', chosen, problem: 'x', problem_key: 'PartnerAnswerUnknown' })),
      'PUT book': data(booked),
    });
    show(<FreightPanel shipment={shipment()} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText('Submitted')).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([chosen]);
  });

  it('that was rejected says why, and can be booked again; a submitted one cannot', async () => {
    answered({ 'GET freight': data({ ...booked, state: 'REJECTED', problem: 'No space', problem_key: '' }) });
    show(<FreightPanel shipment={shipment()} />);
    expect((await screen.findByRole('alert')).textContent).toContain('No space');
    expect(screen.getByRole('button', { name: 'Book again …' })).toBeTruthy();
  });

  it('that is submitted has no button', async () => {
    answered({ 'GET freight': data(booked) });
    show(<FreightPanel shipment={shipment()} />);
    expect(await screen.findByText('B1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Book/ })).toBeNull();
  });
});

describe('the question before a void', () => {
  const label = (id: number, more: object = {}) => ({
    id,
    state: 'bought',
    cost: 10,
    tracking_status: 'unknown',
    problem_key: '',
    ...more,
  });
  const labels = (...all: object[]) => ({ labels: all, currency: 'USD' }) as unknown as ShipmentLabels;
  const open = (bought: ShipmentLabels, more: { freight?: Freight; station?: Station } = {}) =>
    answered({
      'GET labels': data(bought),
      'GET freight': data(more.freight ?? freight()),
      'GET ss': data(more.station ?? station()),
      'DELETE 7': data({}),
    });

  it('says what happens at partners, and sends the void', async () => {
    const sent = open(
      labels(
        label(1),
        label(2),
        label(3, { tracking_status: 'transit' }),
        label(4, { state: 'asked' }),
        label(5, { state: 'voided' }),
      ),
      { freight: booked, station: pushed },
    );
    show(<VoidDialog shipment={shipment()} onClose={() => {}} />);
    const region = await screen.findByRole('region', { name: 'What happens at partners' });
    expect(
      within(region)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^2 labels are voided: .*20\.00/),
      expect.stringMatching(/^1 label for .*10\.00.* stays/),
      expect.stringMatching(/^1 label is just being bought/),
      expect.stringContaining('Freight booking B1 is cancelled'),
      expect.stringContaining('Order PT-7 is taken away'),
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Void shipment' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['DELETE']));
  });

  it('says that the plan at the marketplace stays', async () => {
    open(labels());
    show(<VoidDialog shipment={shipment({ exist_in_fba: 1, fba_shipment_id: 'FBA15X' })} onClose={() => {}} />);
    const region = await screen.findByRole('region', { name: 'What happens at partners' });
    expect(within(region).getByText(/^Shipment FBA15X stays in its plan at Amazon/)).toBeTruthy();
  });

  it('says nothing more where nothing was bought or booked', async () => {
    open(labels(label(1, { state: 'refused' })), { freight: freight({ ...booked, state: 'REJECTED' }) });
    show(<VoidDialog shipment={shipment()} onClose={() => {}} />);
    expect(await screen.findByText(/Looking what was bought/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/Looking what was bought/)).toBeNull());
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('says so when it cannot be read', async () => {
    answered({ 'GET labels': { status: 500, body: {} }, 'GET freight': data(freight()), 'GET ss': data(station()) });
    show(<VoidDialog shipment={shipment()} onClose={() => {}} />);
    expect(await screen.findByText(/could not be read/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Void shipment' })).toBeTruthy();
  });
});
