/** The maximum length of a plate number. */
export const NUMBER_MAX = 64;

/** Later numbers are never shorter than earlier ones. */
export const areTooLong = (numbers: readonly string[]) => (numbers.at(-1) ?? '').length > NUMBER_MAX;

/** Consecutive plate numbers from a start: its trailing digits are incremented and keep their width. */
export function numbersFrom(start: string, count: number): string[] {
  const digits = /\d*$/.exec(start)?.[0] ?? '';
  const lead = start.slice(0, start.length - digits.length);
  // Plate numbers may be longer than a float counts exactly.
  const first = BigInt(digits || 0);
  const later = Array.from(
    { length: count - 1 },
    (_, index) => `${lead}${String(first + BigInt(index + 1)).padStart(digits.length, '0')}`,
  );
  return [start, ...later];
}

const SUFFIX = /^-(\d{1,9})$/;

/** The numbers of a plate's parts: from `{license}-1` on, or after the highest part it was broken into before. */
export function partNumbers(license: string, taken: readonly string[], count: number): string[] {
  const suffixes = taken.map((number) => Number(SUFFIX.exec(number.slice(license.length))?.[1] ?? 0));
  const highest = suffixes.reduce((most, suffix) => Math.max(most, suffix), 0);
  return Array.from({ length: count }, (_, index) => `${license}-${highest + index + 1}`);
}
