import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import {
  type Answer,
  api,
  callAddress,
  type Endpoint,
  type FailureDetails,
  type Input,
  TRACE_SUBJECTS,
  type Traceable,
  traceFields,
} from '@longshore/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type App, makeApp } from '../src/app.ts';
import type { demoSignIns } from '../src/demo/demo.ts';
import { DEMO_PASSWORD } from '../src/demo/demo-password.ts';
import { type DatabaseLimits, databaseLimits } from '../src/platform/database/limits.ts';
import type { InTransactionSubscribers } from '../src/platform/events/in-transaction.ts';
import { folderStorage } from '../src/platform/files/folder.ts';
import type { FileStorage } from '../src/platform/files/storage.ts';
import { failuresOf } from '../src/platform/http/openapi.ts';
import { type ConnectionLimits, connectionLimits } from '../src/platform/http/server.ts';
import type { Resolve } from '../src/platform/outgoing/outgoing.ts';
import type { PartnerSettings } from '../src/platform/outgoing/partner-settings.ts';
import { makeVault, type Vault } from '../src/platform/vault.ts';
import { type Clone, cloneDatabase } from './databases.ts';
import { type Given, makeGiven } from './given.ts';
import type { LockRecorder } from './lock-order.ts';
import { locks, running } from './running.ts';
import { TEST_MASTER_KEY } from './test-master-key.ts';

/** The body of a refused call. */
export interface Failure {
  message?: string;
  error_code?: number;
  reference?: string;
  errors?: Record<string, string[]>;
  keys?: Record<string, string[]>;
  details?: FailureDetails;
}

export interface Reply<Data = unknown> {
  status: number;
  data: Data;
  body: Failure;
  bytes: Buffer;
  headers: Record<string, string | string[] | number | undefined>;
}

export type CallInput<E extends Endpoint> = {
  params?: Input<E>['params'];
  query?: Input<E>['query'] | string;
  body?: Input<E>['body'];
  headers?: Record<string, string>;
};

export interface Caller {
  email: string;
  token: string;
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Reply<Answer<E>>>;
  /** The same, failing the test when the answer is not 200. */
  ok<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Answer<E>>;
  upload<E extends Endpoint>(endpoint: E, input: UploadInput<E>): Promise<Reply<Answer<E>>>;
}

export type UploadInput<E extends Endpoint> = CallInput<E> & {
  file: Uint8Array;
  name?: string;
  fields?: Record<string, string>;
};

/** A clock that a test sets. */
export class TestClock {
  private offset = 0;
  now = () => new Date(Date.now() + this.offset);
  advance(milliseconds: number): void {
    this.offset += milliseconds;
  }
}

export interface TestApp {
  app: App;
  http: FastifyInstance;
  database: Clone;
  clock: TestClock;
  vault: Vault;
  /** The folder of uploaded files. */
  filesDir: string;
  logLines: string[];
  /** Checks the lock order; violations fail the test at the end. */
  locks: LockRecorder;
  given: Given;
  guest: Caller;
  /** Address of the listening server; only with `listen`. */
  url: string;
  as(title: DemoTitle): Promise<Caller>;
  signIn(email: string, password?: string): Promise<Caller>;
  caller(token: string, email?: string): Caller;
  /** Stops the process; its database stays for another one. */
  halt(): Promise<void>;
  stop(): Promise<void>;
}

export type DemoTitle = (typeof demoSignIns)[number]['title'];

export interface TestOptions {
  /** Runs jobs and the dispatcher too. */
  worker?: boolean;
  /** Listens on a free port, for tests that need a socket. */
  listen?: boolean;
  smtpUrl?: string;
  /** Webhooks may call this machine. */
  allowPrivateWebhooks?: boolean;
  /** Where partners are called. */
  partners?: PartnerSettings;
  /** Host names that outgoing calls can resolve; none by default, so that no test leaves this machine. */
  resolve?: Resolve;
  /** Where files are stored; by default a folder that is removed afterwards. */
  storage?: FileStorage;
  /** Subscribers in addition to those of the modules. */
  inTransaction?: InTransactionSubscribers;
  /** Another process on the database of an earlier one. */
  database?: Clone;
  /** Time limits other than those of production. */
  databaseLimits?: Partial<DatabaseLimits>;
  connectionLimits?: Partial<ConnectionLimits>;
  origin?: string;
  trustedProxies?: string;
  /** Off: answers are serialised as in production, by the shape that the contract declares. */
  checkAnswers?: boolean;
}

export const ORIGIN = 'https://warehouse.example';

/** A query that is text is sent as it is. */
export function addressOf(endpoint: Endpoint, input: { params?: object; query?: unknown } = {}): string {
  const { params, query } = input;
  return typeof query === 'string'
    ? `${callAddress(endpoint, { params })}?${query}`
    : callAddress(endpoint, { params, query });
}

/** A refusal that its endpoint does not declare is missing from the OpenAPI document: declare it in the contract. */
function assertDeclared(endpoint: Endpoint, { status, body }: Reply): void {
  if (status < 400) return;
  const call = `${endpoint.method} ${endpoint.path}: ${JSON.stringify(body)}`;
  expect(Object.keys(failuresOf(endpoint)).map(Number), call).toContain(status);
  if (body.error_code !== undefined) expect(endpoint.errors, call).toContain(body.error_code);
}

async function send(http: FastifyInstance, endpoint: Endpoint, request: InjectOptions): Promise<Reply<never>> {
  const response = await http.inject(request);
  const isJson = String(response.headers['content-type']).includes('json');
  const body = isJson ? (JSON.parse(response.body) as Failure & { data?: unknown }) : {};
  const { data } = body as { data?: unknown };
  const reply = {
    status: response.statusCode,
    data: data as never,
    body,
    bytes: response.rawPayload,
    headers: response.headers as Reply['headers'],
  };
  assertDeclared(endpoint, reply);
  return reply;
}

function multipart(input: { file: Uint8Array; name?: string; fields?: Record<string, string> }) {
  const boundary = 'longshore-test-boundary';
  const fields = Object.entries(input.fields ?? {}).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${input.name ?? 'sheet.xlsx'}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(fields.join('') + head), input.file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

function makeCaller(http: FastifyInstance, token: string, email: string): Caller {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const call: Caller['call'] = (endpoint, input = {}) =>
    send(http, endpoint, {
      method: endpoint.method,
      url: addressOf(endpoint, input),
      headers: { ...authorization, ...input.headers },
      ...(input.body === undefined ? {} : { payload: input.body as object }),
    });
  return {
    email,
    token,
    call,
    async ok(endpoint, input) {
      const reply = await call(endpoint, input);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      return reply.data;
    },
    upload: (endpoint, input) => {
      const { payload, type } = multipart(input);
      return send(http, endpoint, {
        method: endpoint.method,
        url: addressOf(endpoint, input),
        headers: { ...authorization, 'content-type': type, ...input.headers },
        payload,
      });
    },
  };
}

function capturingLog(lines: string[]) {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return pino({ level: 'debug' }, destination);
}

/** A trace must use a subject and fields that the contract declares, otherwise no screen has a label for them. */
async function assertTracesDeclared(database: Clone): Promise<void> {
  const rows = await database.owner<{ kind: Traceable; subject: string; field: string | null }>(`
    select distinct t.traceable_type as kind, t.subject, c ->> 'field' as field
    from traces t left join lateral jsonb_array_elements(t.changes) c on true`);
  for (const { kind, subject, field } of rows) {
    expect(TRACE_SUBJECTS, kind).toContain(subject);
    if (field !== null) expect(traceFields[kind], `${kind}: ${subject}`).toContain(field);
  }
}

/** The real app on its own database. Calls are in-process, through the complete HTTP stack. */
export async function testApp(options: TestOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await cloneDatabase());
  const clock = new TestClock();
  const vault = makeVault(TEST_MASTER_KEY);
  const logLines: string[] = [];
  const filesDir = mkdtempSync(join(tmpdir(), 'longshore-files-'));
  const app = await makeApp({
    databaseUrl: database.serverUrl,
    log: capturingLog(logLines),
    vault,
    storage: options.storage ?? folderStorage(filesDir),
    scratchDir: tmpdir(),
    webDir: '/nowhere',
    origin: options.origin ?? ORIGIN,
    supportUrl: '',
    smtpUrl: options.smtpUrl,
    mailFrom: 'Longshore <longshore@warehouse.example>',
    demo: null,
    trustedProxies: options.trustedProxies ?? '',
    checkAnswers: options.checkAnswers ?? true,
    allowPrivateWebhooks: options.allowPrivateWebhooks ?? false,
    ...(options.partners ? { partners: options.partners } : {}),
    resolve: options.resolve ?? (async () => []),
    runs: { api: true, worker: options.worker ?? false, schedules: false },
    readiness: { draining: false, problem: async () => undefined },
    databaseLimits: { ...databaseLimits, ...options.databaseLimits },
    connectionLimits: { ...connectionLimits, ...options.connectionLimits },
    clock,
    inTransaction: options.inTransaction ?? {},
  });
  const { http } = app;
  await http.ready();
  const url = options.listen ? await http.listen({ port: 0, host: '127.0.0.1' }) : '';
  const guest = makeCaller(http, '', '');
  const signIn = async (email: string, password = DEMO_PASSWORD) => {
    const { jwt } = await guest.ok(api.session.login, { body: { email, password } });
    return makeCaller(http, jwt, email);
  };
  let halted: Promise<void> | undefined;
  const halt = () => (halted ??= app.stop());
  // A test may stop its app before the end of the file, when all that still run are stopped.
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await halt();
    rmSync(filesDir, { recursive: true, force: true });
    if (options.database) return;
    try {
      await assertTracesDeclared(database);
    } finally {
      await database.drop();
    }
  };
  const test: TestApp = {
    app,
    http,
    database,
    clock,
    vault,
    filesDir,
    logLines,
    locks,
    guest,
    url,
    signIn,
    as: (title) => signIn(`${title}@longshore.test`),
    caller: (token, email = '') => makeCaller(http, token, email),
    given: makeGiven(database, signIn),
    halt,
    stop: () => (stopped ??= stop()),
  };
  running.push(test);
  return test;
}

/** Waits for something that happens after the answer: a job, a mail, a notification. */
export async function eventually<Result>(look: () => Promise<Result | undefined>, patienceMs = 45_000) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
