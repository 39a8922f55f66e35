import { currencyDecimals } from '../company/currencies.ts';
import { Money } from '../kit/money.ts';
import { totalsWithTax } from '../kit/tax.ts';
import type { OrderType } from './order-status.ts';

/** Arithmetic of an order's lines, which the web shows and the server checks. */
export interface LineQuantities {
  quantity: number;
  processed_qty: number;
  cancelled_qty: number;
}

/** Units of a line that are neither in a shipment nor cancelled. */
export const leftoverOf = ({ quantity, processed_qty, cancelled_qty }: LineQuantities): number =>
  quantity - processed_qty - cancelled_qty;

/** What a new line costs when nobody says so: only customer orders are sold, all others are priced at cost. */
export const priceFieldOf = (type: OrderType): 'selling' | 'cost' => (type === 'Customer Order' ? 'selling' : 'cost');

/** A line's price as decimal text, as a form and the server have it. */
export interface PricedLine {
  price: string;
  quantity: number;
  /** What a kit's price leaves over when it is divided into prices per unit; part of the line's amount. */
  remainder?: string;
}

export interface OrderTotals {
  units: number;
  /** Rounded to the currency's decimals, half up; computed exactly before that. */
  subtotal: string;
  tax: string;
  total: string;
}

export const amountOf = ({ price, quantity, remainder = '0' }: PricedLine): Money =>
  Money.of(price).times(quantity).plus(Money.of(remainder));

/** The totals of an order: tax is the sum of the lines' amounts, times the rate (`0.13`). */
export function totalsOf(lines: readonly PricedLine[], taxRate: string, currency: string): OrderTotals {
  const exact = Money.sum(lines.map(amountOf));
  const { subtotal, tax, total } = totalsWithTax(exact, taxRate, currencyDecimals(currency));
  return {
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: subtotal.toString(),
    tax: tax.toString(),
    total: total.toString(),
  };
}

/** A component of a kit: how many one kit has, and its own selling price. */
export interface KitPart {
  quantity: number;
  selling: string;
}

/**
 * Spreads a kit's price × kits over its components by their selling prices, equally when none has one. Answers each
 * component's price per unit; what division leaves over is the last one's `remainder`, so that the amounts of the
 * lines add up to exactly that of the kits.
 */
export function spreadKitPrice(kitPrice: string, kits: number, parts: readonly KitPart[]): Required<PricedLine>[] {
  const weights = parts.map(({ selling, quantity }) => Money.of(selling).times(quantity).units);
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const total = Money.of(kitPrice).times(kits).units;
  let left = total;
  return parts.map((part, index) => {
    const quantity = part.quantity * kits;
    const share = sum > 0n ? (total * (weights[index] ?? 0n)) / sum : total / BigInt(parts.length);
    const isLast = index === parts.length - 1;
    const perUnit = (isLast ? left : share) / BigInt(quantity);
    left -= perUnit * BigInt(quantity);
    const remainder = isLast ? left : 0n;
    return { price: Money.ofUnits(perUnit).toString(), quantity, remainder: Money.ofUnits(remainder).toString() };
  });
}
