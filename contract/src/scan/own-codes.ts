/**
 * The barcodes of our own papers and labels: `LS<kind>-<id>-<check>`. They say what they are, so that the number of a
 * shipment is never taken for a quantity or a plate. Only letters, digits and hyphens: every keyboard layout has them
 * at the place where a scanner presses them.
 */
export const OWN_CODE_LETTERS = {
  shipment: 'S',
  line: 'L',
  order: 'O',
  carton: 'C',
  license: 'P',
  location: 'B',
  wave: 'W',
  tote: 'T',
  count: 'K',
  user: 'U',
} as const;
export type OwnCodeKind = keyof typeof OWN_CODE_LETTERS;

export interface OwnCode {
  kind: OwnCodeKind;
  /**
   * As on the screen: the number of a record, plate or bin; of a carton `<shipment>-<number>`; of a badge
   * `<user>-<secret>`.
   */
  id: string;
}

const kindOfLetter = new Map<string, OwnCodeKind>(
  Object.entries(OWN_CODE_LETTERS).map(([kind, letter]) => [letter, kind as OwnCodeKind]),
);

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIZE = ALPHABET.length;

/** The check character of ISO 7064 MOD 37,36 over letters (of either case) and digits; others are left out. */
export function checkCharacter(text: string): string {
  let product = SIZE;
  for (const character of text.toUpperCase()) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) continue;
    const sum = (product + value) % SIZE || SIZE;
    product = (sum * 2) % (SIZE + 1);
  }
  return ALPHABET[(SIZE + 1 - product) % SIZE] ?? '';
}

/** Kinds whose records are known by a number of the database; the others by a name that people gave them. */
const NUMBERED: readonly OwnCodeKind[] = ['shipment', 'line', 'order', 'wave', 'count'];
const NUMBER = /^[1-9]\d{0,9}$/;
const CARTON = /^[1-9]\d{0,9}-[0-9A-Z]+$/i;
/** A person, or the badge of one. */
const PERSON = /^[1-9]\d{0,9}(-[0-9A-Z]{26})?$/i;
const NAME = /^[0-9A-Z]+(-[0-9A-Z]+)*$/i;
/** Fields for plates and bins take no more. */
const LONGEST = 64;

function isIdOf(kind: OwnCodeKind, id: string): boolean {
  if (NUMBERED.includes(kind)) return NUMBER.test(id);
  if (kind === 'user') return PERSON.test(id);
  return (kind === 'carton' ? CARTON : NAME).test(id);
}

/**
 * The code to print for a record; undefined when its name is very long or has other characters than letters, digits and
 * single hyphens between them: then its plain name is printed.
 */
export function ownCode(kind: OwnCodeKind, id: number | string): string | undefined {
  const text = String(id);
  if (!isIdOf(kind, text)) return undefined;
  const letter = OWN_CODE_LETTERS[kind];
  const code = `LS${letter}-${text}-${checkCharacter(`${letter}${text}`)}`;
  return code.length <= LONGEST ? code : undefined;
}

export const shipmentCode = (id: number): string => ownCode('shipment', id) ?? String(id);
export const lineCode = (id: number): string => ownCode('line', id) ?? String(id);
/** `number` is that of the carton, or its place among the cartons of a shipment that is not packed. */
export const cartonCode = (shipmentId: number, number: string | number): string =>
  ownCode('carton', `${shipmentId}-${number}`) ?? `${shipmentId}-${number}`;

/** The shipment of a carton's code, and the carton's number in it. */
export function cartonOf(id: string): { shipmentId: number; number: string } {
  const at = id.indexOf('-');
  return { shipmentId: Number(id.slice(0, at)), number: id.slice(at + 1) };
}

/** What is printed on a badge: whose it is, and a secret. */
export const badgeCode = (userId: number, secret: string): string => ownCode('user', `${userId}-${secret}`) ?? '';

/** The person of a badge's code, and the code as it is printed; undefined when the scan is no badge. */
export function readBadge(scan: string): { userId: number; code: string } | undefined {
  const own = readOwnCode(scan);
  const at = own?.kind === 'user' ? own.id.indexOf('-') : -1;
  return own && at > 0 ? { userId: Number(own.id.slice(0, at)), code: scan.trim().toUpperCase() } : undefined;
}

const OWN = /^LS([A-Z])-(.+)-([0-9A-Z])$/i;

/** Reads a scan as one of our own codes, in letters of either case; undefined when it is none or was misread. */
export function readOwnCode(scan: string): OwnCode | undefined {
  const [, letter = '', id = '', check = ''] = OWN.exec(scan.trim()) ?? [];
  const kind = kindOfLetter.get(letter.toUpperCase());
  if (!kind || !isIdOf(kind, id)) return undefined;
  return checkCharacter(`${letter}${id}`) === check.toUpperCase() ? { kind, id } : undefined;
}

/** The number of a plate or the name of a bin that somebody typed, or scanned from its label. */
export function nameFromScan(kind: 'license' | 'location', text: string): string {
  const own = readOwnCode(text);
  return own?.kind === kind ? own.id : text;
}
