import fastifyJwt from '@fastify/jwt';
import { api, type Endpoint, type GuestBoot } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import {
  accountsConstraints,
  accountsRoutes,
  actorById,
  authenticator,
  type SessionTokens,
  usersRoutes,
} from './modules/accounts/index.ts';
import { clientsRoutes } from './modules/clients/index.ts';
import { companyRoutes } from './modules/company/index.ts';
import { importJob, importSubscribers, recordsRoutes } from './modules/records/index.ts';
import { findRelations, relationSheet, relationsRoutes } from './modules/relations/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openPools, type Pools } from './platform/database/pools.ts';
import { lookups, type Open, opener } from './platform/database/tx.ts';
import { startDispatcher } from './platform/events/dispatcher.ts';
import type { Subscribers } from './platform/events/events.ts';
import { type Live, startLive } from './platform/events/live.ts';
import { housekeeping } from './platform/housekeeping.ts';
import { serveBindings } from './platform/http/adapter.ts';
import { type Readiness, serveHealth } from './platform/http/health.ts';
import { serveLive } from './platform/http/live-stream.ts';
import { serveOpenApi } from './platform/http/openapi.ts';
import { servePages } from './platform/http/pages.ts';
import { makeMetrics, makeServer } from './platform/http/server.ts';
import { type Ids, systemIds } from './platform/ids.ts';
import { type Jobs, type Schedule, startWorker } from './platform/jobs/worker.ts';
import type { Log } from './platform/log.ts';
import { mailQueue, mailSubscribers, sendMailJob } from './platform/mail/mail.ts';
import type { Vault } from './platform/vault.ts';

export interface AppOptions {
  databaseUrl: string;
  log: Log;
  vault: Vault;
  webDir: string;
  /** Where people reach this installation. */
  origin: string;
  supportUrl: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  demo: GuestBoot['demo'];
  trustedProxies: string;
  checkAnswers: boolean;
  runs: { api: boolean; worker: boolean };
  readiness: Readiness;
  clock?: Clock;
  ids?: Ids;
}

export interface App {
  http: FastifyInstance;
  open: Open;
  pools: Pools;
  stop(): Promise<void>;
}

const sheets = [relationSheet];
const finders = [findRelations];
const schedules: Schedule[] = [{ task: 'housekeeping', match: '17 3 * * *' }];
const subscribers: Subscribers = { ...mailSubscribers, ...importSubscribers };

function sessionTokens(http: FastifyInstance): SessionTokens {
  return {
    sign: (sessionId, expiresAt) => http.jwt.sign({ sid: sessionId, exp: Math.floor(expiresAt.getTime() / 1000) }),
    read(token) {
      try {
        return http.jwt.verify<{ sid: string }>(token).sid;
      } catch {
        return undefined;
      }
    },
  };
}

/** The one place where everything meets: routes, jobs, subscribers, partners. */
export async function makeApp(options: AppOptions): Promise<App> {
  const { log, vault, clock = systemClock, ids = systemIds } = options;
  const metrics = makeMetrics();
  const pools = openPools(options.databaseUrl, log);
  const open = opener(pools, (code) => metrics.retries.inc({ code }));
  const lookup = lookups(pools);
  const http = await makeServer(
    { log, ids, constraints: accountsConstraints, trustedProxies: options.trustedProxies },
    metrics,
  );
  await http.register(fastifyJwt, {
    secret: vault.keyFor('session tokens'),
    verify: { cache: true, cacheTTL: 60_000 },
  });
  const tokens = sessionTokens(http);
  const authenticate = authenticator(lookup, tokens);
  const queueMail = mailQueue(vault);
  const stops: (() => Promise<unknown>)[] = [];
  let live: Live | undefined;

  serveHealth(http, options.readiness, metrics.registry);
  if (options.runs.api) {
    const tools = { clock, ids, tokens, queueMail, vault, supportUrl: options.supportUrl, demo: options.demo };
    const bindings = [
      ...recordsRoutes({ sheets, finders }),
      ...accountsRoutes(tools),
      ...usersRoutes(tools),
      ...companyRoutes(tools),
      ...clientsRoutes(),
      ...relationsRoutes(),
    ];
    serveBindings(http, bindings, { open, authenticate, checkAnswers: options.checkAnswers, origin: options.origin });
    serveOpenApi(http, api as unknown as Record<string, Record<string, Endpoint>>);
    live = startLive(options.databaseUrl, log);
    serveLive(http, live, authenticate);
    await servePages(http, options.webDir);
    stops.push(live.stop);
  }
  if (options.runs.worker) {
    const jobs: Jobs = {
      housekeeping,
      'send-mail': sendMailJob(vault, options.smtpUrl, options.mailFrom),
      import: importJob(sheets, actorById(lookup)),
    };
    const runner = await startWorker(options.databaseUrl, jobs, schedules, { open, log }, () => clock.now());
    const dispatcher = startDispatcher(options.databaseUrl, open, subscribers, log);
    stops.push(dispatcher.stop, () => runner.stop());
  }
  return {
    http,
    open,
    pools,
    async stop() {
      await http.close();
      await Promise.allSettled(stops.map((stop) => stop()));
      await pools.end();
    },
  };
}
