import { hasSides, isMeasured } from '@longshore/contract';
import type { Table, TableColumn } from '../table.ts';
import type { Form } from './form-content.ts';
import { splitKits } from './kits.ts';
import {
  addressLines,
  cartonCount,
  commonFacts,
  formOf,
  itemCell,
  type PaperContext,
  totalWeight,
  unitsIn,
} from './paper-context.ts';
import type { PaperCarton, PaperShipment } from './paper-shipment.ts';

/** Lines that were reduced to nothing are not in the box. */
const inTheBox = <Line extends { quantity: number }>(lines: readonly Line[]): Line[] =>
  lines.filter(({ quantity }) => quantity > 0);

const number = (heading: string, width: number): TableColumn => ({ heading, width, right: true });

function linesTable({ lines }: PaperShipment, context: PaperContext): Table {
  const { t, format } = context;
  return {
    columns: [
      { heading: t('paperWords.sku'), width: 108, neverCut: true },
      { heading: t('paperWords.item') },
      { heading: t('paperWords.upc'), width: 86, neverCut: true },
      { heading: t('paperWords.uom'), width: 44 },
      number(t('paperWords.ordered'), 52),
      number(t('paperWords.shipped'), 52),
      number(t('paperWords.toFollow'), 52),
    ],
    rows: inTheBox(lines).map((line) => [
      line.sku,
      itemCell(line, context),
      line.upc,
      line.uom,
      format.number(line.ordered),
      format.number(line.quantity),
      line.leftover ? format.number(line.leftover) : '',
    ]),
  };
}

const shortColumns = ({ t }: PaperContext): TableColumn[] => [
  { heading: t('paperWords.sku'), width: 130, neverCut: true },
  { heading: t('paperWords.item') },
  { heading: t('paperWords.upc'), width: 90, neverCut: true },
  { heading: t('paperWords.expiry'), width: 84 },
  number(t('paperWords.quantity'), 60),
];

/** The title of a carton: its position among all of them, its number, its size and weight. */
export function cartonTitle(carton: PaperCarton, n: number, of: number, context: PaperContext): string {
  const { t, format } = context;
  const place = t('paperWords.cartonOf', { n: format.number(n), of: format.number(of) });
  const measured = isMeasured(carton)
    ? [hasSides(carton) ? context.sizes(carton) : '', context.weight(carton.weight)]
    : [t('paperWords.notMeasured')];
  const parts = [carton.number, carton.own_number, ...measured];
  return [place, ...parts].filter(Boolean).join(' · ');
}

function cartonTables(shipment: PaperShipment, context: PaperContext): (Table & { title: string })[] {
  const { t, format } = context;
  const lineOf = new Map(shipment.lines.map((line) => [line.id, line]));
  const { cartons } = shipment;
  if (cartons.length === 0)
    return [
      {
        title: t('paperWords.notPacked'),
        columns: shortColumns(context),
        rows: inTheBox(shipment.lines).map((line) => [
          line.sku,
          itemCell(line, context),
          line.upc,
          '',
          format.number(line.quantity),
        ]),
      },
    ];
  return cartons.map((carton, index) => ({
    title: cartonTitle(carton, index + 1, cartons.length, context),
    columns: shortColumns(context),
    rows: carton.contents.map(({ line_id, quantity, expire }) => {
      const line = lineOf.get(line_id);
      const item = line ? itemCell(line, context) : '';
      return [line?.sku ?? '', item, line?.upc ?? '', format.day(expire), format.number(quantity)];
    }),
  }));
}

function kitsTable({ lines }: PaperShipment, context: PaperContext): Table {
  const { t, format } = context;
  const { kits, lines: rest } = splitKits(lines);
  return {
    columns: shortColumns(context).filter(({ heading }) => heading !== t('paperWords.expiry')),
    rows: [
      ...kits.map(({ sku, name, quantity }) => [sku, name, '', format.number(quantity)]),
      // Filtered only after kits are counted: where nothing is shipped of a component, no kit is complete.
      ...inTheBox(rest).map((line) => [line.sku, itemCell(line, context), line.upc, format.number(line.quantity)]),
    ],
  };
}

export type PackingKind = 'lines' | 'cartons' | 'kits';

/** What the receiver finds in the box. */
export function packingSlip(shipment: PaperShipment, context: PaperContext, kind: PackingKind): Form {
  const { t, format } = context;
  const tables = {
    lines: () => [linesTable(shipment, context)],
    cartons: () => cartonTables(shipment, context),
    kits: () => [kitsTable(shipment, context)],
  };
  const form = formOf(shipment, context);
  const [cartons, weight] = [cartonCount(shipment), totalWeight(shipment)];
  return {
    ...form,
    title: t(kind === 'cartons' ? 'paperWords.packingByCarton' : 'paperWords.packingSlip'),
    number: shipment.pt_number,
    parties: [...form.parties, { label: t('paperWords.billTo'), lines: addressLines(shipment.billing_addr, context) }],
    facts: [
      ...commonFacts(shipment, context),
      [t('paperWords.cartons'), cartons ? format.number(cartons) : ''],
      [t('paperWords.weight'), weight === undefined ? '' : context.weight(weight)],
    ],
    tables: tables[kind](),
    // Kits are counted in kits, so that units of components would not add up.
    totals: kind === 'kits' ? [] : [[t('paperWords.totalUnits'), format.number(unitsIn(shipment.lines))]],
  };
}
