import { COUNT_LINES_AT_ONCE, type Count, messageWith, reasonOf } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound, Problem } from '../../../platform/http/problem.ts';
import { post } from '../ledger.store.ts';
import { lockItems } from '../lock-items.ts';
import type { StockItem } from '../named-stock.ts';
import type { Totals } from '../posting.ts';
import type { ReservationOwner } from '../reservations/reservation-owner.ts';
import type { Shorting } from '../reservations/short-reservations.ts';
import { activeItem, readTotals } from '../stock.store.ts';
import { shortage, totalsAfter } from '../stock-rules.ts';
import { mayReview } from './blind-counts.ts';
import {
  beginPosting,
  countedLines,
  finishPosting,
  itemsToPost,
  type LineWithVariance,
  type LockedCount,
  linesToPost,
  lockCount,
  type Outcome,
  writeOutcomes,
} from './counts.store.ts';
import { readCount } from './counts.view.ts';

/** How long the job waits for the call that posts a small count itself, in case that call is interrupted. */
const CUT_OFF_AFTER_SECONDS = 60;

/**
 * From here on the count accepts no more quantities. A job is queued for every count, so that none stays half posted;
 * when another user posts again meanwhile, the work continues as that user.
 */
async function begin(
  tx: Tx,
  actor: Actor,
  id: number,
  short_lines: boolean,
): Promise<{ count: LockedCount; here: boolean }> {
  const count = await lockCount(tx, id);
  if (!count) throw notFound();
  if (count.state === 'cancelled') throw invalid('state', 'CountIsCancelled');
  if (count.state === 'posted') return { count, here: false };
  if (!mayReview(actor, count)) throw invalid('state', messageWith('CountIsBlind', count.user_name));
  const counted = await countedLines(tx, id);
  if (!counted) throw invalid('state', 'NothingCounted');
  const here = count.state === 'open' && counted <= COUNT_LINES_AT_ONCE;
  if (count.state === 'open') await beginPosting(tx, id, actor.name);
  await recordEvent(tx, {
    kind: 'count.posting',
    clientId: count.client_id,
    subjectId: id,
    payload: { user_id: actor.id, after_seconds: here ? CUT_OFF_AFTER_SECONDS : 0, short_lines },
  });
  return { count, here };
}

/** The outcome of a line, and the item's totals afterwards. Posts the line when its stock can be corrected. */
function settle(
  tx: Tx,
  actor: Actor,
  countId: number,
  item: StockItem | undefined,
  totals: Totals,
  line: LineWithVariance,
) {
  const {
    id,
    status,
    variance,
    license_id: licenseId,
    lot_id: lotId,
    quarantine,
    row_id: rowId,
    on_hand: onHand,
  } = line;
  const as = (outcome: Outcome['outcome'], problem = line.problem, after = totals) => ({
    outcome: { id, outcome, variance, problem },
    totals: after,
  });
  if (status === 'recount' || status === 'refused' || status === 'same') return as(status);
  if (!item) return as('refused', reasonOf(20001));
  const lines = [{ place: { licenseId, lotId, quarantine, rowId, onHand }, quantity: variance ?? 0 }];
  const short = shortage(item, totals, lines);
  if (short) return as('refused', reasonOf(40002, [short]));
  const after = totalsAfter(totals, lines);
  const reason = { kind: 'count' as const, reference: `Count ${countId}`, cause: `count ${countId}`, by: actor };
  post(tx, reason, [{ item, lines }]);
  return as('posted', line.problem, after);
}

type PostedCount = Pick<LockedCount, 'id' | 'client_id'>;

/** A line that only reservations keep from being posted. */
const isPromised = ({ problem }: LineWithVariance) => problem.startsWith(reasonOf(40002, ['ShortOfAvailable']));

/** How many reserved units are missing for all lines of the item to be posted. */
function missingUnits({ in_stock, reserved }: Totals, lines: readonly LineWithVariance[]): number {
  if (!lines.some(isPromised)) return 0;
  const changes = lines.filter(
    (line) => !line.quarantine && (['over', 'short'].includes(line.status) || isPromised(line)),
  );
  const sum = changes.reduce((total, { variance }) => total + (variance ?? 0), 0);
  return Math.max(0, -(in_stock - reserved + sum));
}

/** Locks the item and reads its totals and lines, in one batch. The totals are locked before the item, as always. */
async function lockLines(tx: Tx, count: PostedCount, inventoryId: number) {
  const [, item, totals, lines] = await Promise.all([
    lockItems(tx, [inventoryId]),
    activeItem(tx, inventoryId, count.client_id),
    readTotals(tx, inventoryId),
    linesToPost(tx, count.id, inventoryId),
  ]);
  return { item, totals, lines };
}

/** The same after those who hold missing units were shorted; their records are locked before the item. */
async function lockShorted(tx: Tx, actor: Actor, count: PostedCount, inventoryId: number, owner: ReservationOwner) {
  const [totals, lines] = await Promise.all([readTotals(tx, inventoryId), linesToPost(tx, count.id, inventoryId)]);
  const estimate = missingUnits(totals, lines);
  const toShort = estimate > 0 ? await owner.lock(tx, actor, inventoryId, estimate) : undefined;
  const locked = await lockLines(tx, count, inventoryId);
  const missing = missingUnits(locked.totals, locked.lines);
  if (!toShort || missing === 0) return locked;
  await toShort.releaseUnits(missing);
  const [after, now] = await Promise.all([readTotals(tx, inventoryId), linesToPost(tx, count.id, inventoryId)]);
  return { ...locked, totals: after, lines: now };
}

/** All lines of one item, and their outcomes, in one transaction. `refusal` is why nobody could be shorted. */
async function postItem(
  tx: Tx,
  actor: Actor,
  count: PostedCount,
  inventoryId: number,
  owner?: ReservationOwner,
  refusal?: string,
): Promise<void> {
  const {
    item,
    totals: read,
    lines,
  } = owner ? await lockShorted(tx, actor, count, inventoryId, owner) : await lockLines(tx, count, inventoryId);
  const outcomes: Outcome[] = [];
  let totals = read;
  for (const each of lines) {
    const line = refusal && isPromised(each) ? { ...each, problem: refusal } : each;
    const settled = settle(tx, actor, count.id, item, totals, line);
    outcomes.push(settled.outcome);
    totals = settled.totals;
  }
  await writeOutcomes(tx, outcomes);
  if (outcomes.some(({ outcome }) => outcome === 'posted'))
    await recordEvent(tx, { kind: 'inventory.moved', clientId: count.client_id, subjectId: inventoryId });
}

/**
 * One item, with those shorted who hold what is missing. When one of them cannot be, because somebody works on it, the
 * other lines are posted all the same, and those that would need it say why not.
 */
async function postShorting(open: Open, actor: Actor, count: PostedCount, item: number, owner: ReservationOwner) {
  const scope = actorScope(actor);
  try {
    await open(scope, (tx) => postItem(tx, actor, count, item, owner));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await open(scope, (tx) => postItem(tx, actor, count, item, undefined, error.reason));
  }
}

/** Posts the rest, item by item. A concurrent second run finds nothing to do. */
export async function continuePosting(
  open: Open,
  actor: Actor,
  count: PostedCount,
  { owner, isWanted }: Partial<Shorting> = {},
): Promise<void> {
  const scope = actorScope(actor);
  const items = await open(scope, (tx) => itemsToPost(tx, count.id));
  for (const item of items)
    if (owner && isWanted) await postShorting(open, actor, count, item, owner);
    else await open(scope, (tx) => postItem(tx, actor, count, item));
  await open(scope, async (tx) => {
    if (await finishPosting(tx, count.id))
      await recordEvent(tx, { kind: 'count.saved', clientId: count.client_id, subjectId: count.id });
  });
}

export async function postCount(open: Open, actor: Actor, id: number, shorting: Shorting): Promise<Count> {
  const scope = actorScope(actor);
  const { count, here } = await open(scope, (tx) => begin(tx, actor, id, shorting.isWanted));
  if (here) await continuePosting(open, actor, count, shorting);
  return open(scope, (tx) => readCount(tx, actor, id));
}
