import { COMPANY_COLOURS } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { brandHex, brandVariables } from './branding.ts';
import { contrast, shadesOf } from './colours.ts';

describe.each(Object.entries(COMPANY_COLOURS))('company colour %s', (name, hex) => {
  const variables = brandVariables({
    t_header_bg: name,
    t_primary_auth: name,
    t_primary_btn: name,
    t_secondary_btn: name,
    t_delete_btn: name,
    login_bg_color: name,
  });

  test('keeps the exact colour among its ten shades', () => {
    expect(shadesOf(hex)).toHaveLength(10);
    expect(shadesOf(hex)[6]).toBe(hex);
    expect(variables['--ls-brand-button']).toBe(hex);
  });

  test.each(['button', 'auth', 'secondary', 'delete', 'header', 'login'])('%s text is readable', (part) => {
    const text = variables[`--ls-brand-${part}-text`] ?? '';
    expect(contrast(text, variables[`--ls-brand-${part}`] ?? '')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, variables[`--ls-brand-${part}-hover`] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test('the search field in the header is readable', () => {
    const text = variables['--ls-brand-header-text'] ?? '';
    expect(contrast(text, variables['--ls-brand-header-sunk'] ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});

test('a colour is a name, a hex value, or the default', () => {
  expect(brandHex('teal')).toBe('#00b5ad');
  expect(brandHex('#1B5E4A')).toBe('#1b5e4a');
  expect(brandHex('#abc')).toBe('#aabbcc');
  expect(brandHex('')).toBeUndefined();
  expect(brandHex('url(x)')).toBeUndefined();
});
