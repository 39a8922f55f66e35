import type { Answer, Endpoint, ListQuery, ListSpec, Out, Schema } from '@longshore/contract';
import type { RowFormat } from '../../documents/row-file.ts';
import type { Actor } from '../auth/actor.ts';
import type { Open, Tx } from '../database/tx.ts';
import type { RowSheet } from '../exports/row-sheet.ts';

export interface Upload {
  name: string;
  bytes: Buffer;
  /** SHA-256 of the bytes. */
  digest: Buffer;
}

/** The call as a handler receives it: everything parsed, no HTTP details. */
export interface Call<E extends Endpoint = Endpoint> {
  actor: Actor;
  params: { [K in keyof E['params']]: E['params'][K] extends Schema ? Out<E['params'][K]> : never };
  query: E['list'] extends ListSpec ? ListQuery : Out<E['query']>;
  body: Out<E['body']>;
  file: Upload | undefined;
  /** All rows are requested, as a file of this format. */
  wantsSheet: RowFormat | undefined;
  /** The time zone that defines days. */
  readTimezone: (tx: Tx) => Promise<string>;
  requestId: string;
  address: string;
  agent: string;
  /** The public URL of this installation, to build links in mail. Never the Host header, which a caller controls. */
  origin: string;
  idempotencyKey: string | undefined;
}

/** A small spreadsheet as an answer; it is drawn after the transaction has ended. One of many rows is a `RowSheet`. */
export class Sheet {
  constructor(
    readonly name: string,
    readonly draw: () => Promise<Uint8Array>,
  ) {}
}

/** A PDF as an answer, sent as base64; it is drawn after the transaction has ended. */
export class Pdf {
  constructor(readonly draw: () => Promise<Uint8Array>) {}
}

type Result<E extends Endpoint> = E['file'] extends true
  ? Sheet | RowSheet
  : Answer<E> | Sheet | RowSheet | (string extends Answer<E> ? Pdf : never);

/**
 * Opens the transaction of one part of a call; under the call's key it is not run again once it was committed. The last
 * part is given the answer of the call, which is then serialized and stored in its transaction. Throws a `Problem`
 * whatever happens to the part, so that the other parts are done and answered: one unexpected error is one failed part.
 */
export type OpenPart = (part: string, work: (tx: Tx) => Promise<unknown>, answer?: () => unknown) => Promise<void>;

export interface Binding<E extends Endpoint = Endpoint> {
  endpoint: E;
  /** Runs before the transaction: hash, parse. The handler receives the result. */
  before?: (open: Open, call: Call<E>) => Promise<unknown>;
  /** One transaction for the whole call. */
  run?: (tx: Tx, call: Call<E>, prepared: never) => Promise<Result<E>>;
  /** Answers a repeated call whose answer is not stored under its key, because it is a document: drawn again, without the write. */
  again?: (tx: Tx, call: Call<E>) => Promise<Result<E>>;
  /** A transaction for each order, shipment or row: the handler opens them itself. */
  each?: (open: Open, call: Call<E>) => Promise<Result<E>>;
  /** The same for parts that can be named: under a key each part happens once, and a repeated call is answered alike. */
  parts?: (openPart: OpenPart, open: Open, call: Call<E>) => Promise<Result<E>>;
  /** The role of the transaction, when it is not the caller's: what people sign in with is written as app_auth only. */
  role?: 'app_auth';
  /**
   * Of a PUT: the record as it is, by the names that are sent. A field that is missing in the body keeps its value. Left
   * out: as the GET of the same path answers it.
   */
  current?: (tx: Tx, call: Call<E>) => Promise<unknown>;
  /** HTTP status of a successful answer; 200 by default. */
  status?: (answer: Result<E>) => number;
}

/** Connects an endpoint to the command or view that serves it. */
export function bind<E extends Endpoint>(endpoint: E, run: (tx: Tx, call: Call<E>) => Promise<Result<E>>): Binding {
  return { endpoint, run } as unknown as Binding;
}

/** The same for a PUT whose record no GET of the same path answers. */
export function bindUpdate<E extends Endpoint>(
  endpoint: E,
  current: (tx: Tx, call: Call<E>) => Promise<unknown>,
  run: (tx: Tx, call: Call<E>) => Promise<Result<E>>,
): Binding {
  return { endpoint, current, run } as unknown as Binding;
}

/** The same with work outside the transaction. */
export function bindStaged<E extends Endpoint, Prepared = undefined>(
  endpoint: E,
  stages: Omit<Binding<E>, 'endpoint' | 'before' | 'run'> & {
    before?: (open: Open, call: Call<E>) => Promise<Prepared>;
    run?: (tx: Tx, call: Call<E>, prepared: Prepared) => Promise<Result<E>>;
  },
): Binding {
  return { endpoint, ...stages } as unknown as Binding;
}
