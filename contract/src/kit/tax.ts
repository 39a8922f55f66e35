import { Money } from './money.ts';

export interface Totals {
  subtotal: Money;
  tax: Money;
  total: Money;
}

/**
 * Tax on an amount at a rate (`0.08875`): computed from the exact amount and rounded once, half up, to the currency's
 * decimals.
 */
export const taxOn = (exact: Money, rate: string, decimals: number): Money => exact.timesRate(rate, decimals);

/**
 * The totals of an order, an invoice, a statement and a report: the amounts are added up exactly, and subtotal and tax
 * are each rounded once. `taxed` is the part that tax is charged on; all of it, unless it is given.
 */
export function totalsWithTax(exact: Money, rate: string, decimals: number, taxed: Money = exact): Totals {
  const subtotal = exact.rounded(decimals);
  const tax = taxOn(taxed, rate, decimals);
  return { subtotal, tax, total: subtotal.plus(tax) };
}

/**
 * The difference between a subtotal, which is rounded from the exact sum, and the sum of the amounts above it, each of
 * which is printed rounded. A document prints it as a line of its own, so that the lines add up to the subtotal.
 */
export const roundingOf = (printed: readonly Money[], subtotal: Money): Money => subtotal.minus(Money.sum(printed));

/** A rate as it is printed, with all of its decimals: `0.08875` is `8.875`. */
export function percentText(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const digits = `${whole}${fraction.padEnd(2, '0')}`;
  const point = digits.length - Math.max(fraction.length - 2, 0);
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const decimals = digits.slice(point).replace(/0+$/, '');
  return decimals ? `${integer}.${decimals}` : integer;
}
