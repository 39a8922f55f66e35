import { describe, expect, it, test } from 'vitest';
import {
  codesOfScan,
  codeVariants,
  GROUP_SEPARATOR,
  type Gs1,
  gs1Day,
  isCheckDigitValid,
  itemCodes,
  namesItem,
  parseGs1,
  withoutPadding,
} from './gs1.ts';

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
  const none = { own: undefined, plain: '', items: [], plates: [], location: '', lot: '', serial: '' };
  expect(codesOfScan(' A-1 ')).toMatchObject({
    plain: 'A-1',
    items: ['A-1'],
    plates: ['A-1'],
    location: 'A-1',
    lot: 'A-1',
    serial: 'A-1',
  });
  expect(codesOfScan(`00${SSCC}`)).toEqual({ ...none, plates: [SSCC, `00${SSCC}`] });
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
