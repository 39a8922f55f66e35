/** Colour arithmetic for the brand colours: shades and readable text, by the WCAG formulas. */
type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function mix(hex: string, other: string, share: number): string {
  const [from, to] = [rgbOf(hex), rgbOf(other)];
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return hexOf([part(0), part(1), part(2)]);
}

function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

/** Ten shades with the company's exact colour at index 6; libraries that generate them change the colour itself. */
export function shadesOf(hex: string): Shades {
  const lighter = (share: number) => mix(hex, '#ffffff', share);
  const darker = (share: number) => mix(hex, '#000000', share);
  return [
    lighter(0.93),
    lighter(0.84),
    lighter(0.68),
    lighter(0.5),
    lighter(0.32),
    lighter(0.14),
    hex,
    darker(0.14),
    darker(0.3),
    darker(0.48),
  ];
}

const READABLE = 4.5;

/** White where it is readable, else ink, else black: one of them always reaches 4.5:1. */
export function textOn(hex: string): string {
  return ['#ffffff', '#1b1a18'].find((text) => contrast(text, hex) >= READABLE) ?? '#000000';
}

export interface Fill {
  fill: string;
  hover: string;
  text: string;
}

/** The hover shade moves away from the text colour, so that the text stays readable. */
export function fillOf(hex: string): Fill {
  const shades = shadesOf(hex);
  const text = textOn(hex);
  return { fill: shades[6], hover: text === '#ffffff' ? shades[7] : shades[5], text };
}
