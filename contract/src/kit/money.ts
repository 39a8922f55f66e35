import { MONEY_DECIMALS, MONEY_WHOLE_DIGITS } from './money-digits.ts';

const UNIT = 10n ** BigInt(MONEY_DECIMALS);
const LIMIT = 10n ** BigInt(MONEY_WHOLE_DIGITS + MONEY_DECIMALS);

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Why a text is no amount. */
export type MoneyFault = 'not-a-number' | 'too-many-digits';

/** Divides and rounds half away from zero, as invoices are rounded. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n;
  const absolute = dividend * sign;
  return sign * ((absolute * 2n + divisor) / (divisor * 2n));
}

/** The smallest difference of so many decimals, in ten-thousandths. */
const stepOf = (decimals: number): bigint => 10n ** BigInt(MONEY_DECIMALS - decimals);

interface Decimal {
  negative: boolean;
  whole: string;
  fraction: string;
}

function readDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = ''] = decimalPattern.exec(text.trim()) ?? [];
  if (!whole && !fraction) return undefined;
  return { negative: sign === '-', whole: whole.replace(/^0+/, ''), fraction: fraction.replace(/0+$/, '') };
}

/**
 * An exact amount of money, kept as a whole number of ten-thousandths. It has no currency: the company has one.
 * Results may exceed the limit of a stored amount while they are computed; `toString` throws a RangeError for those.
 */
export class Money {
  static readonly zero = new Money(0n);

  private constructor(private readonly tenThousandths: bigint) {}

  /** Reads `12`, `12.5`, `-0.0001`; anything else is answered with the reason, never with a rounded amount. */
  static parse(text: string): Money | MoneyFault {
    const decimal = readDecimal(text);
    if (!decimal) return 'not-a-number';
    const { negative, whole, fraction } = decimal;
    if (whole.length > MONEY_WHOLE_DIGITS || fraction.length > MONEY_DECIMALS) return 'too-many-digits';
    const amount = BigInt(whole || '0') * UNIT + BigInt(fraction.padEnd(MONEY_DECIMALS, '0'));
    return new Money(negative ? -amount : amount);
  }

  /** The same for a text that was checked before. Throws a TypeError when it is no amount. */
  static of(text: string): Money {
    const money = Money.parse(text);
    if (typeof money === 'string') throw new TypeError(`Not an amount of money: ${text}`);
    return money;
  }

  /** A sum that SQL made of amounts, as decimal text of any size. Throws a TypeError for more than four decimals. */
  static ofSum(text: string): Money {
    const decimal = readDecimal(text);
    if (!decimal || decimal.fraction.length > MONEY_DECIMALS) throw new TypeError(`Not a sum of amounts: ${text}`);
    const { negative, whole, fraction } = decimal;
    const sum = BigInt(whole || '0') * UNIT + BigInt(fraction.padEnd(MONEY_DECIMALS, '0'));
    return new Money(negative ? -sum : sum);
  }

  /** An amount as it was answered: a JSON number, which is nearest to it beyond 15 digits. */
  static ofNumber(amount: number): Money {
    return new Money(BigInt(Math.round(amount * Number(UNIT))));
  }

  /** An amount given in ten-thousandths. */
  static ofUnits(tenThousandths: bigint): Money {
    return new Money(tenThousandths);
  }

  static sum(amounts: Iterable<Money>): Money {
    let total = 0n;
    for (const amount of amounts) total += amount.tenThousandths;
    return new Money(total);
  }

  plus(other: Money): Money {
    return new Money(this.tenThousandths + other.tenThousandths);
  }

  minus(other: Money): Money {
    return new Money(this.tenThousandths - other.tenThousandths);
  }

  /** Times a whole number of units. Throws a RangeError for a fraction. */
  times(quantity: number): Money {
    return new Money(this.tenThousandths * BigInt(quantity));
  }

  /**
   * Times a rate written as a decimal (`0.13`), rounded once, from the exact product, to so many decimals. Throws a
   * TypeError when it is none.
   */
  timesRate(rate: string, decimals = MONEY_DECIMALS): Money {
    const decimal = readDecimal(rate);
    if (!decimal) throw new TypeError(`Not a decimal: ${rate}`);
    const { negative, whole, fraction } = decimal;
    const factor = BigInt(`${whole || '0'}${fraction}`) * (negative ? -1n : 1n);
    const step = stepOf(decimals);
    return new Money(divideRounded(this.tenThousandths * factor, 10n ** BigInt(fraction.length) * step) * step);
  }

  /** A price times a quantity, rounded to four decimals from the exact product: what a charge comes to. */
  timesQuantity(quantity: Money): Money {
    return new Money(divideRounded(this.tenThousandths * quantity.tenThousandths, UNIT));
  }

  /** Rounded to so many decimals, half away from zero: for totals only. */
  rounded(decimals: number): Money {
    const step = stepOf(decimals);
    return new Money(divideRounded(this.tenThousandths, step) * step);
  }

  /** In ten-thousandths, for exact divisions. */
  get units(): bigint {
    return this.tenThousandths;
  }

  compare(other: Money): number {
    const difference = this.tenThousandths - other.tenThousandths;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  isNegative(): boolean {
    return this.tenThousandths < 0n;
  }

  /** The shortest decimal, as SQL's `numeric` takes it: `12.5`. Throws a RangeError beyond 11 + 4 digits. */
  toString(): string {
    const absolute = this.isNegative() ? -this.tenThousandths : this.tenThousandths;
    if (absolute >= LIMIT) throw new RangeError('The amount has more digits than an amount of money may have.');
    return this.toDecimal();
  }

  /** The same for a sum of amounts, which may have more digits than a single one. */
  toDecimal(): string {
    const absolute = this.isNegative() ? -this.tenThousandths : this.tenThousandths;
    const fraction = (absolute % UNIT).toString().padStart(MONEY_DECIMALS, '0').replace(/0+$/, '');
    return `${this.isNegative() ? '-' : ''}${absolute / UNIT}${fraction && `.${fraction}`}`;
  }

  /** As a JSON number, which holds 15 digits exactly. */
  toNumber(): number {
    return Number(this.toString());
  }
}
