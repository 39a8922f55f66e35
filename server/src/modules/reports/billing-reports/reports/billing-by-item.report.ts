import { Money, type ServerText } from '@longshore/contract';
import type { ReportLine, ReportRow, ReportTotal } from '../../../../documents/billing/report-content.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { entryAmount, isInternal, periodOfEntry } from '../../../billing/index.ts';
import { amount, code, day, price, quantity, text } from '../../engine/columns.ts';
import { clientPlace, ofClient, onDays } from '../../engine/report-params.ts';
import { amountLine, billingReport, groupsOf, type ReportWords, sumOf, type Tally } from '../billing-report.ts';

type ItemTotal = ReportRow & {
  item: string;
  /** In the reader's language; empty for an item that is charged. */
  internal: string;
  quantity: Money;
  amount: Money;
};

/** The entries of an item that is broken down, with their sum; otherwise the one line of the item. */
function itemLines(totals: readonly ItemTotal[], t: ServerText): ReportLine[] {
  const rows = totals.map((row): ReportLine => ({ kind: 'row', row }));
  if (totals.length < 2) return rows;
  const sums = { quantity: sumOf(totals, 'quantity'), amount: sumOf(totals, 'amount') };
  return [...rows, { kind: 'sum', label: t('reportWords.sumOf', { name: totals[0]?.item ?? '' }), sums }];
}

function linesOf(totals: readonly ItemTotal[], { t }: ReportWords): ReportLine[] {
  const parts = groupsOf(totals, ({ internal }) => internal);
  const hasInternal = totals.some(({ internal }) => internal);
  return parts.flatMap((part): ReportLine[] => {
    const title = part[0]?.internal ? t('reportWords.internalItems') : t('reportWords.chargedItems');
    const lines = groupsOf(part, ({ item_id, uom }) => JSON.stringify([item_id, uom])).flatMap((item) =>
      itemLines(item, t),
    );
    if (!hasInternal) return lines;
    return [
      { kind: 'group', level: 1, text: title },
      ...lines,
      amountLine(t('reportWords.sumOf', { name: title }), part),
    ];
  });
}

/** Internal items are listed, but nobody owes them. */
function internalApart({ t }: ReportWords): Tally<ItemTotal> {
  let charged = Money.zero;
  let internal: Money | undefined;
  const money = (label: string, value: Money): ReportTotal => ({ label, value, kind: 'money' });
  return {
    add(row) {
      if (row.internal) internal = row.amount.plus(internal ?? Money.zero);
      else charged = charged.plus(row.amount);
    },
    totals: () => [
      ...(internal ? [money(t('reportWords.internalItems'), internal)] : []),
      money(t('reportWords.total'), charged),
    ],
  };
}

/** By item, internal items apart; entry by entry for the items that say so. */
export const billingByItem = billingReport<ItemTotal>({
  name: 'billing-by-item',
  columns: {
    item: text(),
    uom: text(),
    date: day(),
    reference: code(),
    quantity: quantity(),
    average: price(),
    amount: amount(),
    internal: text({ words: 'operationReports.enough' }),
  },
  // The average of a sum: amount ÷ quantity, rounded to four decimals; null when the quantities cancel each other.
  rows: (params) => {
    const charged = sql`billing_entries e join billing_items i on i.id = e.item_id ${periodOfEntry}
      where ${ofClient(params, 'e.client_id')} and e.deleted_at is null and ${onDays(params, 'e.bill_date')}`;
    return sql`
      select client_id, item_id, item, case when is_internal then 'yes' else '' end as internal, uom, date, reference, quantity, average, amount
      from (
        select e.client_id, i.id as item_id, i.name as item, ${isInternal} as is_internal, e.meta_uom as uom, null::date as date, '' as reference, null::int as entry_id,
          sum(e.quantity) as quantity, round(sum(${entryAmount}) / nullif(sum(e.quantity), 0), 4) as average, sum(${entryAmount}) as amount
        from ${charged} and not i.report_breakdown group by e.client_id, i.id, e.meta_uom, 4
        union all
        select e.client_id, i.id, i.name, ${isInternal}, e.meta_uom, e.bill_date, e.reference, e.id, e.quantity, e.price, ${entryAmount}
        from ${charged} and i.report_breakdown
      ) t
      order by ${clientPlace(params, 'client_id')}, is_internal, lower(item), item_id, uom, date, entry_id`;
  },
  counts: ({ internal }) => !internal,
  tally: internalApart,
  paper: {
    columns: {
      item: text(),
      uom: text({ width: 48 }),
      date: day({ width: 80 }),
      reference: code({ width: 78 }),
      quantity: quantity({ width: 62 }),
      average: price({ width: 70 }),
      amount: amount({ width: 78 }),
    },
    lines: linesOf,
  },
});
