import { setImmediate } from 'node:timers/promises';
import type { MovementKind } from '@longshore/contract';
import type { Clock } from '../platform/clock.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import { DAY, HOUR, inboundReference, midnightOf, outboundReference, YEAR } from './demo-days.ts';
import { compareTexts, type Entry, type ItemHistory, queueHistories, type Row } from './demo-ledger.ts';
import { queuePastFulfilments, queuePastOrders } from './demo-past-orders.ts';
import { queuePlacedBuckets, serialHistories } from './demo-serials.ts';

const SHELF_LIFE = 200;
/** Days between two trucks of a client. */
const TRUCK_EVERY = 3;
/** Goods quarantined in the last days have not been inspected yet. */
const INSPECTED_LATER = 25;

interface Item {
  id: number;
  lot: boolean;
  /** Days since it was created. */
  age: number;
  carton: number;
}

interface Plate {
  id: number;
  made: number;
}

/** A seeded random generator, the same for every demo. */
function dice(seed: number) {
  let state = seed * 2_654_435_761;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (part: number) => roll() < part,
    between: (low: number, high: number) => low + Math.floor(roll() * (high - low + 1)),
  };
}

/** A year of one item: received by the carton, shipped in pieces, sometimes moved, damaged, counted. */
class SimulatedHistory implements ItemHistory {
  readonly entries: Entry[] = [];
  readonly rows: Row[] = [];
  readonly lots = new Map<string, { number: string; expire: string; made: string }>();
  private readonly roll: ReturnType<typeof dice>;
  private clock = 0;
  private dayAgo = 0;

  constructor(
    private readonly item: Item,
    private readonly plates: readonly Plate[],
    private readonly today: number,
    private readonly now: number,
  ) {
    this.roll = dice(item.id);
  }

  /** In the order in which they are taken: the oldest lot first. */
  private pristine(): Row[] {
    const rows = this.rows.filter(({ quarantine, balance }) => !quarantine && balance > 0);
    return rows.sort((a, b) => compareTexts(a.lot ?? '', b.lot ?? '') || a.balance - b.balance);
  }

  private inStock = () => this.rows.reduce((sum, row) => sum + (row.quarantine ? 0 : row.balance), 0);
  quarantined = () => this.rows.reduce((sum, row) => sum + (row.quarantine ? row.balance : 0), 0);
  total = () => this.inStock();

  private rowAt(license: number | null, lot: string | null, quarantine: boolean): Row {
    const same = (row: Row) => row.license === license && row.lot === lot && row.quarantine === quarantine;
    const found = this.rows.find(same);
    if (found) return found;
    const made = { license, lot, quarantine, balance: 0, since: this.clock };
    this.rows.push(made);
    return made;
  }

  private book(kind: MovementKind, row: Row, quantity: number, reference: string, by: string): void {
    if (row.balance === 0) row.since = this.clock;
    row.balance += quantity;
    this.entries.push({
      item: this.item.id,
      kind,
      license: row.license,
      lot: row.lot,
      quarantine: row.quarantine,
      quantity,
      row_balance: row.balance,
      item_balance: this.inStock(),
      reference,
      by,
      at: new Date(this.clock).toISOString(),
    });
    this.clock += 1000;
  }

  /** One of its plates that already holds stock. */
  private plate(): number | null {
    const there = this.plates.filter(({ made }) => made < this.clock);
    return there[this.roll.between(0, there.length - 1)]?.id ?? null;
  }

  private receive(cartons: number): void {
    const { item, roll } = this;
    const lot = item.lot ? this.newLot() : null;
    const half = Math.ceil(cartons / 2);
    const places = new Map<Row, number>();
    for (const part of [half, cartons - half])
      if (part > 0) {
        const place = this.rowAt(roll.chance(0.8) ? this.plate() : null, lot, false);
        places.set(place, (places.get(place) ?? 0) + part);
      }
    for (const [place, part] of places)
      this.book('receive', place, part * item.carton, inboundReference(this.dayAgo), 'Dana Reyes');
  }

  private newLot(): string {
    const made = new Date(this.clock);
    const stem = `L${made.toISOString().slice(2, 4)}${made.toISOString().slice(5, 7)}`;
    const letter = String.fromCharCode(65 + [...this.lots.keys()].filter((known) => known.startsWith(stem)).length);
    const expire = new Date(this.clock + SHELF_LIFE * DAY).toISOString().slice(0, 10);
    this.lots.set(stem + letter, { number: stem + letter, expire, made: made.toISOString() });
    return stem + letter;
  }

  private ship(units: number): void {
    const [row] = this.pristine();
    const by = this.roll.chance(0.6) ? 'Dana Reyes' : 'Tomasz Nowak';
    if (row) this.book('ship', row, -Math.min(units, row.balance), outboundReference(this.dayAgo), by);
  }

  private move(): void {
    const from = this.pristine().at(-1);
    const license = this.plate();
    if (!from || license === from.license || license === null) return;
    const units = Math.max(1, Math.floor(from.balance / this.item.carton / 2) * this.item.carton || from.balance);
    this.book('move', from, -units, '', 'Tomasz Nowak');
    this.book('move', this.rowAt(license, from.lot, false), units, '', 'Tomasz Nowak');
  }

  private damage(): void {
    const [row] = this.pristine();
    if (!row) return;
    const units = Math.min(row.balance, this.roll.between(1, this.item.carton));
    this.book('convert', row, -units, 'Torn packaging', 'Dana Reyes');
    this.book('convert', this.rowAt(row.license, row.lot, true), units, 'Torn packaging', 'Dana Reyes');
  }

  /** Quarantined goods are inspected: disposed of, or released. */
  private inspect(): void {
    const row = this.rows.find(({ quarantine, balance }) => quarantine && balance > 0);
    if (!row) return;
    const units = row.balance;
    if (this.roll.chance(0.6)) {
      this.book('dispose', row, -units, 'Inspected, not sellable', 'Marta Oliveira');
      return;
    }
    this.book('convert', row, -units, 'Inspected, good', 'Marta Oliveira');
    this.book('convert', this.rowAt(row.license, row.lot, false), units, 'Inspected, good', 'Marta Oliveira');
  }

  private correct(): void {
    const [row] = this.pristine();
    const units = this.roll.chance(0.7) ? -this.roll.between(1, 6) : this.roll.between(1, 4);
    const reference = `Count sheet ${20 + Math.floor((YEAR - this.dayAgo) / 5)}`;
    if (row && row.balance + units >= 0) this.book('adjust', row, units, reference, 'Marta Oliveira');
  }

  private at(hour: number): boolean {
    this.clock = this.today - this.dayAgo * DAY + Math.floor(hour * HOUR) + this.roll.between(0, 50) * 60_000;
    return this.clock < this.now - 60_000;
  }

  private workDay(demand: number, refills: boolean): void {
    const { roll, item } = this;
    const isRecent = this.dayAgo < INSPECTED_LATER;
    if (this.at(8) && roll.chance(0.1)) this.ship(roll.between(1, demand * 4));
    if (this.at(9.5) && refills && this.dayAgo % TRUCK_EVERY === 0 && this.inStock() < demand * 5)
      this.receive(Math.ceil((demand * 16) / item.carton) + roll.between(0, 4));
    if (this.at(11) && roll.chance(isRecent ? 0.04 : 0.012)) this.damage();
    if (this.at(12) && roll.chance(0.05) && !isRecent) this.inspect();
    if (this.at(13) && roll.chance(0.015)) this.correct();
    if (this.at(14) && roll.chance(0.02)) this.move();
  }

  simulate(): this {
    const demand = this.roll.between(this.item.carton, this.item.carton * 8);
    // Some run out and are not reordered.
    const lastRefill = this.roll.chance(0.1) ? 60 : 0;
    for (this.dayAgo = Math.min(YEAR, this.item.age - 1); this.dayAgo >= 0; this.dayAgo -= 1) {
      const isSunday = new Date(this.today - this.dayAgo * DAY).getUTCDay() === 0;
      if (!isSunday) this.workDay(demand, this.dayAgo >= lastRefill);
    }
    return this;
  }
}

/** Without stock: disabled items, serial-controlled items (demo-serials.ts), and a few that never came. */
async function readItems(tx: Tx, clientId: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.id, i.lot, extract(day from now() - i.created_at)::int as age,
      coalesce((select min(u.qty_per_base) from inventory_uoms u where u.inventory_id = i.id and u.qty_per_base > 1), 10) as carton
    from inventories i where i.client_id = ${clientId} and i.type = 'Item' and i.is_active and not i.serial order by i.id`.execute(
    tx,
  );
  return rows.filter((_, place) => place % 13 !== 12);
}

/** What the year of a client begins with. */
interface Start {
  clientId: number;
  items: readonly Item[];
  plates: readonly Plate[];
  serials: Awaited<ReturnType<typeof serialHistories>>;
}

async function readStart(tx: Tx, clientId: number, today: number): Promise<Start> {
  const items = await readItems(tx, clientId);
  const { rows: plates } = await sql<Plate>`
    select id, extract(epoch from created_at) * 1000 as made from licenses where client_id = ${clientId} order by id`.execute(
    tx,
  );
  return { clientId, items, plates, serials: await serialHistories(tx, clientId, today) };
}

/** A year of receipts and shipments of the items of a client that are not tracked by serial. */
function simulateItems({ items, plates }: Start, now: number, today: number) {
  // Some plates stay empty, as in every warehouse; an item is on a few plates of its own, most items on none.
  const used = plates.filter((_, place) => place % 7 !== 6);
  return items.map((item, place) => {
    const own = place === 0 ? used.slice(0, 4) : used.slice(place * 2 + 2, place * 2 + 4);
    return { id: item.id, history: new SimulatedHistory(item, own, today, now).simulate() };
  });
}

/**
 * A year of the ledger, with an order and its shipment for everything that came and left. Commands stamp the current
 * time, so the history is written directly to the tables: documents, movements, rows and totals together.
 */
export async function seedStock(tx: Tx, clientIds: readonly number[], clock: Clock): Promise<void> {
  const now = clock.now().getTime();
  const today = midnightOf(clock);
  const starts: Start[] = [];
  for (const clientId of clientIds) starts.push(await readStart(tx, clientId, today));
  for (const start of starts) {
    const { clientId, serials } = start;
    const histories = [...simulateItems(start, now, today), ...serials];
    queuePastOrders(
      tx,
      clientId,
      histories.flatMap(({ history }) => history.entries),
    );
    queueHistories(tx, clientId, histories);
    queuePastFulfilments(tx, clientId);
    for (const { id, history } of serials) queuePlacedBuckets(tx, id, history.placed);
    // What is queued is sent now: PostgreSQL writes it while the next client is simulated.
    await setImmediate();
  }
}
