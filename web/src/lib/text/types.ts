import type { en } from './en/index.ts';

/** The shape a translation must have: the same keys as the English, any words. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

type Catalogue = typeof en;

type LeafKeys<Branch, Prefix extends string> = {
  [Key in keyof Branch & (string | number)]: Branch[Key] extends string
    ? `${Prefix}${Key}`
    : LeafKeys<Branch[Key], `${Prefix}${Key}.`>;
}[keyof Branch & (string | number)];

/** Counted texts are written `key_one` and `key_other` and asked for as `key` with a count. */
type Asked<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

export type TextKey = Asked<LeafKeys<Catalogue, ''>>;

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

/** A text with {{slots}} asks for exactly their values, a plain one for none. */
export type TextValues<Key extends TextKey> = [Slots<At<Catalogue, Key>>] extends [never]
  ? [values?: Record<string, string | number>]
  : [values: Record<Slots<At<Catalogue, Key>>, string | number>];

export type Translate = <Key extends TextKey>(key: Key, ...values: TextValues<Key>) => string;

/** Keys of texts without slots: what declarations (columns, fields, filters) name. */
export type PlainKey = { [Key in TextKey]: [] extends TextValues<Key> ? Key : never }[TextKey];
