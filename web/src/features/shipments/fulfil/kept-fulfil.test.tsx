// @vitest-environment jsdom
import type { FulfilLineInput, Shipment } from '@longshore/contract';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { reportReachable } from '../../../lib/connection.ts';
import { answerWith, givenBrowser } from '../../../test/render.tsx';
import { nothingHeld } from './fulfil-scans.ts';
import { hasWaitingFulfil, keptFulfil } from './kept-fulfil.ts';
import { type FulfilCommand, useFulfilScan } from './use-fulfil-scan.ts';

givenBrowser();
afterEach(() => {
  sessionStorage.clear();
  reportReachable();
});

const line = { id: 3, quantity: 9, fulfilled: 0, fulfillments: [{ id: 8, quantity: 2 }], inventory: { sku: 'OAK-1' } };
const shipment = { id: 12, direction: 'inbound', updated_at: '1', shipment_lines: [line] } as unknown as Shipment;
const body = { lineId: 3, quantity: 2 } as FulfilLineInput;
const open = () => renderHook(() => useFulfilScan(shipment, [], 0 as never));

it('what waits in fulfilment survives a reload, and is sent as it had been decided', async () => {
  answerWith(new Error('no connection'), new Error('no connection'));
  const page = open();
  page.result.current.send(body, 'OAK-1');
  await waitFor(() => expect(page.result.current.pending).toMatchObject([{ state: 'unsure' }]));
  expect([hasWaitingFulfil(12), hasWaitingFulfil(13)]).toEqual([true, false]);

  // The tab crashes with a scan behind it whose answer is missing too.
  const store = keptFulfil<FulfilCommand>(12);
  const { commands, context } = store.read();
  const scanned = {
    key: 'scan-1',
    input: { kind: 'scan', code: 'LP-1', isScanned: true } as const,
    at: 1,
    state: 'unsure' as const,
  };
  const decision = { kind: 'fulfil', held: nothingHeld, body: { ...body, quantity: 7 }, line };
  page.unmount();
  store.write({
    commands: [...commands, scanned],
    context: JSON.stringify({ ...JSON.parse(context), decided: [['scan-1', decision]] }),
  });
  reportReachable();
  const sent = answerWith({ body: { data: shipment } }, { body: { data: shipment } });
  const after = open();
  await waitFor(() => expect(after.result.current.pending).toEqual([]));
  expect(sent.map(({ key, body: sentBody }) => [key, sentBody])).toEqual([
    [commands[0]?.key, body],
    ['scan-1', { ...body, quantity: 7 }],
  ]);
  expect(hasWaitingFulfil(12)).toBe(false);
});
