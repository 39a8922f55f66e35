import { codesOfScan, namesPlate, type WavePick, type WaveStop, type WaveToPick } from '@longshore/contract';

/** Units of a line that were picked or reported short on this device. */
export interface HandledUnits {
  line_id: number;
  place: string;
  quantity: number;
}

const isSame = (one: string, other: string) => one !== '' && one.toLowerCase() === other.toLowerCase();

/** Whether a scan names the bin. */
export const namesBin = (scan: string, location: string): boolean => isSame(codesOfScan(scan).location, location);

const isAt = (place: string, { location }: WaveStop, pick: WavePick) =>
  namesBin(place, location) || namesPlate(place, pick);

/**
 * Takes the handled units out of the stops, first at the place where they were handled; `taken` says what they become.
 * `left` is what no stop had.
 */
function reduce(stops: readonly WaveStop[], made: HandledUnits, taken: (pick: WavePick) => WavePick[]) {
  let left = made.quantity;
  const takeFrom = (isMeant: (stop: WaveStop, pick: WavePick) => boolean) => (stop: WaveStop) => ({
    ...stop,
    picks: stop.picks.flatMap((pick) => {
      if (pick.done || pick.line_id !== made.line_id || left === 0 || !isMeant(stop, pick)) return [pick];
      const quantity = Math.min(left, pick.quantity);
      left -= quantity;
      const rest = quantity < pick.quantity ? [{ ...pick, quantity: pick.quantity - quantity }] : [];
      return [...rest, ...taken({ ...pick, quantity })];
    }),
  });
  const reduced: WaveStop[] = stops
    .map(takeFrom((stop, pick) => isAt(made.place, stop, pick)))
    .map(takeFrom(() => true));
  return { stops: reduced, left };
}

/** Where something is still to be picked, in walking order; stops that a person skipped come last. */
export function stopsLeft(wave: WaveToPick, made: readonly HandledUnits[], skipped: readonly string[]): WaveStop[] {
  const reduced = made.reduce((stops, each) => reduce(stops, each, () => []).stops, wave.stops);
  const open = reduced
    .map((stop) => ({ ...stop, picks: stop.picks.filter(({ done }) => !done) }))
    .filter(({ picks }) => picks.length > 0);
  const isSkipped = ({ location }: WaveStop) => skipped.includes(location);
  return [...open.filter((stop) => !isSkipped(stop)), ...open.filter(isSkipped)];
}

/** What no place has of a line. */
export type Missing = WaveToPick['missing'][number];

const withoutMissing = (missing: readonly Missing[], lineId: number, units: number): Missing[] =>
  missing
    .map((each) => (each.line_id === lineId ? { ...each, quantity: each.quantity - units } : each))
    .filter(({ quantity }) => quantity > 0);

/** What no place has and nobody reported short on this device. */
export function missingLeft(wave: WaveToPick, made: readonly HandledUnits[]): Missing[] {
  let { stops, missing }: Pick<WaveToPick, 'stops' | 'missing'> = wave;
  for (const each of made) {
    const reduced = reduce(stops, each, () => []);
    stops = reduced.stops;
    missing = withoutMissing(missing, each.line_id, reduced.left);
  }
  return missing;
}

const donePicks = ({ stops }: WaveToPick) => stops.flatMap(({ picks }) => picks.filter(({ done }) => done));

/** The wave with an answered pick; as it is when it was read after that pick. */
export function withPicked(wave: WaveToPick, made: HandledUnits, fulfillments: readonly number[]): WaveToPick {
  const known = donePicks(wave).some(({ fulfillment_id: id }) => id !== null && fulfillments.includes(id));
  if (known) return wave;
  // Which of several fulfilments took how much is known when the wave is read again.
  const [first = null] = fulfillments;
  const fulfillment_id = fulfillments.length === 1 ? first : null;
  const { stops } = reduce(wave.stops, made, (pick) => [{ ...pick, done: true, fulfillment_id }]);
  return { ...wave, picked: wave.picked + made.quantity, stops };
}

/** The wave with an answered short pick: those units are no longer to be picked. */
export function withShort(wave: WaveToPick, made: HandledUnits): WaveToPick {
  const { stops, left } = reduce(wave.stops, made, () => []);
  const missing = withoutMissing(wave.missing, made.line_id, left);
  return { ...wave, units: wave.units - made.quantity, stops, missing };
}

/** The wave with a pick that was taken back. */
export function withUndone(wave: WaveToPick, fulfillmentId: number): WaveToPick {
  const isMeant = ({ fulfillment_id }: WavePick) => fulfillment_id === fulfillmentId;
  const units = donePicks(wave)
    .filter(isMeant)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const reopened = (pick: WavePick) => (isMeant(pick) ? { ...pick, done: false, fulfillment_id: null } : pick);
  return {
    ...wave,
    picked: wave.picked - units,
    stops: wave.stops.map((stop) => ({ ...stop, picks: stop.picks.map(reopened) })),
  };
}
