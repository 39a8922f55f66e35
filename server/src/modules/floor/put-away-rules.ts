import { type MessageKey, PROPOSALS_MAX } from '@longshore/contract';
import { aisleOf, compareBins } from '../locations/index.ts';

/** A plate that is to be put away. */
export interface PlateToPut {
  /** The bin where it is now; null for none. */
  location_id: number | null;
  /** Of its items. */
  units: number;
  quarantined: boolean;
  /** In m³ or ft³; null when it was never measured. */
  volume: number | null;
}

/** A bin that could take it. */
export interface Bin {
  id: number;
  location: string;
  type: 'P' | 'S';
  billing_category: string;
  plates: number;
  /** Units of the plate's items there. */
  units: number;
  /** Of the plates there that were measured. */
  volume: number;
  /** 0: no limit. */
  capacity_plates: number;
  capacity_volume: number;
}

export interface Surroundings {
  bins: readonly Bin[];
  /** What most of the client's plates are stored as; empty when that is not known. */
  category: string;
}

export interface ProposedBin {
  bin: Bin;
  reason: MessageKey;
}

export function fits({ volume }: Pick<PlateToPut, 'volume'>, bin: Bin): boolean {
  if (bin.capacity_plates > 0 && bin.plates >= bin.capacity_plates) return false;
  return bin.capacity_volume === 0 || volume === null || bin.volume + volume <= bin.capacity_volume;
}

/** Why a bin would be chosen, the best reason first; undefined when nothing speaks for it. */
const REASONS = [
  'PutAwayPickingBin',
  'PutAwaySameItem',
  'PutAwayNearItem',
  'PutAwayCategory',
  'PutAwayEmpty',
] as const satisfies readonly MessageKey[];
type Reason = (typeof REASONS)[number];

function reasonFor(plate: PlateToPut, bin: Bin, category: string, aisles: ReadonlySet<string>): Reason | undefined {
  if (bin.units > 0 && bin.type === 'P') return plate.quarantined ? undefined : 'PutAwayPickingBin';
  if (bin.units > 0) return 'PutAwaySameItem';
  // A picking bin of other goods, or for them, is not taken; neither is a storage bin that is shared.
  if (bin.type === 'P' || bin.plates > 0) return undefined;
  if (aisles.has(aisleOf(bin.location))) return 'PutAwayNearItem';
  return category && bin.billing_category.toLowerCase() === category.toLowerCase() ? 'PutAwayCategory' : 'PutAwayEmpty';
}

/**
 * The bins that a plate should go to, the best first. A picking bin of its item comes before storage, because what is there
 * need not be brought down later; then where most of the item is, so that it is found in few places; then what is nearest
 * in walking order. Nothing is reserved: whoever holds the plate may scan another bin.
 */
export function proposeBins(plate: PlateToPut, { bins, category }: Surroundings): ProposedBin[] {
  if (plate.units === 0) return [];
  const aisles = new Set(bins.filter(({ units }) => units > 0).map(({ location }) => aisleOf(location)));
  const chosen = bins.flatMap((bin) => {
    if (bin.id === plate.location_id || !fits(plate, bin)) return [];
    const reason = reasonFor(plate, bin, category, aisles);
    return reason ? [{ bin, reason }] : [];
  });
  chosen.sort(
    (one, other) =>
      REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason) ||
      other.bin.units - one.bin.units ||
      compareBins(one.bin.location, other.bin.location),
  );
  return chosen.slice(0, PROPOSALS_MAX);
}
