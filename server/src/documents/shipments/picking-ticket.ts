import { lineCode } from '@longshore/contract';
import { BARS_WIDTH, type Table, type TableColumn } from '../table.ts';
import type { Form } from './form-content.ts';
import { commonFacts, formOf, itemCell, lotCell, type PaperContext, unitsIn } from './paper-context.ts';
import type { PaperLine, PaperShipment, PaperStop } from './paper-shipment.ts';

/** Bins shown for a line; more are summed up. */
const BINS_SHOWN = 3;

/** The bins of a line in the order of the walk, each once. */
function binsOf(stops: readonly PaperStop[], { t, format }: PaperContext): string[] {
  const bins = [...new Set(stops.map(({ location }) => location).filter(Boolean))];
  if (bins.length === 0 && stops.length > 0) return [t('label.noLocation')];
  const more = bins.length - BINS_SHOWN;
  return more > 0 ? [...bins.slice(0, BINS_SHOWN), t('paperWords.moreBins', { count: format.number(more) })] : bins;
}

/** Lines in the order of their first stop; those without a place come last. */
function linesInWalk({ lines, stops }: PaperShipment): PaperLine[] {
  const first = new Map<number, number>();
  for (const [index, { line_id, location }] of stops.entries())
    if (location && !first.has(line_id)) first.set(line_id, index);
  const rank = ({ id }: PaperLine) => first.get(id) ?? stops.length;
  return [...lines].sort((one, other) => rank(one) - rank(other));
}

const number = (heading: string, width: number): TableColumn => ({ heading, width, right: true });

function linesTable(shipment: PaperShipment, context: PaperContext): Table {
  const { t, format } = context;
  const isOutbound = shipment.direction === 'outbound';
  const bins: TableColumn[] = isOutbound ? [{ heading: t('paperWords.location'), width: 76, neverCut: true }] : [];
  const rows = linesInWalk(shipment)
    .filter(({ quantity }) => quantity > 0)
    .map((line) => [
      ...(isOutbound
        ? [
            binsOf(
              shipment.stops.filter(({ line_id }) => line_id === line.id),
              context,
            ),
          ]
        : []),
      codesCell(line),
      itemCell(line, context),
      lineCode(line.id),
      [format.number(line.quantity), line.uom],
      line.fulfilled ? format.number(line.fulfilled) : '',
      '',
    ]);
  return {
    columns: [
      ...bins,
      { heading: t('paperWords.sku'), width: 96, neverCut: true },
      { heading: t('paperWords.item') },
      barsColumn,
      number(t('paperWords.quantity'), 52),
      number(t(isOutbound ? 'paperWords.picked' : 'paperWords.received'), 44),
      { heading: '', width: 14, box: true },
    ],
    rows,
  };
}

/** What a scanner sends for a line of the ticket: it says which one, also when two have the same item. */
const barsColumn: TableColumn = { heading: '', width: BARS_WIDTH, bars: true };

/** The SKU and the UPC, one below the other. */
const codesCell = ({ sku, upc }: PaperLine): string[] => [sku, upc].filter((code) => code !== '');

function stopsTable({ lines, stops }: PaperShipment, context: PaperContext): Table {
  const { t, format } = context;
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  return {
    columns: [
      { heading: t('paperWords.location'), width: 84, neverCut: true },
      { heading: t('paperWords.sku') },
      { heading: t('paperWords.lot'), width: 102, neverCut: true },
      barsColumn,
      number(t('paperWords.quantity'), 46),
      { heading: '', width: 14, box: true },
    ],
    rows: stops.map((stop) => {
      const line = lineOf.get(stop.line_id);
      const done = stop.isDone ? [t('paperWords.alreadyPicked')] : [];
      return [
        [stop.location || t('label.noLocation'), stop.license].filter((text) => text !== ''),
        [...(line ? [line.sku, ...itemCell(line, context)] : []), ...done],
        lotCell(stop.lot, stop.expire, context),
        lineCode(stop.line_id),
        format.number(stop.quantity),
        '',
      ];
    }),
  };
}

/** Goods that are to be received: plate, lot and expiry are filled in by hand, or by the scanner later. */
function receivingTable({ lines }: PaperShipment, context: PaperContext): Table {
  const { t, format } = context;
  return {
    columns: [
      { heading: t('paperWords.sku'), width: 88, neverCut: true },
      { heading: t('paperWords.item') },
      barsColumn,
      number(t('paperWords.quantity'), 46),
      { heading: t('paperWords.plate'), width: 62 },
      { heading: t('paperWords.lot'), width: 66, neverCut: true },
      number(t('paperWords.received'), 48),
    ],
    rows: lines
      .filter(({ quantity }) => quantity > 0)
      .flatMap((line) => [
        ...line.fulfilments.map((place) => [
          line.sku,
          itemCell(line, context),
          '',
          '',
          place.license,
          lotCell(place.lot, place.expire, context),
          format.number(place.quantity),
        ]),
        ...(line.fulfilled < line.quantity
          ? [
              [
                line.sku,
                itemCell(line, context),
                lineCode(line.id),
                format.number(line.quantity - line.fulfilled),
                '',
                '',
                '',
              ],
            ]
          : []),
      ]),
  };
}

/** Units of lines for which no place was found, as a table of their own. */
function shortTable({ lines, stops }: PaperShipment, context: PaperContext): (Table & { title: string })[] {
  const { t, format } = context;
  const rows = lines.flatMap((line) => {
    const placed = unitsIn(stops.filter(({ line_id }) => line_id === line.id));
    return placed < line.quantity ? [[line.sku, itemCell(line, context), format.number(line.quantity - placed)]] : [];
  });
  if (rows.length === 0) return [];
  const columns = [
    { heading: t('paperWords.sku'), width: 130, neverCut: true as const },
    { heading: t('paperWords.item') },
    number(t('paperWords.quantity'), 60),
  ];
  return [{ title: t('paperWords.noPlace'), columns, rows }];
}

/** The ticket that the warehouse picks or receives by; controlled, it says which plates and lots. */
export function pickingTicket(shipment: PaperShipment, context: PaperContext, isControlled: boolean): Form {
  const { t, format } = context;
  const isOutbound = shipment.direction === 'outbound';
  const title = isOutbound
    ? t(isControlled ? 'paperWords.controlledTicket' : 'paperWords.pickingTicket')
    : t('paperWords.receivingTicket');
  const controlled = isOutbound
    ? [stopsTable(shipment, context), ...shortTable(shipment, context)]
    : [receivingTable(shipment, context)];
  return {
    ...formOf(shipment, context),
    title,
    number: shipment.pt_number,
    facts: [...commonFacts(shipment, context), [t('paperWords.cancelDate'), format.day(shipment.cancel_date)]],
    tables: isControlled ? controlled : [linesTable(shipment, context)],
    totals: [[t('paperWords.totalUnits'), format.number(unitsIn(shipment.lines))]],
    notes: [
      [t('paperWords.warehouseNote'), shipment.note],
      ...shipment.print_notes.map((text) => [t('paperWords.note'), text] as const),
    ],
    signatures: [t(isOutbound ? 'paperWords.pickedBy' : 'paperWords.receivedBy'), t('paperWords.checkedBy')],
  };
}
