import { join, resolve } from 'node:path';
import type { BucketOptions } from './files/bucket.ts';
import type { PartnerApp } from './outgoing/partner-settings.ts';

/** Everything an operator can set, read once from the environment. */
export interface Config {
  port: number;
  host: string | undefined;
  /** Address of metrics and readiness details for operators; not served unless set. */
  metricsPort: number | undefined;
  metricsHost: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  demo: boolean;
  /** Runs three simulated people who work in the demo. */
  demoPeople: boolean;
  /** What this process does: answer requests, run jobs, or both. */
  roles: { api: boolean; worker: boolean };
  secret: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  publicUrl: string | undefined;
  supportUrl: string;
  logLevel: string;
  /** Addresses of the proxies whose X-Forwarded-For is trusted, comma-separated. */
  trustedProxies: string;
  /** Where uploaded files go; a folder in `dataDir` when there is no bucket. */
  bucket: BucketOptions | undefined;
  /** Answers are validated against the contract, in tests and development. */
  checkAnswers: boolean;
  /** Webhooks may call loopback and private addresses: for receivers inside the operator's own network. */
  allowPrivateWebhooks: boolean;
  /** Where partners are called, when not at their own address, by name; and whether shops may be at private addresses. */
  partners: { urls: Record<string, string>; apps: Record<string, PartnerApp>; allowPrivate: boolean };
  /** Folder of the nightly backups and how many are kept; undefined when there are none. */
  backup: { folder: string; keep: number } | undefined;
}

export class ConfigError extends Error {}

/** A setting that is empty is not set. */
const textOf = (env: NodeJS.ProcessEnv, name: string): string | undefined => env[name] || undefined;

function numberOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (!/^\d{1,5}$/.test(value)) throw new ConfigError(`${name} must be a whole number, not "${value}".`);
  return Number(value);
}

/** A bucket needs all of its settings or none. */
function bucketOf(env: NodeJS.ProcessEnv): BucketOptions | undefined {
  const given = { endpoint: 'ENDPOINT', bucket: 'BUCKET', key: 'KEY', secret: 'SECRET' } as const;
  if (!Object.values(given).some((name) => env[`LONGSHORE_S3_${name}`])) return undefined;
  const read = (name: string) => {
    const value = env[`LONGSHORE_S3_${name}`];
    if (!value)
      throw new ConfigError(`LONGSHORE_S3_${name} is missing: a bucket needs ENDPOINT, BUCKET, KEY and SECRET.`);
    return value;
  };
  if (!/^https?:\/\//.test(read(given.endpoint)))
    throw new ConfigError('LONGSHORE_S3_ENDPOINT must be an address, for example https://s3.example.com.');
  return {
    endpoint: read(given.endpoint),
    bucket: read(given.bucket),
    key: read(given.key),
    secret: read(given.secret),
    region: env.LONGSHORE_S3_REGION || 'auto',
  };
}

/** What the process does. */
function rolesOf(env: NodeJS.ProcessEnv): Config['roles'] {
  const role = textOf(env, 'LONGSHORE_ROLE') ?? 'all';
  if (!['all', 'api', 'worker'].includes(role))
    throw new ConfigError(`LONGSHORE_ROLE must be all, api or worker, not "${role}".`);
  return { api: role !== 'worker', worker: role !== 'api' };
}

const PARTNER_URL = /^LONGSHORE_PARTNER_([A-Z0-9]+)_URL$/;
const PARTNER_APP = /^LONGSHORE_PARTNER_([A-Z0-9]+)_CLIENT_(?:ID|SECRET)$/;

/** Applications of the operator: `LONGSHORE_PARTNER_AMAZON_CLIENT_ID` and its likes. A secret without an id is a mistake. */
function partnerAppsOf(env: NodeJS.ProcessEnv): Record<string, PartnerApp> {
  const apps: Record<string, PartnerApp> = {};
  for (const name of Object.keys(env)) {
    const partner = PARTNER_APP.exec(name)?.[1];
    if (!partner || !env[name]) continue;
    const part = (field: string) => env[`LONGSHORE_PARTNER_${partner}_${field}`] ?? '';
    const [clientId, clientSecret] = [part('CLIENT_ID'), part('CLIENT_SECRET')];
    if (!clientId || !clientSecret)
      throw new ConfigError(`LONGSHORE_PARTNER_${partner}_CLIENT_ID and …_CLIENT_SECRET must both be set.`);
    apps[partner.toLowerCase()] = {
      clientId,
      clientSecret,
      developerName: part('DEVELOPER_NAME'),
      developerId: part('DEVELOPER_ID'),
    };
  }
  return apps;
}

function partnersOf(env: NodeJS.ProcessEnv): Config['partners'] {
  const urls: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const partner = PARTNER_URL.exec(name)?.[1];
    if (!partner || !value) continue;
    if (!/^https?:\/\/[^\s?#]+$/.test(value))
      throw new ConfigError(`${name} must be an address, for example https://partner.example.`);
    urls[partner.toLowerCase()] = value.replace(/\/$/, '');
  }
  return { urls, apps: partnerAppsOf(env), allowPrivate: env.LONGSHORE_ALLOW_PRIVATE_PARTNERS === '1' };
}

function backupOf(env: NodeJS.ProcessEnv, dataDir: string): Config['backup'] {
  const keep = numberOf(env, 'LONGSHORE_BACKUP_KEEP', 0);
  if (keep === 0) return undefined;
  return { folder: resolve(textOf(env, 'LONGSHORE_BACKUP_DIR') ?? join(dataDir, 'backups')), keep };
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const text = (name: string) => textOf(env, name);
  const roles = rolesOf(env);
  const databaseUrl = text('DATABASE_URL');
  const demo = !databaseUrl && env.LONGSHORE_DEMO !== 'off';
  const dataDir = resolve(text('DATA_DIR') ?? '.data');
  const backup = backupOf(env, dataDir);
  return {
    port: numberOf(env, 'PORT', 3000),
    host: text('HOST'),
    metricsPort: text('METRICS_PORT') ? numberOf(env, 'METRICS_PORT', 0) : undefined,
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    dataDir,
    databaseUrl,
    databaseOwnerUrl: text('DATABASE_OWNER_URL'),
    demo,
    demoPeople: demo && env.LONGSHORE_DEMO_PEOPLE === 'on',
    roles,
    secret: text('LONGSHORE_SECRET'),
    smtpUrl: text('SMTP_URL'),
    mailFrom: text('MAIL_FROM') ?? 'Longshore <longshore@localhost>',
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') || undefined,
    supportUrl: text('SUPPORT_URL') ?? '',
    // A line per call would push the address and the sign-ins of the demo out of sight.
    logLevel: text('LOG_LEVEL') ?? (demo ? 'warn' : 'info'),
    trustedProxies: text('TRUSTED_PROXIES') ?? '',
    bucket: bucketOf(env),
    checkAnswers: env.LONGSHORE_CHECK_ANSWERS === '1',
    partners: partnersOf(env),
    allowPrivateWebhooks: env.LONGSHORE_ALLOW_PRIVATE_WEBHOOKS === '1',
    backup,
  };
}
