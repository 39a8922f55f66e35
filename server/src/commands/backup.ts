import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { VERSION } from '@longshore/contract';
import { BackupError } from '../platform/backup/archive.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { type Embedded, startEmbedded } from '../platform/postgres/embedded.ts';
import { rootDir, StartError } from './database.ts';
import { examine } from './doctor.ts';

const usage = `Usage:
  npm run backup -- <file> [--no-verify]   database, uploaded files and key in one archive, while Longshore runs
  npm run restore -- <file>                unpack a backup into an empty DATA_DIR`;

type Say = (line: string) => void;

const silently = (dataDir: string) => startEmbedded({ dataDir, checkoutPath: rootDir, log: () => {} });

/** What the archive does not contain, for the operator. */
function missingParts(config: Config): string[] {
  const missing: string[] = [];
  if (config.databaseUrl)
    missing.push('the database that DATABASE_URL names (use pg_dump or pg_basebackup of PostgreSQL itself)');
  if (config.bucket) missing.push('the uploaded files, which are in the bucket');
  if (config.secret) missing.push('LONGSHORE_SECRET, without which sealed secrets cannot be read');
  return missing;
}

/** Starts a copy from the archive, and returns the problems that the doctor finds in it. */
async function examineCopy(file: string): Promise<string[]> {
  const folder = mkdtempSync(join(dirname(file), '.verifying-'));
  // As root, PostgreSQL runs as another user, which needs access.
  chmodSync(folder, 0o711);
  let copy: Embedded | undefined;
  try {
    const { postgres } = await restoreBackup(file, folder, rootDir, { isDurable: false });
    if (postgres === null) return [];
    copy = await silently(folder);
    return await examine(copy.serverUrl);
  } finally {
    await copy?.stop();
    for (const made of [copy?.home.folder, folder]) if (made) rmSync(made, { recursive: true, force: true });
  }
}

/** Writes a backup and verifies it, unless told not to. Returns the problems that the doctor finds in the copy. */
export async function makeBackup(config: Config, file: string, isVerified: boolean, say: Say): Promise<string[]> {
  const { dataDir, databaseUrl } = config;
  const database = databaseUrl ? undefined : await silently(dataDir);
  try {
    await writeBackup(file, { dataDir, version: VERSION, database, createdAt: systemClock.now() }, say);
  } finally {
    await database?.stop();
  }
  if (!isVerified) return [];
  say('The archive is written; starting a copy from it');
  try {
    return await examineCopy(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw new BackupError(`The copy does not start, so the archive was removed: ${(error as Error).message}`);
  }
}

const PATTERN = /^longshore-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.gz$/;

/** Removes all nightly backups but the newest; other files in the folder are not touched. */
export function removeOldBackups(folder: string, keep: number): void {
  const names = readdirSync(folder).filter((name) => PATTERN.test(name));
  for (const name of names.sort().slice(0, -keep)) rmSync(join(folder, name));
}

/** Writes a verified backup into the configured folder, for the nightly job. */
export function nightlyBackup(config: Config, log: Log): (() => Promise<void>) | undefined {
  const { backup } = config;
  if (!backup) return undefined;
  return async () => {
    mkdirSync(backup.folder, { recursive: true, mode: 0o700 });
    const moment = systemClock
      .now()
      .toISOString()
      .replace(/:|\.\d+/g, '');
    const file = join(backup.folder, `longshore-${moment}.tar.gz`);
    const broken = await makeBackup(config, file, true, () => {});
    if (broken.length) log.warn({ file, broken }, 'the doctor finds something broken in the nightly backup');
    else log.info({ file, bytes: statSync(file).size }, 'the nightly backup is written and verified');
    removeOldBackups(backup.folder, backup.keep);
  };
}

function fileOf(positionals: string[]): string {
  if (positionals.length !== 1 || !positionals[0]) throw new StartError(`The name of one archive is needed.\n${usage}`);
  return resolve(positionals[0]);
}

export async function backup(config: Config, args: string[]): Promise<void> {
  const say: Say = (line) => process.stdout.write(`${line}\n`);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'no-verify': { type: 'boolean' } },
  });
  const file = fileOf(positionals);
  if (!existsSync(config.dataDir)) throw new StartError(`There is nothing to back up in ${config.dataDir} (DATA_DIR).`);
  const broken = await makeBackup(config, file, !values['no-verify'], say);
  say(`${file} holds the backup of ${config.dataDir}, ${Math.ceil(statSync(file).size / 1e6)} MB.`);
  for (const part of missingParts(config)) say(`It does not hold ${part}.`);
  if (!broken.length) return;
  say('The copy starts, but the doctor finds something broken in it (npm run doctor examines the original):');
  for (const line of broken) say(`  ${line}`);
  process.exitCode = 1;
}

export async function restore(config: Config, args: string[]): Promise<void> {
  const say: Say = (line) => process.stdout.write(`${line}\n`);
  const file = fileOf(parseArgs({ args, allowPositionals: true }).positionals);
  const { createdAt, postgres } = await restoreBackup(file, config.dataDir, rootDir);
  say(`${config.dataDir} holds what the backup of ${createdAt} held.`);
  if (postgres === null) return say('The database was not in it: restore that with the tools of PostgreSQL.');
  const database = await silently(config.dataDir);
  try {
    const broken = await examine(database.serverUrl);
    for (const line of broken) say(`BROKEN  ${line}`);
    if (broken.length) process.exitCode = 1;
    else say('The database starts and the doctor finds nothing broken. npm start runs it.');
  } finally {
    await database.stop();
  }
}
