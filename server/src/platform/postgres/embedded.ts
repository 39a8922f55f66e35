import { join } from 'node:path';
import { installedBinaries, usableBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { EmbeddedError } from './embedded-error.ts';
import { type Connection, type Home, openConnection, openHome, saveConnection } from './home.ts';
import { initDatabase, OWNER_NAME, SERVER_NAME } from './init-db.ts';
import { withLock } from './lock.ts';
import { acceptsConnections, adminUrl, findRunning, type Log, shutDown, start } from './postmaster.ts';
import { hasUsers, registerUser, unregisterUser } from './users.ts';
import { watchPostgres } from './watchdog.ts';

export type Embedded = {
  adminUrl: string;
  ownerUrl: string;
  serverUrl: string;
  /** Whether this start created the database, so that it is still empty. */
  fresh: boolean;
  /** The major version of the server. */
  major: number;
  home: Pick<Home, 'folder' | 'data' | 'settings'>;
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that npm installed on the data in `dataDir`, or attaches to one that already runs on it.
 * Every process that uses the server registers, and the last one to stop shuts it down (see users.ts). Until then it
 * is restarted when it exits.
 */
export async function startEmbedded(options: { dataDir: string; checkoutPath: string; log: Log }): Promise<Embedded> {
  const { dataDir, checkoutPath, log } = options;
  const lock = join(dataDir, 'postgres.lock');
  return withLock(lock, async () => {
    const home = openHome(dataDir, checkoutPath);
    const connection = openConnection(home);
    const binaries = usableBinaries(installedBinaries(), home.identity, home.sharedFolder);
    if (!findRunning(home.data)) await ensureCluster(binaries, home, connection, log);

    const attached = await attach(home.data, connection, log);
    const port = attached ?? (await start(binaries, home, connection, log));
    if (port !== connection.port) saveConnection(home, { ...connection, port });
    const user = registerUser(home.users);
    log(`PostgreSQL ${attached ? 'was already running' : 'started'} on 127.0.0.1:${port}, data in ${home.folder}`);

    const restart = () =>
      withLock(lock, async () => {
        if (findRunning(home.data)) return;
        const again = await start(binaries, home, { ...connection, port }, log);
        if (again === port) return;
        // Existing connections know only the old port.
        await shutDown(binaries, home, log);
        throw new EmbeddedError(`its port ${port} is taken`);
      });
    const stop = async (watchdog: { stop(): Promise<void> }) => {
      await watchdog.stop();
      await withLock(lock, async () => {
        unregisterUser(home.users, user);
        if (!hasUsers(home.users)) await shutDown(binaries, home, log);
      });
    };
    try {
      const url = adminUrl({ ...connection, port });
      const { owner, server } = connection.passwords;
      const made = await initDatabase(url, {
        database: 'longshore',
        owner: { name: OWNER_NAME, password: owner },
        server: { name: SERVER_NAME, password: server },
      });
      const { ownerUrl, serverUrl, created: fresh } = made;
      const watchdog = watchPostgres(() => findRunning(home.data) !== undefined, restart, log);
      return { adminUrl: url, ownerUrl, serverUrl, fresh, major: binaries.major, home, stop: () => stop(watchdog) };
    } catch (error) {
      unregisterUser(home.users, user);
      throw error;
    }
  });
}

/** Returns the port of the running server, or undefined when there is none or it was just shutting down. */
async function attach(data: string, connection: Connection, log: Log): Promise<number | undefined> {
  const running = findRunning(data);
  if (!running) return undefined;
  const url = adminUrl({ ...connection, port: running.port });
  return (await acceptsConnections(url, () => findRunning(data)?.pid === running.pid, log)) ? running.port : undefined;
}
