import { REPORT_ROWS_MAX, type ServerText, type Statement, textFor } from '@longshore/contract';
import type { DocumentContent } from '../../../documents/billing/report-content.ts';
import type { PlainPart } from '../../../documents/billing/report-workbook.ts';
import { makeDocumentFormat } from '../../../documents/document-format.ts';
import { draw } from '../../../documents/draw.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Pdf, Sheet } from '../../../platform/http/bind.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { readChargedThrough, readClosedStatement, readStatement } from '../../billing/index.ts';
import { readLetterhead } from '../../company/index.ts';
import { readReportClients } from '../billing-reports/clients.view.ts';
import { columnsOf } from '../billing-reports/columns.ts';
import { readReportEntries } from '../billing-reports/entries.view.ts';
import { stationeryOf } from '../billing-reports/read-report.ts';
import type { ReportTools } from '../billing-reports/run-report.ts';
import { statementContent } from './statement-content.ts';

interface StatementOf {
  clientId: number;
  month: string;
  version?: number | undefined;
}

/** The last day of a month. */
const endOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** How a statement is read: as the staff sees it, or as the users of its client do. */
type ReadStatement = (tx: Tx, of: StatementOf) => Promise<{ statement: Statement; through: string | null }>;

const asStaff: ReadStatement = async (tx, { clientId, month, version }) => {
  const [statement, through] = await Promise.all([readStatement(tx, clientId, month, version), readChargedThrough(tx)]);
  return { statement, through };
};

/** A closed month is charged through its end. */
const asClient: ReadStatement = async (tx, { clientId, month }) => ({
  statement: await readClosedStatement(tx, clientId, month),
  through: endOf(month),
});

async function readContent(tx: Tx, { lang }: Actor, of: StatementOf, read: ReadStatement) {
  const { clientId, month } = of;
  const [letterhead, { statement, through }, [client]] = await Promise.all([
    readLetterhead(tx),
    read(tx, of),
    readReportClients(tx, [clientId]),
  ]);
  if (!client) throw notFound();
  const t = textFor(lang);
  const { day, date } = makeDocumentFormat(lang, letterhead.timezone);
  const days = { from: `${month}-01`, to: endOf(month) };
  const content = statementContent(statement, client, { ...days, through }, { t, day, dayOf: date });
  return { letterhead, client, content, days, t, day };
}

async function drawPdf(tx: Tx, actor: Actor, of: StatementOf, tools: ReportTools, read: ReadStatement): Promise<Pdf> {
  const { letterhead, content } = await readContent(tx, actor, of, read);
  const now = tools.clock.now();
  return new Pdf(async () => {
    const logos = await tools.loadLogos([letterhead.logo]);
    return draw('billingPdf', { content, stationery: stationeryOf(letterhead, actor.lang, now, logos) });
  });
}

/** The statement on paper. */
export const drawStatementPdf = (tx: Tx, actor: Actor, of: StatementOf, tools: ReportTools): Promise<Pdf> =>
  drawPdf(tx, actor, of, tools, asStaff);

/** A closed statement on paper, for the users of its client. */
export const drawClosedStatementPdf = (tx: Tx, actor: Actor, of: StatementOf, tools: ReportTools): Promise<Pdf> =>
  drawPdf(tx, actor, of, tools, asClient);

const withNote = (content: DocumentContent, note: string): DocumentContent => ({
  ...content,
  sections: content.sections.map((section) => ({ ...section, notes: [...(section.notes ?? []), note] })),
});

const ENTRY_COLUMNS = ['activity', 'item', 'uom', 'date', 'reference', 'quantity', 'price', 'amount', 'note'] as const;

const entriesPart = (t: ServerText, rows: PlainPart['rows']): PlainPart => ({
  title: t('statementWords.entries'),
  columns: columnsOf(t, ENTRY_COLUMNS),
  rows,
});

/** The statement as a workbook, with its entries on a second sheet. */
export async function drawStatementSheet(tx: Tx, actor: Actor, of: StatementOf, tools: ReportTools): Promise<Sheet> {
  const { letterhead, client, content, days, t, day } = await readContent(tx, actor, of, asStaff);
  const rowsMax = REPORT_ROWS_MAX.excel;
  const entries = await readReportEntries(tx, {
    name: 'default-billing-with-tax',
    ...days,
    clients: [client],
    zone: letterhead.timezone,
    currency: letterhead.currency,
    t,
    day,
    rowsMax,
  });
  const isCut = entries.length > rowsMax;
  const shown = isCut
    ? withNote(content, t('statementWords.cut', { shown: rowsMax.toLocaleString('en-US') }))
    : content;
  const stationery = stationeryOf(letterhead, actor.lang, tools.clock.now(), new Map());
  const part = entriesPart(t, entries.slice(0, rowsMax) as never);
  return new Sheet(`statement-${client.id}-${of.month}.xlsx`, () =>
    draw('statementWorkbook', { content: shown, stationery, entries: part }),
  );
}
