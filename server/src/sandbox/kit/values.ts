import { createHash } from 'node:crypto';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers in a row, so that every run of a test sees the same ids. */
export class Counter {
  private last: number;

  constructor(first: number) {
    this.last = first - 1;
  }

  next(): number {
    this.last++;
    return this.last;
  }
}

/** A key of a shop. It follows from its name: the demo shows the same key after a restart. */
export const keyFor = (prefix: string, name: string): string =>
  prefix + createHash('sha256').update(`${prefix}:${name}`).digest('hex').slice(0, 40);

/** Cents to the text that shops write, `450` to `4.50`. */
export function moneyText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${whole}.${rest}`;
}

/** The text of a price to cents; what is no price is 0. */
export function centsOf(price: string): number {
  const [, whole = '0', rest = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(price.trim()) ?? [];
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'));
}
