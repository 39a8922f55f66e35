import { CompanyInput, CourierInput, fieldMessages, settingInputs } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { loweredNumbers } from './save-company.ts';
import { hasOwnPackages, startingPackages } from './starting-packages.ts';

const company = CompanyInput.parse({
  name: 'Quay',
  branding_name: 'Quay',
  branding: 'In and out.',
  measure: 'metric',
  timezone: 'UTC',
  bol_base: 1,
});

describe('what a company may be', () => {
  test.each([
    [{ name: ' ' }, { name: ['CompanyOwnNameIsRequired'] }],
    [
      { branding_name: '', branding: '' },
      { branding_name: ['GuestHeaderIsRequired'], branding: ['GuestSloganIsRequired'] },
    ],
    [{ home_address: 'quay.example' }, { home_address: ['WebsiteIsInvalid'] }],
    [{ home_address: 'javascript:alert(1)' }, { home_address: ['WebsiteIsInvalid'] }],
    [{ logo: 'ftp://quay.example/a.png' }, { logo: ['LogoIsInvalid'] }],
    [{ bol_base: 0 }, { bol_base: ['BolBaseIsInvalid'] }],
    [{ bol_base: 1.5 }, { bol_base: ['BolBaseIsInvalid'] }],
    [{ bol_base: '7' }, { bol_base: ['BolBaseIsInvalid'] }],
    [{ gs1_prefix: '952' }, { gs1_prefix: ['Gs1PrefixIsInvalid'] }],
    [{ gs1_prefix: '952-1234' }, { gs1_prefix: ['Gs1PrefixIsInvalid'] }],
    [{ next_inv_num: 0 }, { next_inv_num: ['InvliadNumberFormat'] }],
    [{ next_picking_num: 2_000_000_001 }, { next_picking_num: ['InvliadNumberFormat'] }],
    [{ t_header_bg: 'mauve' }, { t_header_bg: ['ColourIsInvalid'] }],
    [{ t_header_bg: '#12' }, { t_header_bg: ['ColourIsInvalid'] }],
    [{ timezone: 'Mars/Olympus' }, { timezone: ['TimezoneIsUnknown'] }],
    [{ timezone: '+05:00' }, { timezone: ['TimezoneIsUnknown'] }],
    [{ home_country_code: 'USA' }, { home_country_code: ['CountryCodeIsInvalid'] }],
  ])('%j is refused', (change, messages) => {
    const parsed = CompanyInput.safeParse({ ...company, ...change });
    expect(parsed.success ? {} : fieldMessages(parsed.error)).toEqual(messages);
  });

  test.each([
    [{ gs1_prefix: '' }],
    [{ gs1_prefix: ' 952123456789 ' }],
    [{ t_header_bg: 'teal' }],
    [{ t_header_bg: '#2185D0' }],
    [{ t_header_bg: '' }],
    [{ home_address: 'https://quay.example/about' }],
    [{ timezone: 'Asia/Kolkata' }],
  ])('%j is accepted', (change) => {
    expect(CompanyInput.safeParse({ ...company, ...change }).success).toBe(true);
  });
});

const numbers = { next_inv_num: 1000, next_picking_num: 1000 };
test.each([
  [{}, {}],
  [{ next_inv_num: 1001 }, {}],
  [{ next_inv_num: 999 }, { next_inv_num: ['NumbersOnlyRise:1000'] }],
  [
    { next_inv_num: 1, next_picking_num: 1 },
    { next_inv_num: ['NumbersOnlyRise:1000'], next_picking_num: ['NumbersOnlyRise:1000'] },
  ],
])('numbers only rise: %j', (change, messages) => {
  expect(loweredNumbers(numbers, { ...numbers, ...change })).toEqual(messages);
});

const [small, ...others] = startingPackages.metric;
test.each([
  ['those it came with', startingPackages.metric, false],
  ['fewer of them', others, false],
  ['none', [], false],
  ['one measured anew', [{ ...small, name: 'Small box', length: 21, width: 15, height: 10, weight: 0.2 }], true],
  ['one renamed', [{ name: 'Tiny box', length: 20, width: 15, height: 10, weight: 0.2 }], true],
  ['those of the other system', startingPackages.imperial, true],
])('sizes exist with %s packages: %s', (_name, packages, measured) => {
  expect(hasOwnPackages(packages, 'metric')).toBe(measured);
});

describe('what a setting may be', () => {
  test.each([
    ['tax', { name: '', rate: 'abc' }, { name: ['TaxNameIsRequired'], rate: ['TaxRateIsNotANumber'] }],
    ['tax', { name: 'HST', rate: 13 }, { rate: ['TaxRateOutOfRange'] }],
    ['tax', { name: 'HST', rate: 0.000001 }, { rate: ['TaxRateOutOfRange'] }],
    ['term', {}, { name: ['TermNameIsRequired'] }],
    ['uom', { name: ' ' }, { name: ['UomNameIsRequired'] }],
    [
      'package',
      { name: 'Box', length: 0, width: -1, height: 'x' },
      { length: ['SizeIsInvalid'], width: ['SizeIsInvalid'], height: ['SizeIsInvalid'], weight: ['SizeIsInvalid'] },
    ],
    ['package', { name: 'Box', length: 0.00001, width: 1, height: 1, weight: 1 }, { length: ['SizeIsInvalid'] }],
  ] as const)('%s %j is refused', (kind, body, messages) => {
    const parsed = settingInputs[kind].safeParse(body);
    expect(parsed.success ? {} : fieldMessages(parsed.error)).toEqual(messages);
  });

  test('a courier is shared, prepaid, billed in the US and active by default', () => {
    expect(CourierInput.parse({ name: ' Van ' })).toMatchObject({
      name: 'Van',
      client_id: null,
      payment_method: 'prepaid',
      billing_country_code: 'US',
      is_active: 1,
    });
    expect(CourierInput.parse({ name: 'Van', payment_method: 'third_party' }).payment_method).toBe('third');
  });
});
