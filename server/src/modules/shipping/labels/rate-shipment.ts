import {
  CUSTOMS_DEFAULTS,
  LABEL_DAYS,
  type Message,
  messageWith,
  type Quote,
  type RateInput,
  type Rates,
  reasonSentence,
} from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { days, later } from '../../../platform/clock.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import { invalid, refused } from '../../../platform/http/problem.ts';
import { readCatalogue } from '../../channels/index.ts';
import { lockShipmentFor } from '../../shipments/index.ts';
import type { RateAnswer } from '../label-partner.ts';
import {
  type LabelShipment,
  listCartons,
  listCustomsLines,
  readLabelShipment,
  shipmentNumbered,
} from './label-facts.view.ts';
import { arriveBy, chooseByRule, type DatedOffer, fastestOf, joinOffers, withArrivalDate } from './label-rules.ts';
import { callSeller, findSeller, LABEL_PARTNER, type LabelSeller, type LabelTools } from './label-tools.ts';
import { listLabels } from './labels.store.ts';
import { insertQuotes, type StoredQuote } from './quotes.store.ts';
import { basisOf, customsItems, parcelsToShip, receiverOf, requestsOf, type ToAsk } from './rate-parcels.ts';
import { customsItemOf, isAbroad } from './shipment-labels.view.ts';

/** Parcels that are asked about at the same time. */
const AT_ONCE = 4;
const REFERENCE_MAX = 50;

/**
 * Locks a shipment for which labels are callSeller, and reads it. 40001 unknown, 40005 finished or held by somebody else, 40006
 * inbound, 40003 without a courier that sells labels.
 */
export async function lockForLabels(tx: Tx, actor: Actor, id: number, courierId = 0): Promise<LabelShipment> {
  const { direction } = await lockShipmentFor(tx, actor, id, 'prepare');
  if (direction === 'inbound') throw refused(40006);
  const shipment = await readLabelShipment(tx, id, courierId);
  if (!shipment) throw refused(40001);
  if (!shipment.packed) throw refused(40005, 'ShipmentIsNotPacked');
  if (shipment.courier_id === null) throw refused(40003, 'NoLabelCourierNamed');
  if (!shipment.shippo_id) throw refused(40003, 'CourierHasNoLabels');
  if (!shipment.shippo_address_id) throw refused(40003, 'CourierHasNoSender');
  return shipment;
}

interface Prepared extends ToAsk {
  basis: Buffer;
}

async function prepare(tx: Tx, actor: Actor, id: number, input: RateInput): Promise<Prepared> {
  const shipment = await lockForLabels(tx, actor, id, input.courier);
  const [cartons, labels, lines, { places }] = await Promise.all([
    listCartons(tx, id),
    listLabels(tx, id),
    listCustomsLines(tx, id),
    readCatalogue(tx, LABEL_PARTNER),
  ]);
  const parcels = parcelsToShip({ shipment, cartons, labels }, input.parcels ?? []);
  const receiver = receiverOf(shipment, input);
  const declared = input.customs?.length
    ? input.customs.map((item) => ({
        ...item,
        description: item.description || CUSTOMS_DEFAULTS.description,
        origin_country: item.origin_country || CUSTOMS_DEFAULTS.origin_country,
        value_currency: item.value_currency || shipment.currency,
      }))
    : lines.map((line) => customsItemOf(line, shipment.currency));
  return {
    shipment,
    parcels,
    receiver,
    customs: isAbroad(receiver.countryCode, shipment, places) ? customsItems(declared, lines, shipment) : undefined,
    reference: (input.reference || shipment.pt_number).slice(0, REFERENCE_MAX),
    signer: actor.name,
    basis: basisOf({ shipment, cartons }, parcels),
  };
}

/** One request per parcel, a few at a time. */
async function askParcels(
  { seller, connection }: LabelSeller,
  prepared: Prepared,
  made: string,
): Promise<RateAnswer[]> {
  const requests = requestsOf(prepared, made);
  const answers: RateAnswer[] = [];
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    const few = requests.slice(from, from + AT_ONCE);
    answers.push(...(await Promise.all(few.map((request) => seller.rates(connection, request)))));
  }
  return answers;
}

const datesOf = ({ days: count, arrivesOn }: DatedOffer): string =>
  count === null ? '' : `${count === 1 ? '1 day' : `${count} days`}${arrivesOn ? `, ${arrivesOn}` : ''}`;

interface Priced {
  offers: readonly DatedOffer[];
  byRule: DatedOffer | undefined;
  by: string | null;
  refusals: Rates['refusals'];
}

function price({ shipment }: Prepared, answers: readonly RateAnswer[]): Priced {
  const by = arriveBy(shipment);
  const all = joinOffers(answers);
  const offers = all
    .filter(({ currency }) => currency === shipment.currency)
    .map((offer) => withArrivalDate(offer, shipment, by));
  const foreign = all
    .filter(({ currency }) => currency !== shipment.currency)
    .map(({ carrier, service, currency }) => ({
      carrier,
      reason: reasonSentence(messageWith('PricedInOtherCurrency', service, currency)),
    }));
  const refusals = [...answers.flatMap((answer) => answer.refusals), ...foreign];
  const said = new Map(refusals.map((refusal) => [`${refusal.carrier}\n${refusal.reason}`, refusal]));
  return { offers, byRule: chooseByRule(offers, shipment, by), by, refusals: [...said.values()] };
}

function storedQuote(prepared: Prepared, offer: DatedOffer, objectId: string, by: string | null, now: Date) {
  const { shipment, parcels, basis } = prepared;
  const last = later(now, days(LABEL_DAYS));
  return {
    object_id: objectId,
    client_id: shipment.client_id,
    shipment_id: shipment.id,
    courier_id: shipment.courier_id,
    carrier_id: offer.carrierId,
    carrier: offer.carrier,
    service_code: offer.serviceCode,
    service: offer.service,
    cost: String(offer.cost),
    currency: offer.currency,
    days: offer.days,
    arrives_on: offer.arrivesOn,
    arrive_by: by,
    parcels: parcels.map(({ carton, container_id, own_number }, n) => ({
      carton,
      container_id,
      own_number,
      rate_id: offer.rates[n]?.id ?? '',
      cost: String(offer.rates[n]?.cost),
    })),
    basis,
    expires_at: new Date(Math.min(offer.expiresAt.getTime(), last.getTime())).toISOString(),
  } satisfies StoredQuote;
}

export interface RatedShipment {
  rates: Rates;
  /** What the courier's rule buys, and why nothing when it buys nothing. */
  byRule: Quote | undefined;
  whyNot: Message;
}

function whyNothing({ shipment }: Prepared, { offers, by }: Priced): Message {
  if (offers.length === 0) return 'NoServiceForAll';
  if (shipment.label_rule === 'service') return messageWith('NoServiceByRule', shipment.shippo_service || '–');
  return messageWith('NoServiceInTime', by ?? '');
}

function quotesOf(prepared: Prepared, { offers, byRule }: Priced, stored: readonly StoredQuote[]): Quote[] {
  const fastest = fastestOf(offers);
  return offers.map(
    (offer, n): Quote => ({
      object_id: stored[n]?.object_id ?? '',
      service: offer.service,
      cost: Number(offer.cost),
      dates: datesOf(offer),
      carrier: offer.carrier,
      currency: offer.currency,
      days: offer.days,
      arrives_on: offer.arrivesOn,
      is_late: offer.isLate,
      is_cheapest: n === 0,
      is_fastest: offer === fastest,
      is_by_rule: offer === byRule,
      charged: Number(offer.cost.timesRate(prepared.shipment.charge_factor)),
      parcels: prepared.parcels.map(({ container_id }, at) => ({
        container_id,
        cost: Number(offer.rates[at]?.cost),
      })),
    }),
  );
}

async function shipmentIdOf(open: Open, actor: Actor, { shipment_id, reference }: RateInput): Promise<number> {
  if (shipment_id !== undefined) return shipment_id;
  if (!reference) throw invalid('shipment_id', 'Required');
  const id = await open(actorScope(actor), (tx) => shipmentNumbered(tx, reference), 'read');
  if (id === undefined) throw refused(40001);
  return id;
}

/** Asks what carriers take for the parcels of a shipment, outside any transaction, and remembers the answers. */
export async function rateShipment(
  tools: LabelTools,
  open: Open,
  actor: Actor,
  input: RateInput,
  isWaitedFor = true,
): Promise<RatedShipment> {
  const id = await shipmentIdOf(open, actor, input);
  const prepared = await open(actorScope(actor), (tx) => prepare(tx, actor, id, input));
  const seller = await findSeller(tools, open, isWaitedFor);
  const made = tools.ids.uuid();
  const answers = await callSeller(tools, open, seller, () => askParcels(seller, prepared, made));
  const priced = price(prepared, answers);
  const now = tools.clock.now();
  const stored = priced.offers.map((offer) => storedQuote(prepared, offer, tools.ids.uuid(), priced.by, now));
  await open(actorScope(actor), (tx) => insertQuotes(tx, stored));
  const quotes = quotesOf(prepared, priced, stored);
  const ends = stored.map(({ expires_at }) => expires_at).sort();
  return {
    rates: { quotes, refusals: priced.refusals, read_at: now.toISOString(), expires_at: ends[0] ?? null },
    byRule: quotes.find(({ is_by_rule }) => is_by_rule),
    whyNot: whyNothing(prepared, priced),
  };
}
