import type { Form } from '../shipments/form-content.ts';
import { cartonTitle } from '../shipments/packing-slip.ts';
import {
  addressLines,
  cartonCount,
  commonFacts,
  formOf,
  itemCell,
  type PaperContext,
  totalWeight,
  unitsIn,
} from '../shipments/paper-context.ts';
import type { PaperLine } from '../shipments/paper-shipment.ts';
import { pickingTicket } from '../shipments/picking-ticket.ts';
import type { Table, TableColumn } from '../table.ts';
import { contentOf } from './box-content.ts';
import type { FbaPaperShipment } from './fba-paper-shipment.ts';

const number = (heading: string, width: number): TableColumn => ({ heading, width, right: true });

export const codeText = ({ codes }: FbaPaperShipment, sku: string): string => codes[sku]?.value ?? '';

/** What all of them have: the marketplace's number and warehouse before our own facts. */
function fbaForm(paper: FbaPaperShipment, context: PaperContext): Omit<Form, 'title' | 'tables'> {
  const { shipment, fbaId, warehouse } = paper;
  const { t, format, stationery } = context;
  const [cartons, weight] = [cartonCount(shipment), totalWeight(shipment)];
  return {
    ...formOf(shipment, context),
    number: fbaId || shipment.pt_number,
    parties: [
      { label: t('paperWords.shipFrom'), lines: [stationery.sender.name, ...stationery.sender.address] },
      {
        label: t('paperWords.shipTo'),
        lines: [warehouse, ...addressLines(shipment.shipping_addr, context)].filter(Boolean),
      },
    ],
    facts: [
      [t('fbaPapers.fbaShipment'), fbaId],
      [t('fbaPapers.warehouse'), warehouse],
      ...commonFacts(shipment, context),
      [t('paperWords.cartons'), cartons ? format.number(cartons) : ''],
      [t('paperWords.weight'), weight === undefined ? '' : context.weight(weight)],
    ],
    totals: [[t('paperWords.totalUnits'), format.number(unitsIn(shipment.lines))]],
  };
}

/** The lines of an SKU as one: a shipment has an SKU once there. */
export interface SkuUnits {
  line: PaperLine;
  quantity: number;
  cartons: number;
}
export function unitsBySku({ shipment }: FbaPaperShipment): SkuUnits[] {
  const bySku = new Map<string, SkuUnits>();
  const lineOf = new Map(shipment.lines.map((line) => [line.id, line]));
  for (const line of shipment.lines) {
    const known = bySku.get(line.sku) ?? { line, quantity: 0, cartons: 0 };
    bySku.set(line.sku, { ...known, quantity: known.quantity + line.quantity });
  }
  for (const { contents } of shipment.cartons)
    for (const sku of new Set(contents.map(({ line_id }) => lineOf.get(line_id)?.sku ?? ''))) {
      const known = bySku.get(sku);
      if (known) known.cartons++;
    }
  return [...bySku.values()].filter(({ quantity }) => quantity > 0);
}

/** The boxes and what is in each. */
export function fbaShipment(paper: FbaPaperShipment, context: PaperContext): Form {
  const { t, format } = context;
  const { cartons, lines } = paper.shipment;
  const nameOf = new Map(lines.map((line) => [line.sku, line]));
  const columns: TableColumn[] = [
    { heading: t('paperWords.sku'), width: 130, neverCut: true },
    { heading: t('fbaPapers.itemNumber'), width: 90, neverCut: true },
    { heading: t('paperWords.item') },
    { heading: t('paperWords.expiry'), width: 80 },
    number(t('paperWords.quantity'), 56),
  ];
  const tables: (Table & { title: string })[] = cartons.map((carton, index) => ({
    title: cartonTitle(carton, index + 1, cartons.length, context),
    columns,
    rows: contentOf(paper, carton).map(({ sku, quantity, expire }) => {
      const line = nameOf.get(sku);
      return [
        sku,
        codeText(paper, sku),
        line ? itemCell(line, context) : '',
        format.day(expire),
        format.number(quantity),
      ];
    }),
  }));
  const unpacked = { title: t('paperWords.notPacked'), ...skuTable(paper, context) };
  return {
    ...fbaForm(paper, context),
    title: t('fbaPapers.shipment'),
    tables: tables.length > 0 ? tables : [unpacked],
  };
}

function skuTable(paper: FbaPaperShipment, context: PaperContext): Table {
  const { t, format } = context;
  return {
    columns: [
      { heading: t('paperWords.sku'), width: 130, neverCut: true },
      { heading: t('fbaPapers.itemNumber'), width: 90, neverCut: true },
      { heading: t('paperWords.item') },
      number(t('paperWords.cartons'), 60),
      number(t('paperWords.quantity'), 56),
    ],
    rows: unitsBySku(paper).map(({ line, quantity, cartons }) => [
      line.sku,
      codeText(paper, line.sku),
      itemCell(line, context),
      cartons ? format.number(cartons) : '',
      format.number(quantity),
    ]),
  };
}

/** The units of each SKU, and in how many boxes they are. */
export const fbaShipmentBySku = (paper: FbaPaperShipment, context: PaperContext): Form => ({
  ...fbaForm(paper, context),
  title: context.t('fbaPapers.shipmentBySku'),
  tables: [skuTable(paper, context)],
});

/** What to pick, and what to stick on each unit. */
export function fbaPrep(paper: FbaPaperShipment, context: PaperContext): Form {
  const { format } = context;
  const ticket = pickingTicket(paper.shipment, context, false);
  const labelling: Table & { title: string } = {
    title: context.t('fbaPapers.unitLabels'),
    columns: [
      { heading: context.t('paperWords.sku'), width: 130, neverCut: true },
      { heading: context.t('paperWords.item') },
      { heading: context.t('fbaPapers.itemNumber'), width: 150, bars: true },
      number(context.t('fbaPapers.labels'), 56),
      { heading: '', width: 14, box: true },
    ],
    rows: unitsBySku(paper).map(({ line, quantity }) => [
      line.sku,
      itemCell(line, context),
      codeText(paper, line.sku),
      format.number(quantity),
      '',
    ]),
  };
  return {
    ...ticket,
    title: context.t('fbaPapers.prep'),
    number: paper.fbaId || ticket.number,
    facts: fbaForm(paper, context).facts,
    tables: [...ticket.tables, labelling],
  };
}
