// @vitest-environment jsdom
import type { UnbilledRow } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../../test/render.tsx';
import { RerunDialog } from './rerun-dialog.tsx';

givenBrowser();
beforeEach(() => givenSession({ currency: 'USD' }, { id: 5, is_su: true, is_main_user: true }));

const row = {
  id: 1,
  client_id: 4,
  reason: 'no_size',
  billable_type: 'snapshot',
  direction: null,
  activity_id: 2,
  item_id: 3,
  from_day: '2026-11-01',
  to_day: '2026-11-03',
} as UnbilledRow;
const ofShipments = { ...row, billable_type: 'shipment', reason: 'no_uom' } as UnbilledRow;
const lost = {
  id: 8,
  day: '2026-11-02',
  client_id: 4,
  client: 'Kestrel',
  item: 'Pallet day',
  activity: 'Storage',
  before: 9,
  after: 4,
};
const preview = (lowered: number) => ({
  body: {
    data: {
      from: '2026-11-01',
      to: '2026-11-03',
      through: '2026-11-03',
      removed: 0,
      lowered,
      amount: lowered ? 5 : 0,
      entries: lowered ? [lost] : [],
    },
  },
});
const done = {
  body: {
    data: { entries: 0, shipments: 0, left: 0, left_shipments: [], postponed: 0, last: 0, refused: [], runs: [] },
  },
};
const open = (...rows: UnbilledRow[]) => show(<RerunDialog rows={rows} onClose={vi.fn()} />);
const run = () => fireEvent.click(screen.getByRole('button', { name: 'Run again' }));

it('asks before charges of days are lowered, and says so to the run', async () => {
  const sent = answerWith(preview(1), done);
  open(row);
  await screen.findByText('Pallet day');
  expect(sent.map(({ path, body }) => [path, (body as { from: string }).from])).toEqual([
    ['/api/v3/billing/runs/preview', '2026-11-01'],
  ]);
  fireEvent.click(screen.getByLabelText('Remove and lower these entries'));
  run();
  await waitFor(() => expect(sent[1]).toMatchObject({ path: '/api/v3/billing/unbilled/run', body: { may_lower: 1 } }));
});

it('runs without lowering anything unless it is allowed', async () => {
  const sent = answerWith(preview(1), done);
  open(row);
  await screen.findByText('Pallet day');
  run();
  await waitFor(() => expect(sent[1]?.body).toMatchObject({ may_lower: 0 }));
});

it.each([
  ['days lose nothing', row, ['/api/v3/billing/runs/preview', '/api/v3/billing/unbilled/run']],
  ['only shipments are run', ofShipments, ['/api/v3/billing/unbilled/run']],
])('runs at once when %s', async (_what, each, paths) => {
  const sent = each === row ? answerWith(preview(0), done) : answerWith(done);
  open(each);
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(paths));
});

it('names the shipments that still have a gap, each with a link to its charges', async () => {
  const named = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, name: `SO-${at + 1}`, direction: 'outbound' }));
  answerWith({ body: { data: { ...done.body.data, shipments: 12, left: 12, left_shipments: named } } });
  open(ofShipments);
  const links = async () =>
    within(await screen.findByRole('list', { name: 'Shipments that still have a gap' })).getAllByRole('link');
  expect((await links())[0]?.getAttribute('href')).toBe('/f/outbound/1?bill=1');
  expect((await links()).map(({ textContent }) => textContent)).toEqual(named.slice(0, 10).map(({ name }) => name));
  fireEvent.click(screen.getByRole('button', { name: '2 more' }));
  expect(await links()).toHaveLength(12);
});
