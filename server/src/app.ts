import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import { accounts, actorById, authenticator, tokenUseRecorder } from './modules/accounts/index.ts';
import { billing } from './modules/billing/index.ts';
import { channels } from './modules/channels/index.ts';
import { clients } from './modules/clients/index.ts';
import { company, readTimezone } from './modules/company/index.ts';
import { exceptions } from './modules/exceptions/index.ts';
import { floor } from './modules/floor/index.ts';
import { inventory } from './modules/inventory/index.ts';
import { locations } from './modules/locations/index.ts';
import { orders } from './modules/orders/index.ts';
import { records } from './modules/records/index.ts';
import { relations } from './modules/relations/index.ts';
import { reports } from './modules/reports/index.ts';
import { shipments } from './modules/shipments/index.ts';
import { shipping } from './modules/shipping/index.ts';
import { stock } from './modules/stock/index.ts';
import { amazonModule } from './partners/amazon/index.ts';
import { freightModule } from './partners/freight/index.ts';
import { magentoModule } from './partners/magento/index.ts';
import { shippoModule } from './partners/shippo/index.ts';
import { shipStationModule } from './partners/shipstation/index.ts';
import { shopifyModule } from './partners/shopify/index.ts';
import { tradeGeckoModule } from './partners/tradegecko/index.ts';
import { woocommerceModule } from './partners/woocommerce/index.ts';
import { zaloraModule } from './partners/zalora/index.ts';
import { sessionTokens } from './platform/auth/session-tokens.ts';
import { systemClock } from './platform/clock.ts';
import { databaseLimits } from './platform/database/limits.ts';
import { openPools, POOL_SIZE, type Pools } from './platform/database/pools.ts';
import { lookups, type Open, opener } from './platform/database/tx.ts';
import { measureEvents } from './platform/events/event-metrics.ts';
import { joinSubscribers } from './platform/events/events.ts';
import { withSubscribers } from './platform/events/in-transaction.ts';
import { Exports } from './platform/exports/exports.ts';
import { exports } from './platform/exports/index.ts';
import { downloadLinks } from './platform/files/links.ts';
import { makeOperatorServer, serveHealth } from './platform/http/health.ts';
import { makeMetrics, makeServer } from './platform/http/server.ts';
import { startApi } from './platform/http/start-api.ts';
import { systemIds } from './platform/ids.ts';
import { imports } from './platform/imports/index.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { mail } from './platform/mail/index.ts';
import { mailQueue } from './platform/mail/mail.ts';
import { makeRegistry, type Tools } from './platform/module.ts';
import type { AppOptions } from './platform/options.ts';
import { makeOutgoing } from './platform/outgoing/outgoing.ts';
import { partnerCalls } from './platform/outgoing/partner-settings.ts';
import { search } from './platform/search/index.ts';
import { upkeep } from './platform/upkeep/index.ts';

/** Everything that registers routes, jobs, subscribers and the rest of `Module`, each in its own index.ts. */
export const registry = makeRegistry([
  // Modules of the platform: they contain no business rules.
  upkeep,
  mail,
  imports,
  exports,
  search,
  // The business, in dependency order.
  records,
  accounts,
  company,
  clients,
  relations,
  inventory,
  locations,
  stock,
  orders,
  shipments,
  billing,
  channels,
  ...shipping,
  floor,
  exceptions,
  reports,
  // The partners, one line each.
  amazonModule,
  shipStationModule,
  shippoModule,
  freightModule,
  magentoModule,
  shopifyModule,
  tradeGeckoModule,
  woocommerceModule,
  zaloraModule,
]);

export interface App {
  http: FastifyInstance;
  /** Metrics and details of readiness, to be served where only operators reach them. */
  operator: FastifyInstance;
  open: Open;
  pools: Pools;
  stop(): Promise<void>;
}

/** Connects the modules to the database, the HTTP server and the queue, and starts what `options.runs` asks for. */
export async function makeApp(options: AppOptions): Promise<App> {
  const { log, vault, clock = systemClock, ids = systemIds } = options;
  const metrics = makeMetrics(options.scratchDir);
  const pools = openPools(options.databaseUrl, log, POOL_SIZE, options.databaseLimits ?? databaseLimits);
  const open = withSubscribers(
    opener(pools, (code) => metrics.retries.inc({ code })),
    joinSubscribers(registry.inTransaction, options.inTransaction ?? {}),
  );
  measureEvents(metrics.registry, open);
  const http = await makeServer({ ...options, ids, constraints: registry.table('constraints') }, metrics);
  const secret = vault.keyFor('session tokens');
  await http.register(fastifyJwt, { secret, verify: { cache: true, cacheTTL: 60_000 } });
  const lookup = lookups(pools);
  const tools: Tools = {
    ...options,
    clock,
    ids,
    open,
    lookup,
    tokens: sessionTokens(http),
    queueMail: mailQueue(vault),
    outgoing: makeOutgoing({ allowPrivate: options.allowPrivateWebhooks, resolve: options.resolve }),
    partners: partnerCalls(options.partners, options.resolve),
    exports: new Exports(),
    disk: metrics.disk,
    links: downloadLinks(vault.keyFor('download links'), clock),
    findActor: actorById(lookup),
    registry,
  };
  serveHealth(http, options.readiness);
  const operator = makeOperatorServer(options.readiness, metrics.registry);
  const authenticate = authenticator(lookup, tools.tokens, tokenUseRecorder(tools));
  const stopApi = options.runs.api && (await startApi(http, tools, options, { authenticate, readTimezone }));
  const stopJobs = options.runs.worker && (await startJobs(tools, options.databaseUrl, options.runs.schedules ?? true));
  return {
    http,
    operator,
    open,
    pools,
    async stop() {
      await Promise.all([http.close(), operator.close()]);
      await Promise.allSettled([stopApi, stopJobs].map((stop) => (stop ? stop() : undefined)));
      await pools.end();
    },
  };
}
