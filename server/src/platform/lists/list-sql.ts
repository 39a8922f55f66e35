import type { ListSpec } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../auth/actor.ts';

export type Sql = RawBuilder<unknown>;

/** What conditions on a list's fields compare, and how to reach them when they hang on another table. */
export interface ConditionSource {
  fields: Record<string, Sql>;
  /** Wraps a comparison in the record's own terms, e.g. `exists (select from addresses a where …)`. */
  within?: (comparison: Sql) => Sql;
}

/** How a list finds a fragment; `searchSql` tells when by which. */
export interface Fragments {
  /** All that a row is searched by, in lower case. */
  text: Sql;
  /**
   * Calls the guarded function: the ids of the client's rows with the pattern in their text. Under a client's policy the
   * trigram index is out of reach.
   */
  ids: (clientId: number, pattern: string) => Sql;
}

/**
 * The server's half of a list: what each name of the contract means in SQL. Nothing a caller sends becomes SQL text;
 * it only picks from here or travels as a parameter.
 */
export interface ListSql<Spec extends ListSpec = ListSpec> {
  spec: Spec;
  /** The columns of a row, already in the contract's shape. */
  select: Sql;
  from: Sql;
  /**
   * Sorted by something that only some rows have: where to walk by its index, and after it where the other rows are.
   * Each stands in for `from`; asked by the first field of the order.
   */
  walks?: (first: string) => readonly Sql[] | undefined;
  /** The record's own id; the last word of every order. */
  id: Sql;
  /** Which rows this actor's list is about, before any filter. */
  visible: (actor: Actor) => Sql;
  sort: Record<Spec['sort'][number], readonly Sql[]>;
  filter: Record<keyof Spec['filters'] & string, (values: readonly string[]) => Sql>;
  search: (term: string, actor: Actor) => Sql;
  /** Where `FRAGMENT_MIN` characters and more are looked for instead, anywhere. */
  fragments?: Fragments;
  conditions: Record<string, ConditionSource>;
}

export const listSql = <Spec extends ListSpec>(declaration: ListSql<Spec>): ListSql<Spec> => declaration;

/** One value is an equality, which an index can be walked in order by; several are not. */
export const oneOf = (column: Sql) => (values: readonly string[]) =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values as string[]})`;

export const flagOf = (column: Sql) => (values: readonly string[]) =>
  values.length === 1 ? sql`${column} = ${values[0] === '1'}` : sql`true`;

/** `%`, `_` and `\` in what a person typed stand for themselves. */
export const likePattern = (text: string) => text.toLowerCase().replace(/[\\%_]/g, (mark) => `\\${mark}`);

/**
 * Three characters find a fragment through the trigram index; fewer would match half the table, so they find a
 * beginning instead.
 */
export const FRAGMENT_MIN = 3;
