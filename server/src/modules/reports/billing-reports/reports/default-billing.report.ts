import {
  type BillingReportName,
  currencyDecimals,
  Money,
  percentText,
  type ServerText,
  taxOn,
} from '@longshore/contract';
import type { ReportLine, ReportTotal } from '../../../../documents/billing/report-content.ts';
import { amount, code, day, price, quantity, text } from '../../engine/columns.ts';
import { amountLine, billingReport, groupsOf, type ReportWords, sumOf, type Tally } from '../billing-report.ts';
import { type ChargedEntry, chargedEntries, entryColumns } from './charged-entries.ts';

const nameWithUom = ({ item, uom }: { item: string; uom: string }) => (uom ? `${item} · ${uom}` : item);

/** Every entry below its item, and the items below their activity, with sums. */
function linesOf(entries: readonly ChargedEntry[], t: ServerText): ReportLine[] {
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
function taxTally({ t, currency }: ReportWords, hasTax: boolean): Tally<ChargedEntry> {
  const decimals = currencyDecimals(currency);
  const money = (label: string, value: Money): ReportTotal => ({ label, value, kind: 'money' });
  const taxed = new Map<string, Money>();
  let charged = Money.zero;
  return {
    add({ amount: cost, tax_rate, is_taxed }) {
      charged = charged.plus(cost);
      taxed.set(tax_rate, (taxed.get(tax_rate) ?? Money.zero).plus(is_taxed ? cost : Money.zero));
    },
    totals() {
      const subtotal = charged.rounded(decimals);
      if (!hasTax) return [money(t('reportWords.total'), subtotal)];
      const taxes = [...taxed].map(([rate, sum]) => ({
        rate: `${percentText(rate)} %`,
        tax: taxOn(sum, rate, decimals),
      }));
      return [
        money(t('reportWords.subtotal'), subtotal),
        ...taxes.map(({ rate, tax }) => money(t('reportWords.tax', { rate }), tax)),
        money(t('reportWords.total'), Money.sum([subtotal, ...taxes.map(({ tax }) => tax)])),
      ];
    },
  };
}

/** By activity and item, with every entry; with the client's tax when it is asked for. */
const everyEntry = (name: BillingReportName, hasTax: boolean) =>
  billingReport<ChargedEntry>({
    name,
    columns: entryColumns,
    rows: chargedEntries,
    tally: (words) => taxTally(words, hasTax),
    paper: {
      columns: {
        date: day({ width: 80 }),
        reference: code(),
        note: text({ width: 98 }),
        quantity: quantity({ width: 62 }),
        price: price({ width: 70 }),
        amount: amount({ width: 78 }),
      },
      lines: (entries, { t }) => linesOf(entries, t),
    },
  });

export const defaultBilling = everyEntry('default-billing', false);
export const defaultBillingWithTax = everyEntry('default-billing-with-tax', true);
