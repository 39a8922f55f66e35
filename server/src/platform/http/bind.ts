import type { Answer, Endpoint, ListQuery, ListSpec, Out, Schema } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import type { Open, Tx } from '../database/tx.ts';

export interface Upload {
  name: string;
  bytes: Buffer;
  /** SHA-256 of the bytes. */
  digest: Buffer;
}

/** What a handler is told of the call: everything parsed, nothing of the wire. */
export interface Call<E extends Endpoint = Endpoint> {
  actor: Actor;
  params: { [K in keyof E['params']]: E['params'][K] extends Schema ? Out<E['params'][K]> : never };
  query: E['list'] extends ListSpec ? ListQuery : Out<E['query']>;
  body: Out<E['body']>;
  file: Upload | undefined;
  /** The rows are wanted as a spreadsheet, all of them. */
  wantsSheet: boolean;
  /** The zone in which days are counted. */
  readTimezone: (tx: Tx) => Promise<string>;
  requestId: string;
  address: string;
  agent: string;
  /** Where people reach this installation, to build links in mail. Never the Host a caller claims. */
  origin: string;
  idempotencyKey: string | undefined;
}

/** A spreadsheet as an answer; it is drawn after the transaction has ended. */
export class Sheet {
  constructor(
    readonly name: string,
    readonly draw: () => Promise<Uint8Array>,
  ) {}
}

/** A PDF as an answer, which is told as base64; it is drawn after the transaction has ended. */
export class Pdf {
  constructor(readonly draw: () => Promise<Uint8Array>) {}
}

type Result<E extends Endpoint> = E['file'] extends true
  ? Sheet
  : Answer<E> | Sheet | (string extends Answer<E> ? Pdf : never);

export interface Binding<E extends Endpoint = Endpoint> {
  endpoint: E;
  /** Outside any transaction, before it: hash, parse. What it returns reaches the handler. */
  before?: (open: Open, call: Call<E>) => Promise<unknown>;
  /** One transaction for the whole call. */
  run?: (tx: Tx, call: Call<E>, prepared: never) => Promise<Result<E>>;
  /** A transaction for each order, shipment or row: the handler opens them itself. */
  each?: (open: Open, call: Call<E>) => Promise<Result<E>>;
  /** Status of a good answer; 200 unless the answer says otherwise. */
  status?: (answer: Result<E>) => number;
}

/** Ties an endpoint's line to the command or view that serves it. */
export function bind<E extends Endpoint>(endpoint: E, run: (tx: Tx, call: Call<E>) => Promise<Result<E>>): Binding {
  return { endpoint, run } as unknown as Binding;
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
