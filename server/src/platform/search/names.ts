import type { FoundName, NameKind } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';
import { likePattern } from '../lists/list-sql.ts';

/** Finds the records of one kind that parts of a phrase name, among those that the actor may see. Spans are in lower case. */
export type NameFinder = (tx: Tx, actor: Actor, spans: readonly string[]) => Promise<FoundName[]>;
export type NameFinders = Record<string, NameFinder>;

const HAN = /\p{Script=Han}/u;
/** A beginning shorter than this would name too much; of Chinese characters two are a word. */
const isBeginning = (span: string) => span.length >= 3 || (HAN.test(span) && span.length >= 2);

/** Patterns of names that begin with a span: with its last word as a whole, in Chinese with its last character. */
export const beginningPatterns = (spans: readonly string[]): string[] =>
  spans.filter(isBeginning).map((span) => `${likePattern(span)}${HAN.test(span.slice(-1)) ? '%' : ' %'}`);

const beginsWith = (name: string, span: string) =>
  isBeginning(span) && (name.startsWith(`${span} `) || (HAN.test(span.slice(-1)) && name.startsWith(span)));

interface NamedRecord {
  id: number;
  name: string;
}

/** The record once for each span that is its name or, where this is enough, the beginning of it. */
export function namedBy(kind: NameKind, { id, name }: NamedRecord, spans: readonly string[], byBeginning: boolean) {
  const lower = name.toLowerCase();
  return spans
    .filter((span) => lower === span || (byBeginning && beginsWith(lower, span)))
    .map((span): FoundName => ({ kind, id, name, span }));
}
