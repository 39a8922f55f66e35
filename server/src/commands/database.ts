import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../platform/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { startEmbedded } from '../platform/postgres/embedded.ts';

/** The repository's root, from the bundle in server/dist as from the sources. */
export const rootDir = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'server', 'migrations'))) {
    const parent = resolve(folder, '..');
    if (parent === folder) throw new Error('The migrations are missing beside the server.');
    folder = parent;
  }
  return folder;
})();

export const migrationsDir = join(rootDir, 'server', 'migrations');

export class StartError extends Error {}

export interface Database {
  serverUrl: string;
  ownerUrl: string;
  embedded: boolean;
  stop(): Promise<void>;
}

const hostOf = (url: string) => {
  try {
    return new URL(url).host;
  } catch {
    throw new StartError(
      'DATABASE_URL is not a PostgreSQL address; it looks like postgres://user:password@host:5432/longshore.',
    );
  }
};

/** The operator's database, or one of our own when none is named; migrated either way. */
export async function readyDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  if (config.databaseUrl) {
    const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl;
    try {
      hostOf(config.databaseUrl);
      if (config.databaseOwnerUrl) await migrate(ownerUrl, migrationsDir, log);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code && /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|28|3D|57P03)/.test(code))
        throw new StartError(
          `The database at ${hostOf(ownerUrl)} cannot be reached: ${(error as Error).message || code}.`,
        );
      throw error;
    }
    return { serverUrl: config.databaseUrl, ownerUrl, embedded: false, stop: async () => {} };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, checkoutPath: rootDir, log });
  try {
    await migrate(embedded.ownerUrl, migrationsDir, log);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { serverUrl: embedded.serverUrl, ownerUrl: embedded.ownerUrl, embedded: true, stop: embedded.stop };
}
