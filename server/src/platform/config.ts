import { join, resolve } from 'node:path';
import type { BucketOptions } from './files/bucket.ts';

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
  /** Folder of the nightly backups and how many are kept; undefined when there are none. */
  backup: { folder: string; keep: number } | undefined;
}

export class ConfigError extends Error {}

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

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const role = env.LONGSHORE_ROLE || 'all';
  if (!['all', 'api', 'worker'].includes(role))
    throw new ConfigError(`LONGSHORE_ROLE must be all, api or worker, not "${role}".`);
  const databaseUrl = env.DATABASE_URL || undefined;
  const dataDir = resolve(env.DATA_DIR || '.data');
  const keep = numberOf(env, 'LONGSHORE_BACKUP_KEEP', 0);
  return {
    port: numberOf(env, 'PORT', 3000),
    host: env.HOST || undefined,
    metricsPort: env.METRICS_PORT ? numberOf(env, 'METRICS_PORT', 0) : undefined,
    metricsHost: env.METRICS_HOST || '127.0.0.1',
    dataDir,
    databaseUrl,
    databaseOwnerUrl: env.DATABASE_OWNER_URL || undefined,
    demo: !databaseUrl && env.LONGSHORE_DEMO !== 'off',
    roles: { api: role !== 'worker', worker: role !== 'api' },
    secret: env.LONGSHORE_SECRET || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM || 'Longshore <longshore@localhost>',
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') || undefined,
    supportUrl: env.SUPPORT_URL || '',
    logLevel: env.LOG_LEVEL || 'info',
    trustedProxies: env.TRUSTED_PROXIES || '',
    bucket: bucketOf(env),
    checkAnswers: env.LONGSHORE_CHECK_ANSWERS === '1',
    allowPrivateWebhooks: env.LONGSHORE_ALLOW_PRIVATE_WEBHOOKS === '1',
    backup: keep ? { folder: resolve(env.LONGSHORE_BACKUP_DIR || join(dataDir, 'backups')), keep } : undefined,
  };
}
