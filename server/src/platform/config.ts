import { resolve } from 'node:path';

/** Everything an operator can set, read once from the environment. */
export interface Config {
  port: number;
  host: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  demo: boolean;
  /** What this process does: answer requests, work off jobs, or both. */
  roles: { api: boolean; worker: boolean };
  secret: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  publicUrl: string | undefined;
  supportUrl: string;
  logLevel: string;
  /** Addresses of the proxies in front whose X-Forwarded-For is believed, comma-separated. */
  trustedProxies: string;
  /** Answers are checked against the contract, for tests and development. */
  checkAnswers: boolean;
}

export class ConfigError extends Error {}

function numberOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (!/^\d{1,5}$/.test(value)) throw new ConfigError(`${name} must be a whole number, not "${value}".`);
  return Number(value);
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const role = env.LONGSHORE_ROLE || 'all';
  if (!['all', 'api', 'worker'].includes(role))
    throw new ConfigError(`LONGSHORE_ROLE must be all, api or worker, not "${role}".`);
  const databaseUrl = env.DATABASE_URL || undefined;
  return {
    port: numberOf(env, 'PORT', 3000),
    host: env.HOST || undefined,
    dataDir: resolve(env.DATA_DIR || '.data'),
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
    checkAnswers: env.LONGSHORE_CHECK_ANSWERS === '1',
  };
}
