// @vitest-environment jsdom
import type { UnbilledRow } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
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
const done = { body: { data: { entries: 0, shipments: 0, left: 0, postponed: 0, last: 0, refused: [], runs: [] } } };
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
