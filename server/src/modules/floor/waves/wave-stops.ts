import { type BinPlace, compareNames, type WaveMap, type WavePick, type WaveStop } from '@longshore/contract';
import type { PlacedBin } from './bins.view.ts';
import { AISLE_METRES, depthOf, type Layout, layoutOf, type Spot, walkOver } from './walk-rules.ts';

/** A pick with the bin that it is taken from. */
export type PlacedPick = WavePick & { location: string };

const NOWHERE: BinPlace = { aisle: '', position: 0, side: '', level: 0 };

/** The bins by name, and the aisles they make. */
export class Warehouse {
  readonly layout: Layout;
  private readonly byName: Map<string, PlacedBin>;

  constructor(readonly bins: readonly PlacedBin[]) {
    this.byName = new Map(bins.map((bin) => [bin.location.toLowerCase(), bin]));
    this.layout = layoutOf(bins.map(({ place }) => place));
  }
  bin(location: string): PlacedBin | undefined {
    return this.byName.get(location.toLowerCase());
  }
  spotOf(location: string): Spot {
    return this.bin(location)?.place ?? NOWHERE;
  }
}

const spotKey = ({ aisle, position }: Spot) => `${aisle.toLowerCase()}\n${position}`;

/** Left before right, from the floor upwards. */
const compareAtSpot = (one: WaveStop & { level: number }, other: WaveStop & { level: number }) =>
  (one.side < other.side ? -1 : Number(one.side > other.side)) ||
  one.level - other.level ||
  compareNames(one.location, other.location);

/** One stop for each bin, in walking order; bins in no aisle come after it, goods in no bin last. */
export function stopsOf(warehouse: Warehouse, picks: readonly PlacedPick[]): WaveStop[] {
  const byBin = new Map<string, PlacedPick[]>();
  for (const pick of picks) {
    const key = pick.location.toLowerCase();
    byBin.set(key, [...(byBin.get(key) ?? []), pick]);
  }
  const { spots } = walkOver(
    warehouse.layout,
    picks.map(({ location }) => warehouse.spotOf(location)),
  );
  const placeOnWalk = new Map(spots.map((spot, at) => [spotKey(spot), at]));
  const rankOf = (stop: WaveStop) => {
    if (!stop.location) return Number.POSITIVE_INFINITY;
    return placeOnWalk.get(spotKey(stop)) ?? Number.MAX_SAFE_INTEGER;
  };
  const stops = [...byBin.values()].map((at) => {
    const location = at[0]?.location ?? '';
    const bin = warehouse.bin(location);
    const { aisle, position, side, level } = bin?.place ?? NOWHERE;
    return {
      number: 0,
      location_id: bin?.id ?? null,
      location,
      aisle,
      position,
      side,
      level,
      done: at.every(({ done }) => done),
      picks: at.map(({ location: _, ...pick }) => pick),
    };
  });
  stops.sort((one, other) => {
    const [first, second] = [rankOf(one), rankOf(other)];
    return first === second ? compareAtSpot(one, other) : first - second;
  });
  return stops.map(({ level: _, ...stop }, at) => ({ ...stop, number: at + 1 }));
}

/** The racks from above, each bay as full as its bins are, with the way over the stops. */
export function mapOf({ bins, layout }: Warehouse, stops: readonly WaveStop[]): WaveMap {
  const bays = new Map<string, { aisle: string; position: number; side: string; bins: number; used: number }>();
  for (const { place, isUsed } of bins) {
    if (!place.aisle) continue;
    const key = `${spotKey(place)}\n${place.side}`;
    const bay = bays.get(key) ?? { ...place, bins: 0, used: 0 };
    bays.set(key, { ...bay, bins: bay.bins + 1, used: bay.used + Number(isUsed) });
  }
  return {
    aisles: layout.aisles.map((aisle, at) => ({ aisle, x: at * AISLE_METRES })),
    depth: layout.depth,
    bays: [...bays.values()].map(({ aisle, position, side, bins: all, used }) => ({
      aisle,
      position,
      side,
      y: depthOf(position),
      fill: used === 0 ? 'empty' : used < all ? 'part' : 'full',
    })),
    path: walkOver(layout, stops).path,
  };
}
