import { describe, expect, test } from 'vitest';
import { codesOfScan } from './gs1.ts';
import {
  badgeCode,
  cartonCode,
  cartonOf,
  checkCharacter,
  lineCode,
  nameFromScan,
  type OwnCodeKind,
  ownCode,
  readBadge,
  readOwnCode,
  shipmentCode,
} from './own-codes.ts';

test.each([
  // The example of the Global Release Identifier, which uses the same check character.
  ['A12425GABC1234002', 'M'],
  ['A1-2425G-ABC1234002', 'M'],
  ['a12425gabc1234002', 'M'],
  ['', '1'],
])('the check character of %j is %s', (text, check) => {
  expect(checkCharacter(text)).toBe(check);
});

const SECRET = 'ABCDEFGHJKMNPQRSTVWXYZ0123';

describe('what is printed is read again', () => {
  test.each<[OwnCodeKind, number | string, string]>([
    ['shipment', 806, 'LSS-806-'],
    ['line', 123456, 'LSL-123456-'],
    ['order', 12, 'LSO-12-'],
    ['carton', '806-A1B2C3', 'LSC-806-A1B2C3-'],
    ['license', 'PLT-000045', 'LSP-PLT-000045-'],
    ['license', 'aB3', 'LSP-aB3-'],
    ['location', 'A-01-2', 'LSB-A-01-2-'],
    ['wave', 7, 'LSW-7-'],
    ['tote', 'T-19', 'LST-T-19-'],
    ['count', 3, 'LSK-3-'],
    ['user', 21, 'LSU-21-'],
    ['user', `21-${SECRET}`, `LSU-21-${SECRET}-`],
  ])('%s %s', (kind, id, start) => {
    const code = ownCode(kind, id);
    expect(code?.slice(0, -1)).toBe(start);
    expect(code).toMatch(/^[A-Za-z0-9-]+$/);
    expect(readOwnCode(code ?? '')).toEqual({ kind, id: String(id) });
    expect(readOwnCode(` ${code?.toLowerCase()} `)).toEqual({ kind, id: String(id).toLowerCase() });
  });
});

test.each<[string, OwnCodeKind, string]>([
  ['a slash', 'license', 'PAL/1'],
  ['a space', 'license', 'PAL 1'],
  ['a hyphen at the end', 'license', 'PAL-'],
  ['two hyphens', 'location', 'A--1'],
  ['nothing', 'location', ''],
  ['a letter in a number', 'shipment', '8O6'],
  ['a zero in front of a number', 'shipment', '0806'],
  ['a carton without its shipment', 'carton', 'A1B2C3'],
  ['a badge without its secret', 'user', '21-ABC'],
  ['a very long number', 'license', 'W'.repeat(60)],
])('%s cannot be printed', (_what, kind, id) => {
  expect(ownCode(kind, id)).toBeUndefined();
});

describe('misread', () => {
  const code = shipmentCode(104233);
  const characters = [...code];
  test('every single wrong character is noticed', () => {
    for (const [at, right] of characters.entries())
      for (const wrong of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        if (wrong === right) continue;
        const read = readOwnCode([...characters.slice(0, at), wrong, ...characters.slice(at + 1)].join(''));
        expect(read, `${wrong} at ${at} of ${code}`).toBeUndefined();
      }
  });
  test.each([['LSS-104233'], ['LSS104233'], ['LSX-1-1'], ['104233'], [''], ['LSS--1']])('%j is none', (text) => {
    expect(readOwnCode(text)).toBeUndefined();
  });
});

test('a carton names its shipment', () => {
  expect(cartonOf(readOwnCode(cartonCode(806, 'A1B2C3'))?.id ?? '')).toEqual({ shipmentId: 806, number: 'A1B2C3' });
  expect(cartonOf(readOwnCode(cartonCode(806, 2))?.id ?? '')).toEqual({ shipmentId: 806, number: '2' });
});

describe('what an own code names', () => {
  const nothing = { items: [], plates: [], sscc: '', location: '', lot: '', serial: '', plain: '' };
  test.each([
    ['a plate', ownCode('license', 'PLT-1') ?? '', { plates: ['PLT-1'], own: { kind: 'license', id: 'PLT-1' } }],
    ['a bin', ownCode('location', 'A-01-2') ?? '', { location: 'A-01-2', own: { kind: 'location', id: 'A-01-2' } }],
    ['a shipment', shipmentCode(806), { own: { kind: 'shipment', id: '806' } }],
    ['a line', lineCode(7), { own: { kind: 'line', id: '7' } }],
  ])('%s', (_what, code, named) => {
    expect(codesOfScan(code)).toEqual({ ...nothing, ...named });
  });

  test('a plain number may be anything', () => {
    const text = 'PLT-1';
    expect(codesOfScan(text)).toEqual({
      own: undefined,
      plain: text,
      items: [text],
      plates: [text],
      sscc: '',
      location: text,
      lot: text,
      serial: text,
    });
  });
});

test('a plate or bin is named by its number or by its label', () => {
  expect(nameFromScan('license', 'PLT-1')).toBe('PLT-1');
  expect(nameFromScan('license', ownCode('license', 'PLT-1') ?? '')).toBe('PLT-1');
  expect(nameFromScan('location', ownCode('location', 'A-01-2') ?? '')).toBe('A-01-2');
  const plate = ownCode('license', 'PLT-1') ?? '';
  expect(nameFromScan('location', plate)).toBe(plate);
});

describe('a badge', () => {
  test('names its person, in letters of either case', () => {
    const code = badgeCode(21, SECRET);
    expect(readBadge(` ${code.toLowerCase()}`)).toEqual({ userId: 21, code });
  });

  test.each([
    ['the code of a person', ownCode('user', 21) ?? ''],
    ['the code of a shipment', shipmentCode(21)],
    ['a misread badge', badgeCode(21, SECRET).replace('A', 'B')],
    ['a number', '21'],
  ])('is not %s', (_what, scan) => expect(readBadge(scan)).toBeUndefined());
});
