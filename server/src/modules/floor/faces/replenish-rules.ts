import { BRINGS_MAX, type Message } from '@longshore/contract';

/** A picking face that runs low. */
export interface LowFace {
  minimum: number;
  maximum: number;
  units: number;
}

/** Units of the item and of one lot on a plate in reserve. */
export interface ReservePlate {
  license_id: number;
  license: string;
  location_id: number | null;
  location: string;
  lot_id: number | null;
  lot_number: string;
  expire_date: string | null;
  units: number;
  /** There are other goods on it: it cannot be put into the bin of the face as it is. */
  is_shared: boolean;
}

export interface ChosenPlate extends ReservePlate {
  bring: number;
  whole: boolean;
  reason: Message;
}

/** How well a plate fills a face, the best first. */
const FITS = ['BringEmptied', 'BringSmallest', 'BringLargest'] as const;
type Fit = (typeof FITS)[number];

const isEmptied = ({ units, is_shared }: ReservePlate, wanted: number) => !is_shared && units <= wanted;

function fitOf(plate: ReservePlate, face: LowFace, wanted: number): Fit {
  if (isEmptied(plate, wanted) && face.units + plate.units >= face.minimum) return 'BringEmptied';
  return plate.units >= wanted ? 'BringSmallest' : 'BringLargest';
}

/** Of the plates that more than fill the face the smallest, so that the least goes back up; of the others the largest. */
const bySize = (fit: Fit, one: ReservePlate, other: ReservePlate) =>
  fit === 'BringSmallest' ? one.units - other.units : other.units - one.units;

/** What never expires comes after what does. */
const expiryOf = ({ expire_date }: ReservePlate) => expire_date ?? '9999-12-31';

const compareTexts = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Up to so many units are missing. */
export const missingUnits = ({ maximum, units }: LowFace): number => Math.max(0, maximum - units);

/**
 * The plates to bring down for a face, the best first. What expires first is picked first, so it comes before everything
 * else; then a plate that is emptied by it and brings the face to its minimum, because its bin becomes free and nobody
 * breaks it; then the smallest that fills the face; then the largest. What has expired is not brought.
 */
export function choosePlates(face: LowFace, plates: readonly ReservePlate[], today: string): ChosenPlate[] {
  const wanted = missingUnits(face);
  if (wanted === 0) return [];
  const usable = plates.filter((plate) => plate.units > 0 && expiryOf(plate) >= today);
  const expiries = new Set(usable.map(expiryOf));
  const first = [...expiries].sort(compareTexts)[0];
  const rated = usable.map((plate) => ({ plate, fit: fitOf(plate, face, wanted) }));
  rated.sort(
    (one, other) =>
      compareTexts(expiryOf(one.plate), expiryOf(other.plate)) ||
      FITS.indexOf(one.fit) - FITS.indexOf(other.fit) ||
      bySize(one.fit, one.plate, other.plate) ||
      compareTexts(one.plate.license, other.plate.license),
  );
  return rated.slice(0, BRINGS_MAX).map(({ plate, fit }) => ({
    ...plate,
    bring: Math.min(plate.units, wanted),
    whole: isEmptied(plate, wanted),
    reason: expiries.size > 1 && plate.expire_date && plate.expire_date === first ? `BringExpiry:${first}` : fit,
  }));
}
