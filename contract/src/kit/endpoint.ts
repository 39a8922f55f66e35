import { z } from 'zod';
import type { PermissionKey } from '../permissions.ts';
import { type ListSpec, type Page, pageOf } from './list.ts';
import type { ListQuery } from './list-query.ts';
import type { ErrorCode } from './messages.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: a guest, any signed-in user, main-company users, super users, or main users whose role has the key
 * (one of the keys, when a list; all of them, when they are under `all`). Super users pass every permission. `order_controller` is for main users, and for
 * client users who may write their client's orders; `statement_reader` is for main users who see entries, and for client
 * users who may read their client's closed statements; `channel_reader` for main users who see the list of connections, and
 * for client users who may write orders.
 */
export type Access =
  | 'guest'
  | 'user'
  | 'order_controller'
  | 'statement_reader'
  | 'channel_reader'
  | 'main'
  | 'super'
  | PermissionKey
  | readonly PermissionKey[]
  | { readonly all: readonly PermissionKey[] };

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
  errors: readonly ErrorCode[];
  /** A multipart upload of one file with these text fields beside it; `body` describes the fields. */
  upload: boolean;
  /** The answer is a spreadsheet, not JSON. */
  file: boolean;
  /** It reads as much as an export does, and has as long for it. */
  heavy: boolean;
  /** `format` of its body asks for all rows as a file: `excel`, `csv`. */
  rows: boolean;
  /** POST that only looks something up: it takes part in no idempotency and changes nothing. */
  reads: boolean;
  /**
   * Calls a minute before 429: of a guest from one address and account (from one address, for all accounts, five times as
   * many), of a signed-in user.
   */
  attempts: number | undefined;
  /** Only for somebody who signed in with a password: it gives out or changes what an account is entered with. */
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
    reads: line.reads ?? line.method === 'GET',
  };
}

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
    reads: true,
  };
}

/** The query of a list, for another call about the same rows, such as printing them. */
export const ListQueryText = z.looseObject({}) as unknown as { _zod: { input: ListQuery; output: ListQuery } };

/** Whether the call takes a list query, which has its own codec. */
export const takesListQuery = (line: { list: unknown; query: unknown }) =>
  line.list !== undefined || line.query === ListQueryText;

/** What a caller gives: path parameters, query or list query, body. */
export type Input<E extends Endpoint> = {
  params: { [K in keyof E['params']]: E['params'][K] extends Schema ? Out<E['params'][K]> : never };
  query: E['list'] extends ListSpec ? ListQuery : In<E['query']>;
  body: In<E['body']>;
};
export type Answer<E extends Endpoint> = Out<E['response']>;

/** Guests speak to /api, everyone else to /api/v3. */
export const fullPath = (line: { access: Access; path: string }) =>
  (line.access === 'guest' ? '/api' : '/api/v3') + line.path;

export interface Caller {
  is_su: boolean;
  is_main_user: boolean;
  order_controller: boolean;
  statement_reader: boolean;
  access: Readonly<Record<string, boolean>>;
}

/** What main users read with a key of their role, and client users with a right of their own. */
const READERS = {
  statement_reader: { key: 'view_entry_list', flag: 'statement_reader' },
  channel_reader: { key: 'view_api_list', flag: 'order_controller' },
} as const;

/** The only rule of access: the server applies it before every handler, the web before it shows a control. */
export function mayCall(caller: Caller, access: Access): boolean {
  if (access === 'guest' || access === 'user') return true;
  if (access === 'order_controller') return caller.is_main_user || caller.order_controller;
  if (access === 'statement_reader' || access === 'channel_reader') {
    const { key, flag } = READERS[access];
    return caller.is_main_user ? mayCall(caller, key) : caller[flag];
  }
  if (!caller.is_main_user) return false;
  if (caller.is_su || access === 'main') return true;
  if (access === 'super') return false;
  const isHeld = (key: PermissionKey) => caller.access[key] === true;
  if (typeof access === 'string') return isHeld(access);
  return 'all' in access ? access.all.every(isHeld) : access.some(isHeld);
}
