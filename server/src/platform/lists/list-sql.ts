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

/**
 * A fragment anywhere in the searched text. Staff have no policy in the way, so the planner may choose between the
 * trigram index (few rows match) and walking the list's own order (nearly all do). Under a client's policy it may use
 * neither, and asks a guarded function for the ids.
 */
export const fragmentOf = (actor: Actor, term: string, column: Sql, guarded: (pattern: string) => Sql): Sql => {
  const pattern = likePattern(term);
  return actor.clientId === null ? sql`${column} like ${`%${pattern}%`}` : guarded(pattern);
};
