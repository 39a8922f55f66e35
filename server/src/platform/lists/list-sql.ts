import type { ListSpec } from '@longshore/contract';
import type { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import { type Sql, sql } from '../database/sql.ts';

export type { Sql };
/** The SQL of a list's condition fields, and how to reach them when they are in another table. */
export interface ConditionSource {
  fields: Record<string, Sql>;
  /** Wraps a comparison for the record, e.g. `exists (select from addresses a where …)`. */
  within?: (comparison: Sql) => Sql;
}

/** How a list searches for a substring; `searchSql` decides between the two. */
export interface Fragments {
  /** The searched text of a row, in lower case. */
  text: Sql;
  /**
   * The text is several parts, each on a line of its own. A term too short for a fragment is then found by the same
   * index where a part begins (two characters) or as a whole part (one), or by `search`. Without it only `search` is used.
   */
  parts?: true;
  /**
   * Calls the guarded function: the ids of the client's rows whose text contains the pattern. Under a client's
   * row-level policy the trigram index cannot be used. Left out for lists that client users do not have.
   */
  ids?: (clientId: number, pattern: string) => Sql;
}

/**
 * The server's half of a list: the SQL for each name of the contract. Nothing a caller sends becomes SQL text; it
 * only selects from here or is passed as a parameter.
 */
export interface ListSql<Spec extends ListSpec = ListSpec> {
  spec: Spec;
  /** The columns of a row, already in the contract's shape. */
  select: Sql;
  from: Sql;
  /**
   * For a sort field that only some rows have: replacements for `from` that are read one after the other, first the
   * rows with the field (by its index), then the others. `first` is the first sort field.
   */
  orderedSources?: (first: string) => readonly Sql[] | undefined;
  /** The record's own id; the tie-breaker of every sort order. */
  id: Sql;
  /** The rows this actor's list covers, before any filter. */
  visible: (actor: Actor) => Sql;
  sort: Record<Spec['sort'][number], readonly Sql[]>;
  filter: Record<keyof Spec['filters'] & string, (values: readonly string[]) => Sql>;
  search: (term: string, actor: Actor) => Sql;
  /** Completes a row with what SQL cannot compute, such as the sentence of a stored reason. */
  complete?: (row: z.output<Spec['row']>) => z.output<Spec['row']>;
  /** What the export writes instead of a code, by field: in English, as its headings are. */
  exportWords?: Partial<Record<keyof z.output<Spec['row']> & string, (code: string) => string>>;
  /** Used instead of `search` for terms of `FRAGMENT_MIN` or more characters: finds them anywhere in the text. */
  fragments?: Fragments;
  conditions: Record<string, ConditionSource>;
}

export const listSql = <Spec extends ListSpec>(declaration: ListSql<Spec>): ListSql<Spec> => declaration;

/** A single value becomes an equality, with which an index can be read in order; with several values it cannot. */
export const oneOf = (column: Sql) => (values: readonly string[]) =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values as string[]})`;

/**
 * The same for a column with few values, which are written into the statement from the contract's own list. Only then
 * does PostgreSQL know how frequent they are, and that an index covers them, without planning the statement again at every
 * call.
 */
export const oneOfListed = (column: Sql, known: readonly string[]) => (values: readonly string[]) =>
  sql`${column} in (${sql.join(known.filter((each) => values.includes(each)).map((each) => sql.lit(each)))})`;

export const flagOf = (column: Sql) => (values: readonly string[]) =>
  values.length === 1 ? sql`${column} = ${values[0] === '1'}` : sql`true`;

/** The same for a condition: written as it is, and not as a value to compare, an index can answer it. */
export const flagOfCondition = (condition: Sql) => (values: readonly string[]) => {
  if (values.length !== 1) return sql`true`;
  return values[0] === '1' ? condition : sql`not ${condition}`;
};

/** Escapes `%`, `_` and `\` in what a user typed. */
export const likePattern = (text: string) => text.toLowerCase().replace(/[\\%_]/g, (mark) => `\\${mark}`);

/**
 * Three or more characters are found anywhere in the text, through the trigram index; fewer would match half the
 * table, so they are matched as a prefix.
 */
export const FRAGMENT_MIN = 3;
