import { currencyDecimals, Money, roundingOf, type StatementLine } from '@longshore/contract';

const numberOf = (amount: Money) => Number(amount.toDecimal());

interface Amounts {
  subtotal: number;
  lines: StatementLine[];
}

/**
 * The lines as they are printed, with the decimals of the currency, and what is missing then from the subtotal, which is
 * rounded from the exact sum. Lines that are rounded already stay as they are.
 */
export function withRoundedLines<Content extends Amounts>(
  content: Content,
  currency: string,
): Content & { rounding: number } {
  const decimals = currencyDecimals(currency);
  const rounded = (amount: number) => Money.ofNumber(amount).rounded(decimals);
  const charged = content.lines.filter(({ internal }) => !internal);
  const printed = charged.map(({ amount }) => rounded(amount));
  return {
    ...content,
    lines: content.lines.map((line) => ({ ...line, amount: numberOf(rounded(line.amount)) })),
    rounding: numberOf(roundingOf(printed, Money.ofNumber(content.subtotal))),
  };
}
