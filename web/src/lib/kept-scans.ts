import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { newId } from './new-id.ts';

/**
 * The outbox: scans that wait for an answer are stored on this device, per user and company database, so that a reload,
 * a closed tab or an empty battery loses none. They are sent again under their idempotency keys, so that none is done
 * twice. They are read once, when the user is known; from then on they are in memory, and every change is written to
 * the device afterwards (decision 0099).
 */
const DATABASE = 'longshore-outbox';
const CHANNEL = 'longshore-outbox';
const DAY_MS = 86_400_000;
const DAYS_KEPT = 30;
const ADOPT_MS = 30_000;
const OPEN_MS_MAX = 5_000;

/**
 * `unsure`: it was sent and no answer came, so it may have been done; it is repeated under its key to find out.
 * `refused`: the server refused it, and a person decides what becomes of it.
 */
export type PendingState = 'waiting' | 'sending' | 'unsure' | 'refused';

/** Why a command was refused, as it is stored. */
export interface KeptFailure {
  status: number;
  code?: number | undefined;
  message: string;
  errors?: Record<string, string[]> | undefined;
  keys?: Record<string, string[]> | undefined;
  reference?: string | undefined;
}

export interface PendingCommand<Input> {
  /** Also the idempotency key, however often it is sent. */
  key: string;
  input: Input;
  /** By the clock of the device. */
  at: number;
  /** When it was scanned, by the server's clock as it was known then. */
  moment?: number;
  state: PendingState;
  failure?: KeptFailure;
}

export interface KeptScans<Input> {
  commands: readonly PendingCommand<Input>[];
  /**
   * What the first command refers to: the plate that was scanned before its bin. A screen that opens again after a
   * reload always stores it.
   */
  context: string;
}

export interface ScanStore<Input> {
  name: string;
  read: () => KeptScans<Input>;
  write: (kept: KeptScans<Input>) => void;
  /** Resolves when all that was written is on the device, or cannot be stored there. */
  saved: () => Promise<void>;
  /** A screen has opened it: nobody else sends what is in it. The returned function closes it again. */
  open: () => () => void;
}

interface CommandRow extends PendingCommand<unknown> {
  owner: string;
  name: string;
  tab: string;
  order: number;
}

interface ContextRow {
  id: string;
  owner: string;
  name: string;
  tab: string;
  context: string;
  at: number;
}

interface Outbox extends DBSchema {
  commands: { key: string; value: CommandRow; indexes: { owner: string } };
  contexts: { key: string; value: ContextRow; indexes: { owner: string } };
}

const NOTHING: KeptScans<never> = { commands: [], context: '' };
/** Each load of the page counts as a tab: after a reload the new one adopts the scans of the one before. */
let tab = newId();
let owner = '';
let database: IDBPDatabase<Outbox> | undefined;
let kept = new Map<string, KeptScans<unknown>>();
const orders = new Map<string, number>();
let lastOrder = 0;
const open = new Map<string, number>();
let writing: Promise<void> = Promise.resolve();
/** Set when the device could not store something: it is full, or the browser allows no storage. */
let isFull = false;
const listeners = new Set<() => void>();
let snapshot: readonly KeptName[] = [];
let adopting: ReturnType<typeof setInterval> | undefined;

/** What waits under a name; `isOpen`: its screen is open in this tab. */
export interface KeptName {
  name: string;
  isOpen: boolean;
  commands: readonly PendingCommand<unknown>[];
}

function changed(): void {
  snapshot = [...kept]
    .filter(([, { commands }]) => commands.length > 0)
    .map(([name, { commands }]) => ({ name, commands, isOpen: open.has(name) }));
  for (const listener of [...listeners]) listener();
}

export const onKeptScans = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const removed = new Set<() => void>();
/** Calls back when the user discards all that waits, by signing out: nothing of it is sent any more. */
export const onScansRemoved = (listener: () => void): (() => void) => {
  removed.add(listener);
  return () => void removed.delete(listener);
};

/** All that waits on this device for the user. */
export const keptScans = () => snapshot;
export const isStorageFull = () => isFull;
export const waitingCount = () => snapshot.reduce((sum, { commands }) => sum + commands.length, 0);

const idOf = (name: string) => `${owner}/${name}/${tab}`;
const locks = () => (typeof navigator === 'undefined' ? undefined : navigator.locks);
const tabLock = (id: string) => `${CHANNEL}/${id}`;

/**
 * Without answers from other tabs (plain http has no locks) all are taken to be closed: a scan that is then sent twice
 * is still done once.
 */
async function livingTabs(): Promise<Set<string>> {
  const held = (await locks()?.query())?.held ?? [];
  return new Set(held.map(({ name = '' }) => name.slice(CHANNEL.length + 1)));
}

async function holdTab(): Promise<void> {
  const all = locks();
  if (!all) return;
  await new Promise<void>((resolve) => {
    void all.request(tabLock(tab), () => {
      resolve();
      return new Promise(() => {});
    });
  });
}

/** Takes over the scans of tabs that were closed. Names that are open here stay as they are. */
async function adopt(): Promise<void> {
  const lock = locks();
  if (lock) await lock.request(CHANNEL, adoptNow);
  else await adoptNow();
}

/** A command as this page takes it over; whether one that was on its way has arrived is not known. */
function takenOver({ owner: _owner, name: _name, tab: _tab, order: _order, ...command }: CommandRow) {
  return { ...command, state: command.state === 'sending' ? ('unsure' as const) : command.state };
}

function withCommand(into: Map<string, KeptScans<unknown>>, row: CommandRow): void {
  const before = into.get(row.name) ?? NOTHING;
  orders.set(row.key, row.order);
  lastOrder = Math.max(lastOrder, row.order);
  if (before.commands.some(({ key }) => key === row.key)) return;
  into.set(row.name, { ...before, commands: [...before.commands, takenOver(row)] });
}

/**
 * Whether what a screen held, with nothing to send, is younger than a day: older than that it is no longer what the
 * person is doing.
 */
const isCurrent = (row: ContextRow, into: ReadonlyMap<string, KeptScans<unknown>>) =>
  Date.now() - row.at <= DAY_MS || into.get(row.name)?.commands.length;

async function adoptNow(): Promise<void> {
  const living = await livingTabs();
  if (!database) return;
  const forOwner = owner;
  const isLeft = (row: { tab: string; name: string }) => row.tab !== tab && !living.has(row.tab) && !open.has(row.name);
  const tx = database.transaction(['commands', 'contexts'], 'readwrite', { durability: 'strict' });
  const [commands, contexts] = [tx.objectStore('commands'), tx.objectStore('contexts')];
  const rows = (await commands.index('owner').getAll(owner)).filter(isLeft);
  const rowsOfContexts = (await contexts.index('owner').getAll(owner)).filter(isLeft);
  const next = new Map(kept);
  for (const row of rows.sort((one, other) => one.order - other.order || one.at - other.at)) {
    withCommand(next, row);
    void commands.put({ ...row, tab });
  }
  for (const row of rowsOfContexts) {
    void contexts.delete(row.id);
    if (!isCurrent(row, next)) continue;
    const before = next.get(row.name) ?? NOTHING;
    if (before.context === '') next.set(row.name, { ...before, context: row.context });
    void contexts.put({ ...row, id: idOf(row.name), tab });
  }
  await tx.done;
  if (owner !== forOwner || rows.length + rowsOfContexts.length === 0) return;
  for (const [name, value] of next) if (!open.has(name)) kept.set(name, value);
  changed();
}

async function removeOld(): Promise<void> {
  if (!database) return;
  const tx = database.transaction(['commands', 'contexts'], 'readwrite');
  const isOld = ({ at }: { at: number }) => Date.now() - at > DAYS_KEPT * DAY_MS;
  for (const row of await tx.objectStore('commands').getAll())
    if (row.owner !== owner && isOld(row)) void tx.objectStore('commands').delete(row.key);
  for (const row of await tx.objectStore('contexts').getAll())
    if (row.owner !== owner && isOld(row)) void tx.objectStore('contexts').delete(row.id);
  await tx.done;
}

function connect(): Promise<IDBPDatabase<Outbox>> {
  return openDB<Outbox>(DATABASE, 1, {
    upgrade(made) {
      made.createObjectStore('commands', { keyPath: 'key' }).createIndex('owner', 'owner');
      made.createObjectStore('contexts', { keyPath: 'id' }).createIndex('owner', 'owner');
    },
    // A newer release in another tab upgrades the database: this tab closes it, and works in memory until it is loaded
    // again.
    blocking: (_current, _next, event) => {
      (event.target as IDBDatabase).close();
      database = undefined;
      isFull = true;
      changed();
    },
  });
}

/** A storage that does not answer must not keep anybody from signing in. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The storage of this device does not answer.')), OPEN_MS_MAX);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Reads what waits for a user. Without storage (a private window) scans live only as long as their page. */
export async function openScans(forOwner: string): Promise<void> {
  if (owner === forOwner) return;
  closeScans();
  owner = forOwner;
  if (typeof indexedDB === 'undefined') return changed();
  try {
    await inTime(
      holdTab()
        .then(connect)
        .then(async (made) => {
          if (owner !== forOwner || isFull) return made.close();
          database = made;
          await adopt();
        }),
    );
    void removeOld().catch(() => {});
  } catch (error) {
    database = undefined;
    isFull = true;
    console.error(error);
  }
  // A tab that is closed while this one is open leaves what it had to this one.
  adopting = setInterval(() => void adopt().catch(() => {}), ADOPT_MS);
  changed();
}

/** Forgets what is in memory; the device still stores it. For tests, and for another user. */
export function closeScans(): void {
  clearInterval(adopting);
  database?.close();
  database = undefined;
  owner = '';
  isFull = false;
  tab = newId();
  kept = new Map();
  orders.clear();
  open.clear();
  writing = Promise.resolve();
  changed();
}

function orderOf(key: string): number {
  const order = orders.get(key) ?? lastOrder + 1;
  lastOrder = Math.max(lastOrder, order);
  orders.set(key, order);
  return order;
}

/**
 * Writes the differences. With `strict` durability, so that an empty battery loses nothing that was reported as stored.
 */
async function store(name: string, before: KeptScans<unknown>, after: KeptScans<unknown>): Promise<void> {
  if (!database) return;
  const old = new Map(before.commands.map((command) => [command.key, command]));
  const rows = after.commands.filter((command) => old.get(command.key) !== command);
  for (const { key } of after.commands) old.delete(key);
  if (rows.length === 0 && old.size === 0 && before.context === after.context) return;
  const tx = database.transaction(['commands', 'contexts'], 'readwrite', { durability: 'strict' });
  const commands = tx.objectStore('commands');
  const contexts = tx.objectStore('contexts');
  const made = [
    ...rows.map((command) => commands.put({ ...command, owner, name, tab, order: orderOf(command.key) })),
    ...[...old.keys()].map((key) => commands.delete(key)),
  ];
  for (const key of old.keys()) orders.delete(key);
  if (after.context !== before.context) {
    const row = { id: idOf(name), owner, name, tab, context: after.context, at: Date.now() };
    if (after.context) void contexts.put(row).catch(() => {});
    else void contexts.delete(idOf(name)).catch(() => {});
  }
  for (const one of made) one.catch(() => {});
  await tx.done;
}

/** The waiting scans of a screen: `put-away`, `count 12`. */
export function scanStore<Input>(name: string): ScanStore<Input> {
  const read = () => (kept.get(name) ?? NOTHING) as KeptScans<Input>;
  return {
    name,
    read,
    write: (next) => {
      const before = kept.get(name) ?? NOTHING;
      const after = { commands: next.commands, context: next.context };
      if (after.commands.length || after.context) kept.set(name, after);
      else kept.delete(name);
      const done = store(name, before, after).then(
        () => setFull(false),
        (error: unknown) => {
          console.error(error);
          setFull(true);
        },
      );
      writing = Promise.all([writing, done]).then(() => undefined);
      changed();
    },
    saved: () => writing,
    open: () => {
      open.set(name, (open.get(name) ?? 0) + 1);
      changed();
      return () => {
        const left = (open.get(name) ?? 1) - 1;
        if (left > 0) open.set(name, left);
        else open.delete(name);
        changed();
      };
    },
  };
}

function setFull(full: boolean): void {
  if (isFull === full) return;
  isFull = full;
  changed();
}

/** When a user signs out, the next one at this device must not find their work. */
export async function removeScans(): Promise<void> {
  const [connection, forOwner] = [database, owner];
  // From now on nothing is written: an answer that is still on its way brings nothing back.
  database = undefined;
  for (const listener of [...removed]) listener();
  kept = new Map();
  orders.clear();
  changed();
  if (!connection || !forOwner) return;
  const tx = connection.transaction(['commands', 'contexts'], 'readwrite', { durability: 'strict' });
  for (const name of ['commands', 'contexts'] as const) {
    const rows = tx.objectStore(name);
    for (const key of await rows.index('owner').getAllKeys(forOwner)) void rows.delete(key);
  }
  await tx.done;
}
