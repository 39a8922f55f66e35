/// <reference path="./pg-values.d.ts" />
import type { Socket } from 'node:net';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/**
 * Everything we use of the driver that it does not document: messages of the protocol, its queue of queries, its
 * socket and the keys of a connection. Nothing else may reach into it. Its test fails when a new version of the driver
 * no longer has these parts; docs/decisions/0072 says what the documented ones lack.
 */

/** Converts a value to the text that PostgreSQL reads. */
export const textOfValue = (value: unknown): string | Buffer | null => prepareValue(value);

/** The messages that a connection sends. */
export interface Wire {
  stream: Socket;
  close(what: { type: 'S'; name: string }): void;
  parse(what: { name: string; text: string }): void;
  bind(what: { statement: string; values: unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

const wireOf = (client: pg.ClientBase) => (client as unknown as { connection: Wire }).connection;

/** The socket of a connection. */
export const socketOf = (client: pg.ClientBase): Socket => wireOf(client).stream;

/** What the driver calls when it is a query's turn, and for each message of its answer. */
export interface DriverQuery {
  submit(wire: Wire): unknown;
  handleRowDescription(description: { fields: readonly pg.FieldDef[] }): void;
  handleDataRow(row: { fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { text: string }): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/** The driver pipelines only queries of its own class. */
export const DriverQueryBase = pg.Query as unknown as new (text: string) => object;

/** Puts a query of ours into the driver's queue. */
export function enqueue(client: pg.ClientBase, query: DriverQuery): void {
  client.query(query as never);
}

/** Where the backend of a connection is, and the key that cancels its statements. */
export interface Backend {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
  ssl: unknown;
  sslNegotiation: string;
}
export const backendOf = (client: pg.ClientBase): Backend => client as unknown as Backend;

/** A connection without a session, for the protocol's cancel request. */
export interface CancelConnection {
  stream: { destroy(): void };
  on(event: 'connect' | 'sslconnect' | 'end', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}
export const connectionToCancel = ({ ssl, sslNegotiation }: Backend): CancelConnection =>
  new pg.Connection({ ssl, sslNegotiation } as never) as unknown as CancelConnection;
