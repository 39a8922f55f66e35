import { checkDigit } from './gs1.ts';

/** A GS1 company prefix; empty when the company has none. */
export const GS1_PREFIX = /^(\d{4,12})?$/;

/** Digits between the extension digit and the check digit. */
const REFERENCE = 16;

/** How many SSCCs a prefix has: the extension digit counts on when the serial references are used up. */
export const ssccCapacity = (prefix: string): number => 10 ** (REFERENCE + 1 - prefix.length);

/** The SSCC with this number, from 0, of a prefix. */
export function makeSscc(prefix: string, number: number): string {
  const digits = String(number).padStart(REFERENCE + 1 - prefix.length, '0');
  const body = `${digits.slice(0, 1)}${prefix}${digits.slice(1)}`;
  return body + checkDigit(body);
}

/** As it is printed below the bars. */
export const printedSscc = (sscc: string): string =>
  `(00) ${sscc.slice(0, 1)} ${sscc.slice(1, 8)} ${sscc.slice(8, 17)} ${sscc.slice(17)}`;
