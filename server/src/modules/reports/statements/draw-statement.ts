import { REPORT_ROWS_MAX, type Statement, textFor } from '@longshore/contract';
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
import { drawnColumns, readCells } from '../billing-reports/billing-report.ts';
import { readReportClients } from '../billing-reports/clients.view.ts';
import { chargedEntries, entryColumns } from '../billing-reports/reports/charged-entries.ts';
import type { ReportTools } from '../billing-reports/run-report.ts';
import { stationeryOf } from '../billing-reports/stationery.ts';
import { cellsIn } from '../engine/columns.ts';
import { firstRows, readDeclared } from '../engine/read-rows.ts';
import type { RowParams } from '../engine/report-params.ts';
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
  const content = statementContent(statement, client, { ...days, through }, { language: lang, t, day, dayOf: date });
  return { letterhead, client, content, days, t };
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

/** The entries of the statement, and whether there are more than a workbook takes. */
async function readEntries(tx: Tx, { lang }: Actor, params: RowParams) {
  const { batches } = readDeclared(tx, { columns: entryColumns, rows: chargedEntries }, params);
  const { rows, isCut } = await firstRows(batches, REPORT_ROWS_MAX.excel);
  return { rows: rows.map(readCells(entryColumns, cellsIn(lang))) as unknown as PlainPart['rows'], isCut };
}

/** The statement as a workbook, with its entries on a second sheet. */
export async function drawStatementSheet(tx: Tx, actor: Actor, of: StatementOf, tools: ReportTools): Promise<Sheet> {
  const { letterhead, client, content, days, t } = await readContent(tx, actor, of, asStaff);
  const params = { clientIds: [client.id], ...days, timezone: letterhead.timezone };
  const { rows, isCut } = await readEntries(tx, actor, params);
  const shown = isCut
    ? withNote(content, t('statementWords.cut', { shown: rows.length.toLocaleString('en-US') }))
    : content;
  const stationery = stationeryOf(letterhead, actor.lang, tools.clock.now(), new Map());
  const part = { title: t('statementWords.entries'), columns: drawnColumns(actor.lang, entryColumns), rows };
  return new Sheet(`statement-${client.id}-${of.month}.xlsx`, () =>
    draw('statementWorkbook', { content: shown, stationery, entries: part }),
  );
}
