import {
  addressLines,
  cartonCount,
  commonFacts,
  type Desk,
  formOf,
  itemCell,
  totalWeight,
  unitsIn,
} from '../shipments/desk.ts';
import type { Form } from '../shipments/form-content.ts';
import { cartonTitle } from '../shipments/packing-slip.ts';
import type { PaperLine } from '../shipments/paper-shipment.ts';
import { pickingTicket } from '../shipments/picking-ticket.ts';
import type { Table, TableColumn } from '../table.ts';
import { contentOf } from './box-content.ts';
import type { FbaPaperShipment } from './fba-paper-shipment.ts';

const number = (heading: string, width: number): TableColumn => ({ heading, width, right: true });

export const codeText = ({ codes }: FbaPaperShipment, sku: string): string => codes[sku]?.value ?? '';

/** What all of them have: the marketplace's number and warehouse before our own facts. */
function fbaForm(paper: FbaPaperShipment, desk: Desk): Omit<Form, 'title' | 'tables'> {
  const { shipment, fbaId, warehouse } = paper;
  const { t, format, stationery } = desk;
  const [cartons, weight] = [cartonCount(shipment), totalWeight(shipment)];
  return {
    ...formOf(shipment, desk),
    number: fbaId || shipment.pt_number,
    parties: [
      { label: t('paperWords.shipFrom'), lines: [stationery.sender.name, ...stationery.sender.address] },
      {
        label: t('paperWords.shipTo'),
        lines: [warehouse, ...addressLines(shipment.shipping_addr, desk)].filter(Boolean),
      },
    ],
    facts: [
      [t('fbaPapers.fbaShipment'), fbaId],
      [t('fbaPapers.warehouse'), warehouse],
      ...commonFacts(shipment, desk),
      [t('paperWords.cartons'), cartons ? format.number(cartons) : ''],
      [t('paperWords.weight'), weight === undefined ? '' : desk.weight(weight)],
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
export function fbaShipment(paper: FbaPaperShipment, desk: Desk): Form {
  const { t, format } = desk;
  const { cartons, lines } = paper.shipment;
  const nameOf = new Map(lines.map((line) => [line.sku, line]));
  const columns: TableColumn[] = [
    { heading: t('paperWords.sku'), width: 130, whole: true },
    { heading: t('fbaPapers.itemNumber'), width: 90, whole: true },
    { heading: t('paperWords.item') },
    { heading: t('paperWords.expiry'), width: 80 },
    number(t('paperWords.quantity'), 56),
  ];
  const tables: (Table & { title: string })[] = cartons.map((carton, index) => ({
    title: cartonTitle(carton, index + 1, cartons.length, desk),
    columns,
    rows: contentOf(paper, carton).map(({ sku, quantity, expire }) => {
      const line = nameOf.get(sku);
      return [sku, codeText(paper, sku), line ? itemCell(line, desk) : '', format.day(expire), format.number(quantity)];
    }),
  }));
  const unpacked = { title: t('paperWords.notPacked'), ...skuTable(paper, desk) };
  return { ...fbaForm(paper, desk), title: t('fbaPapers.shipment'), tables: tables.length > 0 ? tables : [unpacked] };
}

function skuTable(paper: FbaPaperShipment, desk: Desk): Table {
  const { t, format } = desk;
  return {
    columns: [
      { heading: t('paperWords.sku'), width: 130, whole: true },
      { heading: t('fbaPapers.itemNumber'), width: 90, whole: true },
      { heading: t('paperWords.item') },
      number(t('paperWords.cartons'), 60),
      number(t('paperWords.quantity'), 56),
    ],
    rows: unitsBySku(paper).map(({ line, quantity, cartons }) => [
      line.sku,
      codeText(paper, line.sku),
      itemCell(line, desk),
      cartons ? format.number(cartons) : '',
      format.number(quantity),
    ]),
  };
}

/** The units of each SKU, and in how many boxes they are. */
export const fbaShipmentBySku = (paper: FbaPaperShipment, desk: Desk): Form => ({
  ...fbaForm(paper, desk),
  title: desk.t('fbaPapers.shipmentBySku'),
  tables: [skuTable(paper, desk)],
});

/** What to pick, and what to stick on each unit. */
export function fbaPrep(paper: FbaPaperShipment, desk: Desk): Form {
  const { format } = desk;
  const ticket = pickingTicket(paper.shipment, desk, false);
  const labelling: Table & { title: string } = {
    title: desk.t('fbaPapers.unitLabels'),
    columns: [
      { heading: desk.t('paperWords.sku'), width: 130, whole: true },
      { heading: desk.t('paperWords.item') },
      { heading: desk.t('fbaPapers.itemNumber'), width: 150, bars: true },
      number(desk.t('fbaPapers.labels'), 56),
      { heading: '', width: 14, box: true },
    ],
    rows: unitsBySku(paper).map(({ line, quantity }) => [
      line.sku,
      itemCell(line, desk),
      codeText(paper, line.sku),
      format.number(quantity),
      '',
    ]),
  };
  return {
    ...ticket,
    title: desk.t('fbaPapers.prep'),
    number: paper.fbaId || ticket.number,
    facts: fbaForm(paper, desk).facts,
    tables: [...ticket.tables, labelling],
  };
}
