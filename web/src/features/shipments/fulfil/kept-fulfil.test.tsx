// @vitest-environment jsdom
import type { FulfilLineInput, Shipment } from '@longshore/contract';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { reportReachable } from '../../../lib/connection.ts';
import { closeScans, scanStore } from '../../../lib/kept-scans.ts';
import { answerWith, givenBrowser } from '../../../test/render.tsx';
import type { Queued } from '../../../ui/scan/use-scan-session.ts';
import { nothingHeld } from './fulfil-scans.ts';
import { keptFulfil, wasFulfilling } from './kept-fulfil.ts';
import { type FulfilTypes, useFulfilScan } from './use-fulfil-scan.ts';

givenBrowser();
afterEach(() => {
  closeScans();
  reportReachable();
});

const line = { id: 3, quantity: 9, fulfilled: 0, fulfillments: [{ id: 8, quantity: 2 }], inventory: { sku: 'OAK-1' } };
const shipment = { id: 12, direction: 'inbound', updated_at: '1', shipment_lines: [line] } as unknown as Shipment;
const body = { lineId: 3, quantity: 2 } as FulfilLineInput;
const open = () => renderHook(() => useFulfilScan(shipment, [], 0 as never));
const store = () => scanStore<Queued<FulfilTypes>>(keptFulfil(12));

it('what waits in fulfilment survives a reload, and is sent as it had been decided', async () => {
  answerWith(new Error('no connection'), new Error('no connection'));
  const page = open();
  act(() => page.result.current.send(body, 'OAK-1'));
  await waitFor(() => expect(page.result.current.pending).toMatchObject([{ state: 'unsure' }]));
  expect([wasFulfilling(12), wasFulfilling(13)]).toEqual([true, false]);

  // The tab crashes with a scan behind it whose answer is missing too.
  const { commands, context } = store().read();
  const scanned = {
    key: 'scan-1',
    input: { kind: 'input', input: { kind: 'scan', code: 'LP-1', isScanned: true } } as const,
    at: 1,
    state: 'unsure' as const,
  };
  const command = { kind: 'fulfil', held: nothingHeld, body: { ...body, quantity: 7 } };
  page.unmount();
  const kept = JSON.parse(context);
  store().write({
    commands: [...commands, scanned],
    context: JSON.stringify({ ...kept, read: [...kept.read, ['scan-1', { kind: 'send', command }]] }),
  });
  reportReachable();
  const sent = answerWith({ body: { data: shipment } }, { body: { data: shipment } });
  const after = open();
  await waitFor(() => expect(after.result.current.pending).toEqual([]));
  expect(sent.map(({ key, body: sentBody }) => [key, sentBody])).toEqual([
    [commands[0]?.key, body],
    ['scan-1', { ...body, quantity: 7 }],
  ]);
  // Its results are listed, and are there again after the next reload, with what is held.
  expect(after.result.current.done).toHaveLength(2);
  act(() => after.result.current.setState((state) => ({ ...state, held: { ...state.held, license: 'LP-9' } })));
  const { context: last } = store().read();
  after.unmount();
  expect(wasFulfilling(12)).toBe(false);
  store().write({ commands: [], context: last });
  expect(wasFulfilling(12)).toBe(true);
  const again = open();
  expect(again.result.current.done.map(({ what }) => what.kind)).toEqual(['fulfilled', 'fulfilled']);
  expect(again.result.current.held.license).toBe('LP-9');
  again.unmount();
});
