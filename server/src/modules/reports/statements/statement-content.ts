import {
  type Language,
  Money,
  percentText,
  type ServerText,
  type Statement,
  type StatementLine,
} from '@longshore/contract';
import type {
  DocumentContent,
  ReportClient,
  ReportLine,
  ReportTotal,
} from '../../../documents/billing/report-content.ts';
import { amountLine, drawnColumns, groupsOf } from '../billing-reports/billing-report.ts';
import { amount, type Columns, price, quantity, text } from '../engine/columns.ts';

interface Words {
  language: Language;
  t: ServerText;
  /** Writes a day, and the day of a moment, in the reader's language. */
  day: (day: string) => string;
  dayOf: (moment: string) => string;
}

const moneyOf = Money.ofNumber;

/** The lines of a statement, as the engine of the reports declares columns. */
const statementColumns: Columns = {
  item: text(),
  uom: text({ width: 80 }),
  quantity: quantity({ width: 80 }),
  average: price({ width: 80 }),
  amount: amount({ width: 90 }),
};

/** An item that was charged by a minimum says so. */
const itemText = ({ item, minimums }: StatementLine, t: ServerText) =>
  minimums ? `${item} (${t('statementWords.minimum')})` : item;

const rowOf = (line: StatementLine, t: ServerText) => ({ ...amountsOf(line), item: itemText(line, t) });

const amountsOf = ({ uom, quantity, average_price, amount }: StatementLine) => ({
  uom,
  quantity: moneyOf(quantity),
  amount: moneyOf(amount),
  average: average_price === null ? null : moneyOf(average_price),
});

/** The items below their activity, with the sum of those that have several. */
function linesOf(lines: readonly StatementLine[], t: ServerText): ReportLine[] {
  return groupsOf(lines, ({ activity_id }) => String(activity_id)).flatMap((ofActivity): ReportLine[] => {
    const activity = ofActivity[0]?.activity ?? '';
    const rows = ofActivity.map((line) => rowOf(line, t));
    return [
      { kind: 'group', level: 1, text: activity },
      ...rows.map((row): ReportLine => ({ kind: 'row', row })),
      ...(rows.length > 1 ? [amountLine(t('reportWords.sumOf', { name: activity }), rows)] : []),
    ];
  });
}

function totalsOf({ subtotal, rounding, tax, tax_rate, total }: Statement, t: ServerText): ReportTotal[] {
  const money = (label: string, value: number): ReportTotal => ({ label, value: moneyOf(value), kind: 'money' });
  const rate = `${percentText(String(tax_rate))} %`;
  return [
    ...(rounding ? [money(t('reportWords.rounding'), rounding)] : []),
    money(t('reportWords.subtotal'), subtotal),
    money(t('reportWords.tax', { rate }), tax),
    money(t('reportWords.total'), total),
  ];
}

/** Whether the amounts are final, and which days are not in them. */
function notesOf(statement: Statement, to: string, through: string | null, { t, day, dayOf }: Words): string[] {
  const { period, document } = statement;
  if (period.is_closed)
    return [
      t('statementWords.closed', { day: dayOf(period.changed_at ?? '') }),
      ...(document?.payment_text.split('\n').filter(Boolean) ?? []),
    ];
  const missing = through === null ? t('statementWords.none') : t('statementWords.through', { day: day(through) });
  return [t('statementWords.open'), ...(through === null || through < to ? [missing] : [])];
}

/** What the document of a closed month says about itself; an open month has none. */
function factsOf({ document }: Statement, { t, day }: Words): [string, string][] {
  if (!document) return [];
  const { issued_on, due_on, term, tax_code, tax_id, replaces } = document;
  const facts: [string, string][] = [
    [t('statementWords.issued'), day(issued_on)],
    [t('statementWords.due'), day(due_on)],
    [t('statementWords.terms'), term],
    [t('statementWords.taxCode'), tax_code],
    [t('statementWords.taxId'), tax_id],
    [t('statementWords.replaces'), replaces],
  ];
  return facts.filter(([, value]) => value !== '');
}

export interface StatementDays {
  from: string;
  to: string;
  /** The last day that is charged. */
  through: string | null;
}

/** A statement as a document: its length depends on the items that are charged, not on the number of entries. */
export function statementContent(
  statement: Statement,
  client: ReportClient,
  { from, to, through }: StatementDays,
  words: Words,
): DocumentContent {
  const { t, language } = words;
  const charged = statement.lines.filter(({ internal }) => !internal);
  const columns = drawnColumns(language, statementColumns);
  return {
    title: t('statementWords.title'),
    from,
    to,
    sections: [
      {
        client,
        ...(statement.document ? { number: statement.document.number } : {}),
        facts: factsOf(statement, words),
        tables: [{ title: '', columns, lines: linesOf(charged, t) }],
        totals: totalsOf(statement, t),
        notes: notesOf(statement, to, through, words),
      },
    ],
  };
}
