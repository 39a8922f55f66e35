import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, program } from './binaries.ts';
import { EmbeddedError } from './embedded-error.ts';
import type { Connection, Home } from './home.ts';
import { changeOwner } from './identity.ts';
import type { Log } from './postmaster.ts';

/** Creates the cluster when there is none, and refuses one that these binaries cannot read. */
export async function ensureCluster(binaries: Binaries, home: Home, connection: Connection, log: Log): Promise<void> {
  if (!existsSync(home.data)) {
    log('creating the database');
    return initialise(binaries, home, connection);
  }
  const major = Number(readFileSync(join(home.data, 'PG_VERSION'), 'utf8'));
  if (major !== binaries.major) {
    throw new EmbeddedError(
      `The data in ${home.data} was made by PostgreSQL ${major}, but this version of Longshore brings ` +
        `PostgreSQL ${binaries.major}: see "Upgrading the embedded database" in the documentation.`,
    );
  }
}

/**
 * Creates it in a temporary folder and renames, so that a kill half-way leaves nothing that looks like a cluster.
 * Each attempt has its own folder, because the initdb of a killed Node may still be writing to the last one.
 */
async function initialise(binaries: Binaries, home: Home, { passwords }: Connection): Promise<void> {
  const unfinished = join(home.folder, `unfinished-${randomBytes(4).toString('hex')}`);
  const passwordFile = join(home.folder, 'password.once');
  try {
    writeFileSync(passwordFile, passwords.admin, { mode: 0o600 });
    changeOwner(passwordFile, home.identity);
    await promisify(execFile)(
      program(binaries, 'initdb'),
      [
        '-D',
        unfinished,
        '-U',
        'postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '-E',
        'UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      { ...home.identity, cwd: '/' },
    );
    renameSync(unfinished, home.data);
    removeUnfinished(home.folder);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const reason = stderr?.split('\n').find((line) => /error|fatal/i.test(line)) ?? message;
    throw new EmbeddedError(`The database could not be created in ${home.folder}: ${reason}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('unfinished-'))) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
