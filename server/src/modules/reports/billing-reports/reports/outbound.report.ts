import { type BillingReportName, Money, relationDisplayName } from '@longshore/contract';
import type { ReportLine, ReportTable, ReportRow as Row } from '../../../../documents/billing/report-content.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { entryAmount, isInternal, periodOfEntry } from '../../../billing/index.ts';
import {
  amount,
  type Columns,
  code,
  day,
  exactOf,
  price,
  quantity,
  type ReportRow,
  text,
} from '../../engine/columns.ts';
import { clientPlace, dayOf, inPeriod, ofClient, type RowParams } from '../../engine/report-params.ts';
import { amountLine, billingReport, drawnColumns, type ReportWords, sumOf, type Tally } from '../billing-report.ts';

interface Charge {
  item_id: number;
  item: string;
  uom: string;
  quantity: Money;
  price: Money;
  amount: Money;
}

interface Shipment {
  client_id: number;
  finished: string;
  shipment: string;
  reference: string;
  po: string;
  customer: string;
  destination: string;
  courier: string;
  waybill: string;
  cartons: Money;
  units: Money;
  charges: string;
  amount: Money;
  charged: Charge[];
}

/** Outbound shipments that were finished on the days, with everything that the client was charged for them since. */
const finishedShipments = (params: RowParams): Sql => sql`
  select s.client_id, s.id::text as shipment, ${dayOf(params, 's.finished_date')} as finished, s.reference, s.po, r.name as relation,
    coalesce(s.shipping_addr ->> 'company', '') as customer,
    concat_ws(', ', nullif(s.shipping_addr ->> 'city', ''), nullif(s.shipping_addr ->> 'country_code', '')) as destination,
    k.name as courier, s.waybill,
    coalesce(nullif((select count(*) from containers c where c.client_id = s.client_id and c.shipment_id = s.id), 0), s.carton_count)::int as cartons,
    coalesce((select sum(l.quantity) from shipment_lines l where l.client_id = s.client_id and l.shipment_id = s.id), 0)::int as units,
    coalesce((select json_agg(json_build_object('item_id', e.item_id, 'item', e.meta_name, 'uom', e.meta_uom,
        'quantity', e.quantity::text, 'price', e.price::text, 'amount', (${entryAmount})::text) order by e.id)
      from billing_entries e join billing_items i on i.id = e.item_id ${periodOfEntry}
      where not ${isInternal} and e.client_id = s.client_id and e.billable_type = 'shipment' and e.billable_id = s.id
        and e.deleted_at is null), '[]') as charged
  from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
  join relations r on r.client_id = o.client_id and r.id = o.relation_id join couriers k on k.id = s.courier_id
  where ${ofClient(params, 's.client_id')} and s.direction = 'outbound' and s.status = 'Finished' and s.voided_at is null
    and ${inPeriod(params, 's.finished_date')}
  order by ${clientPlace(params, 's.client_id')}, s.finished_date, s.id`;

const chargeOf = (read: Record<keyof Charge, string>): Charge => ({
  item_id: Number(read.item_id),
  item: read.item,
  uom: read.uom,
  quantity: Money.ofSum(read.quantity),
  price: Money.ofSum(read.price),
  amount: Money.ofSum(read.amount),
});

function shipmentOf(read: ReportRow): Shipment {
  const { relation, ...row } = read as unknown as Shipment & { relation: string };
  const charged = (row.charged as unknown as Record<keyof Charge, string>[]).map(chargeOf);
  return {
    ...row,
    customer: row.customer || relationDisplayName(relation),
    cartons: exactOf(read.cartons) ?? Money.zero,
    units: exactOf(read.units) ?? Money.zero,
    amount: sumOf(charged, 'amount'),
    charges: charged.map(({ item, quantity: count }) => `${item} × ${count.toDecimal()}`).join('; '),
    charged,
  };
}

/** The shipment in one line: when, which, to whom, how. */
function titleOf(row: Shipment, { t, day: write }: ReportWords): string {
  const { shipment: id, finished, reference, po, customer, destination, courier, waybill, cartons, units } = row;
  return [
    write(finished),
    t('reportWords.shipmentNumber', { id }),
    reference,
    po,
    customer,
    destination,
    [courier, waybill].filter(Boolean).join(' '),
    cartons.units ? t('reportWords.cartonsAre', { n: cartons.toDecimal() }) : '',
    t('reportWords.unitsAre', { n: units.toDecimal() }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function shipmentLines(row: Shipment, words: ReportWords): ReportLine[] {
  const { charged, shipment: id } = row;
  const { t } = words;
  const rows = charged.map(({ item_id: _, ...charge }): ReportLine => ({ kind: 'row', row: charge }));
  const none: ReportLine = { kind: 'row', row: { item: t('reportWords.nothingCharged'), amount: Money.zero } };
  return [
    { kind: 'group', level: 2, text: titleOf(row, words) },
    ...(rows.length ? rows : [none]),
    ...(rows.length > 1 ? [amountLine(t('reportWords.shipmentNumber', { id }), charged)] : []),
  ];
}

const summaryColumns: Columns = {
  item: text(),
  uom: text({ width: 80 }),
  quantity: quantity({ width: 90 }),
  amount: amount({ width: 100 }),
};

/** How much of each item was charged for all shipments together, and how many there were. */
class OutboundTally implements Tally<Shipment> {
  private count = 0n;
  private cartons = Money.zero;
  private units = Money.zero;
  private charged = Money.zero;
  private readonly byItem = new Map<string, Row & { quantity: Money; amount: Money }>();

  constructor(private readonly words: ReportWords) {}

  add(row: Shipment): void {
    this.count++;
    this.cartons = this.cartons.plus(row.cartons);
    this.units = this.units.plus(row.units);
    this.charged = this.charged.plus(row.amount);
    for (const { item_id, item, uom, quantity: count, amount: cost } of row.charged) {
      const key = JSON.stringify([item_id, item, uom]);
      const known = this.byItem.get(key) ?? { item, uom, quantity: Money.zero, amount: Money.zero };
      this.byItem.set(key, { ...known, quantity: known.quantity.plus(count), amount: known.amount.plus(cost) });
    }
  }

  totals() {
    return [{ label: this.words.t('reportWords.total'), value: this.charged, kind: 'money' as const }];
  }

  summaryTable(): ReportTable {
    const { t, language } = this.words;
    const count = (item: string, value: Money): ReportLine => ({ kind: 'row', row: { item, quantity: value } });
    return {
      title: t('reportWords.summary'),
      columns: drawnColumns(language, summaryColumns),
      lines: [
        count(t('reportWords.shipments'), Money.ofUnits(this.count * 10_000n)),
        count(t('reportColumns.cartons'), this.cartons),
        count(t('reportColumns.units'), this.units),
        ...[...this.byItem.values()].map((row): ReportLine => ({ kind: 'row', row })),
      ],
    };
  }
}

function tallyOf(words: ReportWords, hasSummary: boolean): Tally<Shipment> {
  const tally = new OutboundTally(words);
  return {
    add: (row) => tally.add(row),
    totals: () => tally.totals(),
    ...(hasSummary ? { summary: () => tally.summaryTable() } : {}),
  };
}

/** Finished outbound shipments with what was charged for them, and a summary by item unless it is left out. */
const outbound = (name: BillingReportName, hasSummary: boolean) =>
  billingReport<Shipment>({
    name,
    columns: {
      finished: day(),
      shipment: code(),
      reference: code(),
      po: code(),
      customer: text({ headed: 'ship_to' }),
      destination: text(),
      courier: text(),
      waybill: code(),
      cartons: quantity({ total: true }),
      units: quantity({ total: true }),
      charges: text(),
      amount: amount(),
    },
    rows: finishedShipments,
    rowOf: shipmentOf,
    linesOf: ({ charged }) => Math.max(1, charged.length),
    tally: (words) => tallyOf(words, hasSummary),
    paper: {
      columns: {
        item: text(),
        uom: text({ width: 62 }),
        quantity: quantity({ width: 72 }),
        price: price({ width: 80 }),
        amount: amount({ width: 88 }),
      },
      lines: (rows, words) => rows.flatMap((row) => shipmentLines(row, words)),
    },
  });

export const outboundReport = outbound('outbound-report', true);
export const outboundReportNoSummary = outbound('outbound-report-no-summary', false);
