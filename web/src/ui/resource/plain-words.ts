import type { PlainKey } from '../../lib/text/text.ts';

const NAMES = ['many', 'create', 'make', 'edit', 'delete', 'import', 'search', 'noneYet'] as const;
type Name = (typeof NAMES)[number];

/** The areas of the texts that say everything a plain screen says. */
type PlainArea = { [K in PlainKey]: K extends `${infer Area}.noneYet` ? Area : never }[PlainKey];
export type PlainWords = Record<Name, PlainKey>;

/** What a plain screen says, by the names its texts have in every area: `locations.create`, `locations.noneYet` … */
export const plainWords = (area: PlainArea) =>
  Object.fromEntries(NAMES.map((name) => [name, `${area}.${name}`])) as PlainWords;
