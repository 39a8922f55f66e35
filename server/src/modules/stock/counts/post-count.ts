import { COUNT_LINES_AT_ONCE, type Count, errorCatalogue, sentence } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { lockItems, post } from '../ledger.store.ts';
import { activeItem, type StockItem, shortfall } from '../stock-item.store.ts';
import {
  beginPosting,
  countedLines,
  finishPosting,
  itemsToPost,
  type LockedCount,
  linesToPost,
  lockCount,
  type Outcome,
  type ReckonedLine,
  writeOutcomes,
} from './counts.store.ts';
import { readCount } from './counts.view.ts';

/** How long a job waits for the call that posts a small count itself, in case that call was cut off. */
const CUT_OFF_AFTER_SECONDS = 60;

/**
 * From here on the count takes no more figures. A job stands by for every count, so that none stays half posted; when
 * someone asks again while it is posted, the work goes on in their name.
 */
async function begin(tx: Tx, actor: Actor, id: number): Promise<{ count: LockedCount; here: boolean }> {
  const count = await lockCount(tx, id);
  if (!count) throw notFound();
  if (count.state === 'cancelled') throw invalid('state', 'CountIsCancelled');
  if (count.state === 'posted') return { count, here: false };
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

/** Corrects one row of stock; answers why it could not. */
async function postLine(tx: Tx, actor: Actor, countId: number, item: StockItem, line: ReckonedLine): Promise<string> {
  const { license_id: licenseId, lot_id: lotId, quarantine, variance } = line;
  const change = { licenseId, lotId, quarantine, quantity: variance ?? 0 };
  const posted = await post(tx, {
    clientId: item.client_id,
    inventoryId: item.id,
    kind: 'count',
    reference: `Count ${countId}`,
    cause: `count ${countId}`,
    by: actor,
    lines: [change],
  });
  return posted ? '' : `${errorCatalogue[40002]}: ${sentence(await shortfall(tx, item, change))}`;
}

const notActive = errorCatalogue[20001];

async function settle(tx: Tx, actor: Actor, countId: number, item: StockItem | undefined, line: ReckonedLine) {
  const { id, status, variance } = line;
  const as = (outcome: Outcome['outcome'], problem = line.problem): Outcome => ({ id, outcome, variance, problem });
  if (status === 'recount' || status === 'refused' || status === 'same') return as(status);
  const problem = item ? await postLine(tx, actor, countId, item, line) : notActive;
  return problem ? as('refused', problem) : as('posted');
}

/** All lines of one item, and what became of them, in one transaction: it is done or it is not. */
async function postItem(tx: Tx, actor: Actor, count: LockedCount, inventoryId: number): Promise<void> {
  const item = await activeItem(tx, inventoryId, count.client_id);
  await lockItems(tx, [inventoryId]);
  const outcomes: Outcome[] = [];
  for (const line of await linesToPost(tx, count.id, inventoryId))
    outcomes.push(await settle(tx, actor, count.id, item, line));
  await writeOutcomes(tx, outcomes);
  if (outcomes.some(({ outcome }) => outcome === 'posted'))
    await recordEvent(tx, { kind: 'inventory.moved', clientId: count.client_id, subjectId: inventoryId });
}

/** Posts what is left, item by item. Whoever comes second to an item finds nothing to do. */
export async function continuePosting(open: Open, actor: Actor, count: LockedCount): Promise<void> {
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
  return open(scope, (tx) => readCount(tx, id));
}
