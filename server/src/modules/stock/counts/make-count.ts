import { type Count, type CountInput, type CountState, IMPORT_ROWS_MAX, type MessageKey } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound, type Problem } from '../../../platform/http/problem.ts';
import { clientOfNew } from '../../clients/index.ts';
import { cancelCount, insertCount, lockCount, openRows, recountOf, stockToCount } from './counts.store.ts';
import { readCount } from './counts.view.ts';

type Made = Parameters<typeof insertCount>[1];

/** A sheet with more rows could not be uploaded. */
async function createCount(tx: Tx, made: Made, stock: Parameters<typeof insertCount>[2], nothing: () => Problem) {
  const { id, lines } = await insertCount(tx, made, stock, IMPORT_ROWS_MAX);
  if (id === null) throw nothing();
  if (lines > IMPORT_ROWS_MAX) throw invalid('item', `TooManyToCount:${IMPORT_ROWS_MAX}`);
  await recordEvent(tx, { kind: 'count.saved', clientId: made.clientId, subjectId: id });
  return readCount(tx, made.by, id);
}

const NARROWING = ['item', 'bin', 'bin_from', 'bin_to', 'category'] as const;

export async function makeCount(tx: Tx, actor: Actor, input: CountInput): Promise<Count> {
  const clientId = await clientOfNew(tx, actor, input.client_id);
  const made = { clientId, name: input.name, blind: input.blind === 1, by: actor, recountOf: null };
  const narrowestField = NARROWING.find((field) => input[field] !== '') ?? 'client_id';
  return createCount(tx, made, stockToCount(clientId, input), () => invalid(narrowestField, 'NothingToCount'));
}

/** Why a count in this state accepts no more quantities. */
export const closedCountReason: Record<Exclude<CountState, 'open'>, MessageKey> = {
  posting: 'CountIsPosting',
  posted: 'CountIsPosted',
  cancelled: 'CountIsCancelled',
};

/** A new sheet of the rows that were not posted. One at a time: two people would correct the same goods twice. */
export async function makeRecount(tx: Tx, actor: Actor, id: number): Promise<Count> {
  const count = await lockCount(tx, id);
  if (!count) throw notFound();
  if (count.state !== 'posted')
    throw invalid('state', count.state === 'open' ? 'CountIsOpen' : closedCountReason[count.state]);
  const running = await recountOf(tx, id);
  if (running) throw invalid('state', `RecountedAlready:${running}`);
  const made = { clientId: count.client_id, name: count.name, blind: count.blind, by: actor, recountOf: id };
  return createCount(tx, made, openRows(tx, id), () => invalid('state', 'NothingToRecount'));
}

export async function cancelOpenCount(tx: Tx, id: number): Promise<true> {
  const count = await lockCount(tx, id);
  if (!count) throw notFound();
  if (count.state !== 'open') throw invalid('state', closedCountReason[count.state]);
  await cancelCount(tx, id);
  await recordEvent(tx, { kind: 'count.saved', clientId: count.client_id, subjectId: id });
  return true;
}
