/** A part of a bin's name: digits compare as numbers. */
export type NamePart = string | number;

const partsOf = (name: string): NamePart[] =>
  (name.toLowerCase().match(/\d+|[^\d\-._/ ]+/g) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part));

function compareParts(one: NamePart | undefined, other: NamePart | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return -1;
  if (other === undefined) return 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

export function compareNameParts(one: readonly NamePart[], other: readonly NamePart[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const order = compareParts(one[at], other[at]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Names as people count: aisle 2 comes before aisle 10. */
export const compareNames = (one: string, other: string): number => compareNameParts(partsOf(one), partsOf(other));

export interface NamedPlace {
  aisle: NamePart[];
  bay: NamePart[];
  level: NamePart[];
}

/** What a bin's name says: `A-01-2` is bay 1 of aisle A, level 2. Names of one or two parts have the bay last. */
export function namedPlace(name: string): NamedPlace {
  const parts = partsOf(name);
  if (parts.length < 3) return { aisle: parts.slice(0, -1), bay: parts.slice(-1), level: [] };
  return { aisle: parts.slice(0, -2), bay: parts.slice(-2, -1), level: parts.slice(-1) };
}

/** The sides of an aisle, seen from its front end. */
export const AISLE_SIDES = ['L', 'R'] as const;
export type Side = (typeof AISLE_SIDES)[number];

/** Where a bin is: in walking order, people pass the positions of an aisle one after the other, both sides of each. */
export interface BinPlace {
  /** Empty for a bin that lies in no aisle. */
  aisle: string;
  /** From 1, counted from the front end of the aisle. */
  position: number;
  side: Side | '';
  /** From 1, the floor. */
  level: number;
}

/** As a bin is saved: empty and 0 where the name says it. */
export interface SavedPlace {
  location: string;
  aisle: string;
  position: number;
  side: string;
  level: number;
}

/** The aisle as the bin's name spells it: what comes before the bay. */
function aisleIn(name: string): string {
  const starts = [...name.matchAll(/\d+|[^\d\-._/ ]+/g)].map(({ index }) => index);
  const bay = starts.length < 3 ? starts.length - 1 : starts.length - 2;
  return name.slice(0, starts[bay] ?? 0).replace(/[-._/ ]+$/, '');
}

const numberOf = ([part]: readonly NamePart[]): number => (typeof part === 'number' ? part : 0);

/**
 * The place of a bin: as somebody set it, otherwise as its name says. Bays are numbered as houses are: 1 and 2 face
 * each other, odd ones are on the left.
 */
export function placeOfBin(bin: SavedPlace): BinPlace {
  const named = namedPlace(bin.location);
  const bay = numberOf(named.bay);
  const aisle = bin.aisle || (bay > 0 ? aisleIn(bin.location) : '');
  if (!aisle) return { aisle: '', position: 0, side: '', level: 0 };
  return {
    aisle,
    position: bin.position || Math.max(1, Math.ceil(bay / 2)),
    side: (bin.side || (bay % 2 === 0 ? 'R' : 'L')) as Side,
    level: bin.level || numberOf(named.level) || 1,
  };
}
