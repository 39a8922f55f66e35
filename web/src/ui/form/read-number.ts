/** A sign, digits with or without thousands separators, and a fraction. */
const numberPattern = /^([+−-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/;

/** Converts the full-width digits and signs of Chinese keyboards. */
const plainText = (text: string) => text.normalize('NFKC').trim();

/** The number as a decimal without separators (`1,234.50` is `1234.50`); undefined when the text is not a number. */
function readDecimal(text: string): string | undefined {
  const [, sign = '', integer = '', fraction = ''] = numberPattern.exec(plainText(text)) ?? [];
  if (!integer && !fraction) return undefined;
  return `${sign.replace('−', '-')}${integer.replaceAll(',', '') || '0'}${fraction && `.${fraction}`}`;
}

/**
 * Parses a number: `1,200` is 1200, `12.00` is 12, `1.5` is 1.5. Nothing is dropped to make it fit: `12,00`, `1 2` and
 * `a dozen` are NaN. An empty text is 0.
 */
export function readNumber(text: string): number {
  if (plainText(text) === '') return 0;
  const decimal = readDecimal(text);
  // Adding 0 turns -0 into 0.
  return decimal === undefined ? Number.NaN : Number(decimal) + 0;
}

/** An amount to send: without separators, otherwise as typed, and never converted to a float. */
export const readAmount = (text: string): string => (plainText(text) === '' ? '0' : (readDecimal(text) ?? text.trim()));

/** An amount to show in a form: with at least so many decimals. */
export function padDecimals(amount: string, decimals: number): string {
  const [, integer, fraction = ''] = /^(-?\d+)(?:\.(\d*))?$/.exec(amount) ?? [];
  if (integer === undefined) return amount;
  const padded = fraction.padEnd(decimals, '0');
  return padded === '' ? integer : `${integer}.${padded}`;
}
