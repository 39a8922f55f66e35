import { Money, type ServerText } from '@longshore/contract';
import type { ReportLine, ReportRow, ReportSection, ReportTable } from '../../../documents/billing/report-content.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { columnsOf, tableColumns } from './columns.ts';
import { amountLine, byClient, type ReportRequest, sumOf } from './report-request.ts';
import { type ReportShipment, readReportShipments, type ShipmentCharge } from './shipments.view.ts';

const whole = (count: number) => Money.ofUnits(BigInt(count) * 10_000n);

const rowOf = (shipment: ReportShipment): ReportRow => {
  const { charges, client_id: _, id, cartons, units, ...texts } = shipment;
  return {
    ...texts,
    shipment: String(id),
    cartons: whole(cartons),
    units: whole(units),
    amount: sumOf(charges, 'amount'),
    charges: charges
      .map(
        ({ item, quantity }) =>
          `${item} × ${quantity.units % 10_000n ? Number(quantity.units) / 10_000 : quantity.units / 10_000n}`,
      )
      .join('; '),
  };
};

/** The shipment in one line: when, which, to whom, how. */
function titleOf(shipment: ReportShipment, { t, day }: ReportRequest): string {
  const { id, finished, reference, po, customer, destination, courier, waybill, cartons, units } = shipment;
  return [
    day(finished),
    t('reportWords.shipmentNumber', { id }),
    reference,
    po,
    customer,
    destination,
    [courier, waybill].filter(Boolean).join(' '),
    cartons ? t('reportWords.cartonsAre', { n: cartons }) : '',
    t('reportWords.unitsAre', { n: units }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function shipmentLines(shipment: ReportShipment, request: ReportRequest): ReportLine[] {
  const { charges } = shipment;
  const { t } = request;
  const rows = charges.map(({ item_id: _, ...charge }): ReportLine => ({ kind: 'row', row: charge }));
  const none: ReportLine = { kind: 'row', row: { item: t('reportWords.nothingCharged'), amount: Money.zero } };
  return [
    { kind: 'group', level: 2, text: titleOf(shipment, request) },
    ...(rows.length ? rows : [none]),
    ...(rows.length > 1 ? [amountLine(t('reportWords.shipmentNumber', { id: shipment.id }), charges)] : []),
  ];
}

/** How much of each item was charged for all shipments together. */
function summaryOf(shipments: readonly ReportShipment[], t: ServerText): ReportTable {
  const byItem = new Map<string, ShipmentCharge[]>();
  for (const charge of shipments.flatMap(({ charges }) => charges)) {
    const key = JSON.stringify([charge.item_id, charge.item, charge.uom]);
    byItem.set(key, [...(byItem.get(key) ?? []), charge]);
  }
  const count = (label: string, value: number): ReportLine => ({
    kind: 'row',
    row: { item: label, quantity: whole(value) },
  });
  const sum = (key: 'cartons' | 'units') => shipments.reduce((total, shipment) => total + shipment[key], 0);
  return {
    title: t('reportWords.summary'),
    columns: tableColumns(t, { item: 0, uom: 80, quantity: 90, amount: 100 }),
    lines: [
      count(t('reportWords.shipments'), shipments.length),
      count(t('reportWords.columns.cartons'), sum('cartons')),
      count(t('reportWords.columns.units'), sum('units')),
      ...[...byItem.values()].map((charges): ReportLine => {
        const { item = '', uom = '' } = charges[0] ?? {};
        return {
          kind: 'row',
          row: { item, uom, quantity: sumOf(charges, 'quantity'), amount: sumOf(charges, 'amount') },
        };
      }),
    ],
  };
}

/** Finished outbound shipments with what was charged for them, and a summary by item unless it is left out. */
export async function outboundReport(tx: Tx, request: ReportRequest) {
  const { t } = request;
  const shipments = await readReportShipments(tx, request);
  const columns = tableColumns(t, { item: 0, uom: 62, quantity: 72, price: 80, amount: 88 });
  const hasSummary = request.name === 'outbound-report';
  return {
    rowCount: shipments.reduce((count, { charges }) => count + Math.max(1, charges.length), 0),
    columns: columnsOf(t, [
      'finished',
      'shipment',
      'reference',
      'po',
      'customer',
      'destination',
      'courier',
      'waybill',
      'cartons',
      'units',
      'charges',
      'amount',
    ]),
    sections: byClient(request, shipments).map(({ client, rows }): ReportSection => {
      const lines = rows.flatMap((shipment) => shipmentLines(shipment, request));
      const value = Money.sum(rows.map(({ charges }) => sumOf(charges, 'amount')));
      return {
        client,
        rows: rows.map(rowOf),
        tables: [{ title: '', columns, lines }, ...(hasSummary ? [summaryOf(rows, t)] : [])],
        totals: [{ label: t('reportWords.total'), value, kind: 'money' }],
      };
    }),
  };
}
