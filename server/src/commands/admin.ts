import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isEmail } from '@longshore/contract';
import { createUser, generatePassword, hashPassword } from '../modules/accounts/index.ts';
import type { Config } from '../platform/config.ts';
import { loginOf } from '../platform/database/logins.ts';
import { openPools } from '../platform/database/pools.ts';
import { authScope, opener } from '../platform/database/tx.ts';
import { systemIds } from '../platform/ids.ts';
import { makeLog } from '../platform/log.ts';
import { initDatabase, OWNER_NAME, SERVER_NAME } from '../platform/postgres/init-db.ts';
import { databaseNameOf, readyDatabase, rootDir, StartError } from './database.ts';
import { schemaTypes } from './schema-types.ts';

export const SCHEMA_TYPES = 'server/src/platform/database/generated/schema.ts';

const usage = `Usage:
  npm run admin -- create --email you@example.com [--name "Your Name"]   make a super user with a one-time password
  npm run admin -- init-db --url <admin url> [--database longshore]      make roles, logins and the database
  npm run admin -- schema-types                                          write the database's types anew after a migration`;

const secret = () => randomBytes(18).toString('base64url');

async function createSuper(config: Config, email: string | undefined, name: string | undefined): Promise<void> {
  if (!email || !isEmail(email)) throw new StartError(`An e-mail address is needed.\n${usage}`);
  const database = await readyDatabase(config, () => {});
  const pools = openPools(database.serverUrl, makeLog('warn'), 1);
  try {
    const password = generatePassword(systemIds);
    const passwordHash = await hashPassword(password);
    await opener(pools)(authScope, (tx) =>
      createUser(tx, {
        name: name ?? email.split('@')[0] ?? email,
        email,
        passwordHash,
        isMainUser: true,
        isSuper: true,
      }),
    );
    process.stdout.write(
      `Super user ${email.toLowerCase()} can sign in with this password and should change it: ${password}\n`,
    );
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email_key')
      throw new StartError(`${email} already has an account.`);
    throw error;
  } finally {
    await pools.end();
    await database.stop();
  }
}

/** Configured names and passwords are kept, so that an upgrade changes no setting. */
async function initDb(config: Config, url: string | undefined, database: string | undefined): Promise<void> {
  if (!url) throw new StartError(`The address of an administrator is needed.\n${usage}`);
  const { databaseUrl, databaseOwnerUrl } = config;
  const { ownerUrl, serverUrl } = await initDatabase(url, {
    database: database ?? (databaseUrl ? databaseNameOf(databaseUrl) : 'longshore'),
    owner: databaseOwnerUrl ? loginOf(databaseOwnerUrl) : { name: OWNER_NAME, password: secret() },
    server: databaseUrl ? loginOf(databaseUrl) : { name: SERVER_NAME, password: secret() },
  });
  process.stdout.write(
    `DATABASE_URL=${databaseUrl ?? serverUrl}\nDATABASE_OWNER_URL=${databaseOwnerUrl ?? ownerUrl}\n`,
  );
}

/** Generates the table types from the migrated database; a test fails when they are stale. */
async function writeSchemaTypes(config: Config): Promise<void> {
  const database = await readyDatabase(config, () => {});
  try {
    await writeFile(join(rootDir, SCHEMA_TYPES), await schemaTypes(database.ownerUrl));
  } finally {
    await database.stop();
  }
}

export async function admin(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      url: { type: 'string' },
      database: { type: 'string' },
    },
  });
  if (positionals[0] === 'create') return createSuper(config, values.email, values.name);
  if (positionals[0] === 'init-db') return initDb(config, values.url, values.database);
  if (positionals[0] === 'schema-types') return writeSchemaTypes(config);
  throw new StartError(usage);
}
