// @vitest-environment jsdom
import type { Shipment } from '@longshore/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { givenBrowser, givenSession, show } from '../../../test/render.tsx';
import FulfilDialog from './fulfil-dialog.tsx';

givenBrowser();

const lineOf = (id: number, sku: string, fulfilled: number) => ({
  id,
  inventory_id: id,
  quantity: 4,
  fulfilled,
  quarantined: 0,
  fulfillments: [],
  inventory: { id, sku, name: sku, upc: '', barcode_1: '', barcode_2: '', config: { lot: 0, serial: 0 } },
});
const shipmentWith = (fulfilled: number) =>
  ({
    id: 12,
    client_id: 1,
    order_id: 2,
    direction: 'inbound',
    status: 'In Warehouse',
    updated_at: '1',
    order: { type: 'Purchase Order' },
    shipment_lines: [lineOf(3, 'OAK-1', fulfilled), lineOf(4, 'ELM-2', 0)],
  }) as unknown as Shipment;

/** Look-ups find nothing; a fulfilment is answered when the returned function is called. */
function givenServer() {
  const waiting: (() => void)[] = [];
  const saved = { id: 12, status: 'In Warehouse', updated_at: '2', shipment_lines: [lineOf(3, 'OAK-1', 1)] };
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const isFulfilment = String(body).includes('"lineId"');
    if (isFulfilment) await new Promise<void>((resolve) => waiting.push(resolve));
    return Response.json({ data: isFulfilment ? saved : [], state: 'success' });
  });
  return async () => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    await act(async () => waiting.shift()?.());
  };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });
const reference = () => screen.findByLabelText<HTMLInputElement>('Reference');
const type = async (text: string) => fireEvent.change(await reference(), { target: { value: text } });
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('longshore-draft'));
const question = () => screen.queryByText('Leave without saving?');

async function open() {
  await givenSession({}, { id: 5, access: {} });
  const answer = givenServer();
  const onClose = vi.fn();
  const dialogOf = (fulfilled: number) => (
    <FulfilDialog shipment={shipmentWith(fulfilled)} onLine={() => {}} onClose={onClose} />
  );
  const page = show(dialogOf(0));
  press('Type by hand');
  await reference();
  return { onClose, answer, ...page, fulfilledElsewhere: (count: number) => page.rerender(dialogOf(count)) };
}

it('asks before the dialog closes over what was typed by hand; hiding the form keeps it', async () => {
  const { onClose } = await open();
  await type('PAL-7');
  press('Hide the form');
  press('Type by hand');
  await waitFor(async () => expect((await reference()).value).toBe('PAL-7'));
  pressEscape();
  expect(question()).not.toBeNull();
  pressEscape();
  await waitFor(() => expect(question()).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  pressEscape();
  press('Leave without saving');
  expect(onClose).toHaveBeenCalledOnce();
  expect(drafts()).toEqual([]);
});

it('what was typed by hand survives a reload', async () => {
  const { unmount } = await open();
  await type('PAL-7');
  window.dispatchEvent(new Event('pagehide'));
  unmount();
  await open();
  expect((await reference()).value).toBe('PAL-7');
});

it('one fulfilment after another never asks, even when closed before the answer', async () => {
  const { onClose, answer } = await open();
  for (const text of ['A', 'B']) {
    await type(text);
    press('Fulfil');
    await answer();
    await waitFor(async () => expect((await reference()).value).toBe(''));
  }
  await type('C');
  press('Fulfil');
  pressEscape();
  expect([question(), onClose.mock.calls.length]).toEqual([null, 0]);
  await answer();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect([question(), drafts()]).toEqual([null, []]);
});

it('a line that is completed elsewhere takes nothing from a form with changes; an empty form moves on', async () => {
  const { fulfilledElsewhere } = await open();
  const line = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Line/ }).value;
  const field = await reference();
  await type('PAL-7');
  fulfilledElsewhere(4);
  expect(await reference()).toBe(field);
  expect([field.value, line()]).toEqual(['PAL-7', 'OAK-1, 0 left']);
  await type('');
  await waitFor(() => expect(line()).toBe('ELM-2, 4 left'));
});

describe('another lot than the earliest', () => {
  const placeOf = (lot_id: number, license: string, lot: string, expire: string) => ({
    license_id: lot_id,
    license,
    location: 'A-01-1',
    location_type: 'P',
    lot_id,
    lot,
    expire,
    quantity: 10,
  });
  const places = [placeOf(1, 'LP-1', 'EARLY', '2040-01-31'), placeOf(2, 'LP-2', 'LATE', '2041-01-31')];
  const lotLine = (fulfilled: number) => {
    const line = lineOf(3, 'HAM', fulfilled);
    const fulfillments = [{ id: 1 + fulfilled, quantity: 1 }];
    return { ...line, fulfillments, inventory: { ...line.inventory, config: { lot: 1, serial: 0 } } };
  };
  const toPick = {
    ...shipmentWith(0),
    direction: 'outbound',
    order: { type: 'Customer Order' },
    shipment_lines: [lotLine(0)],
  } as unknown as Shipment;

  /** Two plates with a lot each; returns the lots that were taken. */
  function givenLots() {
    const taken: unknown[] = [];
    const answerTo = (url: string, sent: { lineId?: number; lotId?: number; license?: string }) => {
      if (sent.lineId) {
        taken.push(sent.lotId);
        return { ...toPick, updated_at: '2', shipment_lines: [lotLine(taken.length)] };
      }
      if (url.includes('allocation')) return { picks: [] };
      const named = (license: string) => license.includes(sent.license ?? '');
      return url.includes('licenses-lot') ? places.filter(({ license }) => named(license)) : [];
    };
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) =>
      Response.json({ data: answerTo(url, JSON.parse(String(body ?? '{}'))), state: 'success' }),
    );
    return taken;
  }

  const choose = async (name: string, option: RegExp) => {
    const box = await screen.findByRole('combobox', { name });
    fireEvent.click(box);
    fireEvent.click(await screen.findByRole('option', { name: option }));
  };
  const enterLot = async (license: string, lot: RegExp) => {
    const plate = await screen.findByRole('combobox', { name: 'Plate' });
    fireEvent.change(plate, { target: { value: license } });
    fireEvent.blur(plate);
    await choose('Lot', lot);
    press('Fulfil');
  };
  const again = 'Take lot LATE all the same';

  it('typed by hand asks once, as a scan does', async () => {
    await givenSession({}, { id: 5, access: {} });
    const taken = givenLots();
    show(<FulfilDialog shipment={toPick} onLine={() => {}} onClose={() => {}} />);
    press('Type by hand');
    await enterLot('LP-2', /LATE/);
    await screen.findByText(/Lot LATE expires .* Lot EARLY expires earlier/);
    expect(taken).toEqual([]);
    press(again);
    await waitFor(() => expect(taken).toEqual([2]));
    await waitFor(() => expect(screen.queryByRole('button', { name: again })).toBeNull());
    await enterLot('LP-2', /LATE/);
    await waitFor(() => expect(taken).toEqual([2, 2]));
    await enterLot('LP-1', /EARLY/);
    await waitFor(() => expect(taken).toEqual([2, 2, 1]));
  });

  it('is counted by the day of the company, wherever the browser is', async () => {
    // In New York it is still the last day of the earlier lot.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2040-02-01T03:00:00Z') });
    try {
      await givenSession({}, { id: 5, access: {} });
      givenLots();
      show(<FulfilDialog shipment={toPick} onLine={() => {}} onClose={() => {}} />);
      press('Type by hand');
      await enterLot('LP-2', /LATE/);
      await screen.findByText(/Lot LATE expires .* Lot EARLY expires earlier/);
    } finally {
      vi.useRealTimers();
    }
  });
});
