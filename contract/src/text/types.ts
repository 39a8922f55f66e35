import type { screens } from './en/screens.ts';

/** The shape a translation must have: the same keys as the English, any words. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

type LeafKeys<Branch, Prefix extends string> = {
  [Key in keyof Branch & (string | number)]: Branch[Key] extends string
    ? `${Prefix}${Key}`
    : LeafKeys<Branch[Key], `${Prefix}${Key}.`>;
}[keyof Branch & (string | number)];

/** Counted texts are written `key_one` and `key_other` and read as `key` with a count. */
type WithoutPlural<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

export type KeyOf<Catalogue> = WithoutPlural<LeafKeys<Catalogue, ''>>;

type At<Branch, Key extends string> = Key extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Branch
    ? At<Branch[Head], Rest>
    : never
  : Key extends keyof Branch
    ? Branch[Key]
    : Key extends `${infer Digits extends number}`
      ? Digits extends keyof Branch
        ? Branch[Digits]
        : Counted<Branch, Key>
      : Counted<Branch, Key>;
type Counted<Branch, Key extends string> = `${Key}_other` extends keyof Branch ? Branch[`${Key}_other`] : never;

type Slots<Sentence> = Sentence extends `${string}{{${infer Slot}}}${infer Rest}` ? Slot | Slots<Rest> : never;

/**
 * A text with {{slots}} takes exactly their values, and the count that chooses between singular and plural; a plain one
 * none.
 */
type ValuesOf<Catalogue, Key extends string> = [Slots<At<Catalogue, Key>>] extends [never]
  ? [values?: Record<string, string | number>]
  : [values: Record<Slots<At<Catalogue, Key>>, string | number> & { count?: string | number }];

/** Reads a text of a catalogue by its key. */
export type TranslateOf<Catalogue> = <Key extends KeyOf<Catalogue>>(
  key: Key,
  ...values: ValuesOf<Catalogue, Key>
) => string;

/** Keys of texts without slots: what declarations (columns, fields, filters) name. */
export type PlainKeyOf<Catalogue> = {
  [Key in KeyOf<Catalogue>]: [] extends ValuesOf<Catalogue, Key> ? Key : never;
}[KeyOf<Catalogue>];

/** What the screens show. */
export type TextKey = KeyOf<typeof screens>;
export type PlainKey = PlainKeyOf<typeof screens>;
export type Translate = TranslateOf<typeof screens>;
