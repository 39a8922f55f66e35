import { Money } from '@longshore/contract';
import { type BadgePaper, drawBadge } from './badge.ts';
import type { DocumentContent, ReportContent, ReportStationery } from './billing/report-content.ts';
import { drawReportPdf } from './billing/report-pdf.ts';
import { drawReportWorkbook, drawStatementWorkbook, type PlainPart } from './billing/report-workbook.ts';
import { type CarrierLabel, drawCarrierLabel } from './carrier-label.ts';
import { drawFbaPapers, type FbaPaperSet } from './fba/fba-papers.ts';
import { drawFloorLabels, type FloorLabelSheet } from './floor-labels.ts';
import { drawItemList, type ItemList } from './item-list.ts';
import { mergePdfs } from './merge-pdfs.ts';
import { drawPlateLabels, type LabelSheet } from './plate-labels.ts';
import type { RowDocuments } from './row-file.ts';
import { openPaperDrawing, type PaperSet } from './shipments/paper-drawing.ts';
import { drawSpreadsheet, type SheetDrawing } from './spreadsheet.ts';
import { drawWaveTickets, type WaveTickets } from './wave-tickets.ts';

/** What is drawn in a worker thread. Everything given to it is copied: plain data, without functions. */

interface Report<Content extends DocumentContent> {
  content: Content;
  stationery: ReportStationery;
}

/** Amounts arrive in the thread as plain objects: turns them into `Money` again. */
function withMoney<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data) || data instanceof Date) return data;
  if ('tenThousandths' in data) return Money.ofUnits(data.tenThousandths as bigint) as Data;
  const object = data as Record<string, unknown>;
  for (const [key, value] of Object.entries(object))
    if (typeof value === 'object' && value !== null) object[key] = withMoney(value);
  return data;
}

/** Documents that are drawn as a whole. */
export const documents = {
  spreadsheet: (drawing: SheetDrawing) => drawSpreadsheet(drawing),
  itemList: (list: ItemList) => drawItemList(list),
  fbaPapers: (set: FbaPaperSet) => drawFbaPapers(set),
  badge: (badge: BadgePaper) => drawBadge(badge),
  carrierLabel: (label: CarrierLabel) => drawCarrierLabel(label),
  floorLabels: (sheet: FloorLabelSheet) => drawFloorLabels(sheet),
  waveTickets: (tickets: WaveTickets) => drawWaveTickets(tickets),
  plateLabels: (sheet: LabelSheet) => drawPlateLabels(sheet),
  mergedPdf: (files: { parts: readonly Uint8Array[] }) => mergePdfs(files),
  billingPdf: ({ content, stationery }: Report<DocumentContent>) => drawReportPdf(withMoney(content), stationery),
  billingWorkbook: ({ content, stationery }: Report<ReportContent>) =>
    drawReportWorkbook(withMoney(content), stationery),
  statementWorkbook: ({ content, stationery, entries }: Report<DocumentContent> & { entries: PlainPart }) =>
    drawStatementWorkbook(withMoney(content), stationery, withMoney(entries)),
};

/** Documents that are drawn part by part; files of rows have a thread of their own (`rows.worker.ts`). */
export const incrementalDocuments = {
  papers: (set: PaperSet) => openPaperDrawing(set),
};

export type Documents = typeof documents;
export type IncrementalDocuments = typeof incrementalDocuments & RowDocuments;
