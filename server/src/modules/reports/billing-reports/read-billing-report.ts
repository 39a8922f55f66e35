import {
  type BillingReportName,
  currencyDecimals,
  REPORT_ROWS_MAX,
  type ReportDays,
  type ReportFormat,
  textFor,
} from '@longshore/contract';
import type {
  ReportClient,
  ReportContent,
  ReportSection,
  ReportTotal,
} from '../../../documents/billing/report-content.ts';
import { makeDocumentFormat } from '../../../documents/document-format.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';
import type { Letterhead } from '../../company/index.ts';
import { cellsIn } from '../engine/columns.ts';
import { readDeclared, withinLimit } from '../engine/read-rows.ts';
import { billingReports } from './all-billing-reports.ts';
import {
  type BillingReport,
  type BillingRow,
  drawnColumns,
  type ReportWords,
  readCells,
  type Tally,
} from './billing-report.ts';

export interface ReportToRead extends ReportDays {
  name: BillingReportName;
  clients: readonly ReportClient[];
  format: ReportFormat;
  language: Actor['lang'];
}

/** A report that is being read. */
export interface OpenReport extends ReportDays {
  report: BillingReport;
  title: string;
  clients: readonly ReportClient[];
  words: ReportWords;
  timezone: string;
  /** Each part has rows of one client, in the order of the clients. */
  parts: AsyncGenerator<ClientRows>;
}

interface ClientRows {
  client: ReportClient;
  rows: BillingRow[];
}

/** Cuts the batches of a cursor where the next client begins. */
async function* byClient(
  batches: AsyncIterable<BillingRow[]>,
  clients: readonly ReportClient[],
): AsyncGenerator<ClientRows> {
  const known = new Map(clients.map((client) => [client.id, client]));
  for await (const batch of batches)
    for (let at = 0; at < batch.length; ) {
      const id = batch[at]?.client_id ?? 0;
      const client = known.get(id);
      if (!client) throw new Error(`The report was not asked for the client ${id}.`);
      let end = at;
      while (batch[end]?.client_id === id) end++;
      yield { client, rows: batch.slice(at, end) };
      at = end;
    }
}

async function* mapRows<From, To>(batches: AsyncIterable<From[]>, map: (row: From) => To): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(map);
}

/** Opens a report for a format; one with more rows than the format takes is refused while it is read. */
export function openReport(tx: Tx, wanted: ReportToRead, { timezone, currency }: Letterhead): OpenReport {
  const { name, from, to, clients, format, language } = wanted;
  const t = textFor(language);
  const report = billingReports[name];
  const { batches } = readDeclared(tx, report, { clientIds: clients.map(({ id }) => id), from, to, timezone });
  const rows = REPORT_ROWS_MAX[format];
  const limit = { rows, linesOf: report.linesOf, refusal: () => invalid('format', `ReportTooLong:${rows}`) };
  const read = mapRows(batches, report.rowOf ?? readCells(report.columns, cellsIn(language)));
  return {
    report,
    from,
    to,
    title: t(`reports.names.${name}`),
    clients,
    words: { language, t, currency, day: makeDocumentFormat(language, timezone).day },
    timezone,
    parts: byClient(withinLimit(read, limit), clients),
  };
}

/** Amounts are exact up to here: only totals are rounded. */
export const roundedTotals = (tally: Tally<BillingRow>, { currency }: ReportWords): ReportTotal[] =>
  tally
    .totals()
    .map((total) =>
      total.kind === 'money' ? { ...total, value: total.value.rounded(currencyDecimals(currency)) } : total,
    );

/** What was read of a client, and what it adds up to. */
export interface ReadSection extends ClientRows {
  tally: Tally<BillingRow>;
}

/** Reads all rows, for a screen or a document: both have few. */
export async function readSections({ report, words, parts }: OpenReport): Promise<ReadSection[]> {
  const sections: ReadSection[] = [];
  for await (const { client, rows } of parts) {
    let section = sections.at(-1);
    if (section?.client !== client) {
      section = { client, rows: [], tally: report.tally(words) };
      sections.push(section);
    }
    for (const row of rows) {
      section.rows.push(row);
      section.tally.add(row);
    }
  }
  return sections;
}

/** A report as a document. */
export async function readContent(open: OpenReport): Promise<ReportContent> {
  const { report, title, from, to, words } = open;
  const columns = drawnColumns(words.language, report.paper.columns);
  const sections = (await readSections(open)).map(({ client, rows, tally }): ReportSection => {
    const summary = tally.summary?.();
    return {
      client,
      tables: [{ title: '', columns, lines: report.paper.lines(rows, words) }, ...(summary ? [summary] : [])],
      totals: roundedTotals(tally, words),
    };
  });
  return { name: report.name, title, from, to, sections };
}
