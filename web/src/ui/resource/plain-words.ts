import type { PlainKey } from '../../lib/text/text.ts';

const NAMES = ['many', 'create', 'make', 'edit', 'delete', 'import', 'search', 'noneYet'] as const;
type Name = (typeof NAMES)[number];

/** The text areas that have every key a plain screen needs. */
type PlainArea = { [K in PlainKey]: K extends `${infer Area}.noneYet` ? Area : never }[PlainKey];
export type PlainWords = Record<Name, PlainKey>;

/** The text keys of a plain screen, with the same names in every area: `locations.create`, `locations.noneYet` … */
export const plainWords = (area: PlainArea) =>
  Object.fromEntries(NAMES.map((name) => [name, `${area}.${name}`])) as PlainWords;
