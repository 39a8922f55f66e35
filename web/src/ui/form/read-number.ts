/** A sign, digits in groups of three or in none, and a fraction. */
const numberPattern = /^([+−-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/;

/** Chinese keyboards type full-width digits and signs, which mean the same. */
const plainText = (text: string) => text.normalize('NFKC').trim();

/** The number as a decimal without groups (`1,234.50` is `1234.50`), or undefined when the text is no number. */
function readDecimal(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = numberPattern.exec(plainText(text)) ?? [];
  if (!whole && !fraction) return undefined;
  return `${sign.replace('−', '-')}${whole.replaceAll(',', '') || '0'}${fraction && `.${fraction}`}`;
}

/**
 * The number that a text says: `1,200` is 1200, `12.00` is 12, `1.5` is 1.5. Nothing is dropped to make a number of it:
 * `12,00`, `1 2` and `a dozen` are NaN. An empty text is 0.
 */
export function readNumber(text: string): number {
  if (plainText(text) === '') return 0;
  const decimal = readDecimal(text);
  // Adding 0 makes 0 of -0.
  return decimal === undefined ? Number.NaN : Number(decimal) + 0;
}

/** An amount as it is sent: without groups, otherwise as it was written, and never through a float. */
export const readAmount = (text: string): string => (plainText(text) === '' ? '0' : (readDecimal(text) ?? text.trim()));

/** An amount as a form shows it: with two decimals at least. */
export function padCents(amount: string): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d*))?$/.exec(amount) ?? [];
  return whole === undefined ? amount : `${whole}.${fraction.padEnd(2, '0')}`;
}
