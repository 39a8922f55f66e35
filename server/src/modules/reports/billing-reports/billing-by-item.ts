import type { ServerText } from '@longshore/contract';
import type { ReportLine, ReportSection, ReportTotal } from '../../../documents/billing/report-content.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { columnsOf, tableColumns } from './columns.ts';
import { type ItemTotal, readItemTotals } from './entries.view.ts';
import { amountLine, byClient, groupsOf, type ReportRequest, sumOf } from './report-request.ts';

const rowOf = ({ price, ...total }: ItemTotal, t: ServerText) => ({
  item: total.item,
  uom: total.uom,
  date: total.date,
  reference: total.reference,
  quantity: total.quantity,
  average: price,
  amount: total.amount,
  internal: total.internal ? t('lists.yes') : '',
});

/** The entries of an item that is broken down, with their sum; otherwise the one line of the item. */
function itemLines(totals: readonly ItemTotal[], t: ServerText): ReportLine[] {
  const rows = totals.map((total): ReportLine => ({ kind: 'row', row: rowOf(total, t) }));
  if (totals.length < 2) return rows;
  const sums = { quantity: sumOf(totals, 'quantity'), amount: sumOf(totals, 'amount') };
  return [...rows, { kind: 'sum', label: t('reportWords.sumOf', { name: totals[0]?.item ?? '' }), sums }];
}

function linesOf(totals: readonly ItemTotal[], t: ServerText): ReportLine[] {
  const parts = groupsOf(totals, ({ internal }) => String(internal));
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

/** By item, internal items apart; entry by entry for the items that say so. */
export async function billingByItem(tx: Tx, request: ReportRequest) {
  const { t } = request;
  const totals = await readItemTotals(tx, request);
  const columns = tableColumns(t, {
    item: 0,
    uom: 48,
    date: 80,
    reference: 78,
    quantity: 62,
    average: 70,
    amount: 78,
  });
  return {
    rowCount: totals.length,
    columns: columnsOf(t, ['item', 'uom', 'date', 'reference', 'quantity', 'average', 'amount', 'internal']),
    sections: byClient(request, totals).map(({ client, rows }): ReportSection => {
      const internal = rows.filter((row) => row.internal);
      // Internal items are listed, but nobody owes them.
      const charged = sumOf(
        rows.filter((row) => !row.internal),
        'amount',
      );
      const apart: ReportTotal = {
        label: t('reportWords.internalItems'),
        value: sumOf(internal, 'amount'),
        kind: 'money',
      };
      return {
        client,
        rows: rows.map((row) => rowOf(row, t)),
        sums: { amount: charged },
        tables: [{ title: '', columns, lines: linesOf(rows, t) }],
        totals: [
          ...(internal.length > 0 ? [apart] : []),
          { label: t('reportWords.total'), value: charged, kind: 'money' },
        ],
      };
    }),
  };
}
