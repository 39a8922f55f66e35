import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { outcome } from '@longshore/contract';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { DiskSpace } from '../disk-space.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { networkOf } from '../network.ts';
import { CALLER_GONE, type ConstraintProblems, logProblem, problemOf } from './failure.ts';
import { Problem, tooMany } from './problem.ts';

export const UPLOAD_MAX = 20 * 1024 * 1024;
const BODY_MAX = 1024 * 1024;

/** How long a caller may take. Node closes connections that exceed them, or answers 408. */
export interface ConnectionLimits {
  headersMs: number;
  /** For the whole request with its body; 20 MB need 1.4 Mbit/s. */
  requestMs: number;
  /** Without a byte of a body that is not complete. */
  bodyIdleMs: number;
  /** Between requests on one connection: longer than the 60 s after which common proxies close theirs. */
  keepAliveMs: number;
  /** Without a byte in either direction; longer than any answer takes. */
  idleMs: number;
  checkEveryMs: number;
  /** Interval of heartbeats on a live stream; a reader that has not consumed one by the next is disconnected. */
  heartbeatMs: number;
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  // 20 MB on a weak connection; a connection without traffic is closed much earlier.
  requestMs: 600_000,
  bodyIdleMs: 30_000,
  keepAliveMs: 65_000,
  idleMs: 120_000,
  checkEveryMs: 5_000,
  heartbeatMs: 20_000,
};

/** Attempts per minute on a route, as declared on the endpoint. */
export interface RouteLimit {
  attempts?: { max: number; perAccount: boolean };
}

export interface ServerOptions {
  log: Log;
  ids: Ids;
  constraints: ConstraintProblems;
  trustedProxies: string;
  /** The public URL of this installation; with https, browsers are told to use https only. */
  origin: string;
  connectionLimits?: ConnectionLimits | undefined;
}

export interface Metrics {
  registry: Registry;
  retries: Counter;
  disk: DiskSpace;
}

/** One year; subdomains are not included, because they may not be ours. */
const HSTS = 'max-age=31536000';

/** WebAssembly of our own, which reads codes from the camera, may be compiled; text may not become a script. */
const securityHeaders: Record<string, string> = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
};

/** The folder is on the disk whose free space is measured. */
export function makeMetrics(folder?: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const retries = new Counter({
    name: 'longshore_transaction_retries_total',
    help: 'Transactions run again after a deadlock or serialization failure',
    labelNames: ['code'],
    registers: [registry],
  });
  return { registry, retries, disk: new DiskSpace(registry, folder) };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
/** Normal use has some hundreds of combinations of route and status. */
const LABELS_MAX = 1_000;

/** The metric labels of a request. Whatever callers send, there are not many more than `LABELS_MAX` combinations. */
export function requestLabels() {
  const known = new Set<string>();
  return (method: string, route: string | undefined, status: number): [string, string, string] => {
    const labels: [string, string, string] = [METHODS.has(method) ? method : 'other', route ?? 'none', String(status)];
    const key = labels.join(' ');
    if (known.has(key) || known.size < LABELS_MAX) {
      known.add(key);
      return labels;
    }
    return [labels[0], 'other', `${Math.floor(status / 100)}xx`];
  };
}

function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const labelsOf = requestLabels();
  const seconds = new Histogram({
    name: 'longshore_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics.registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    seconds
      .labels(...labelsOf(request.method, request.routeOptions.url, reply.statusCode))
      .observe(reply.elapsedTime / 1000);
  });
}

/** Limit of one network for all accounts, as a multiple of its limit for one account. */
const ATTEMPTS_OF_ALL_ACCOUNTS = 5;

/**
 * The account a call is about; only for calls whose contract has one, otherwise a caller could vary it to evade the
 * limit.
 */
function accountOf(request: FastifyRequest): string {
  const email = (request.body as { email?: unknown } | null | undefined)?.email;
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}

/** Limits attempts per network and account on the endpoints that declare it in the contract. */
async function limitAttempts(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false, timeWindow: 60_000 });
  const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const check = app.createRateLimit({ max, keyGenerator });
    return async (request: FastifyRequest) => {
      const state = await check(request);
      if (!state.isAllowed && state.isExceeded) throw tooMany(state.ttlInSeconds);
    };
  };
  app.addHook('onRoute', (route) => {
    const { attempts } = (route.config ?? {}) as RouteLimit;
    if (!attempts) return;
    const { max, perAccount } = attempts;
    const network = (request: FastifyRequest) => networkOf(request.ip);
    const limits = perAccount
      ? [
          limiter(max * ATTEMPTS_OF_ALL_ACCOUNTS, network),
          limiter(max, (request) => `${network(request)} ${accountOf(request)}`),
        ]
      : [limiter(max, network)];
    route.preHandler = limits;
  });
}

function answerProblems(app: FastifyInstance, constraints: ConstraintProblems, disk: DiskSpace): void {
  app.setErrorHandler((error: Error, request, reply) => {
    disk.report(error);
    // The caller broke off in the middle of its request: nobody reads the answer, and nothing of ours is wrong.
    const isHalfSent = request.raw.aborted && !request.raw.complete;
    const problem = isHalfSent
      ? new Problem(CALLER_GONE, 'The request was broken off.')
      : problemOf(error, constraints);
    logProblem(error, problem, request);
    const { status, message, body, headers } =
      problem && problem.status !== 500 ? problem : new Problem(500, outcome.defect);
    // Answers that a user would not report to support have no reference.
    const reference =
      status === 401 || status === 403 || status === 422 || status === 429 ? {} : { reference: request.id };
    return reply
      .code(status)
      .headers(headers)
      .send({ ...body, message, ...reference });
  });
}

/** Browsers open connections in advance; closing the server would wait for a first request that never comes. */
function dropUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}

/** Closes the connection of a caller who stopped sending in the middle of a body. */
function cutStalledBodies(app: FastifyInstance, idleMs: number): void {
  app.addHook('preParsing', async ({ raw }, _reply, payload) => {
    const { socket } = raw;
    if (raw.complete || typeof socket.bytesRead !== 'number') return payload;
    let [seen, since] = [socket.bytesRead, performance.now()];
    const timer = setInterval(
      () => {
        if (raw.complete) return clearInterval(timer);
        if (socket.bytesRead !== seen) [seen, since] = [socket.bytesRead, performance.now()];
        else if (performance.now() - since >= idleMs) {
          clearInterval(timer);
          socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
          socket.destroySoon();
          raw.destroy();
        }
      },
      Math.min(idleMs, 1_000),
    );
    raw.once('close', () => clearInterval(timer));
    return payload;
  });
}

/** Headers of every answer. */
function setHeaders(app: FastifyInstance, origin: string): void {
  const isHttps = origin.startsWith('https:');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    // API answers are private to the caller and soon out of date.
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
    // Behind a trusted proxy the protocol is the one the browser used.
    if (isHttps || request.protocol === 'https') reply.header('strict-transport-security', HSTS);
  });
}

export async function makeServer(options: ServerOptions, metrics: Metrics): Promise<FastifyInstance> {
  const limits = options.connectionLimits ?? connectionLimits;
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: () => options.ids.uuid(),
    bodyLimit: BODY_MAX,
    trustProxy: options.trustedProxies || false,
    routerOptions: { maxParamLength: 4000, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkEveryMs },
  }) as unknown as FastifyInstance;
  setHeaders(app, options.origin);
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 500 || request.url.startsWith('/api'))
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'answered',
      );
  });
  // A JSON call without a body is treated as an empty object, so that its missing fields are reported by name.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, {});
    try {
      done(
        null,
        JSON.parse(text as string, (key, value) => (key === '__proto__' ? undefined : value)),
      );
    } catch {
      done(new Problem(400, outcome.notJson));
    }
  });
  // No limit of parts: beyond it the parser listens to none, and a form that breaks off there would end the process.
  const formLimits = { fileSize: UPLOAD_MAX, files: 1, fields: 20, parts: Number.POSITIVE_INFINITY };
  await app.register(multipart, { limits: formLimits });
  dropUnusedConnections(app);
  cutStalledBodies(app, limits.bodyIdleMs);
  await limitAttempts(app);
  countRequests(app, metrics);
  answerProblems(app, options.constraints, metrics.disk);
  return app;
}
