import { describe, expect, it, test } from 'vitest';
import {
  codesOfScan,
  codeVariants,
  type Gs1,
  gs1Day,
  isCheckDigitValid,
  isUnreadLink,
  itemCodes,
  namesItem,
  namesPlate,
  parseGs1,
  ssccOf,
  withoutPadding,
} from './gs1.ts';
import { GROUP_SEPARATOR } from './gs1-elements.ts';
import { ownCode } from './own-codes.ts';

const GS = GROUP_SEPARATOR;
const GTIN = '09521234543213';
const SSCC = '106141412345678908';

describe('check digits', () => {
  it.each([
    ['036000291452', true],
    ['036000291453', false],
    ['4006381333931', true],
    [GTIN, true],
    [SSCC, true],
    ['96385074', true],
    ['12345', false],
    ['03600029145X', false],
  ])('%s', (digits, isValid) => {
    expect(isCheckDigitValid(digits)).toBe(isValid);
  });
});

describe('ways to write a code', () => {
  it.each([
    ['036000291452', ['036000291452', '0036000291452', '00036000291452', '36000291452']],
    ['0036000291452', ['0036000291452', '036000291452', '00036000291452', '36000291452']],
    ['4006381333931', ['4006381333931', '04006381333931']],
    ['KC-ETH-250', ['KC-ETH-250']],
    [' LP-1 ', ['LP-1']],
    ['1234567', ['1234567']],
  ])('%s', (code, variants) => {
    expect(codeVariants(code).sort()).toEqual([...variants].sort());
    expect(codeVariants(code)[0]).toBe(code.trim());
  });
});

describe('codes of an item', () => {
  it.each([
    [`]C101${GTIN}1727041810L2610C`, '9521234543213'],
    ['0036000291452', '36000291452'],
    ['KC-ETH-250', 'KC-ETH-250'],
  ])('%s', (text, code) => {
    expect(itemCodes(text)).toContain(code);
  });
});

test.each([
  ['kc-1', true],
  ['036000291452', true],
  ['0036000291452', true],
  ['00036000291452', true],
  ['036000291453', false],
  ['KC-10', false],
])('%s names the item: %s', (scan, isNamed) => {
  expect(namesItem(scan, ['KC-1', '036000291452'])).toBe(isNamed);
});

test('a scan names records of each kind by its own code', () => {
  const none = { own: undefined, plain: '', items: [], plates: [], sscc: '', location: '', lot: '', serial: '' };
  expect(codesOfScan(' A-1 ')).toMatchObject({
    plain: 'A-1',
    items: ['A-1'],
    plates: ['A-1'],
    location: 'A-1',
    lot: 'A-1',
    serial: 'A-1',
  });
  expect(codesOfScan(`00${SSCC}`)).toEqual({ ...none, plates: [SSCC, `00${SSCC}`], sscc: SSCC });
  expect(codesOfScan(`]C101${GTIN}10AB`)).toEqual({ ...none, items: expect.arrayContaining([GTIN]) });
  expect(codesOfScan(`]C110AB${GS}21S9`)).toEqual({ ...none, lot: 'AB', serial: 'S9' });
});

describe('days', () => {
  it.each([
    ['270418', 2026, '2027-04-18'],
    ['270400', 2026, '2027-04-30'],
    ['280200', 2026, '2028-02-29'],
    ['270231', 2026, undefined],
    ['271318', 2026, undefined],
    ['990101', 2026, '1999-01-01'],
    ['760101', 2026, '2076-01-01'],
    ['770101', 2026, '1977-01-01'],
    ['010101', 2099, '2101-01-01'],
  ])('%s read in %d', (text, year, day) => {
    expect(gs1Day(text, year)).toBe(day);
  });
});

describe('GS1 data', () => {
  const cases: [string, string, Gs1 | undefined][] = [
    [
      'GTIN, expiry and lot of GS1-128',
      `]C101${GTIN}1727041810L2610C`,
      { gtin: GTIN, expiry: '2027-04-18', lot: 'L2610C' },
    ],
    [
      'lot before serial, with a separator between them',
      `]d201${GTIN}10AB${GS}21S-9`,
      { gtin: GTIN, lot: 'AB', serial: 'S-9' },
    ],
    ['a separator that comes first', `]d2${GS}01${GTIN}3712`, { gtin: GTIN, count: 12 }],
    ['a pallet', `]C100${SSCC}`, { sscc: SSCC }],
    ['a pallet without a symbology identifier', `00${SSCC}`, { sscc: SSCC }],
    ['as printed below the bars', `(01)${GTIN}(17)270400(10)A1`, { gtin: GTIN, expiry: '2027-04-30', lot: 'A1' }],
    [
      'content of a pallet with its count',
      `]C102${GTIN}1727041837240`,
      { gtin: GTIN, expiry: '2027-04-18', count: 240 },
    ],
    ['best before without an expiry', `]C101${GTIN}15270418`, { gtin: GTIN, expiry: '2027-04-18' }],
    ['weight and others are skipped', `]C101${GTIN}310300050010X`, { gtin: GTIN, lot: 'X' }],
    ['without a symbology identifier, GTIN then more', `01${GTIN}10LOT7`, { gtin: GTIN, lot: 'LOT7' }],
    ['a plain EAN', '4006381333931', undefined],
    ['a SKU', 'KC-ETH-250', undefined],
    ['a wrong check digit', `]C10109521234543214`, undefined],
    ['digits that begin with 01 by chance', '0112345678901234', undefined],
    ['too short for its identifier', ']C10195212345', undefined],
    ['an identifier that does not exist', ']C1050000', undefined],
    ['the same element twice', `]C110A${GS}10B`, undefined],
    ['an identifier only', ']C1', undefined],
    ['empty', '', undefined],
  ];
  it.each(cases)('%s', (_, scan, expected) => {
    expect(parseGs1(scan, 2026)).toEqual(expected);
  });
});

describe('GS1 Digital Links', () => {
  const cases: [string, string, Gs1 | undefined][] = [
    [
      'item, lot, serial, expiry and count',
      `https://id.gs1.org/01/${GTIN}/10/LOT/21/SER?17=271231&30=12`,
      { gtin: GTIN, lot: 'LOT', serial: 'SER', expiry: '2027-12-31', count: 12 },
    ],
    ['any host, port and path before it', `http://shop.example:8080/en/tea/01/${GTIN}`, { gtin: GTIN }],
    ['a path that looks like it before it', `https://example.com/01/2026/01/${GTIN}`, { gtin: GTIN }],
    ['capitals, a slash at the end, a fragment', `HTTPS://ID.GS1.ORG/01/${GTIN}/#top`, { gtin: GTIN }],
    ['after a symbology identifier', `]Q3https://id.gs1.org/01/${GTIN}`, { gtin: GTIN }],
    ['a GTIN with 13 digits', `https://id.gs1.org/01/${GTIN.slice(1)}`, { gtin: GTIN }],
    [
      'percent signs',
      `https://id.gs1.org/01/${GTIN}/10/A%2FB%2D1?21=S%26T`,
      { gtin: GTIN, lot: 'A/B-1', serial: 'S&T' },
    ],
    ['a pallet', `https://example.com/00/${SSCC}`, { sscc: SSCC }],
    ['best before without an expiry', `https://id.gs1.org/01/${GTIN}?15=271231`, { gtin: GTIN, expiry: '2027-12-31' }],
    ['other identifiers are skipped', `https://id.gs1.org/01/${GTIN}/22/2A?3103=000500`, { gtin: GTIN }],
    ['words of web sites are skipped', `https://id.gs1.org/01/${GTIN}?linkType=gs1:pip&05=1&x`, { gtin: GTIN }],
    ['a place', 'https://id.gs1.org/414/9521321000010', {}],
    ['a wrong check digit of an item', 'https://id.gs1.org/01/09521234543214', undefined],
    ['a wrong check digit of a pallet', 'https://id.gs1.org/00/106141412345678909', undefined],
    ['compressed', 'https://id.gs1.org/ARHjKeVQdHOD', undefined],
    ['compressed after the item', `https://id.gs1.org/01/${GTIN}/rLjKeVQdHOD`, undefined],
    ['a lot without its item', 'https://id.gs1.org/10/LOT', undefined],
    ['the same element twice', `https://id.gs1.org/01/${GTIN}/10/A?10=B`, undefined],
    ['a day that is too short', `https://id.gs1.org/01/${GTIN}?17=2712`, undefined],
    ['an empty value', `https://id.gs1.org/01/${GTIN}/10/`, undefined],
    ['a broken percent sign', `https://id.gs1.org/01/${GTIN}/10/%E0%A4%A`, undefined],
    ['a control character', `https://id.gs1.org/01/${GTIN}/10/A%00`, undefined],
    ['a long value', `https://id.gs1.org/01/${GTIN}/10/${'A'.repeat(31)}`, undefined],
    ['a long link', `https://id.gs1.org/01/${GTIN}?x=${'A'.repeat(500)}`, undefined],
    ['a space', `https://id.gs1.org/01/${GTIN} 10`, undefined],
    ['no path', 'https://id.gs1.org', undefined],
    ['another page', 'https://example.com/products/teapot', undefined],
  ];
  it.each(cases)('%s', (_, scan, expected) => {
    expect(parseGs1(scan, 2026)).toEqual(expected);
    expect(isUnreadLink(scan)).toBe(expected === undefined);
  });

  test('a code that is no link is none that was not read', () => expect(isUnreadLink('ftp://A-1')).toBe(false));
});

test.each([
  ['its number', 'lp-1', true],
  ['its label', ownCode('license', 'LP-1') ?? '', true],
  ['its SSCC', `]C100${SSCC}`, true],
  ['another number', 'LP-2', false],
  ['another SSCC', '00095212340000000013', false],
  ['nothing', '', false],
])('a plate is named by %s: %s, %s', (_what, scan, isNamed) => {
  expect(namesPlate(scan, { license: 'LP-1', sscc: SSCC })).toBe(isNamed);
  expect(namesPlate(scan, { license: '', sscc: '' })).toBe(false);
});

test.each([
  ['its digits', SSCC, SSCC],
  ['an element string', `00${SSCC}`, SSCC],
  ['GS1-128', `]C100${SSCC}`, SSCC],
  ['as it is printed', '(00) 1 0614141 234567890 8', SSCC],
  ['a link', ` https://a.example/00/${SSCC}`, SSCC],
  ['a wrong check digit', '106141412345678909', ''],
  ['a plate', 'PLT-1', ''],
])('the SSCC in %s', (_what, scan, sscc) => expect(ssccOf(scan)).toBe(sscc));

test.each([
  ['a UPC', '036000291452', '36000291452'],
  ['a UPC as EAN-13', '0036000291452', '36000291452'],
  ['a UPC as GTIN-14', '00036000291452', '36000291452'],
  ['an EAN-8 as GTIN-14', '00000096385074', '96385074'],
  ['an EAN-8 with a zero in front', '01234565', '01234565'],
  ['an EAN-13', '4006381333931', '4006381333931'],
  ['a number with another check digit', '0036000291453', '0036000291453'],
  ['a text', 'A-0036000291452', 'A-0036000291452'],
])('texts are searched for %s', (_what, text, searched) => {
  expect(withoutPadding(text)).toBe(searched);
});
