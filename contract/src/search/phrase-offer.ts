import { z } from 'zod';
import { Id } from '../kit/scalars.ts';

/** Longer texts are no phrases: somebody pasted something. */
export const PHRASE_MAX = 100;

export const PhraseCondition = z.object({
  relation: z.string(),
  field: z.string(),
  operator: z.string(),
  value: z.string(),
});

/** One understood part of a phrase: a filter, a condition or the text search of the list, as its chip says it. */
export const PhrasePart = z.object({
  name: z.string(),
  value: z.string(),
  /** `value` is a calendar day, written as the reader's language does. */
  is_day: z.boolean(),
  filter: z.object({ name: z.string(), values: z.array(z.string()) }).optional(),
  condition: PhraseCondition.optional(),
  search: z.string().optional(),
});
export type PhrasePart = z.output<typeof PhrasePart>;

/**
 * A list with the filter that a phrase means. A part without filter, condition and search is what the list always
 * shows.
 */
export const PhraseOffer = z.object({
  list: z.string(),
  title: z.string(),
  /** The address of the list before and after its query. */
  path: z.string(),
  after: z.string(),
  parts: z.array(PhrasePart),
  /** False when words were left that became the text search of the list. */
  is_complete: z.boolean(),
  /** The client to work for first: the list shows the working client's records only. */
  switch_to: z.object({ id: Id, company: z.string() }).optional(),
});
export type PhraseOffer = z.output<typeof PhraseOffer>;

export const NAME_KINDS = ['client', 'customer', 'vendor', 'courier', 'item'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A record that a part of a phrase names. */
export interface FoundName {
  kind: NameKind;
  id: number;
  /** As it is written in the record. */
  name: string;
  /** The part of the phrase that names it, in lower case. */
  span: string;
}
