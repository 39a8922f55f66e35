import type { AisleBin } from '@longshore/contract';

export interface AisleGrid {
  /** From the first bay to the last. */
  bays: string[];
  /** From the top level to the floor. */
  levels: string[];
  binsAt: (bay: string, level: string) => AisleBin[];
  /** The bin with the most units; undefined while the aisle is empty. */
  fullest: AisleBin | undefined;
}

/** 2 comes before 10. */
const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** Arranges the bins of an aisle as one sees them: bays side by side, levels above each other. */
export function gridOf(bins: readonly AisleBin[]): AisleGrid {
  const placeOf = (bay: string, level: string) => `${bay.toLowerCase()}\n${level.toLowerCase()}`;
  const places = new Map<string, AisleBin[]>();
  for (const bin of bins) {
    const place = placeOf(bin.bay, bin.level);
    places.set(place, [...(places.get(place) ?? []), bin]);
  }
  const distinct = (values: string[]) => [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
  const [first, ...others] = bins.filter(({ units }) => units > 0);
  return {
    bays: distinct(bins.map(({ bay }) => bay)).sort(byNumber),
    levels: distinct(bins.map(({ level }) => level)).sort((a, b) => byNumber(b, a)),
    binsAt: (bay, level) => places.get(placeOf(bay, level)) ?? [],
    fullest: first && others.reduce((fullest, bin) => (bin.units > fullest.units ? bin : fullest), first),
  };
}

/** How full a bin is compared with the fullest one, from 0 to 1. */
export const fillOf = (bin: AisleBin, fullest: AisleBin | undefined): number =>
  fullest && fullest.units > 0 ? bin.units / fullest.units : 0;
