import { compareNames } from '@longshore/contract';

/** From the middle of one aisle to that of the next, and from one position along an aisle to the next. */
export const AISLE_METRES = 5.6;
export const BAY_METRES = 2.8;

/** A place along an aisle; both sides of it and all levels are one walk. */
export interface Spot {
  aisle: string;
  position: number;
}

/**
 * Aisles side by side, as long as the longest one, with a way across at both ends. People start at the front of the first
 * one (the cart park) and end at the front of the last one (the pack stations).
 */
export interface Layout {
  aisles: readonly string[];
  depth: number;
}

const keyOf = (aisle: string) => aisle.toLowerCase();

export function layoutOf(spots: Iterable<Spot>): Layout {
  const aisles = new Map<string, string>();
  let last = 1;
  for (const { aisle, position } of spots) {
    if (!aisle) continue;
    if (!aisles.has(keyOf(aisle))) aisles.set(keyOf(aisle), aisle);
    last = Math.max(last, position);
  }
  return { aisles: [...aisles.values()].sort(compareNames), depth: (last + 1) * BAY_METRES };
}

export const depthOf = (position: number): number => position * BAY_METRES;

/**
 * How often people go on to the next aisle along the front and along the back; `joined`: the walk so far is connected.
 */
interface Cut {
  front: number;
  back: number;
  joined: boolean;
}

/** How the stops of an aisle are reached: how many of its ways begin at each end. */
interface Way {
  front: number;
  back: number;
  joins: boolean;
  metres: number;
  /** So many of its stops are reached from the front and back to it, the others from the back end. */
  fromFront: number;
}

interface Choice {
  metres: number;
  cut: Cut;
  way: Way;
  before: Choice | undefined;
}

/** The ways through an aisle with stops at these depths, in order. */
function waysOf(depths: readonly number[], depth: number): Way[] {
  const through = (times: number): Way => ({
    front: times,
    back: times,
    joins: true,
    metres: times * depth,
    fromFront: depths.length,
  });
  const split = (fromFront: number): Way => ({
    front: fromFront > 0 ? 2 : 0,
    back: fromFront < depths.length ? 2 : 0,
    joins: false,
    metres: 2 * (depths[fromFront - 1] ?? 0) + 2 * (fromFront < depths.length ? depth - (depths[fromFront] ?? 0) : 0),
    fromFront,
  });
  if (!depths.length) return [split(0), through(1), through(2)];
  // Of those that turn round at both ends only the one that leaves out the largest gap.
  const inside = depths.slice(1).map((_, at) => split(at + 1));
  const widest = inside.reduce<Way[]>((best, way) => (!best[0] || way.metres < best[0].metres ? [way] : best), []);
  return [split(depths.length), split(0), ...widest, through(1), through(2)];
}

const isEven = (count: number) => count % 2 === 0;

/** What goes on to the next aisle after a way through this one; undefined when something would be left unconnected. */
function cutAfter(before: Cut, way: Way, front: number, back: number): Cut | undefined {
  const joined = way.joins || (before.joined && before.front > 0 && before.back > 0);
  const isUsed = [before.front + way.front + front > 0, before.back + way.back + back > 0];
  if (isUsed[0] && isUsed[1] && !joined && (front === 0 || back === 0)) return undefined;
  return { front, back, joined: joined || front === 0 || back === 0 };
}

/** Nobody goes more than twice along one side between two aisles, and people arrive once more than they return. */
const CUTS = [
  [1, 0],
  [0, 1],
  [1, 2],
  [2, 1],
] as const;

const cutKey = ({ front, back, joined }: Cut) => `${front}${back}${joined}`;

/** What a way through an aisle makes of the walk before it, for each cut that can follow. */
function stepsAfter(before: Choice, way: Way, isLast: boolean): Choice[] {
  return CUTS.flatMap(([front, back]): Choice[] => {
    if (isLast && back > 0) return [];
    if (!isEven(before.cut.front + way.front + front) || !isEven(before.cut.back + way.back + back)) return [];
    const cut = cutAfter(before.cut, way, front, back);
    const across = isLast ? 0 : (front + back) * AISLE_METRES;
    return cut ? [{ metres: before.metres + way.metres + across, cut, way, before }] : [];
  });
}

/** The shortest walk to every cut after an aisle. */
function passAisle(choices: readonly Choice[], ways: readonly Way[], isLast: boolean): Choice[] {
  const best = new Map<string, Choice>();
  for (const step of choices.flatMap((before) => ways.flatMap((way) => stepsAfter(before, way, isLast)))) {
    const known = best.get(cutKey(step.cut));
    if (!known || step.metres < known.metres) best.set(cutKey(step.cut), step);
  }
  return [...best.values()];
}

/** The depths of the stops in each aisle, each once, in order. */
function depthsByAisle({ aisles }: Layout, spots: readonly Spot[]): number[][] {
  const byAisle = new Map<string, Set<number>>();
  for (const { aisle, position } of spots) {
    if (!aisle) continue;
    const known = byAisle.get(keyOf(aisle)) ?? new Set();
    known.add(depthOf(position));
    byAisle.set(keyOf(aisle), known);
  }
  return aisles.map((aisle) => [...(byAisle.get(keyOf(aisle)) ?? [])].sort((a, b) => a - b));
}

const NO_WAY: Way = { front: 0, back: 0, joins: false, metres: 0, fromFront: 0 };

/**
 * The shortest walk, aisle by aisle (Ratliff and Rosenthal 1983): of all walks that go on to the next aisle in the same
 * way only the shortest can be part of the best one.
 */
function shortest(layout: Layout, depths: readonly number[][]): Choice | undefined {
  let choices: Choice[] = [{ metres: 0, cut: { front: 1, back: 0, joined: true }, way: NO_WAY, before: undefined }];
  for (const [at, stops] of depths.entries())
    choices = passAisle(choices, waysOf(stops, layout.depth), at === depths.length - 1);
  return choices[0];
}

/** How far people walk from the cart park over these places to the pack stations, in metres. */
export const metresOf = (layout: Layout, spots: readonly Spot[]): number =>
  layout.aisles.length ? (shortest(layout, depthsByAisle(layout, spots))?.metres ?? 0) : 0;

/** A part of the walk between two corners, with the stops on it. */
interface Leg {
  from: string;
  to: string;
  stops: readonly Spot[];
  walked: boolean;
}

const corner = (end: 'front' | 'back', at: number) => `${end} ${at}`;

function legsOf({ aisles, depth }: Layout, depths: readonly number[][], end: Choice): Leg[] {
  const choices: Choice[] = [];
  for (let each: Choice | undefined = end; each?.before; each = each.before) choices.unshift(each);
  return choices.flatMap(({ way, cut }, at): Leg[] => {
    const stops = (depths[at] ?? []).map((y) => ({ aisle: aisles[at] ?? '', position: Math.round(y / BAY_METRES) }));
    const leg = (from: string, to: string, on: readonly Spot[] = []): Leg => ({ from, to, stops: on, walked: false });
    const [front, back] = [corner('front', at), corner('back', at)];
    const across = (name: 'front' | 'back', times: number) =>
      at === aisles.length - 1 ? [] : Array.from({ length: times }, () => leg(corner(name, at), corner(name, at + 1)));
    const through = way.joins
      ? Array.from({ length: way.front }, (_, time) => leg(front, back, time === 0 ? stops : []))
      : [];
    const turns = way.joins
      ? []
      : [
          leg(front, front, stops.slice(0, way.fromFront)),
          leg(back, back, stops.slice(way.fromFront).reverse()),
        ].filter((each) => each.stops.length > 0 && depth > 0);
    return [...turns, ...through, ...across('front', cut.front), ...across('back', cut.back)];
  });
}

/** Walks every leg once (Hierholzer): legs that turn round come first at each corner, then those of the aisle. */
function walkLegs(legs: readonly Leg[], start: string): { leg: Leg; forward: boolean }[] {
  const at = new Map<string, Leg[]>();
  for (const leg of legs) for (const end of new Set([leg.from, leg.to])) at.set(end, [...(at.get(end) ?? []), leg]);
  const open: { corner: string; by: { leg: Leg; forward: boolean } | undefined }[] = [{ corner: start, by: undefined }];
  const walked: { leg: Leg; forward: boolean }[] = [];
  for (let here = open.at(-1); here; here = open.at(-1)) {
    const name = here.corner;
    const leg = at.get(name)?.find((each) => !each.walked);
    if (leg) {
      leg.walked = true;
      const forward = leg.from === name;
      open.push({ corner: forward ? leg.to : leg.from, by: { leg, forward } });
    } else {
      open.pop();
      if (here.by) walked.unshift(here.by);
    }
  }
  return walked;
}

export interface Walk {
  metres: number;
  /** The places in the order in which they are passed, each once. */
  spots: Spot[];
  /** The way on the map, with its corners. */
  path: { x: number; y: number }[];
}

const isOnPath = (path: readonly { x: number; y: number }[], x: number, y: number) =>
  path.at(-1)?.x === x && path.at(-1)?.y === y;

/** The shortest walk over these places. Those in no aisle are not part of it. */
export function walkOver(layout: Layout, spots: readonly Spot[]): Walk {
  const depths = depthsByAisle(layout, spots);
  const end = layout.aisles.length ? shortest(layout, depths) : undefined;
  if (!end) return { metres: 0, spots: [], path: [] };
  const walk: Walk = { metres: end.metres, spots: [], path: [{ x: 0, y: 0 }] };
  const go = (x: number, y: number) => {
    if (!isOnPath(walk.path, x, y)) walk.path.push({ x, y });
  };
  const goTo = (name: string) => {
    const [side, at] = name.split(' ');
    go(Number(at) * AISLE_METRES, side === 'front' ? 0 : layout.depth);
  };
  for (const { leg, forward } of walkLegs(legsOf(layout, depths, end), corner('front', 0))) {
    for (const spot of forward ? leg.stops : [...leg.stops].reverse()) {
      walk.spots.push(spot);
      go(layout.aisles.findIndex((name) => keyOf(name) === keyOf(spot.aisle)) * AISLE_METRES, depthOf(spot.position));
    }
    goTo(forward ? leg.to : leg.from);
  }
  return walk;
}

const METRES_A_MINUTE = 60;
const SECONDS_A_LINE = 15;
const SECONDS_A_TOTE = 20;
const SECONDS_A_START = 120;

/** How long it takes: walking, taking each line, putting up a tote for each shipment, and beginning each walk. */
export const minutesFor = (walk: { metres: number; lines: number; shipments: number; starts: number }): number =>
  walk.metres / METRES_A_MINUTE +
  (walk.lines * SECONDS_A_LINE + walk.shipments * SECONDS_A_TOTE + walk.starts * SECONDS_A_START) / 60;

/** A shipment as a wave is chosen: where it leads people. */
export interface WalkCandidate {
  id: number;
  spots: readonly Spot[];
  weight: number;
}

/**
 * The shipments that are best picked together: the first one, which is the most urgent, and then always the one that
 * adds least to the walk, of several the most urgent. None that makes the cart too heavy (0: it carries anything).
 */
export function groupByWalk<Shipment extends WalkCandidate>(
  layout: Layout,
  candidates: readonly Shipment[],
  { count, maxWeight }: { count: number; maxWeight: number },
): Shipment[] {
  const chosen: Shipment[] = [];
  const rest = [...candidates];
  let spots: Spot[] = [];
  let weight = 0;
  while (chosen.length < count) {
    const fitting = rest.filter((each) => maxWeight === 0 || weight + each.weight <= maxWeight);
    const [first, ...others] = fitting.map((each) => ({
      each,
      metres: chosen.length ? metresOf(layout, [...spots, ...each.spots]) : 0,
    }));
    if (!first) break;
    const { each: next } = others.reduce((best, other) => (other.metres < best.metres - 1e-6 ? other : best), first);
    chosen.push(next);
    spots = [...spots, ...next.spots];
    weight += next.weight;
    rest.splice(rest.indexOf(next), 1);
  }
  return chosen;
}
