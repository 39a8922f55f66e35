import { type BatchObserver, batchObservers } from '../src/platform/database/pipelined-connection.ts';

/**
 * The order in which a transaction locks rows, the same for every command, which prevents deadlocks
 * (docs/architecture/requests.md, "Locks"). Rows of tables on one line belong to an item whose totals are already
 * locked, so their own order does not matter.
 */
export const LOCK_ORDER: readonly (readonly string[])[] = [
  ['idempotency_keys'],
  // Whoever charges a day of storage holds it.
  ['billing_accrual'],
  ['counts'],
  ['orders'],
  ['shipments'],
  ['item_totals'],
  ['inventories'],
  ['locations'],
  ['licenses'],
  ['lots'],
  ['carts'],
  ['totes'],
  // Of waves: whoever changes one locks no further item after it.
  ['stock_rows', 'reservations', 'serial_buckets', 'serials', 'waves', 'wave_shipments', 'wave_full_totes'],
  ['count_lines'],
  // A client's counters of picking and invoice numbers.
  ['clients'],
  // The counter of bills of lading, and the prefix of SSCCs.
  ['company'],
  ['sscc_prefixes'],
];

const rankOf = (table: string) => LOCK_ORDER.findIndex((tables) => tables.includes(table));

interface Lock {
  table: string;
  /** A `select … for update`, which can lock new rows even when others of the table are already locked. */
  explicit: boolean;
}

const CLAUSE = /\bfor (?:no key update|update|key share|share)(?: of (\w+))?/;

function explicitLock(text: string): Lock[] {
  if (text.includes('guarded.hold_item(')) return [{ table: 'item_totals', explicit: true }];
  if (text.includes('guarded.take_picking_number(')) return [{ table: 'clients', explicit: true }];
  const clause = CLAUSE.exec(text);
  if (!clause) return [];
  const named = clause[1] ? new RegExp(`\\b(?:from|join) (\\w+) ${clause[1]}\\b`) : /\bfrom (\w+)/;
  const table = named.exec(text)?.[1];
  return table ? [{ table, explicit: true }] : [];
}

const WRITE = /(?<!\b(?:for|key|do) )\bupdate (\w+)|\bdelete from (\w+)|\binsert into (\w+)/g;

/**
 * New rows whose only key besides the id is a number taken under the counter's lock, or the file of an import, whose
 * orders are written before their items are held: inserting them never waits for who holds a later row.
 */
const INSERTED_WITHOUT_WAITING = ['shipments', 'orders'];

/** An insert counts too: it waits for a concurrent insert of the same key. */
function writeLocks(text: string): Lock[] {
  return [...text.matchAll(WRITE)].flatMap(([, updated, deleted, inserted]) => {
    const table = updated ?? deleted ?? inserted;
    if (!table || INSERTED_WITHOUT_WAITING.includes(inserted ?? '')) return [];
    return [{ table, explicit: false }];
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

/** Observes every transaction of this process; `violations` lists each lock that was taken too late. */
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
    // Written rows were locked before, unless their table was not locked at all.
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
