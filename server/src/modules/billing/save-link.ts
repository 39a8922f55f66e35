import { type Activity, type LinkInput, messageWith } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { notFound, refused } from '../../platform/http/problem.ts';
import { trace } from '../records/index.ts';
import { readActivity } from './activities.view.ts';
import { readItem } from './items.view.ts';
import { type LinkState, lockActivity, readLink, touchActivity, writeLink } from './links.store.ts';

/** Adds an item to an activity, or changes what it costs there; from a day on, so that earlier days keep their price. */
async function writeFromDay(
  tx: Tx,
  actor: Actor,
  ids: { activityId: number; itemId: number },
  input: LinkInput,
  assertState: (link: LinkState) => void,
): Promise<Activity> {
  const { activityId, itemId } = ids;
  const activity = await lockActivity(tx, activityId);
  if (!activity) throw notFound();
  const [item, link] = [await readItem(tx, itemId), await readLink(tx, activity, itemId, input.valid_from)];
  assertState(link);
  await writeLink(tx, activity, itemId, link.day, input, actor.name);
  await touchActivity(tx, activityId);
  const { client_id: clientId } = activity;
  await trace(tx, actor, {
    type: 'BillingActivity',
    id: activityId,
    clientId,
    subject: Number(input.rate) === 0 ? 'Billing item removed' : 'Billing item priced',
    changes: [
      { field: 'billing_item', newValue: item.name },
      { field: 'billing_item.valid_from', newValue: link.day },
      { field: 'billing_item.rate', newValue: input.rate },
      { field: 'billing_item.quantity', newValue: input.quantity },
      { field: 'billing_item.minimum_charge', newValue: input.minimum_charge },
      { field: 'billing_item.minimum_quantity', newValue: input.minimum_quantity },
    ],
  });
  await recordEvent(tx, { kind: 'billing_activity.saved', clientId, subjectId: activityId });
  return readActivity(tx, activityId);
}

/** Throws 50003 when the activity has the item on that day. */
export const addLink = (tx: Tx, actor: Actor, activityId: number, itemId: number, input: LinkInput) =>
  writeFromDay(tx, actor, { activityId, itemId }, input, ({ rate }) => {
    if (rate !== null) throw refused(50003);
  });

/** Throws 50004 when the activity does not have the item on that day. */
export const saveLink = (tx: Tx, actor: Actor, activityId: number, itemId: number, input: LinkInput) =>
  writeFromDay(tx, actor, { activityId, itemId }, input, ({ rate, starts }) => {
    if (rate === null) throw refused(50004, starts ? messageWith('ItemStartsLater', starts) : []);
  });
