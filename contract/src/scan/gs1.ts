import { elementsOfLink, isWebLink } from './digital-link.ts';
import { type Elements, elementsOf, GROUP_SEPARATOR } from './gs1-elements.ts';
import { type OwnCode, readOwnCode } from './own-codes.ts';

/** The content of a GS1 barcode (GS1-128, DataMatrix, QR), as far as a warehouse uses it. */
export interface Gs1 {
  /** 14 digits with a valid check digit. */
  gtin?: string;
  lot?: string;
  /** YYYY-MM-DD */
  expiry?: string;
  serial?: string;
  count?: number;
  /** Serial shipping container code, 18 digits: the number of a pallet or carton. */
  sscc?: string;
}

/** Symbology identifiers that announce GS1 data. */
const ANNOUNCED = /^\](C1|d2|Q3|e0|J1)/;

/** The digit to add to these digits of a GTIN or SSCC: weights 3 and 1 from the right. */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit of a GTIN or SSCC is that of those before it. */
export const isCheckDigitValid = (digits: string): boolean =>
  /^\d{8,18}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1);

/**
 * The ways to write one number: UPC-A and EAN-13 differ by a leading zero, GTIN-14 by more of them. The code itself
 * comes first.
 */
export function codeVariants(code: string): string[] {
  const text = code.trim();
  if (!/^\d{8,14}$/.test(text)) return [text];
  const bare = text.replace(/^0+/, '');
  const padded = [8, 12, 13, 14].filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0'));
  return [...new Set([text, ...padded.filter(isCheckDigitValid), ...(bare.length >= 8 ? [bare] : [])])];
}

/**
 * What to search texts for, so that a number is found however its leading zeros are written: a UPC that the scanner
 * sends as EAN-13 or GTIN-14 is a part of it without them. Any other text as it is.
 */
export function withoutPadding(text: string): string {
  if (!/^0\d{8,13}$/.test(text) || !isCheckDigitValid(text)) return text;
  return text.replace(/^0+/, '').padStart(8, '0');
}

/** The codes by which a scan may name an item: its own variants, or those of the GTIN in GS1 data. */
export const itemCodes = (scan: string): string[] => codesOfScan(scan).items;

/** Whether a scan names an item with these codes, in whatever way UPC and EAN are written. */
export function namesItem(scan: string, codes: readonly string[]): boolean {
  const scanned = itemCodes(scan).map((code) => code.toLowerCase());
  return codes.some((code) => itemCodes(code).some((variant) => scanned.includes(variant.toLowerCase())));
}

const isSscc = (text: string) => text.length === 18 && isCheckDigitValid(text);

/** The SSCC in a scan, as GS1 data or as its 18 digits; empty when there is none. */
export const ssccOf = (scan: string): string => codesOfScan(scan).sscc;

/**
 * Whether a scan names the plate, by its number or its SSCC. Plates that an older release stored on a device have no
 * SSCC.
 */
export function namesPlate(scan: string, plate: { license: string; sscc?: string }): boolean {
  const { plates, sscc } = codesOfScan(scan);
  const number = plate.license.toLowerCase();
  return (
    (number !== '' && plates.some((each) => each.toLowerCase() === number)) || (sscc !== '' && sscc === plate.sscc)
  );
}

/** By which code a scan names a record of each kind; empty when it cannot name one. */
export interface ScannedCodes {
  /** One of our own codes: it names a record of its kind and no other. */
  own: OwnCode | undefined;
  /** The scan itself, when it is neither GS1 data nor one of our own codes: a number or a reference of any kind. */
  plain: string;
  items: string[];
  plates: string[];
  /** 18 digits: an SSCC that we gave names a plate or a carton of ours. */
  sscc: string;
  location: string;
  lot: string;
  serial: string;
}

const codesOfOwn = (own: OwnCode): ScannedCodes => ({
  own,
  plain: '',
  items: [],
  plates: own.kind === 'license' ? [own.id] : [],
  sscc: '',
  location: own.kind === 'location' ? own.id : '',
  lot: '',
  serial: '',
});

/** What to look for. In GS1 data a GTIN names the item; its lot or serial only says more about it. */
export function codesOfScan(scan: string): ScannedCodes {
  const text = scan.trim();
  const own = readOwnCode(text);
  if (own) return codesOfOwn(own);
  const gs1 = parseGs1(text, ANY_YEAR);
  if (!gs1)
    return {
      own: undefined,
      plain: text,
      items: codeVariants(text),
      plates: [text],
      sscc: isSscc(text) ? text : '',
      location: text,
      lot: text,
      serial: text,
    };
  const { gtin, sscc = '', lot = '', serial = '' } = gs1;
  return {
    own: undefined,
    plain: '',
    items: gtin ? codeVariants(gtin) : [],
    // A plate's own number may be an SSCC, with or without its identifier.
    plates: sscc ? [sscc, `00${sscc}`] : [],
    sscc,
    location: '',
    ...(gtin ? { lot: '', serial: '' } : { lot, serial }),
  };
}

/** A web link that holds no GS1 data that is read: another page, a compressed link, or one with a wrong check digit. */
export const isUnreadLink = (scan: string): boolean => isWebLink(scan) && !parseGs1(scan, ANY_YEAR);

/**
 * YYMMDD as a date; day 00 is the last of the month. The year is at most 50 after this one and at most 49 before it.
 */
export function gs1Day(text: string, thisYear: number): string | undefined {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ];
  const ahead = year - (thisYear % 100);
  const century = Math.floor(thisYear / 100) + (ahead >= 51 ? -1 : ahead <= -50 ? 1 : 0);
  const full = century * 100 + year;
  if (month < 1 || month > 12) return undefined;
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate();
  if (day > last) return undefined;
  return `${full}-${text.slice(2, 4)}-${String(day || last).padStart(2, '0')}`;
}

/** Where the expiry is not used, any year will do. */
const ANY_YEAR = 2000;

/** `(01)09521234543213(10)ABC` as people print it below the bars; an SSCC is printed in groups of digits. */
function fromParentheses(text: string): string | undefined {
  if (!/^\(\d{2,4}\)/.test(text)) return undefined;
  if (/^\(00\)[\d ]{18,30}$/.test(text)) return text.replace(/[() ]/g, '');
  return text
    .split(/\((?=\d{2,4}\))/)
    .filter(Boolean)
    .map((element) => element.replace(')', ''))
    .join(GROUP_SEPARATOR);
}

/** Digits that could also be an ordinary code are GS1 only when they are a complete SSCC or begin with a valid GTIN. */
function looksLikeGs1(text: string): boolean {
  if (/^00\d{18}$/.test(text)) return isCheckDigitValid(text.slice(2));
  return /^01\d{14}./.test(text) && isCheckDigitValid(text.slice(2, 16));
}

/** The elements of a scan, in whichever way they are written; undefined when it is no GS1 data, or malformed. */
function elementsIn(scan: string): Elements | undefined {
  const isAnnounced = ANNOUNCED.test(scan);
  const plain = scan.replace(ANNOUNCED, '');
  if (isWebLink(plain)) return elementsOfLink(plain);
  const data = fromParentheses(plain) ?? plain;
  if (!isAnnounced && data === plain && !plain.includes(GROUP_SEPARATOR) && !looksLikeGs1(plain)) return undefined;
  return elementsOf(data);
}

/**
 * Reads a scan as GS1 data; undefined when it is none. `thisYear` decides the century of an expiry. A best-before date
 * is used as the expiry when there is no other.
 */
export function parseGs1(scan: string, thisYear: number): Gs1 | undefined {
  const elements = elementsIn(scan);
  if (!elements) return undefined;
  const gtin = elements.get('01') ?? elements.get('02');
  const sscc = elements.get('00');
  if ((gtin && !isCheckDigitValid(gtin)) || (sscc && !isCheckDigitValid(sscc))) return undefined;
  const expiry = elements.get('17') ?? elements.get('15');
  const count = elements.get('37') ?? elements.get('30');
  const found: Gs1 = {
    gtin,
    sscc,
    lot: elements.get('10'),
    serial: elements.get('21'),
    expiry: expiry && gs1Day(expiry, thisYear),
    count: count && /^\d{1,8}$/.test(count) ? Number(count) : undefined,
  } as Gs1;
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Gs1;
}
