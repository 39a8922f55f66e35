/** A part of a bin's name: digits compare as numbers. */
type Part = string | number;

const partsOf = (name: string): Part[] =>
  (name.toLowerCase().match(/\d+|[^\d\-._/ ]+/g) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part));

function compareParts(one: Part | undefined, other: Part | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return -1;
  if (other === undefined) return 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

function compareNames(one: readonly Part[], other: readonly Part[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const order = compareParts(one[at], other[at]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Where a bin is: `A-01-2` is bay 1 of aisle A, level 2. Names of one or two parts have the bay last. */
function placeOf(name: string): { aisle: Part[]; bay: Part[]; level: Part[] } {
  const parts = partsOf(name);
  if (parts.length < 3) return { aisle: parts.slice(0, -1), bay: parts.slice(-1), level: [] };
  return { aisle: parts.slice(0, -2), bay: parts.slice(-2, -1), level: parts.slice(-1) };
}

/** The aisle in a bin's name, in lower case, as it is compared: that of `A-01-2` is `a`. Empty when the name has one part. */
export const aisleOf = (name: string): string => placeOf(name).aisle.join('-');

/** Aisle by aisle, bay by bay, bottom up. */
export function compareBins(one: string, other: string): number {
  const [here, there] = [placeOf(one), placeOf(other)];
  return (
    compareNames(here.aisle, there.aisle) ||
    compareNames(here.bay, there.bay) ||
    compareNames(here.level, there.level) ||
    (one < other ? -1 : Number(one > other))
  );
}

/**
 * Sorts stops for the shortest walk: aisle by aisle, every other aisle that is visited in the opposite direction, so
 * that nobody walks back to its beginning. The levels of a bay come bottom up. Stops without a bin are last.
 */
export function sortForWalk<Stop extends { location: string }>(stops: readonly Stop[]): Stop[] {
  const placed = stops.filter(({ location }) => location !== '').map((stop) => ({ stop, ...placeOf(stop.location) }));
  placed.sort((one, other) => compareNames(one.aisle, other.aisle));
  const backwards = new Map<string, boolean>();
  for (const { aisle } of placed) {
    const key = aisle.join('\n');
    if (aisle.length > 0 && !backwards.has(key)) backwards.set(key, backwards.size % 2 === 1);
  }
  placed.sort((one, other) => {
    const byAisle = compareNames(one.aisle, other.aisle);
    if (byAisle !== 0) return byAisle;
    const byBay = compareNames(one.bay, other.bay) * (backwards.get(one.aisle.join('\n')) ? -1 : 1);
    return byBay || compareNames(one.level, other.level);
  });
  return [...placed.map(({ stop }) => stop), ...stops.filter(({ location }) => location === '')];
}
