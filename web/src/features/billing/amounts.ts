import { MONEY_DECIMALS, Money } from '@longshore/contract';

const amountIn = (text: string | undefined) => {
  const amount = Money.parse(text ?? '');
  return typeof amount === 'string' ? Money.zero : amount;
};

/** What a line comes to, computed as the server computes it; nothing while a field holds no amount. */
export const chargeOf = ({ price, quantity }: { price?: string | undefined; quantity: string }): Money =>
  amountIn(price).timesQuantity(amountIn(quantity));

/** To be shown only: an amount beyond the digits of a stored one is no error while it is being typed. */
export const shownAmount = ({ units }: Money): number => Number(units) / 10 ** MONEY_DECIMALS;
