import { type DBSchema, openDB } from 'idb';
import { serverNow, timeSinceLastAnswer } from './server-clock.ts';
import type { Session } from './session-facts.ts';

/**
 * What the server last said about the person of this device: who they are, what they may do, the settings and short
 * lists of their company. With it the floor starts without the network (decision 0105). There is one, for one person.
 */
const DATABASE = 'longshore-session';
/** What is older is not used for work: the server would refuse what is scanned with it (decision 0099). */
const AGE_MS_MAX = 24 * 3_600_000;

interface Row {
  owner: string;
  session: Session;
  /** By the server's clock. */
  at: number;
}

interface Kept extends DBSchema {
  session: { key: 'last'; value: Row };
}

const connect = () =>
  openDB<Kept>(DATABASE, 1, {
    upgrade: (made) => void made.createObjectStore('session'),
    // Nothing is held open for long: a newer release only waits for a moment.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });

async function inStore<Result>(work: (database: Awaited<ReturnType<typeof connect>>) => Promise<Result>) {
  const database = await connect();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/**
 * Whose it is, as in the outbox: another database, or a user who was made again under the same id, is another owner.
 */
export const ownerOf = ({ user }: Pick<Session, 'user'>): string => `${user.id} ${user.created_at}`;

/** Keeps a session in place of the one before it. */
export const keepSession = (session: Session): Promise<unknown> =>
  inStore((database) => database.put('session', { owner: ownerOf(session), session, at: serverNow() }, 'last'));

/** The kept session of a person; undefined when there is none, or the server was last heard of more than a day ago. */
export async function readKeptSession(owner: string): Promise<Session | undefined> {
  const row = await inStore((database) => database.get('session', 'last'));
  if (row?.owner !== owner) return undefined;
  const age = timeSinceLastAnswer() || serverNow() - row.at;
  return age <= AGE_MS_MAX ? row.session : undefined;
}

export const removeKeptSession = (): Promise<unknown> =>
  typeof indexedDB === 'undefined' ? Promise.resolve() : inStore((database) => database.clear('session'));
