import { COUNTED_DAYS_MAX, type CountFigureInput, type CountLine, messageWith } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound, refused } from '../../../platform/http/problem.ts';
import {
  clearFigure,
  countedItem,
  countingMoment,
  countOfLine,
  deleteLine,
  figureAt,
  holdCount,
  holdPlateOf,
  isLotOf,
  isOnSheet,
  type LockedCount,
  lockLine,
  restorePreviousFigure,
  writeScannedFigure,
} from './counts.store.ts';
import { readCountLine } from './counts.view.ts';
import { closedCountReason } from './make-count.ts';

/** The count, which stays open until the commit. */
async function openCount(tx: Tx, id: number): Promise<LockedCount> {
  const count = await holdCount(tx, id);
  if (!count) throw notFound();
  if (count.state !== 'open') throw invalid('state', closedCountReason[count.state]);
  return count;
}

async function assertPlace(tx: Tx, count: LockedCount, item: { id: number; lot: boolean }, input: CountFigureInput) {
  const { license_id: licenseId, lot_id: lotId } = input;
  const place = { licenseId, lotId, quarantine: input.quarantine === 1 };
  if (licenseId !== null && !(await holdPlateOf(tx, count.client_id, licenseId)))
    throw invalid('license_id', `PlateIsUnknown:${licenseId}`);
  if (lotId !== null && !(await isLotOf(tx, item.id, lotId))) throw invalid('lot_id', 'LotIsUnknown');
  if (item.lot && lotId === null && !(await isOnSheet(tx, count.id, item.id, place)))
    throw invalid('lot_id', 'LotIsMissing');
  return place;
}

async function timesOf(tx: Tx, given: string | undefined) {
  const { now, at, ahead, old } = await countingMoment(tx, given, COUNTED_DAYS_MAX);
  if (ahead) throw invalid('counted_at', 'CountedAtIsAhead');
  if (old) throw invalid('counted_at', `CountedAtIsOld:${COUNTED_DAYS_MAX}`);
  return { uploadedAt: now, countedAt: at };
}

/**
 * Records what was counted of an item at a place, on a new row when the place is not on the sheet. Several people may
 * count at the same time: what somebody else counted is replaced only on request.
 */
export async function recordFigure(tx: Tx, actor: Actor, id: number, input: CountFigureInput): Promise<CountLine> {
  const count = await openCount(tx, id);
  const item = await countedItem(tx, count.client_id, input.inventory_id, '');
  if (!item) throw refused(20001, String(input.inventory_id));
  const place = await assertPlace(tx, count, item, input);
  const times = await timesOf(tx, input.counted_at);
  const figure = { count, inventoryId: item.id, place, counted: input.counted, ...times, by: actor };
  const lineId = await writeScannedFigure(tx, figure, input.replace === 1);
  if (lineId === undefined) {
    const kept = await figureAt(tx, count.id, item.id, place);
    throw invalid('counted', messageWith('CountedByAnother', kept?.counted_by ?? '', kept?.counted ?? ''));
  }
  await recordEvent(tx, { kind: 'count.saved', clientId: count.client_id, subjectId: id });
  return readCountLine(tx, actor, { id: lineId, count_id: id, inventory_id: item.id });
}

/** Undoes the user's own last figure: restores the one before it, or removes the row that the figure had added. */
export async function undoFigure(tx: Tx, actor: Actor, lineId: number, uploadedAt: string): Promise<CountLine | null> {
  const countId = await countOfLine(tx, lineId);
  if (countId === undefined) throw notFound();
  const count = await openCount(tx, countId);
  const line = await lockLine(tx, lineId);
  if (!line) throw notFound();
  if (line.counted_by_id !== actor.id || line.uploaded_at !== uploadedAt)
    throw invalid('uploaded_at', 'FigureWasReplaced');
  const isAdded = line.expected === null && !line.has_previous;
  if (line.has_previous) await restorePreviousFigure(tx, lineId);
  else if (isAdded) await deleteLine(tx, lineId);
  else await clearFigure(tx, lineId);
  await recordEvent(tx, { kind: 'count.saved', clientId: count.client_id, subjectId: countId });
  return isAdded ? null : readCountLine(tx, actor, line);
}
