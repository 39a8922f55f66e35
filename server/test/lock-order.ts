import { type BatchObserver, batchObservers } from '../src/platform/database/pipelined-connection.ts';

/**
 * The order in which a transaction locks rows, the same for every command, so that no two of them wait for each other
 * (ARCHITECTURE.md, "Locks"). Rows of tables of one line belong to an item whose totals are locked
 * already, so their own order does not matter.
 */
export const LOCK_ORDER: readonly (readonly string[])[] = [
  ['idempotency_keys'],
  ['counts'],
  ['item_totals'],
  ['inventories'],
  ['locations'],
  ['licenses'],
  ['lots'],
  ['stock_rows', 'reservations', 'serial_buckets'],
  ['serials'],
  ['count_lines'],
];

const rankOf = (table: string) => LOCK_ORDER.findIndex((tables) => tables.includes(table));

interface Lock {
  table: string;
  /** A `select … for update`, which locks rows that may not be locked yet even when others of the table are. */
  explicit: boolean;
}

const CLAUSE = /\bfor (?:no key update|update|key share|share)(?: of (\w+))?/;

function explicitLock(text: string): Lock[] {
  if (text.includes('guarded.hold_item(')) return [{ table: 'item_totals', explicit: true }];
  const clause = CLAUSE.exec(text);
  if (!clause) return [];
  const named = clause[1] ? new RegExp(`\\b(?:from|join) (\\w+) ${clause[1]}\\b`) : /\bfrom (\w+)/;
  const table = named.exec(text)?.[1];
  return table ? [{ table, explicit: true }] : [];
}

const WRITE = /(?<!\b(?:for|key|do) )\bupdate (\w+)|\bdelete from (\w+)|\binsert into (\w+)/g;

/** An insert counts too: it waits for whoever inserts a row of the same key. */
function writeLocks(text: string): Lock[] {
  return [...text.matchAll(WRITE)].flatMap(([, updated, deleted, inserted]) => {
    const table = updated ?? deleted ?? inserted;
    return table ? [{ table, explicit: false }] : [];
  });
}

const parsed = new Map<string, readonly Lock[]>();

/** The rows a statement locks, by table, in the order in which they are named. */
export function locksOf(statement: string): readonly Lock[] {
  const known = parsed.get(statement);
  if (known) return known;
  const text = statement.toLowerCase().replaceAll('"', '').replace(/--.*$/gm, '').replace(/\s+/g, ' ');
  const locks = [...explicitLock(text), ...writeLocks(text)].filter(({ table }) => rankOf(table) >= 0);
  parsed.set(statement, locks);
  return locks;
}

/** Watches every transaction of this process; `violations` names each lock that was taken too late. */
export class LockRecorder {
  readonly violations: string[] = [];
  private readonly taken = new WeakMap<object, string[]>();

  readonly observe: BatchObserver = (transaction, texts) => {
    const taken = this.taken.get(transaction) ?? [];
    this.taken.set(transaction, taken);
    for (const text of texts) for (const lock of locksOf(text)) this.record(taken, lock);
  };

  private record(taken: string[], { table, explicit }: Lock): void {
    const later = taken.find((other) => rankOf(other) > rankOf(table));
    // What is written was locked before, unless its table was not locked at all.
    if (later && (explicit || !taken.includes(table))) this.violations.push(`${table} after ${later}`);
    taken.push(table);
  }

  start(): this {
    batchObservers.add(this.observe);
    return this;
  }

  stop(): void {
    batchObservers.delete(this.observe);
  }
}
