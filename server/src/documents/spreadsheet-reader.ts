import { Worker } from 'node:worker_threads';
import type { Message } from '@longshore/contract';
import { SpreadsheetRefused } from './spreadsheet-refused.ts';

export interface SheetContent {
  sheetCount: number;
  headings: string[];
  rows: string[][];
}

export interface WorkerRequest {
  bytes: Uint8Array;
  rowsMax: number;
}

export type WorkerMessage = { rows: string[][] } | { sheetCount: number } | { refused: Message };

/** Bundled beside the server; when running from source (tests), where the build puts it. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/spreadsheet.worker.js' : './spreadsheet.worker.js',
  import.meta.url,
);

export interface ReadingLimits {
  /** Heap limit of the thread, without the file itself and the unpacked part. */
  heapMb: number;
  timeMs: number;
}

/** Limits for one file; the largest allowed sheet needs about 80 MB and 2 s. */
const usualLimits: ReadingLimits = { heapMb: 128, timeMs: 30_000 };
const YOUNG_HEAP_MB = 16;
/** Limits of waiting files, in total and per sender. */
const WAITING_MAX = 30;
const WAITING_OF_SENDER_MAX = 3;

/** Too many files are waiting to be read; the same one may be sent again later. */
export class SpreadsheetBusy extends Error {}

/** Pads a row with empty cells up to the number of headings. */
function addRows(rows: string[][], more: string[][]): void {
  for (const row of more) {
    rows.push(row);
    const width = rows[0]?.length ?? 0;
    while (row.length < width) row.push('');
  }
}

/** Reads one file in a separate thread, which ends afterwards and frees its memory. */
function readInWorker(bytes: Uint8Array, rowsMax: number, limits: ReadingLimits): Promise<SheetContent> {
  return new Promise((resolve, reject) => {
    const rows: string[][] = [];
    const copy = new Uint8Array(bytes);
    const worker = new Worker(workerFile, {
      workerData: { bytes: copy, rowsMax } satisfies WorkerRequest,
      transferList: [copy.buffer],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    let settle = () => reject(new Error('The spreadsheet worker ended without an answer.'));
    const timer = setTimeout(() => {
      settle = () => reject(new SpreadsheetRefused('FileTakesTooMuch'));
      void worker.terminate();
    }, limits.timeMs);
    worker.on('message', (message: WorkerMessage) => {
      if ('rows' in message) addRows(rows, message.rows);
      else if ('refused' in message) settle = () => reject(new SpreadsheetRefused(message.refused));
      else {
        const headings = rows.shift() ?? [];
        settle = () => resolve({ sheetCount: message.sheetCount, headings, rows });
      }
    });
    worker.on('error', (error: Error & { code?: string }) => {
      const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle = () => reject(isOutOfMemory ? new SpreadsheetRefused('FileTakesTooMuch') : error);
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      settle();
    });
  });
}

interface Waiting {
  sender: number;
  start: () => void;
}

let isReading = false;
const waiting: Waiting[] = [];

/** One file at a time: several would need several times the memory. */
async function waitForTurn(sender: number): Promise<void> {
  if (!isReading) {
    isReading = true;
    return;
  }
  const own = waiting.filter((each) => each.sender === sender).length;
  if (waiting.length >= WAITING_MAX || own >= WAITING_OF_SENDER_MAX) throw new SpreadsheetBusy();
  await new Promise<void>((start) => waiting.push({ sender, start }));
}

function endTurn(): void {
  const next = waiting.shift();
  if (next) next.start();
  else isReading = false;
}

/**
 * The first sheet as text. Sheets of notes, recognised by name, belong to our own templates and are ignored. Throws
 * SpreadsheetRefused with the reason, or SpreadsheetBusy when too many files are waiting, of one sender or in total.
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  rowsMax: number,
  sender = 0,
  limits = usualLimits,
): Promise<SheetContent> {
  await waitForTurn(sender);
  try {
    return await readInWorker(bytes, rowsMax, limits);
  } finally {
    endTurn();
  }
}
