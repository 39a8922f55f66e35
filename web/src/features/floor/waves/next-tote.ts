import { codesOfScan, namesItem, namesPlate, readOwnCode, type WavePick, type WaveToPick } from '@longshore/contract';
import { codesOf, nameOfTote } from './pick-steps.ts';
import { namesBin } from './wave-left.ts';

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** What a scan means that should name a free tote; why it does not, with the shipment that the tote is used for. */
export type NextTote =
  | { next: string }
  | { wrong: 'noTote' | 'toteIsFull' | 'toteInUse'; code: string; expected: string };

/** A code of something else of the wave. Other names may be those of totes: the server knows them all. */
function namesOther({ stops }: WaveToPick, code: string): boolean {
  const own = readOwnCode(code);
  if (own) return own.kind !== 'tote';
  if (codesOfScan(code).plain === '') return true;
  return stops.some(
    ({ location, picks }) =>
      namesBin(code, location) || picks.some((pick) => namesPlate(code, pick) || namesItem(code, codesOf(pick))),
  );
}

/** Reads the scan of the tote that the rest of a shipment goes into. */
export function readNextTote(wave: WaveToPick, { shipment_id }: WavePick, code: string): NextTote {
  const name = nameOfTote(code);
  if (namesOther(wave, code)) return { wrong: 'noTote', code, expected: '' };
  const holds = wave.shipments.find(({ tote, full_totes }) => [tote, ...full_totes].some((each) => isSame(each, name)));
  if (!holds) return { next: name };
  const wrong = holds.shipment_id === shipment_id ? 'toteIsFull' : 'toteInUse';
  return { wrong, code: name, expected: holds.reference };
}

/** The wave with the totes that a shipment has now. */
export function withTotes(wave: WaveToPick, shipmentId: number, tote: string, full_totes: string[]): WaveToPick {
  return {
    ...wave,
    shipments: wave.shipments.map((each) => (each.shipment_id === shipmentId ? { ...each, tote, full_totes } : each)),
    stops: wave.stops.map((stop) => ({
      ...stop,
      picks: stop.picks.map((pick) => (pick.shipment_id === shipmentId && !pick.done ? { ...pick, tote } : pick)),
    })),
  };
}

const totesOf = ({ shipments }: WaveToPick, shipmentId: number) =>
  shipments.find(({ shipment_id }) => shipment_id === shipmentId);

/** The wave with a tote that is full. */
export function withNextTote(wave: WaveToPick, shipmentId: number, next: string): WaveToPick {
  const { tote = '', full_totes = [] } = totesOf(wave, shipmentId) ?? {};
  return withTotes(wave, shipmentId, next, [...full_totes, tote]);
}

/** The wave with the tote before, which was not full. */
export function withTotesBack(wave: WaveToPick, shipmentId: number): WaveToPick {
  const { full_totes = [] } = totesOf(wave, shipmentId) ?? {};
  const last = full_totes.at(-1);
  return last === undefined ? wave : withTotes(wave, shipmentId, last, full_totes.slice(0, -1));
}
