import type { GuestBoot } from '@longshore/contract';
import type { Clock } from './clock.ts';
import type { DatabaseLimits } from './database/limits.ts';
import type { InTransactionSubscribers } from './events/in-transaction.ts';
import type { FileStorage } from './files/storage.ts';
import type { Readiness } from './http/health.ts';
import type { ConnectionLimits } from './http/server.ts';
import type { Ids } from './ids.ts';
import type { Log } from './log.ts';
import type { Resolve } from './outgoing/outgoing.ts';
import type { PartnerSettings } from './outgoing/partner-settings.ts';
import type { Vault } from './vault.ts';

/** What the application is started with. */
export interface AppOptions {
  databaseUrl: string;
  log: Log;
  vault: Vault;
  /** Where uploaded files are stored. */
  storage: FileStorage;
  /** Where files are written while they are drawn; they have no name and are gone with the process. */
  scratchDir: string;
  webDir: string;
  /** The public URL of this installation. */
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
  partners?: PartnerSettings;
  /** Without `schedules` the worker runs no job by the clock of the machine: tests have a clock of their own. */
  runs: { api: boolean; worker: boolean; schedules?: false };
  /** Runs every night, when the operator configured backups. */
  nightlyBackup?: (() => Promise<void>) | undefined;
  readiness: Readiness;
  databaseLimits?: DatabaseLimits;
  connectionLimits?: ConnectionLimits;
  clock?: Clock;
  ids?: Ids;
  /** In addition to those of the modules. */
  inTransaction?: InTransactionSubscribers;
}
