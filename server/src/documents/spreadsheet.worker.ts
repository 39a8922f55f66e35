import { parentPort, workerData } from 'node:worker_threads';
import { parseSpreadsheet } from './spreadsheet-parser.ts';
import type { WorkerMessage, WorkerRequest } from './spreadsheet-reader.ts';
import { SpreadsheetRefused } from './spreadsheet-refused.ts';

/** Rows are sent a few at a time: receiving them all at once would block the server's event loop. */
const BATCH = 250;

const { bytes, rowsMax } = workerData as WorkerRequest;
const send = (message: WorkerMessage) => parentPort?.postMessage(message);

let batch: string[][] = [];
const flush = () => {
  if (batch.length) send({ rows: batch });
  batch = [];
};

try {
  const sheetCount = parseSpreadsheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), rowsMax, (row) => {
    batch.push(row);
    if (batch.length >= BATCH) flush();
  });
  flush();
  send({ sheetCount });
} catch (error) {
  if (!(error instanceof SpreadsheetRefused)) throw error;
  send({ refused: error.reason });
}
