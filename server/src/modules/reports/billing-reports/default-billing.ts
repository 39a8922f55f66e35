import { currencyDecimals, Money, percentText, type ServerText, taxOn } from '@longshore/contract';
import type { ReportLine, ReportSection, ReportTotal } from '../../../documents/billing/report-content.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { columnsOf, tableColumns } from './columns.ts';
import { type ReportEntry, readReportEntries } from './entries.view.ts';
import { amountLine, byClient, groupsOf, type ReportRequest, sumOf } from './report-request.ts';

const nameWithUom = ({ item, uom }: { item: string; uom: string }) => (uom ? `${item} · ${uom}` : item);

/** Every entry below its item, and the items below their activity, with sums. */
function linesOf(entries: readonly ReportEntry[], t: ServerText): ReportLine[] {
  return groupsOf(entries, ({ activity_id }) => String(activity_id)).flatMap((ofActivity): ReportLine[] => {
    const activity = ofActivity[0]?.activity ?? '';
    const items = groupsOf(ofActivity, (entry) => JSON.stringify([entry.item_id, entry.item, entry.uom]));
    return [
      { kind: 'group', level: 1, text: activity },
      ...items.flatMap((ofItem): ReportLine[] => {
        const name = ofItem[0] ? nameWithUom(ofItem[0]) : '';
        const sums = { quantity: sumOf(ofItem, 'quantity'), amount: sumOf(ofItem, 'amount') };
        return [
          { kind: 'group', level: 2, text: name },
          ...ofItem.map((entry): ReportLine => ({ kind: 'row', row: { ...entry } as never })),
          ...(ofItem.length > 1 ? [{ kind: 'sum', label: t('reportWords.sumOf', { name }), sums } as const] : []),
        ];
      }),
      ...(items.length > 1 ? [amountLine(t('reportWords.sumOf', { name: activity }), ofActivity)] : []),
    ];
  });
}

/** Months that were closed with another rate are taxed by it: a line of tax for each rate. */
function totalsOf(entries: readonly ReportEntry[], hasTax: boolean, { t, currency }: ReportRequest): ReportTotal[] {
  const decimals = currencyDecimals(currency);
  const subtotal = sumOf(entries, 'amount').rounded(decimals);
  const money = (label: string, value: Money): ReportTotal => ({ label, value, kind: 'money' });
  if (!hasTax) return [money(t('reportWords.total'), subtotal)];
  const rates = [...new Set(entries.map(({ tax_rate }) => tax_rate))];
  const taxes = rates.map((rate) => {
    const taxed = entries.filter(({ tax_rate, is_taxed }) => is_taxed && tax_rate === rate);
    return { rate: `${percentText(rate)} %`, tax: taxOn(sumOf(taxed, 'amount'), rate, decimals) };
  });
  return [
    money(t('reportWords.subtotal'), subtotal),
    ...taxes.map(({ rate, tax }) => money(t('reportWords.tax', { rate }), tax)),
    money(t('reportWords.total'), Money.sum([subtotal, ...taxes.map(({ tax }) => tax)])),
  ];
}

/** By activity and item, with every entry; with the client's tax when it is asked for. */
export async function defaultBilling(tx: Tx, request: ReportRequest) {
  const { t } = request;
  const entries = await readReportEntries(tx, request);
  const columns = tableColumns(t, { date: 80, reference: 0, note: 98, quantity: 62, price: 70, amount: 78 });
  const hasTax = request.name === 'default-billing-with-tax';
  return {
    rowCount: entries.length,
    columns: columnsOf(t, ['activity', 'item', 'uom', 'date', 'reference', 'quantity', 'price', 'amount', 'note']),
    sections: byClient(request, entries).map(
      ({ client, rows }): ReportSection => ({
        client,
        rows: rows as never,
        tables: [{ title: '', columns, lines: linesOf(rows, t) }],
        totals: totalsOf(rows, hasTax, request),
      }),
    ),
  };
}
