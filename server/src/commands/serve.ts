import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type App, makeApp, registry } from '../app.ts';
import { completeDemoUsers, demoSignIns, seedDemo } from '../demo/demo.ts';
import {
  chooseDemoPassword,
  findPublishedUsers,
  giveDemoPassword,
  isExposed,
  keepDemoPassword,
} from '../demo/demo-password.ts';
import { type PeopleAtWork, startPeopleAtWork } from '../demo/people/people-at-work.ts';
import { startDueRuns } from '../modules/billing/index.ts';
import type { Config } from '../platform/config.ts';
import { loginProblem } from '../platform/database/login-check.ts';
import { SCOPE_ROLES } from '../platform/database/logins.ts';
import { migrate } from '../platform/database/migrate.ts';
import { type AppliedMigration, readMigrations, schemaProblem } from '../platform/database/migration-files.ts';
import { openPools } from '../platform/database/pools.ts';
import { sql } from '../platform/database/sql.ts';
import { authScope, type Open, opener, staffScope, type Tx } from '../platform/database/tx.ts';
import { openStorage } from '../platform/files/index.ts';
import type { FileStorage } from '../platform/files/storage.ts';
import type { Readiness } from '../platform/http/health.ts';
import { systemIds } from '../platform/ids.ts';
import { type Log, makeLog } from '../platform/log.ts';
import type { PartnerSettings } from '../platform/outgoing/partner-settings.ts';
import { makeVault, readMasterKey, type Vault } from '../platform/vault.ts';
import { nightlyBackup } from './backup.ts';
import { type Database, migrationsDir, readyDatabase, rootDir, StartError } from './database.ts';
import { type DemoShops, startDemoShops } from './demo-shops.ts';

const DRAIN_MS = 15_000;
/**
 * The migrations this release knows, read at start: a newer release installed over it meanwhile does not change them.
 */
const migrations = readMigrations(migrationsDir);

const isEmpty = async (tx: Tx) => {
  const { rows } = await sql`select from users limit 1`.execute(tx);
  return rows.length === 0;
};

/** A database that was migrated only by releases before 1.4 has no such column. */
const isCompatible = sql`coalesce((to_jsonb(m) ->> 'is_compatible')::boolean, true)`;

/** Why this release cannot work with the database as it is migrated now. */
async function migrationProblem(open: Open): Promise<string | undefined> {
  const { rows } = await open(authScope, (tx) =>
    sql<AppliedMigration>`select number, name, ${isCompatible} as is_compatible from migrations m`.execute(tx),
  );
  return schemaProblem(migrations, rows);
}

async function whileOpen(url: string, log: Log, work: (open: Open) => Promise<void>): Promise<void> {
  const pools = openPools(url, log, 1);
  try {
    await work(opener(pools));
  } finally {
    await pools.end();
  }
}

/** A misconfigured database is worse than none: print one line and do not start. */
async function assertUsable(open: Open): Promise<void> {
  for (const role of SCOPE_ROLES) {
    const problem = await open({ role, clientId: null, userId: null }, loginProblem);
    if (problem) throw new StartError(problem);
  }
  const unmigrated = await migrationProblem(open);
  if (unmigrated) throw new StartError(unmigrated);
}

async function listen(server: App['http'], variable: string, port: number, host: string): Promise<void> {
  try {
    await server.listen({ port, host });
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is taken. Stop what uses it, or choose another with ${variable}=${port + 1} npm start.`,
      );
    if ((error as { code?: string }).code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this user. Choose one above 1024 with ${variable}.`);
    throw error;
  }
}

const CONTRACT_EVERY_MS = 60_000;

/** Migrations that wait for older servers to stop are tried again until they are applied. */
function retryContracts(database: Database, log: Log): void {
  const timer = setInterval(() => {
    migrate(database.ownerUrl, migrationsDir, () => {})
      .then((waiting) => {
        if (!waiting.length) clearInterval(timer);
      })
      .catch((error: Error) => log.warn({ error: error.message }, 'a waiting migration was not applied'));
  }, CONTRACT_EVERY_MS);
  timer.unref();
}

function printAddress(config: Config, address: string, demoPassword: string, shopsAt: string | undefined): void {
  const lines = ['', `  Longshore is running at ${address}`, ''];
  if (config.demo) {
    lines.push(`  Demo sign-ins, all with the password ${demoPassword}:`);
    for (const { email, title } of demoSignIns) lines.push(`    ${email.padEnd(24)} ${title}`);
    if (shopsAt) lines.push('', `  Demo shops to connect, under Setting, Integrations: ${shopsAt}`);
    lines.push('');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Addresses of partners: those that the operator configured take precedence over those of the demo's shops. */
const partnersOf = ({ partners }: Config, shops: DemoShops | undefined): PartnerSettings => ({
  ...shops?.partners,
  allowPrivate: partners.allowPrivate,
  urls: { ...shops?.partners.urls, ...partners.urls },
  apps: { ...shops?.partners.apps, ...partners.apps },
});

/**
 * What has been started so far. The database is set before it is ready, so that a start that is interrupted can stop
 * it.
 */
interface Running {
  database: Promise<Database>;
  app?: App;
  shops?: DemoShops;
  people?: PeopleAtWork | undefined;
}

/**
 * Shuts down once, on the first of: a signal, or the end of the tool that started us. Also while the server starts:
 * otherwise a PostgreSQL would be left behind.
 */
function drainOnSignal(running: Running, readiness: Readiness): void {
  const drain = async () => {
    if (readiness.draining) return;
    readiness.draining = true;
    const database = await running.database.catch(() => undefined);
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    await running.people?.stop().catch(() => {});
    await running.app?.stop().catch(() => {});
    await running.shops?.stop().catch(() => {});
    await database?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, drain);
  process.once('disconnect', drain);
}

/** The tool that started this process may still be building the web, and sends a message when it is done. */
const webIsBuilt = (): Promise<unknown> =>
  process.env.LONGSHORE_WEB === 'building' && process.connected
    ? new Promise((resolve) => process.once('message', resolve))
    : Promise.resolve();

interface Demo {
  password: string;
  /** Other machines can reach it: the password is generated, and the sign-in page does not show it. */
  isExposed: boolean;
}

/** Seeds an empty database in demo mode; a demo that others can reach never uses the published password. */
async function prepareDemo(
  config: Config,
  { open, storage, vault }: { open: Open; storage: FileStorage; vault: Vault },
  demo: Demo,
  say: (line: string) => void,
): Promise<void> {
  const isNew = config.demo && (await open(staffScope, isEmpty));
  const published = demo.isExposed ? await findPublishedUsers(open) : [];
  // Stored before it is used: an interrupted start must not leave a password that nobody knows.
  if (demo.isExposed && (isNew || published.length)) keepDemoPassword(config.dataDir, demo.password);
  if (isNew) await seedDemo(open, say, storage.put, vault.seal, demo.password, registry);
  else if (config.demo) await completeDemoUsers(open, demo.password);
  if (!published.length) return;
  await giveDemoPassword(open, published, demo.password);
  say(`the demo sign-ins have a new password, kept in ${join(config.dataDir, 'demo-password')}`);
}

/** Where the server listens, and whether other machines can reach it. */
function placeOf(config: Config) {
  // Anyone who reads the demo's sign-ins can use it: it listens on this machine only, unless HOST says otherwise.
  const host = config.host ?? (config.demo ? '127.0.0.1' : '0.0.0.0');
  const name = host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host;
  const address = config.publicUrl ?? `http://${name}:${config.port}`;
  return { host, address, exposed: isExposed(host, config.publicUrl) };
}

/** How long the parts of a start took, in ms: when it is slow, the log says what it waited for. */
function makeStopwatch() {
  const ms: Record<string, number> = {};
  const timed = async <Result>(part: string, work: Promise<Result>): Promise<Result> => {
    const since = performance.now();
    const result = await work;
    ms[part] = Math.round(performance.now() - since);
    return result;
  };
  return { ms, timed };
}

/** Starts what this process does: charging the days that are due, answering operators, answering requests. */
async function startRoles(app: App, config: Config, host: string, log: Log): Promise<void> {
  // Days that ended while no server ran are charged now, not at the next full hour.
  if (config.roles.worker)
    await app.open(staffScope, startDueRuns).catch((error: unknown) => log.warn({ err: error }, 'no accrual at start'));
  if (config.metricsPort !== undefined)
    await listen(app.operator, 'METRICS_PORT', config.metricsPort, config.metricsHost);
  if (config.roles.api) await listen(app.http, 'PORT', config.port, host);
}

const peopleOf = ({ http }: App, { demoPeople }: Config, { password }: Demo, log: Log) =>
  demoPeople ? startPeopleAtWork(http, password, log) : undefined;

export async function serve(config: Config): Promise<void> {
  const { ms, timed } = makeStopwatch();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  mkdirSync(config.dataDir, { recursive: true });
  const log = makeLog(config.logLevel);
  const vault = makeVault(readMasterKey(config.dataDir, config.secret));
  const storage = openStorage(config.dataDir, config.bucket);
  const { host, address, exposed } = placeOf(config);
  const demo: Demo = { password: chooseDemoPassword(config.dataDir, exposed, systemIds), isExposed: exposed };
  const running: Running = { database: readyDatabase(config, say) };
  const readiness: Readiness = {
    draining: false,
    problem: async () =>
      running.app ? migrationProblem(running.app.open).catch(() => 'the database cannot be reached') : 'starting',
  };
  drainOnSignal(running, readiness);
  const web = webIsBuilt();
  const database = await timed('database', running.database);
  try {
    const prepared = whileOpen(database.serverUrl, log, async (open) => {
      await assertUsable(open);
      if (database.embedded) await prepareDemo(config, { open, storage, vault }, demo, say);
      if (database.embedded && config.demo) running.shops = await startDemoShops(open, vault, config.port + 1);
    });
    await timed('checks and demo', prepared);
    await timed('build of the web', web);
    const made = makeApp({
      databaseUrl: database.serverUrl,
      log,
      vault,
      storage,
      scratchDir: join(config.dataDir, 'scratch'),
      webDir: join(rootDir, 'web', 'dist'),
      origin: address,
      supportUrl: config.supportUrl,
      smtpUrl: config.smtpUrl,
      mailFrom: config.mailFrom,
      demo: config.demo && !exposed ? { password: demo.password, sign_ins: [...demoSignIns] } : null,
      trustedProxies: config.trustedProxies,
      checkAnswers: config.checkAnswers,
      allowPrivateWebhooks: config.allowPrivateWebhooks,
      partners: partnersOf(config, running.shops),
      runs: config.roles,
      nightlyBackup: nightlyBackup(config, log),
      readiness,
    });
    running.app = await timed('app', made);
    await timed('accrual and listening', startRoles(running.app, config, host, log));
    running.people = peopleOf(running.app, config, demo, log);
  } catch (error) {
    // Somebody ends the process: what it was doing fails because of that.
    if (readiness.draining) return;
    await running.app?.stop().catch(() => {});
    await database.stop();
    throw error;
  }
  log.info({ ms }, 'the server has started');
  if (database.waitingMigrations.length) retryContracts(database, log);
  printAddress(config, address, demo.password, running.shops?.partners.demoPage);
}
