import { COMPANY_COLOURS } from '@longshore/contract';
import { fillOf, shadesOf } from './colours.ts';

/** The brand colours of a company: each a colour name, a hex value, or empty for the default. */
export interface BrandColours {
  t_header_bg: string;
  t_primary_auth: string;
  t_primary_btn: string;
  t_secondary_btn: string;
  t_delete_btn: string;
  login_bg_color: string;
}

/** The hex value of a company's colour; undefined when it is empty or invalid. */
export function brandHex(colour: string): string | undefined {
  const name = colour.trim().toLowerCase();
  if (Object.hasOwn(COMPANY_COLOURS, name)) return COMPANY_COLOURS[name as keyof typeof COMPANY_COLOURS];
  if (/^#[0-9a-f]{6}$/.test(name)) return name;
  return /^#[0-9a-f]{3}$/.test(name) ? name.replace(/[0-9a-f]/g, '$&$&') : undefined;
}

const PARTS = {
  button: 't_primary_btn',
  auth: 't_primary_auth',
  secondary: 't_secondary_btn',
  delete: 't_delete_btn',
  header: 't_header_bg',
  login: 'login_bg_color',
} as const satisfies Record<string, keyof BrandColours>;

export function brandVariables(colours: BrandColours): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [part, field] of Object.entries(PARTS)) {
    const hex = brandHex(colours[field]);
    if (!hex) continue;
    const { fill, hover, text } = fillOf(hex);
    variables[`--ls-brand-${part}`] = fill;
    variables[`--ls-brand-${part}-hover`] = hover;
    variables[`--ls-brand-${part}-text`] = text;
    // A field inside the header is shaded away from the header's text colour, like a hover.
    if (part === 'header')
      variables['--ls-brand-header-sunk'] = text === '#ffffff' ? shadesOf(hex)[8] : shadesOf(hex)[4];
  }
  return variables;
}

const names = Object.keys(PARTS).flatMap((part) => [
  `--ls-brand-${part}`,
  `--ls-brand-${part}-hover`,
  `--ls-brand-${part}-text`,
]);

/** The same for one element (marked `data-branded`) that must not inherit the page's colours: a preview. */
export const scopedBranding = (colours: BrandColours): Record<string, string> => ({
  ...Object.fromEntries([...names, '--ls-brand-header-sunk'].map((name) => [name, 'initial'])),
  ...brandVariables(colours),
});

let applied: string[] = [];

/** Applies a company's colours to the page, or the defaults. Links, focus, statuses and charts keep the defaults. */
export function applyBranding(colours: BrandColours | undefined): void {
  const { style } = document.documentElement;
  for (const name of applied) style.removeProperty(name);
  const variables = colours ? brandVariables(colours) : {};
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  applied = Object.keys(variables);
}
