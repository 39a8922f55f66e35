import type { WaveMap, WaveStop } from '@longshore/contract';

/** Pixels between two aisles, from an aisle to its racks, and between two positions. */
const AISLE = 58;
const RACK = 12;
const BAY = 17;
const TOP = 34;
const LEFT = 34;

/** How the map is drawn: metres of the floor as pixels, the front of the aisles at the bottom. */
export function drawMap({ aisles, bays, depth, path }: WaveMap, stops: readonly WaveStop[]) {
  const xOf = new Map(aisles.map(({ aisle }, at) => [aisle.toLowerCase(), LEFT + at * AISLE]));
  const perMetre = AISLE / ((aisles[1]?.x ?? 1) - (aisles[0]?.x ?? 0) || 1);
  const metresOfBay = bays[0] ? bays[0].y / bays[0].position : 1;
  const bottom = TOP + (depth / metresOfBay) * BAY;
  const yOf = (metres: number) => bottom - (metres / metresOfBay) * BAY;
  const xIn = (aisle: string) => xOf.get(aisle.toLowerCase()) ?? LEFT;
  const besideAisle = (side: string) => (side === 'R' ? RACK : -RACK);
  const xOnPath = (metres: number) => LEFT + metres * perMetre;
  const marks = stops.flatMap((stop) =>
    stop.aisle && xOf.has(stop.aisle.toLowerCase())
      ? [{ stop, x: xIn(stop.aisle) + besideAisle(stop.side), y: yOf(stop.position * metresOfBay) }]
      : [],
  );
  const last = LEFT + Math.max(0, aisles.length - 1) * AISLE;
  return {
    width: last + LEFT + 8,
    height: bottom + 16,
    racks: bays.map(({ aisle, position, side, fill }) => ({
      key: `${aisle} ${position} ${side}`,
      x: xIn(aisle) + besideAisle(side) - 8,
      y: yOf(position * metresOfBay) - 6.5,
      fill,
    })),
    aisles: aisles.map(({ aisle }) => ({ name: aisle, x: xIn(aisle), y: 14 })),
    marks,
    path: path.map(({ x, y }) => `${xOnPath(x)},${yOf(y)}`).join(' '),
    start: { x: LEFT, y: bottom },
    end: { x: last, y: bottom },
  };
}
