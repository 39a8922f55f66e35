import {
  type Allocation,
  api,
  CANDIDATES_MAX,
  type Message,
  mayCall,
  messageWith,
  sentence,
  type WaveCandidate,
  type WavePlan,
  type WavePlanInput,
} from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { readPeople } from '../../accounts/index.ts';
import { readAllocations } from '../../shipments/index.ts';
import { readBins } from './bins.view.ts';
import { applyRule, readWaitingShipments, shipmentsBeingPicked, type WaitingShipment } from './candidates.view.ts';
import { groupByWalk, metresOf, type Spot, type WalkCandidate } from './walk-rules.ts';
import { linesIn, openPicks, savingsOf, unitsIn } from './wave-goods.view.ts';
import { mapOf, type PlacedPick, stopsOf, Warehouse } from './wave-stops.ts';
import { type LockedCart, readCarts, readFreeTotes } from './waves.store.ts';

interface Offered extends WaitingShipment, WalkCandidate {}

/** What the chosen shipments add to the walk one after the other, and each of the others to all of them. */
function withAdded(warehouse: Warehouse, chosen: readonly Offered[], others: readonly Offered[]): WaveCandidate[] {
  const candidate = (
    { spots: _, id: __, inventory_id: ___, sku: ____, ...rest }: Offered,
    at: number | null,
    adds: number,
  ) => ({
    ...rest,
    chosen: at,
    adds: Math.round(adds),
  });
  let spots: Spot[] = [];
  let metres = 0;
  const rows = chosen.map((each, at) => {
    spots = [...spots, ...each.spots];
    const before = Math.round(metres);
    metres = metresOf(warehouse.layout, spots);
    return candidate(each, at + 1, Math.round(metres) - before);
  });
  const rest = others.map((each) =>
    candidate(each, null, metresOf(warehouse.layout, [...spots, ...each.spots]) - metres),
  );
  return [...rows, ...rest.sort((one, other) => one.adds - other.adds)];
}

/** Why these shipments cannot be picked with this cart now. */
export function problemsOf(
  cart: LockedCart | undefined,
  shipments: readonly { weight: number }[],
  freeTotes: number,
): Message[] {
  if (!shipments.length) return ['WaveNeedsShipments'];
  if (!cart) return ['CartIsRequired'];
  const problems: Message[] = [];
  const weight = shipments.reduce((sum, each) => sum + each.weight, 0);
  if (cart.wave_id !== null) problems.push(messageWith('CartIsInUse', cart.cart, cart.wave_id));
  if (shipments.length > cart.totes) problems.push(messageWith('CartIsTooSmall', cart.cart, cart.totes));
  if (cart.max_weight > 0 && weight > cart.max_weight)
    problems.push(messageWith('CartIsTooHeavy', cart.cart, cart.max_weight, Math.ceil(weight)));
  if (freeTotes < shipments.length) problems.push(messageWith('TooFewTotes', freeTotes, shipments.length));
  return problems;
}

const reasonOf = (message: Message) => ({ reason: sentence(message), reason_key: message });

/** The shipments that are offered, those that a person chose first, each with the places it leads to. */
async function offer(tx: Tx, warehouse: Warehouse, shipments: readonly WaitingShipment[]) {
  const ids = shipments.map(({ shipment_id }) => shipment_id);
  const allocations = await readAllocations(tx, [...(await shipmentsBeingPicked(tx)), ...ids]);
  const offered = shipments.map(
    (shipment): Offered => ({
      ...shipment,
      id: shipment.shipment_id,
      spots: (allocations.get(shipment.shipment_id)?.picks ?? []).map(({ location }) => warehouse.spotOf(location)),
    }),
  );
  return { offered, allocations };
}

function choose(warehouse: Warehouse, offered: readonly Offered[], input: WavePlanInput, cart: LockedCart | undefined) {
  if (input.shipments) return input.shipments.flatMap((id) => offered.find((each) => each.id === id) ?? []);
  return groupByWalk(warehouse.layout, offered, {
    count: Math.min(input.orders, cart?.totes ?? input.orders),
    maxWeight: input.max_weight || cart?.max_weight || 0,
  });
}

const shortOf = (allocations: readonly (Allocation | undefined)[]) =>
  allocations.flatMap((of) =>
    (of?.short ?? []).map(({ sku, quantity }) => ({ shipment_id: of?.shipment_id ?? 0, sku, quantity })),
  );

/** What is known of the shipments and of the warehouse, before anything is chosen. */
async function readForPlan(tx: Tx, input: WavePlanInput) {
  const [waiting, bins, carts, totes, everybody] = await Promise.all([
    readWaitingShipments(tx),
    readBins(tx),
    readCarts(tx),
    readFreeTotes(tx, input.shipments?.length ?? input.orders),
    readPeople(tx, null),
  ]);
  const cart = carts.find(({ id }) => id === input.cart_id);
  const people = everybody.filter((person) => mayCall(person, api.waves.pick.access));
  return { waiting, warehouse: new Warehouse(bins), cart, carts, totes, people };
}

/** Shipments that can be picked together, and what that saves. It changes and reserves nothing. */
export async function planWave(tx: Tx, input: WavePlanInput): Promise<WavePlan> {
  const { waiting, warehouse, cart, carts, totes, people } = await readForPlan(tx, input);
  const { found, ...facets } = applyRule(waiting, input.rule);
  const wanted = (input.shipments ?? []).flatMap((id) => waiting.find((each) => each.shipment_id === id) ?? []);
  const others = found.filter(({ shipment_id }) => !wanted.some((each) => each.shipment_id === shipment_id));
  const shown = [...wanted, ...others.slice(0, CANDIDATES_MAX)];
  const { offered, allocations } = await offer(tx, warehouse, shown);
  const chosen = choose(warehouse, offered, input, cart);
  const toteOf = (id: number) => totes[chosen.findIndex((each) => each.id === id)]?.tote ?? '';
  const planned = chosen.map(({ id }) => allocations.get(id));
  const picks: PlacedPick[] = await openPicks(
    tx,
    planned.flatMap((of) => of ?? []),
    toteOf,
  );
  const stops = stopsOf(warehouse, picks);
  const gone = (input.shipments ?? []).filter((id) => !wanted.some(({ shipment_id }) => shipment_id === id));
  return {
    candidates: withAdded(
      warehouse,
      chosen,
      offered.filter((each) => !chosen.includes(each)),
    ),
    more: others.length > CANDIDATES_MAX,
    ...facets,
    waiting: waiting.length,
    dropped: gone.map((id) => ({
      shipment_id: id,
      reference: `#${id}`,
      ...reasonOf(messageWith('ShipmentIsNotToPick', id)),
    })),
    ...savingsOf(warehouse, picks),
    stops,
    lines: linesIn(picks),
    units: unitsIn(picks),
    weight: Math.round(chosen.reduce((sum, { weight }) => sum + weight, 0) * 1000) / 1000,
    short: shortOf(planned),
    totes: chosen.map(({ id, units }) => ({ shipment_id: id, tote: toteOf(id), units })),
    map: mapOf(warehouse, stops),
    carts: carts.map(({ id, cart: name, totes: carried, wave_id }) => ({ id, cart: name, totes: carried, wave_id })),
    people: people.map(({ id, name }) => ({ id, name })),
    problems: problemsOf(cart, chosen, totes.length).map(reasonOf),
  };
}
