import {
  type Endpoint,
  type ErrorCode,
  fieldMessages,
  fullPath,
  mayCall,
  PdfText,
  readListQuery,
} from '@longshore/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RowFormat } from '../../documents/row-file.ts';
import { type Actor, actorScope } from '../auth/actor.ts';
import type { Clock } from '../clock.ts';
import { authScope, type Open, type Scope, type Tx } from '../database/tx.ts';
import type { Exports } from '../exports/exports.ts';
import { type DrawnSheet, drawRowSheet, RowSheet } from '../exports/row-sheet.ts';
import { sha256 } from '../ids.ts';
import { type Binding, type Call, type OpenPart, Pdf, Sheet } from './bind.ts';
import { type ConstraintProblems, problemOfPart } from './failure.ts';
import {
  claimKey,
  type IdempotentCall,
  isKeyTaken,
  pathForKey,
  readEarlierAnswer,
  readStoredAnswer,
  storeAnswer,
} from './idempotency.ts';
import { changedFields, missingFields, withKeptFields } from './kept-fields.ts';
import {
  forbidden,
  invalid,
  invalidFields,
  needsSignIn,
  notFound,
  type Problem,
  readOnlyToken,
  refused,
  unauthenticated,
} from './problem.ts';
import { type Serialize, Serialized, serializerOf } from './serialize.ts';
import type { RouteLimit } from './server.ts';
import { type ReceivedUpload, readUpload } from './upload.ts';
import { userAttempts } from './user-attempts.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const CSV = 'text/csv';
/** The files that a list can be requested as, by the media type that the caller accepts. */
const rowFormats: Readonly<Record<string, RowFormat>> = { [XLSX]: 'xlsx', [CSV]: 'csv' };
const mediaTypes: Record<RowFormat, string> = { xlsx: XLSX, csv: `${CSV}; charset=utf-8` };

export interface AdapterOptions {
  open: Open;
  /** Looks up the user of a bearer token, for every request: a disabled user is refused at the next request. */
  authenticate: (bearer: string, address: string) => Promise<Actor | undefined>;
  checkAnswers: boolean;
  /** What violated database constraints are answered with. */
  constraints: ConstraintProblems;
  /** The time zone that defines the days of lists. */
  readTimezone: (tx: Tx) => Promise<string>;
  /** The public URL of this installation. */
  origin: string;
  exports: Exports;
  clock: Clock;
  /** Where files are written while they are drawn. */
  scratchDir: string;
}

/** The options with what is made for each endpoint. */
interface ServeOptions extends AdapterOptions {
  serialize: Serialize;
  /** Throws when this user has called too often. */
  countAttempt: ((userId: number) => void) | undefined;
}

const KEY_MAX = 200;
/** Other callers may claim an expired key in between. */
const KEY_ATTEMPTS_MAX = 5;

const guest = { id: 0, is_su: false, is_main_user: false, access: {} } as unknown as Actor;

function parse(schema: unknown, value: unknown): unknown {
  const result = (schema as z.ZodType).safeParse(value);
  if (!result.success) throw invalidFields(fieldMessages(result.error));
  assertStorable(result.data);
  return result.data;
}

/** PostgreSQL stores no NUL in a text: refused here for every field, whatever its own rule is. */
function assertStorable(value: unknown, path = ''): void {
  if (typeof value === 'string' && value.includes('\u0000')) throw invalidFields({ [path || '_']: ['InvalidFormat'] });
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, part] of Object.entries(value)) assertStorable(part, path ? `${path}.${key}` : key);
}

/** A path parameter that is not a valid id or a known word is answered 404, or with the code that its schema names. */
function parseParams(endpoint: Endpoint, raw: unknown): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const result = (schema as z.ZodType).safeParse((raw as Record<string, string>)[name]);
    if (!result.success || String(result.data).includes('\u0000')) {
      const missing = (schema as z.ZodType).meta()?.missing as ErrorCode | undefined;
      throw missing ? refused(missing) : notFound();
    }
    params[name] = result.data;
  }
  return params;
}

function parseQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  const text = request.url.slice(request.url.indexOf('?') + 1);
  if (endpoint.takesListQuery) {
    const { query, problems } = readListQuery(request.url.includes('?') ? text : '');
    if (Object.keys(problems).length) throw invalidFields(problems);
    assertStorable(query);
    return query;
  }
  return endpoint.query ? parse(endpoint.query, request.query) : undefined;
}

/**
 * A badge may be lost: whoever signed in with one must also give the password where the call asks for it, and is
 * refused without.
 */
function maySecure({ body }: Endpoint, actor: Actor): boolean {
  if (actor.sessionId === null) return false;
  return !actor.byBadge || (body instanceof z.ZodObject && 'current_password' in body.shape);
}

async function actorOf(endpoint: Endpoint, request: FastifyRequest, options: AdapterOptions): Promise<Actor> {
  if (endpoint.access === 'guest') return guest;
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  const actor = scheme?.toLowerCase() === 'bearer' && token ? await options.authenticate(token, request.ip) : undefined;
  if (!actor) throw unauthenticated();
  if (!mayCall(actor, endpoint.access)) throw forbidden();
  if (endpoint.interactive && !maySecure(endpoint, actor)) throw needsSignIn();
  if (actor.isReadOnly && !endpoint.reads) throw readOnlyToken();
  return actor;
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  // Ignoring a key that cannot be stored would promise the caller a guarantee that does not hold.
  if (key.length > KEY_MAX) throw invalid('Idempotency-Key', `TooLong:${KEY_MAX}`);
  return key;
}

/**
 * Scans that a device kept for longer are refused: their stored answer may be deleted, and the floor has changed since.
 */
export const SCAN_HOURS_MAX = 24;
const HOUR_MS = 3_600_000;

/**
 * Refuses a scan that waited too long on its device. `Scanned-At` is in the server's time, as the device knew it; one that lies
 * in the future is fresh. What was done under its key already is answered as it was.
 */
async function refuseOldScan(
  { headers }: FastifyRequest,
  now: Date,
  earlier: () => Promise<unknown>,
): Promise<Serialized | undefined> {
  const sent = headers['scanned-at'];
  if (sent === undefined) return undefined;
  const scanned = z.iso.datetime({ offset: true }).safeParse(sent);
  if (!scanned.success) throw invalid('Scanned-At', 'ScannedAtIsNoMoment');
  if (now.getTime() - Date.parse(scanned.data) <= SCAN_HOURS_MAX * HOUR_MS) return undefined;
  const answer = await earlier();
  if (answer instanceof Serialized) return answer;
  throw invalid('Scanned-At', `ScanTooOld:${SCAN_HOURS_MAX}`);
}

/** Identifies a call under its key: the hash of the JSON body, or of the form's fields and file. */
function hashBody(request: FastifyRequest, upload: ReceivedUpload | undefined): Buffer {
  if (!upload) return sha256(JSON.stringify(request.body ?? null));
  const { fields, file } = upload;
  return sha256(JSON.stringify({ fields, name: file.name, digest: file.digest.toString('hex') }));
}

function idempotent(
  endpoint: Endpoint,
  call: Call,
  request: FastifyRequest,
  upload: ReceivedUpload | undefined,
): IdempotentCall | undefined {
  if (!call.idempotencyKey || endpoint.reads || endpoint.secret || endpoint.access === 'guest') return undefined;
  return {
    userId: call.actor.id,
    key: call.idempotencyKey,
    method: endpoint.method,
    path: pathForKey(request.url),
    bodyHash: hashBody(request, upload),
  };
}

type Run = (tx: Tx) => Promise<unknown>;

/**
 * The answer is serialized before the commit: one that cannot be rolls the write back. Documents are drawn after the
 * transaction, and have nothing to serialize.
 */
const serializing =
  (run: Run, serialize: Serialize): Run =>
  async (tx) => {
    const answer = await run(tx);
    return answer instanceof Pdf || answer instanceof Sheet ? answer : new Serialized(serialize(answer));
  };

/** Stored under the key of a document, and of a part of a call. */
const nothing = new Serialized('null');

/**
 * Runs a call at most once under its key. The key is claimed in the batch of the call's first statements, which fails
 * as a whole when the key is taken: then nothing was changed, and the first call's answer is read. A key that has
 * just expired is free for the next attempt. A document is not stored: `again` draws it anew.
 */
async function runOnce(
  open: Open,
  scope: Scope,
  run: Run,
  once: IdempotentCall,
  { serialize, again }: { serialize: Serialize; again?: Run | undefined },
): Promise<unknown> {
  const claimAndRun: Run = async (tx) => {
    claimKey(tx, once);
    const answer = await run(tx);
    const kept = again ? nothing : new Serialized(serialize(answer));
    storeAnswer(tx, once, kept);
    return again ? answer : kept;
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(scope, claimAndRun);
    } catch (error) {
      if (!isKeyTaken(error) || attempt === KEY_ATTEMPTS_MAX) throw error;
    }
    const earlier = await open(scope, (tx) => readEarlierAnswer(tx, once));
    if (earlier) return again ? open(scope, again) : earlier;
  }
}

/**
 * Runs a call of several transactions under its key. Each part claims the key together with its own name, so that a
 * call that was cut off continues when it is repeated; the answer is stored when all parts are done: with the last one,
 * which claims the key itself, or afterwards when that was refused.
 */
async function runParts(
  open: Open,
  scope: Scope,
  run: (openPart: OpenPart) => Promise<unknown>,
  once: IdempotentCall | undefined,
  { serialize, problemOfPart }: { serialize: Serialize; problemOfPart: (error: unknown) => Problem },
): Promise<unknown> {
  const earlier = once && (await open(scope, (tx) => readStoredAnswer(tx, once), 'read'));
  if (earlier) return earlier;
  let kept: unknown;
  const runPart: OpenPart = async (part, work, last) => {
    const answering: Run = last ? (tx) => work(tx).then(last) : work;
    if (!once) {
      const answer = await open(scope, last ? serializing(answering, serialize) : work);
      if (last) kept = answer;
    } else if (last) kept = await runOnce(open, scope, answering, once, { serialize });
    else {
      const ofPart = { ...once, path: `${once.path} ${part}` };
      await runOnce(open, scope, work, ofPart, { serialize: () => nothing.text });
    }
  };
  const answer = await run((...part) =>
    runPart(...part).catch((error: unknown) => {
      throw problemOfPart(error);
    }),
  );
  if (kept !== undefined || !once) return kept ?? answer;
  return runOnce(open, scope, async () => answer, once, { serialize });
}

/**
 * The call with a complete body: what a PUT does not send stays as it is. Throws 422 when something that cannot be
 * changed is sent with another value.
 */
async function withKeptBody(tx: Tx, { endpoint, current }: Binding, call: Call, sent: unknown): Promise<Call> {
  if (!current || !endpoint.body) return call;
  const schema = endpoint.body as unknown as z.ZodType;
  const fixed = endpoint.fixed.filter((name) => (sent as Record<string, unknown> | undefined)?.[name] !== undefined);
  if (!fixed.length && !missingFields(schema, sent).length) return call;
  const record = await current(tx, call);
  const changed = changedFields(fixed, sent, record);
  if (changed.length) throw invalidFields(Object.fromEntries(changed.map((name) => [name, ['CannotBeChanged']])));
  return { ...call, body: parse(schema, withKeptFields(schema, sent, record)) as never };
}

/**
 * The body, or undefined for one that is not valid by itself but may be with the fields that it keeps: it is then parsed
 * with them.
 */
function bodyOf({ endpoint, current }: Binding, sent: unknown): unknown {
  if (!endpoint.body) return undefined;
  const schema = endpoint.body as unknown as z.ZodType;
  const mayBeCompleted = current && missingFields(schema, sent).length > 0;
  return mayBeCompleted ? schema.safeParse(sent).data : parse(schema, sent);
}

/** Where a PUT finds the record that it changes: by its own binding, else by the GET of its path. */
function currentOf(binding: Binding, bindings: readonly Binding[]): Binding['current'] {
  const { endpoint, current } = binding;
  if (current || endpoint.method !== 'PUT') return current;
  const get = bindings.find(({ endpoint: other }) => other.method === 'GET' && other.path === endpoint.path);
  const read = get?.run as ((tx: Tx, call: Call) => Promise<unknown>) | undefined;
  return read && ((tx, call) => read(tx, { ...call, query: {} as never }));
}

/** Aborted when the caller closes the connection before the answer is complete. */
function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Reads end when their caller disconnects. Writes do not: the caller may fetch the answer with the same key. */
function openerOf(
  { endpoint }: Binding,
  wantsSheet: RowFormat | undefined,
  signal: AbortSignal,
  { open }: AdapterOptions,
): Open {
  if (!endpoint.reads) return open;
  const isDocument = endpoint.file || endpoint.heavy || endpoint.response === PdfText;
  const limit = wantsSheet ? 'rows' : isDocument ? 'export' : undefined;
  return (scope, work, mode) => open(scope, work, mode, { signal, limit });
}

async function serve(
  binding: Binding,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
): Promise<unknown> {
  const { endpoint } = binding;
  const actor = await actorOf(endpoint, request, options);
  const params = parseParams(endpoint, request.params);
  const upload = endpoint.upload ? await readUpload(request, actor.id) : undefined;
  try {
    const received = { request, reply, actor, params, upload };
    return await drawn(await serveReceived(binding, received, options), received, options);
  } finally {
    upload?.release();
  }
}

interface Received {
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor;
  params: Record<string, unknown>;
  upload: ReceivedUpload | undefined;
}

function scopeOf({ endpoint, role }: Binding, actor: Actor): Scope {
  if (endpoint.access === 'guest') return authScope;
  const own = actorScope(actor);
  return role ? { ...own, role } : own;
}

const formatNames: Record<string, RowFormat> = { excel: 'xlsx', csv: 'csv' };

/** The file that all rows are requested as: of a list by the accepted type, of a report by its body. */
function sheetFormatOf({ rows }: Endpoint, { headers, body }: FastifyRequest): RowFormat | undefined {
  if (!rows) return rowFormats[headers.accept ?? ''];
  return formatNames[String((body as { format?: unknown } | null)?.format)];
}

async function serveReceived(binding: Binding, received: Received, options: ServeOptions): Promise<unknown> {
  const { endpoint } = binding;
  const { request, reply, actor, params, upload } = received;
  const wantsSheet = sheetFormatOf(endpoint, request);
  const signal = disconnectSignal(reply);
  const open = openerOf(binding, wantsSheet, signal, options);
  const sent = {
    actor,
    params,
    query: parseQuery(endpoint, request),
    body: bodyOf(binding, upload ? upload.fields : request.body),
    file: upload?.file,
    wantsSheet,
    readTimezone: options.readTimezone,
    requestId: request.id,
    address: request.ip,
    agent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    origin: options.origin,
    idempotencyKey: idempotencyKeyOf(request),
  } as unknown as Call;
  // Only what could be done counts: a form with a typing error is no attempt.
  options.countAttempt?.(actor.id);
  const scope = scopeOf(binding, actor);
  const once = idempotent(endpoint, sent, request, upload);
  const answered = await refuseOldScan(request, options.clock.now(), async () =>
    once ? open(scope, (tx) => readStoredAnswer(tx, once), 'read') : undefined,
  );
  if (answered) return answered;
  // What runs before the transaction needs the whole body too.
  const isNeededBefore = binding.current && (binding.before || binding.each);
  const call = isNeededBefore ? await open(scope, (tx) => withKeptBody(tx, binding, sent, request.body), 'read') : sent;
  const prepared = await binding.before?.(open, call);
  if (binding.each) return binding.each(open, call);
  const { parts, again } = binding;
  const { serialize } = options;
  if (parts)
    return runParts(open, scope, (openPart) => parts(openPart, open, call), once, {
      serialize,
      problemOfPart: (error) => problemOfPart(error, options.constraints, request),
    });
  const run: Run = async (tx) =>
    (binding.run as (tx: Tx, call: Call, prepared: unknown) => Promise<unknown>)(
      tx,
      isNeededBefore ? call : await withKeptBody(tx, binding, call, request.body),
      prepared,
    );
  if (once) return runOnce(open, scope, run, once, { serialize, again: again && ((tx) => again(tx, call)) });
  if (wantsSheet && (endpoint.list || endpoint.rows))
    return exportRows(received, run, { scope, open, signal, options, endpoint });
  if (!endpoint.reads) return open(scope, serializing(run, serialize), 'write');
  const read = () => open(scope, run, 'read');
  return endpoint.heavy ? options.exports.readHeavy(actor, read, signal) : read();
}

/** A spreadsheet of many rows as it is sent. */
class SentRows {
  constructor(readonly sheet: DrawnSheet) {}
}

interface Exporting {
  endpoint: Endpoint;
  scope: Scope;
  open: Open;
  signal: AbortSignal;
  options: AdapterOptions;
}

/** Waits for its turn, then reads and draws the rows in one transaction. The file is sent after it has ended. */
async function exportRows({ actor, request }: Received, run: Run, exporting: Exporting): Promise<SentRows> {
  const { endpoint, scope, open, signal, options } = exporting;
  const { socket } = request.raw;
  const { timeout } = socket;
  // Nothing is sent before the file is complete, which with others in front may take longer than an idle connection has.
  socket.setTimeout?.(0);
  try {
    return await options.exports.run(
      actor,
      endpoint.path,
      (progress) =>
        open(
          scope,
          async (tx) => {
            const sheet = await run(tx);
            if (!(sheet instanceof RowSheet)) throw new Error(`${endpoint.path} is no list of rows.`);
            progress.rows = 0;
            progress.total = sheet.total;
            const onRows = (count: number) => {
              progress.rows += count;
            };
            return new SentRows(await drawRowSheet(sheet, options.scratchDir, onRows));
          },
          'read',
        ),
      signal,
    );
  } finally {
    socket.setTimeout?.(timeout ?? 0);
  }
}

/** The status of an answer, which may be one that was stored. */
const statusOf = ({ status }: Binding, answer: unknown): number =>
  status?.((answer instanceof Serialized ? JSON.parse(answer.text) : answer) as never) ?? 200;

/** A file as it is sent. */
class SentFile {
  constructor(
    readonly name: string,
    readonly media: string,
    readonly bytes: Uint8Array,
  ) {}
}

/** Draws a document that was answered, when it is its turn; everything else stays as it is. */
async function drawn(answer: unknown, { actor, reply }: Received, { exports }: AdapterOptions): Promise<unknown> {
  if (!(answer instanceof Sheet || answer instanceof Pdf)) return answer;
  const bytes = await exports.draw(actor, () => answer.draw(), disconnectSignal(reply));
  if (answer instanceof Sheet) return new SentFile(answer.name, XLSX, bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

const asAttachment = (reply: FastifyReply, name: string, media: string, size: number) =>
  reply
    .header('content-type', media)
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${encodeURIComponent(name)}"`);

async function send(reply: FastifyReply, answer: unknown, serialize: Serialize, status: number) {
  if (answer instanceof SentFile)
    return asAttachment(reply, answer.name, answer.media, answer.bytes.length).send(Buffer.from(answer.bytes));
  if (answer instanceof SentRows)
    return asAttachment(reply, answer.sheet.name, mediaTypes[answer.sheet.format], answer.sheet.file.size).send(
      answer.sheet.file.read(),
    );
  const text = answer instanceof Serialized ? answer.text : serialize(answer);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(`{"data":${text}}`);
}

/** Calls of guests are limited by network; one whose body names an account is also limited per account. */
function limitOf({ access, attempts, body }: Endpoint): RouteLimit {
  if (!attempts || access !== 'guest') return {};
  return { attempts: { max: attempts, perAccount: body instanceof z.ZodObject && 'email' in body.shape } };
}

/**
 * Registers a route for every endpoint. All follow the same steps: authenticate, authorize, parse, run in one
 * transaction, answer.
 */
export function serveBindings(app: FastifyInstance, bindings: Binding[], options: AdapterOptions): void {
  for (const declared of bindings) {
    const current = currentOf(declared, bindings);
    const binding = current ? { ...declared, current } : declared;
    const { endpoint } = binding;
    const serialize = serializerOf(endpoint, options.checkAnswers);
    const { attempts, access } = endpoint;
    const countAttempt = attempts && access !== 'guest' ? userAttempts(attempts) : undefined;
    const serveOptions = { ...options, serialize, countAttempt };
    app.route({
      method: endpoint.method,
      url: fullPath(endpoint),
      config: limitOf(endpoint),
      handler: async (request, reply) => {
        const answer = await serve(binding, request, reply, serveOptions);
        return send(reply, answer, serialize, statusOf(binding, answer));
      },
    });
  }
}
