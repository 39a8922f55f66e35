import { z } from 'zod';
import type { Access } from './access.ts';
import type { ListSpec, Page } from './list.ts';
import type { ListQuery } from './list-query.ts';
import type { ErrorCode } from './messages.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Constraining on this shape instead of the schema class keeps type-checking of the whole API quick. */
export interface Schema {
  _zod: { input: unknown; output: unknown };
}
export type In<S> = S extends Schema ? S['_zod']['input'] : undefined;
export type Out<S> = S extends Schema ? S['_zod']['output'] : undefined;

export interface Endpoint<
  Params extends Record<string, Schema> = Record<string, Schema>,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  List extends ListSpec | undefined = ListSpec | undefined,
> {
  method: Method;
  path: string;
  access: Access;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  list: List;
  /** Its query is a list query, which has its own codec. */
  takesListQuery: boolean;
  errors: readonly ErrorCode[];
  /** A multipart upload of one file with these text fields beside it; `body` describes the fields. */
  upload: boolean;
  /** The answer is a spreadsheet, not JSON. */
  file: boolean;
  /** It reads as much data as an export and has the same time limit. */
  heavy: boolean;
  /** `format` of its body asks for all rows as a file: `excel`, `csv`. */
  rows: boolean;
  /** A POST that only reads: it changes nothing, so it needs no idempotency key. */
  reads: boolean;
  /**
   * Calls a minute before 429: of a guest from one address and account (from one address, for all accounts, five times
   * as many), of a signed-in user.
   */
  attempts: number | undefined;
  /** Only for somebody who signed in with a password, because it issues or changes credentials. */
  interactive: boolean;
  /** Fields of the record that a PUT cannot change: with another value it is refused, with the same it is not. */
  fixed: readonly string[];
  /** The answer must never be kept for an idempotent retry, because it carries a secret. */
  secret: boolean;
}

type Optional = Partial<
  Pick<
    Endpoint,
    'errors' | 'upload' | 'file' | 'heavy' | 'rows' | 'reads' | 'attempts' | 'interactive' | 'secret' | 'fixed'
  >
>;
const defaults = {
  errors: [],
  upload: false,
  file: false,
  heavy: false,
  rows: false,
  reads: false,
  attempts: undefined,
  interactive: false,
  fixed: [],
  secret: false,
};

export function endpoint<
  Response extends Schema,
  Params extends Record<string, Schema> = Record<never, never>,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  line: { method: Method; path: string; access: Access; summary: string; response: Response } & {
    params?: Params;
    query?: Query;
    body?: Body;
  } & Optional,
): Endpoint<Params, Query, Body, Response, undefined> {
  return {
    ...defaults,
    list: undefined,
    params: {} as Params,
    query: undefined as Query,
    body: undefined as Body,
    ...line,
    takesListQuery: line.query === ListQueryText,
    reads: line.reads ?? line.method === 'GET',
  };
}

const pageOf = <Row extends z.ZodObject>(row: Row) =>
  z.object({
    records: z.array(row),
    on_page: z.number().int(),
    per_page: z.number().int(),
    total: z.number().int(),
    /** There are more than `total`: counting a million rows for a page of fifteen helps nobody. */
    total_is_minimum: z.boolean().optional(),
  });

type PageSchema<List extends ListSpec> = {
  _zod: { input: unknown; output: Page<z.output<List['row']>> };
};

/** A list call: its query is the list query, its answer a page of rows or, if the caller accepts one, a spreadsheet. */
export function listEndpoint<Spec extends ListSpec>(
  line: { path: string; access: Access; summary: string; list: Spec } & Optional,
): Endpoint<Record<never, never>, undefined, undefined, PageSchema<Spec>, Spec> {
  return {
    ...defaults,
    ...line,
    method: 'GET',
    params: {},
    query: undefined,
    body: undefined,
    response: pageOf(line.list.row) as unknown as PageSchema<Spec>,
    takesListQuery: true,
    reads: true,
  };
}

/** The query of a list, for another call about the same rows, such as printing them. */
export const ListQueryText = z.looseObject({}) as unknown as { _zod: { input: ListQuery; output: ListQuery } };

/** What a caller gives: path parameters, query or list query, body. */
export type Input<E extends Endpoint> = {
  params: { [K in keyof E['params']]: E['params'][K] extends Schema ? Out<E['params'][K]> : never };
  query: E['list'] extends ListSpec ? ListQuery : In<E['query']>;
  body: In<E['body']>;
};
export type Answer<E extends Endpoint> = Out<E['response']>;
