import { messageWith, type QuoteInput } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import { invalid, refused } from '../../../platform/http/problem.ts';
import { listCartons } from './label-facts.view.ts';
import { findSeller, type LabelSeller, type LabelTools } from './label-tools.ts';
import { countsAs, insertLabel, listLabels, openLabels, readFormat, type StoredLabel } from './labels.store.ts';
import { withLabelLease } from './labels-lease.ts';
import { type QuotedParcel, readQuote, type StoredQuote } from './quotes.store.ts';
import { basisOf } from './rate-parcels.ts';
import { lockForLabels } from './rate-shipment.ts';
import { recordLabelChange, settleLabel } from './settle-label.ts';

/** The price that is bought at; throws when it is not one, or not any more. */
async function quoteToBuy(tx: Tx, tools: LabelTools, actor: Actor, id: number, input: QuoteInput) {
  const quote = await readQuote(tx, id, input.object_id);
  if (!quote) {
    await lockForLabels(tx, actor, id);
    throw invalid('object_id', 'QuoteIsUnknown');
  }
  const shipment = await lockForLabels(tx, actor, id, quote.courier_id);
  if (input.cost !== undefined && input.cost !== Number(quote.cost)) throw invalid('cost', 'QuoteIsOutdated');
  return { quote, shipment, isOver: new Date(quote.expires_at) <= tools.clock.now() };
}

/** The parcels of a price that have no label yet. Throws when somebody bought one at another price. */
function parcelsLeft({ object_id, parcels }: StoredQuote, labels: readonly StoredLabel[]): QuotedParcel[] {
  return parcels.filter((parcel) => {
    const label = labels.find((each) => each.carton === parcel.carton && countsAs(each));
    if (!label || label.quote_id === object_id) return !label;
    const called = parcel.own_number || parcel.carton;
    throw refused(40005, messageWith(label.state === 'asked' ? 'LabelIsBeingAsked' : 'CartonHasLabel', called));
  });
}

/** What is to be bought, written and committed before anything is: a label per parcel that has none. */
async function writeIntents(
  tx: Tx,
  tools: LabelTools,
  actor: Actor,
  { seller }: LabelSeller,
  id: number,
  input: QuoteInput,
): Promise<void> {
  const { quote, shipment, isOver } = await quoteToBuy(tx, tools, actor, id, input);
  const left = parcelsLeft(quote, await listLabels(tx, id));
  if (left.length === 0) return;
  if (isOver) throw invalid('object_id', 'QuoteIsTooOld');
  const cartons = await listCartons(tx, id);
  if (!basisOf({ shipment, cartons }, quote.parcels).equals(quote.basis)) throw invalid('object_id', 'QuoteIsOutdated');
  const wanted = await readFormat(tx, actor.id);
  const format = seller.formats.includes(wanted) ? wanted : 'pdf';
  for (const parcel of left)
    await insertLabel(tx, {
      client_id: shipment.client_id,
      shipment_id: id,
      carton: parcel.carton,
      own_number: parcel.own_number,
      quote_id: quote.object_id,
      rate_id: parcel.rate_id,
      carrier_id: quote.carrier_id,
      carrier: quote.carrier,
      service: quote.service,
      cost: parcel.cost,
      currency: quote.currency,
      format,
      arrive_by: quote.arrive_by,
      user_id: actor.id,
      user_name: actor.name,
    });
  const [first] = await listLabels(tx, id);
  if (first) await recordLabelChange(tx, first);
}

/** What became of the labels that were bought at a price. */
export interface Bought {
  labels: readonly StoredLabel[];
}

/**
 * Buys a label for each parcel of a price. What is to be bought is committed first; then the partner is asked, outside any
 * transaction, label by label. Pressed again, by anybody and on any server, it buys only what is missing.
 */
export async function buyLabels(
  tools: LabelTools,
  open: Open,
  actor: Actor,
  id: number,
  input: QuoteInput,
  isWaitedFor = true,
): Promise<Bought> {
  const seller = await findSeller(tools, open, isWaitedFor);
  return withLabelLease(open, id, async () => {
    const scope = actorScope(actor);
    await open(scope, (tx) => writeIntents(tx, tools, actor, seller, id, input));
    const labels = await open(scope, (tx) => openLabels(tx, id, true), 'read');
    const settling = { tools, open, seller, actor };
    const ours = labels.filter(({ quote_id, state }) => quote_id === input.object_id && state === 'asked');
    for (const label of ours) await settleLabel(settling, label);
    const after = await open(scope, (tx) => listLabels(tx, id), 'read');
    const asked = new Set(ours.map((label) => label.id));
    const made = after.filter((label) => asked.has(label.id));
    if (made.length > 0 && made.every(({ state }) => state === 'refused')) throw refused(90003, made[0]?.problem ?? '');
    return { labels: after.filter(({ quote_id }) => quote_id === input.object_id) };
  });
}
