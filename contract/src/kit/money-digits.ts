/** Digits an amount has at most: 15 in all, the most that a JSON number (an IEEE double) holds without loss. */
export const MONEY_WHOLE_DIGITS = 11;
export const MONEY_DECIMALS = 4;
