import type { MessageKey } from '../kit/messages.ts';

/** The longest serial that can be kept. */
export const SERIAL_MAX = 64;

/** How many characters at the end of a lead are counted up when the lead has letters. */
const COUNTED = 4;

export type Generated = { serials: string[] } | { problem: MessageKey };

/** A whole number of any length, counted up with its width kept; it grows when it has to. */
function counted(digits: string, increment: number, units: number): string[] {
  const first = BigInt(digits);
  return Array.from({ length: units }, (_, place) =>
    String(first + BigInt(increment) * BigInt(place)).padStart(digits.length, '0'),
  );
}

/**
 * Serials that run on from a lead. A lead of digits is a number, however long. Of another lead the last four characters
 * are counted, and only up to 9999: beyond that nobody knows how its maker goes on, so people scan instead.
 */
export function generateSerials(lead: string, increment: number, units: number): Generated {
  if (/^\d+$/.test(lead)) {
    const serials = counted(lead, increment, units);
    return (serials.at(-1) ?? '').length > SERIAL_MAX ? { problem: 'CannotParseSerial' } : { serials };
  }
  const stem = lead.slice(0, -COUNTED);
  const tail = lead.slice(-COUNTED);
  if (tail.length < COUNTED) return { problem: 'CannotParseSerial' };
  if (!/^\d{4}$/.test(tail)) return { problem: 'LastFourMustBeNumber' };
  if (tail.startsWith('0')) return { problem: 'CannotParseSerial' };
  const tails = counted(tail, increment, units);
  if ((tails.at(-1) ?? '').length > COUNTED) return { problem: 'CannotParseSerial' };
  return { serials: tails.map((number) => stem + number) };
}
