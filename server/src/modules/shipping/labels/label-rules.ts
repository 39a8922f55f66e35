import { type LabelRule, Money } from '@longshore/contract';
import type { LabelCustomsItem, LabelRate, RateAnswer } from '../label-partner.ts';

/** A service that every parcel can go with. */
export interface Offer {
  carrierId: string;
  carrier: string;
  serviceCode: string;
  service: string;
  currency: string;
  cost: Money;
  days: number | null;
  expiresAt: Date;
  /** The partner's rate of each parcel, in their order. */
  rates: readonly { id: string; cost: Money }[];
}

const nameOf = ({ carrierId, serviceCode, currency }: LabelRate) => `${carrierId}\n${serviceCode}\n${currency}`;
const costOf = ({ amount }: LabelRate): Money => Money.ofSum(amount);

/** The cheapest rate of each service: some carriers answer one twice. */
function ratesByService({ rates }: RateAnswer): Map<string, LabelRate> {
  const found = new Map<string, LabelRate>();
  for (const rate of rates) {
    const known = found.get(nameOf(rate));
    if (!known || costOf(rate).compare(costOf(known)) < 0) found.set(nameOf(rate), rate);
  }
  return found;
}

/** The services that carriers offer for every parcel, with what they cost together, the cheapest first. */
export function joinOffers(answers: readonly RateAnswer[]): Offer[] {
  const [first, ...others] = answers.map(ratesByService);
  const offers = [...(first ?? [])].flatMap(([name, rate]): Offer[] => {
    const rates = [rate, ...others.flatMap((each) => each.get(name) ?? [])];
    if (rates.length < answers.length) return [];
    const days = rates.map((each) => each.days);
    return [
      {
        carrierId: rate.carrierId,
        carrier: rate.carrier,
        serviceCode: rate.serviceCode,
        service: rate.service,
        currency: rate.currency,
        cost: Money.sum(rates.map(costOf)),
        // The slowest parcel decides; one that nobody knows makes all unknown.
        days: days.some((each) => each === null) ? null : Math.max(...days.map(Number)),
        expiresAt: new Date(Math.min(...rates.map(({ expiresAt }) => expiresAt.getTime()))),
        rates: rates.map((each) => ({ id: each.id, cost: costOf(each) })),
      },
    ];
  });
  return offers.sort((one, other) => one.cost.compare(other.cost) || byDays(one, other));
}

const byDays = (one: { days: number | null }, other: { days: number | null }) =>
  (one.days ?? Number.MAX_SAFE_INTEGER) - (other.days ?? Number.MAX_SAFE_INTEGER);

export const fastestOf = <Each extends { days: number | null; cost: Money }>(
  offers: readonly Each[],
): Each | undefined =>
  offers
    .filter(({ days }) => days !== null)
    .sort((one, other) => byDays(one, other) || one.cost.compare(other.cost))[0];

const dayMs = 86_400_000;
const isoOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day so many working days later; carriers do not count Saturdays and Sundays. */
export function workingDaysLater(day: string, count: number): string {
  let time = Date.parse(`${day}T00:00:00Z`);
  for (let left = count; left > 0; ) {
    time += dayMs;
    const weekday = new Date(time).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return isoOf(time);
}

/**
 * The day on which a shipment has to be there: the day before the customer may cancel it. A cancel date on the day after
 * the ship date or earlier is what a shipment gets when nobody names one, and promises nothing.
 */
export function arriveBy({ ship_date, cancel_date }: { ship_date: string; cancel_date: string }): string | null {
  const [ship, cancel] = [ship_date, cancel_date].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number];
  return cancel - ship > dayMs ? isoOf(cancel - dayMs) : null;
}

/** Nothing leaves before its ship date. */
export function arrivesOn({ today, ship_date }: { today: string; ship_date: string }, days: number | null) {
  const [, leaves = today] = [today, ship_date].sort();
  return days === null ? null : workingDaysLater(leaves, days);
}

export interface DatedOffer extends Offer {
  arrivesOn: string | null;
  isLate: boolean;
}

export const withArrivalDate = (
  offer: Offer,
  leaves: { today: string; ship_date: string },
  by: string | null,
): DatedOffer => {
  const day = arrivesOn(leaves, offer.days);
  return { ...offer, arrivesOn: day, isLate: by !== null && day !== null && day > by };
};

/** What the courier's rule buys; undefined when nothing on offer is what it asks for. */
export function chooseByRule(
  offers: readonly DatedOffer[],
  { label_rule: rule, shippo_service: service }: { label_rule: LabelRule; shippo_service: string },
  by: string | null,
): DatedOffer | undefined {
  // The offers are in the order of their costs.
  if (rule === 'cheapest') return offers[0];
  if (rule === 'service') return service ? offers.find(({ serviceCode }) => serviceCode === service) : undefined;
  return offers.find(({ isLate, arrivesOn: day }) => by === null || (day !== null && !isLate));
}

/** Several accounts with carriers are written in one field. */
export const carrierIdsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

const WAYBILL_MAX = 255;

/**
 * The waybills of a shipment: what a person typed, then the labels that count. What belongs to a label that does not
 * count any more is taken out.
 */
export function waybillOf(before: string, labels: readonly { number: string; counts: boolean }[]): string {
  const ofLabels = new Set(labels.map(({ number }) => number));
  const typed = before.split(/[\s,;]+/).filter((each) => each && !ofLabels.has(each));
  const bought = labels.filter(({ counts }) => counts).map(({ number }) => number);
  const all = [...new Set([...typed, ...bought])];
  let text = '';
  for (const number of all) {
    const longer = text ? `${text}, ${number}` : number;
    // What does not fit is on the labels.
    if (longer.length > WAYBILL_MAX) break;
    text = longer;
  }
  return text;
}

/** As the partner wants it: up to six digits and four decimals. */
export const sizeText = (value: number): string => {
  const steps = value < 100 ? 10_000 : 100;
  return String(Math.round(Math.max(value, 0.01) * steps) / steps);
};
export const amountText = (value: number): string => String(Money.ofNumber(value).rounded(2));

/** The customs items of what one parcel holds, of those of the whole shipment. */
export function customsOfParcel(
  all: readonly LabelCustomsItem[],
  contents: readonly { sku: string; units: number }[],
): LabelCustomsItem[] {
  const units = new Map<string, number>();
  for (const { sku, units: count } of contents) units.set(sku, (units.get(sku) ?? 0) + count);
  const held = all.flatMap((item): LabelCustomsItem[] => {
    const count = Math.min(units.get(item.sku) ?? 0, item.quantity);
    if (count <= 0) return [];
    const share = count / item.quantity;
    return [
      {
        ...item,
        quantity: count,
        value: amountText(Number(item.value) * share),
        netWeight: sizeText(Number(item.netWeight) * share),
      },
    ];
  });
  return held.length > 0 ? held : [...all];
}
