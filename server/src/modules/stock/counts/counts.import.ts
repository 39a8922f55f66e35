import { COUNTED_DAYS_MAX, NO_LOT, reasonOf, text } from '@longshore/contract';
import { z } from 'zod';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid, refused } from '../../../platform/http/problem.ts';
import { idCell, importSheet, RowProblem } from '../../../platform/imports/import-sheet.ts';
import { holdPlateNumbered, lotNumbered } from '../stock.store.ts';
import { isNoPlate } from '../stock-rules.ts';
import { countColumns } from './count-sheet.ts';
import { readCountedTime } from './count-time.ts';
import { countedItem, holdCount, isOnSheet, momentOf, writeUploadedFigure } from './counts.store.ts';
import { closedCountReason } from './make-count.ts';

const flags: Record<string, boolean> = { y: true, yes: true, 1: true, true: true };
const unflags: Record<string, boolean> = { '': false, n: false, no: false, 0: false, false: false };
const known = { ...flags, ...unflags };

export const CountSheetRow = z.object({
  count: idCell(),
  iid: idCell('IidIsANumber'),
  sku: text(64),
  license: text(64),
  lot: text(64),
  quarantine: text(10)
    .refine((cell) => Object.hasOwn(known, cell.toLowerCase()), 'YesOrNo')
    .transform((cell) => known[cell.toLowerCase()] ?? false),
  counted: z
    .string()
    .regex(/^\d{1,9}$/, 'CountedIsWhole')
    .transform(Number),
  counted_at: text(40),
});
type Row = z.output<typeof CountSheetRow>;

/** The count a row belongs to: named in the row, or for the upload; both must agree. */
function countIdOf(row: Row, named: string | undefined): number {
  if (row.count !== null && named && row.count !== Number(named)) throw invalid('count', `CountIsAnother:${named}`);
  const id = row.count ?? (named ? Number(named) : null);
  if (id === null) throw invalid('count', 'CountIsRequired');
  return id;
}

async function openCount(tx: Tx, clientId: number, id: number) {
  const count = await holdCount(tx, id);
  if (count?.client_id !== clientId) throw invalid('count', `CountIsUnknown:${id}`);
  if (count.state !== 'open') throw invalid('count', closedCountReason[count.state]);
  return count;
}

/** Rows shift when only some columns of a sheet are sorted: an id and a SKU that disagree are refused. */
async function itemOf(tx: Tx, clientId: number, row: Row) {
  if (row.iid === null && !row.sku) throw new RowProblem('sku', reasonOf(11002));
  const item = await countedItem(tx, clientId, row.iid, row.sku);
  if (!item) throw refused(20001, row.sku || String(row.iid));
  if (row.sku && row.sku.toLowerCase() !== item.sku.toLowerCase()) throw invalid('sku', `IidIsAnotherSku:${item.sku}`);
  return item;
}

/** A plate is given by its number; an empty number and the system's word for none mean no plate. */
async function plateOf(tx: Tx, clientId: number, number: string): Promise<number | null> {
  if (isNoPlate(number)) return null;
  const plate = await holdPlateNumbered(tx, clientId, number);
  if (!plate) throw invalid('license', `PlateIsUnknown:${number}`);
  return plate;
}

async function lotOf(tx: Tx, inventoryId: number, number: string): Promise<number | null> {
  if (number === '' || number === NO_LOT) return null;
  const lot = await lotNumbered(tx, inventoryId, number);
  if (!lot) throw invalid('lot', 'LotIsUnknown');
  return lot;
}

async function countedAt(tx: Tx, written: string, uploadedAt: string): Promise<string | null> {
  if (!written) return null;
  const time = readCountedTime(written);
  const moment = time && (await momentOf(tx, time, uploadedAt, COUNTED_DAYS_MAX));
  if (!moment) throw invalid('counted_at', 'CountedAtIsInvalid');
  if (moment.ahead) throw invalid('counted_at', 'CountedAtIsAhead');
  if (moment.old) throw invalid('counted_at', `CountedAtIsOld:${COUNTED_DAYS_MAX}`);
  return moment.at;
}

/** The counted quantities, row by row; later ones replace earlier ones. Rows without a quantity are skipped. */
export const countSheet = importSheet({
  type: 'CountSheet',
  access: 'adjust_inventory',
  row: CountSheetRow,
  filled: 'counted',
  columns: countColumns,
  save: async (tx, actor, { clientId, options, uploadedAt }, row) => {
    const count = await openCount(tx, clientId, countIdOf(row, options.count_id));
    const item = await itemOf(tx, clientId, row);
    const licenseId = await plateOf(tx, clientId, row.license);
    const place = { licenseId, lotId: await lotOf(tx, item.id, row.lot), quarantine: row.quarantine };
    if (item.lot && place.lotId === null && !(await isOnSheet(tx, count.id, item.id, place)))
      throw invalid('lot', 'LotIsMissing');
    const figure = { count, inventoryId: item.id, place, counted: row.counted, uploadedAt, by: actor };
    const at = await countedAt(tx, row.counted_at, uploadedAt);
    if (!(await writeUploadedFigure(tx, { ...figure, countedAt: at }))) throw invalid('counted', 'CountedTwice');
    return undefined;
  },
});
