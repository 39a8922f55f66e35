import { type Language, ownCode, type PaperSize, textFor, type WaveToPick } from '@longshore/contract';
import { makeDocumentFormat } from './document-format.ts';
import { mergePdfs } from './merge-pdfs.ts';
import { drawPrintedList } from './printed-list.ts';
import type { TableRow } from './table.ts';

export interface WaveTickets {
  waves: readonly WaveToPick[];
  company: string;
  language: Language;
  timezone: string;
  paper: PaperSize;
  at: Date;
}

function rowsOf(wave: WaveToPick): TableRow[] {
  const referenceOf = (id: number) =>
    wave.shipments.find(({ shipment_id }) => shipment_id === id)?.reference ?? String(id);
  return wave.stops.flatMap(({ number, location, picks }) =>
    picks
      .filter(({ done }) => !done)
      .map((pick) => [
        '',
        String(number),
        location || '–',
        pick.license,
        pick.sku,
        pick.name,
        pick.lot,
        String(pick.quantity),
        pick.tote,
        referenceOf(pick.shipment_id),
      ]),
  );
}

/** What is left of a wave, stop by stop, for who picks it by paper. */
async function drawTicket(wave: WaveToPick, tickets: WaveTickets): Promise<Uint8Array> {
  const t = textFor(tickets.language);
  const format = makeDocumentFormat(tickets.language, tickets.timezone);
  const figures = {
    shipments: String(wave.shipments.length),
    stops: String(wave.stops.length),
    metres: String(wave.metres),
  };
  return drawPrintedList({
    title: t('waveTicket.title', { id: String(wave.id) }),
    company: tickets.company,
    client: t('waveTicket.cart', { cart: wave.cart, person: wave.assignee?.name ?? '–' }),
    queryLines: [t('waveTicket.figures', figures)],
    columns: [
      { heading: '', width: 20, box: true },
      { heading: t('waveTicket.stop'), width: 34, right: true },
      { heading: t('waveTicket.bin'), width: 80, neverCut: true },
      { heading: t('waveTicket.plate'), width: 80, neverCut: true },
      { heading: t('waveTicket.sku'), width: 110, neverCut: true },
      { heading: t('waveTicket.name') },
      { heading: t('waveTicket.lot'), width: 64, neverCut: true },
      { heading: t('waveTicket.quantity'), width: 50, right: true },
      { heading: t('waveTicket.tote'), width: 56, neverCut: true },
      { heading: t('waveTicket.shipment'), width: 86, neverCut: true },
    ],
    rows: rowsOf(wave),
    code: ownCode('wave', wave.id) ?? '',
    at: tickets.at,
    format,
    paper: tickets.paper,
  });
}

export async function drawWaveTickets(tickets: WaveTickets): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const wave of tickets.waves) parts.push(await drawTicket(wave, tickets));
  return parts.length === 1 ? (parts[0] as Uint8Array) : mergePdfs({ parts });
}
