import fastifyJwt from '@fastify/jwt';
import { api, type Endpoint, type GuestBoot } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import {
  accountsConstraints,
  accountsRoutes,
  actorById,
  authenticator,
  type SessionTokens,
  tokenUseRecorder,
  usersRoutes,
} from './modules/accounts/index.ts';
import {
  type Counters,
  clientOwner,
  clientsRoutes,
  clientUses,
  deliverWebhookJob,
  findClientPages,
  forgetDeliveriesJob,
  queueWebhooksJob,
  type WebhookSources,
  webhookSubscribers,
  webhooksRoutes,
} from './modules/clients/index.ts';
import {
  companyConstraints,
  companyRoutes,
  keepsLogo,
  operationsRoutes,
  operationsSubscribers,
  readTimezone,
  type Uses,
} from './modules/company/index.ts';
import {
  countInventories,
  findInventories,
  inventoriesRoutes,
  inventoryConstraints,
  inventoryOwner,
  inventorySheet,
  inventoryUses,
  uomSheet,
} from './modules/inventory/index.ts';
import { locationConstraints, locationSheet, locations } from './modules/locations/index.ts';
import {
  fileSubscribers,
  importJob,
  importSubscribers,
  type OwnerKinds,
  panelsRoutes,
  recordsRoutes,
  tidyFileJob,
} from './modules/records/index.ts';
import {
  countRelations,
  findRelations,
  relationOwner,
  relationSheet,
  relationsRoutes,
  relationUses,
} from './modules/relations/index.ts';
import { dashboardRoutes } from './modules/reports/index.ts';
import {
  countSheet,
  countSubscribers,
  countsRoutes,
  findBuckets,
  findPlates,
  platesRoutes,
  plateUses,
  postCountJob,
  putAwaySheet,
  serialsRoutes,
  stockConstraints,
  stockRoutes,
} from './modules/stock/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { queuedOpener } from './platform/database/fair-queue.ts';
import { type DatabaseLimits, databaseLimits } from './platform/database/limits.ts';
import { urlOfRole } from './platform/database/logins.ts';
import { openPools, POOL_SIZE, type Pools } from './platform/database/pools.ts';
import { type Lookup, lookups, type Open, opener } from './platform/database/tx.ts';
import { startDispatcher } from './platform/events/dispatcher.ts';
import { measureEvents } from './platform/events/event-metrics.ts';
import { joinSubscribers, type Subscribers } from './platform/events/events.ts';
import { type InTransactionSubscribers, withSubscribers } from './platform/events/in-transaction.ts';
import { startLive } from './platform/events/live.ts';
import { type DownloadLinks, downloadLinks } from './platform/files/links.ts';
import { servePublicPictures } from './platform/files/public-pictures.ts';
import { serveFiles } from './platform/files/serve-files.ts';
import type { FileStorage } from './platform/files/storage.ts';
import { housekeeping } from './platform/housekeeping.ts';
import { serveBindings } from './platform/http/adapter.ts';
import type { Binding } from './platform/http/bind.ts';
import { makeOperatorServer, type Readiness, serveHealth } from './platform/http/health.ts';
import { serveLive } from './platform/http/live-stream.ts';
import { serveOpenApi } from './platform/http/openapi.ts';
import { servePages } from './platform/http/pages.ts';
import { type ConnectionLimits, connectionLimits, makeMetrics, makeServer } from './platform/http/server.ts';
import { type Ids, systemIds } from './platform/ids.ts';
import { type Jobs, type Schedule, startWorker } from './platform/jobs/worker.ts';
import type { Log } from './platform/log.ts';
import { mailQueue, mailSubscribers, type QueueMail, sendMailJob } from './platform/mail/mail.ts';
import { makeOutgoing, type Outgoing, type Resolve } from './platform/outgoing/outgoing.ts';
import type { Vault } from './platform/vault.ts';

export interface AppOptions {
  databaseUrl: string;
  log: Log;
  vault: Vault;
  /** Where uploaded files are kept. */
  storage: FileStorage;
  webDir: string;
  /** Where people reach this installation. */
  origin: string;
  supportUrl: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  demo: GuestBoot['demo'];
  trustedProxies: string;
  checkAnswers: boolean;
  /** Webhooks may call addresses of the operator's own network. */
  allowPrivateWebhooks: boolean;
  resolve?: Resolve;
  runs: { api: boolean; worker: boolean };
  /** Runs every night, when the operator wants backups. */
  nightlyBackup?: (() => Promise<void>) | undefined;
  readiness: Readiness;
  databaseLimits?: DatabaseLimits;
  connectionLimits?: ConnectionLimits;
  clock?: Clock;
  ids?: Ids;
  /** In addition to those of the modules. */
  inTransaction?: InTransactionSubscribers;
}

export interface App {
  http: FastifyInstance;
  /** Metrics and details of readiness, to be served where only operators reach them. */
  operator: FastifyInstance;
  open: Open;
  pools: Pools;
  stop(): Promise<void>;
}

const sheets = [relationSheet, inventorySheet, uomSheet, locationSheet, putAwaySheet, countSheet];
const finders = [findRelations, findInventories, findPlates, findBuckets, locations.find, findClientPages];
/** What a client's page counts, and what its webhooks tell, by the owners of the records. */
const statistics: Counters = { relation_count: countRelations, inventory_count: countInventories };
const webhookSources: WebhookSources = {};
/** What comments, files and categories hang on. */
const kinds: OwnerKinds = { Relation: relationOwner, Inventory: inventoryOwner, Client: clientOwner };
/** Who holds on to couriers, settings and sizes of the company. */
const uses: Uses[] = [clientUses, relationUses, inventoryUses, plateUses];
const schedules: Schedule[] = [
  { task: 'housekeeping', match: '17 3 * * *' },
  { task: 'forget-deliveries', match: '27 3 * * *' },
];
const nightly: Schedule = { task: 'nightly-backup', match: '37 2 * * *' };
/** After the commit: which jobs an event gives rise to. */
const subscribers = joinSubscribers<Subscribers>(
  mailSubscribers,
  importSubscribers,
  fileSubscribers,
  operationsSubscribers,
  webhookSubscribers,
  countSubscribers,
);
/** Inside the command's own transaction: how a later module takes part in a command of an earlier one. */
const inTransaction: InTransactionSubscribers = {};

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

const constraints = {
  ...accountsConstraints,
  ...companyConstraints,
  ...inventoryConstraints,
  ...locationConstraints,
  ...stockConstraints,
};

/** What routes and jobs are made with. */
interface Tools {
  options: AppOptions;
  clock: Clock;
  ids: Ids;
  vault: Vault;
  storage: FileStorage;
  open: Open;
  lookup: Lookup;
  tokens: SessionTokens;
  queueMail: QueueMail;
  outgoing: Outgoing;
  links: DownloadLinks;
  supportUrl: string;
  demo: GuestBoot['demo'];
}

type Stop = () => Promise<unknown>;

const bindingsOf = (tools: Tools): Binding[] => [
  ...recordsRoutes({ sheets, finders, constraints, log: tools.options.log }),
  ...panelsRoutes({ ...tools, kinds }),
  ...accountsRoutes(tools),
  ...usersRoutes(tools),
  ...companyRoutes({ ...tools, uses }),
  ...operationsRoutes(tools),
  ...clientsRoutes({ statistics }),
  ...webhooksRoutes(tools),
  ...relationsRoutes(),
  ...inventoriesRoutes(tools),
  ...locations.routes(),
  ...stockRoutes(),
  ...platesRoutes(tools),
  ...serialsRoutes(),
  ...countsRoutes(),
  ...dashboardRoutes(),
];

const jobsOf = ({ options, vault, storage, clock, outgoing, lookup }: Tools): Jobs => ({
  mail: { 'send-mail': sendMailJob(vault, options.smtpUrl, options.mailFrom) },
  webhooks: {
    'queue-webhooks': queueWebhooksJob(webhookSources),
    'deliver-webhook': deliverWebhookJob({ vault, clock, outgoing }),
  },
  imports: {
    import: importJob(sheets, actorById(lookup), constraints),
    'post-count': postCountJob(actorById(lookup)),
  },
  upkeep: {
    housekeeping,
    'tidy-file': tidyFileJob(storage, [keepsLogo]),
    'forget-deliveries': forgetDeliveriesJob,
    ...(options.nightlyBackup ? { 'nightly-backup': options.nightlyBackup } : {}),
  },
});

/** Answers requests: the API, its description, files, live updates and the pages. */
async function startApi(http: FastifyInstance, tools: Tools): Promise<Stop[]> {
  const { options, open, links, storage } = tools;
  const noteTokenUse = tokenUseRecorder({ ...tools, log: options.log });
  const authenticate = authenticator(tools.lookup, tools.tokens, noteTokenUse);
  serveBindings(http, bindingsOf(tools), { ...options, open: queuedOpener(open), authenticate, readTimezone });
  serveFiles(http, links, storage);
  servePublicPictures(http, storage);
  serveOpenApi(http, api as unknown as Record<string, Record<string, Endpoint>>);
  // Listening needs no right on any table, so the login with the fewest does it.
  const live = startLive(urlOfRole(options.databaseUrl, 'app_client'), options.log);
  serveLive(http, live, authenticate, (options.connectionLimits ?? connectionLimits).heartbeatMs);
  await servePages(http, options.webDir);
  return [live.stop];
}

/** Works off jobs and turns events into them. */
async function startJobs(tools: Tools): Promise<Stop[]> {
  const { options, open, clock } = tools;
  const context = { open, log: options.log };
  const workerUrl = urlOfRole(options.databaseUrl, 'app_worker');
  const scheduled = options.nightlyBackup ? [...schedules, nightly] : schedules;
  const runner = await startWorker(workerUrl, jobsOf(tools), scheduled, context, () => clock.now());
  const dispatcher = startDispatcher(workerUrl, open, subscribers, options.log);
  return [dispatcher.stop, () => runner.stop()];
}

/** The one place where everything meets: routes, jobs, subscribers, partners. */
export async function makeApp(options: AppOptions): Promise<App> {
  const { log, vault, storage, clock = systemClock, ids = systemIds } = options;
  const metrics = makeMetrics();
  const pools = openPools(options.databaseUrl, log, POOL_SIZE, options.databaseLimits ?? databaseLimits);
  const open = withSubscribers(
    opener(pools, (code) => metrics.retries.inc({ code })),
    joinSubscribers(inTransaction, options.inTransaction ?? {}),
  );
  measureEvents(metrics.registry, open);
  const http = await makeServer({ ...options, ids, constraints }, metrics);
  const secret = vault.keyFor('session tokens');
  await http.register(fastifyJwt, { secret, verify: { cache: true, cacheTTL: 60_000 } });
  const tools: Tools = {
    options,
    clock,
    ids,
    vault,
    storage,
    open,
    lookup: lookups(pools),
    tokens: sessionTokens(http),
    queueMail: mailQueue(vault),
    outgoing: makeOutgoing({ allowPrivate: options.allowPrivateWebhooks, resolve: options.resolve }),
    links: downloadLinks(vault.keyFor('download links'), clock),
    supportUrl: options.supportUrl,
    demo: options.demo,
  };
  serveHealth(http, options.readiness);
  const operator = makeOperatorServer(options.readiness, metrics.registry);
  const stops = [
    ...(options.runs.api ? await startApi(http, tools) : []),
    ...(options.runs.worker ? await startJobs(tools) : []),
  ];
  return {
    http,
    operator,
    open,
    pools,
    async stop() {
      await Promise.all([http.close(), operator.close()]);
      await Promise.allSettled(stops.map((stop) => stop()));
      await pools.end();
    },
  };
}
