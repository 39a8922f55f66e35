import { COUNT_LINES_AT_ONCE, type Count, messageWith, reasonOf } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { lockItems, post } from '../ledger.store.ts';
import type { StockItem } from '../named-stock.ts';
import type { Totals } from '../posting.ts';
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
async function begin(tx: Tx, actor: Actor, id: number): Promise<{ count: LockedCount; here: boolean }> {
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
    payload: { user_id: actor.id, after_seconds: here ? CUT_OFF_AFTER_SECONDS : 0 },
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
  post(tx, { item, kind: 'count', reference: `Count ${countId}`, cause: `count ${countId}`, by: actor, lines });
  return as('posted', line.problem, after);
}

type PostedCount = Pick<LockedCount, 'id' | 'client_id'>;

/** All lines of one item, and their outcomes, in one transaction. */
async function postItem(tx: Tx, actor: Actor, count: PostedCount, inventoryId: number): Promise<void> {
  // The totals are locked before the item, as in every command; all in one batch.
  const [, item, read, lines] = await Promise.all([
    lockItems(tx, [inventoryId]),
    activeItem(tx, inventoryId, count.client_id),
    readTotals(tx, inventoryId),
    linesToPost(tx, count.id, inventoryId),
  ]);
  const outcomes: Outcome[] = [];
  let totals = read;
  for (const line of lines) {
    const settled = settle(tx, actor, count.id, item, totals, line);
    outcomes.push(settled.outcome);
    totals = settled.totals;
  }
  await writeOutcomes(tx, outcomes);
  if (outcomes.some(({ outcome }) => outcome === 'posted'))
    await recordEvent(tx, { kind: 'inventory.moved', clientId: count.client_id, subjectId: inventoryId });
}

/** Posts the rest, item by item. A concurrent second run finds nothing to do. */
export async function continuePosting(open: Open, actor: Actor, count: PostedCount): Promise<void> {
  const scope = actorScope(actor);
  const items = await open(scope, (tx) => itemsToPost(tx, count.id));
  for (const item of items) await open(scope, (tx) => postItem(tx, actor, count, item));
  await open(scope, async (tx) => {
    if (await finishPosting(tx, count.id))
      await recordEvent(tx, { kind: 'count.saved', clientId: count.client_id, subjectId: count.id });
  });
}

export async function postCount(open: Open, actor: Actor, id: number): Promise<Count> {
  const scope = actorScope(actor);
  const { count, here } = await open(scope, (tx) => begin(tx, actor, id));
  if (here) await continuePosting(open, actor, count);
  return open(scope, (tx) => readCount(tx, actor, id));
}
