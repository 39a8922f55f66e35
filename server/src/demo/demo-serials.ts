import { generateSerials, type MovementKind } from '@longshore/contract';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import { DAY, HOUR, inboundReference, outboundReference } from './demo-days.ts';
import type { Entry, ItemHistory, Row } from './demo-ledger.ts';

/** The first truck of the day is unloaded at nine. */
const OPENING = 9 * HOUR;

/** The history of a bucket, day by day; plates are given by index among the client's own, undefined means no plate. */
interface Step {
  daysAgo: number;
  kind: MovementKind;
  plate?: number;
  quarantine?: boolean;
  reference?: string;
}

interface DemoBucket {
  units: number;
  madeDaysAgo: number;
  steps: readonly Step[];
  /** Split from the previous bucket this many days ago. */
  splitDaysAgo?: number;
}

/**
 * One of every state: shipped, in stock on plates, moved, in quarantine, disposed of, split in two, not received yet.
 */
const buckets: readonly DemoBucket[] = [
  {
    units: 12,
    madeDaysAgo: 41,
    steps: [
      { daysAgo: 40, kind: 'receive', plate: 0 },
      { daysAgo: 22, kind: 'ship' },
    ],
  },
  { units: 20, madeDaysAgo: 36, steps: [{ daysAgo: 35, kind: 'receive', plate: 1 }] },
  {
    units: 10,
    madeDaysAgo: 36,
    steps: [
      { daysAgo: 35, kind: 'receive', plate: 1 },
      { daysAgo: 20, kind: 'move', plate: 2 },
    ],
  },
  {
    units: 6,
    madeDaysAgo: 31,
    steps: [
      { daysAgo: 30, kind: 'receive' },
      { daysAgo: 9, kind: 'convert', quarantine: true, reference: 'Water damage' },
    ],
  },
  {
    units: 4,
    madeDaysAgo: 31,
    steps: [
      { daysAgo: 30, kind: 'receive', plate: 0 },
      { daysAgo: 28, kind: 'convert', plate: 0, quarantine: true, reference: 'Dropped at the dock' },
      { daysAgo: 24, kind: 'dispose', reference: 'Inspected, not sellable' },
    ],
  },
  // Three more were received with these and were split off to be shipped.
  { units: 9, madeDaysAgo: 16, steps: [{ daysAgo: 15, kind: 'receive', plate: 2 }] },
  { units: 3, madeDaysAgo: 7, splitDaysAgo: 7, steps: [{ daysAgo: 6, kind: 'ship' }] },
  { units: 24, madeDaysAgo: 1, steps: [] },
];

/** The orders of the day that goods come and leave with, or the reason of another step. */
function referenceOf({ kind, daysAgo, reference }: Step): string {
  if (kind === 'receive') return inboundReference(daysAgo);
  return kind === 'ship' ? outboundReference(daysAgo) : (reference ?? '');
}

interface Placed {
  id: number;
  row: Row | undefined;
  state: 'created' | 'in_stock' | 'quarantined' | 'shipped' | 'disposed';
}

const unitsIn = (place: number) => buckets[place]?.units ?? 0;

/** The bucket that is split off from this one later: until then its serials belong to this one and are received with it. */
const splitOffLater = ({ kind }: Step, place: number): number | undefined =>
  kind === 'receive' && buckets[place + 1]?.splitDaysAgo ? place + 1 : undefined;

/** The history of a serial-controlled item: its buckets come and go as a unit. */
class SerialItemHistory implements ItemHistory {
  readonly entries: Entry[] = [];
  readonly rows: Row[] = [];
  readonly lots = new Map();
  readonly placed: Placed[];

  constructor(
    private readonly item: number,
    ids: readonly number[],
    private readonly plates: readonly number[],
    private readonly today: number,
  ) {
    this.placed = ids.map((id) => ({ id, row: undefined, state: 'created' }));
    const steps = buckets.flatMap(({ steps: of }, place) => of.map((step) => ({ step, place })));
    steps.sort((a, b) => b.step.daysAgo - a.step.daysAgo || a.place - b.place);
    for (const { step, place } of steps) this.take(step, place);
  }

  private sum = (quarantine: boolean) =>
    this.rows.reduce((sum, row) => sum + (row.quarantine === quarantine ? row.balance : 0), 0);
  total = () => this.sum(false);
  quarantined = () => this.sum(true);

  private rowAt(license: number | null, quarantine: boolean, since: number): Row {
    const found = this.rows.find((row) => row.license === license && row.quarantine === quarantine);
    if (found) return found;
    const made: Row = { license, lot: null, quarantine, balance: 0, since };
    this.rows.push(made);
    return made;
  }

  private book(step: Step, place: number, row: Row, quantity: number): void {
    const at = this.today - step.daysAgo * DAY + OPENING + this.entries.length * 7 * 60_000;
    if (row.balance === 0) row.since = at;
    row.balance += quantity;
    this.entries.push({
      item: this.item,
      kind: step.kind,
      license: row.license,
      lot: null,
      quarantine: row.quarantine,
      quantity,
      row_balance: row.balance,
      item_balance: this.total(),
      reference: referenceOf(step),
      by: 'Dana Reyes',
      at: new Date(at).toISOString(),
      bucket: this.placed[place]?.id ?? 0,
    });
  }

  private take(step: Step, place: number): void {
    const bucket = this.placed[place];
    if (!bucket) return;
    const part = splitOffLater(step, place);
    const units = unitsIn(place) + (part === undefined ? 0 : unitsIn(part));
    if (bucket.row) this.book(step, place, bucket.row, -units);
    if (step.kind === 'ship' || step.kind === 'dispose') {
      bucket.row = undefined;
      bucket.state = step.kind === 'ship' ? 'shipped' : 'disposed';
      return;
    }
    const license = step.plate === undefined ? null : (this.plates[step.plate] ?? null);
    bucket.row = this.rowAt(license, step.quarantine ?? false, this.today);
    bucket.state = step.quarantine ? 'quarantined' : 'in_stock';
    this.book(step, place, bucket.row, units);
    const second = part === undefined ? undefined : this.placed[part];
    if (second) Object.assign(second, { row: bucket.row, state: bucket.state });
  }
}

/** The manufacturers' numbers: some are digits only, some have a prefix of letters. */
const leadOf = (clientId: number, sku: string, index: number, first: number) =>
  index % 2 ? `88${String(clientId).padStart(3, '0')}0000${first}` : `${sku.slice(-3)}26-${first}`;

/** Writes the buckets of an item with their serials, not received yet. */
async function insertBuckets(tx: Tx, clientId: number, item: { id: number; sku: string }, index: number) {
  let first = 1000 + index * 500;
  const made = buckets.map(({ units, madeDaysAgo }) => {
    const lead = leadOf(clientId, item.sku, index, first);
    const generated = generateSerials(lead, 1, units);
    if ('problem' in generated) throw new Error(`The demo cannot number on from ${lead}.`);
    first += units;
    return { lead, units, daysAgo: madeDaysAgo, serials: generated.serials };
  });
  const { rows } = await sql<{ id: number }>`
    insert into serial_buckets (client_id, inventory_id, lead, units, created_at)
    select ${clientId}, ${item.id}, r.lead, r.units, now() - make_interval(days => r.days)
    from rows from (jsonb_to_recordset(${JSON.stringify(made.map(({ daysAgo, ...each }) => ({ ...each, days: daysAgo })))}::jsonb)
      as (lead text, units int, days int)) with ordinality as r (lead, units, days, place) order by r.place returning id`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  const numbers = made.flatMap(({ serials }, place) => serials.map((serial) => ({ bucket: ids[place], serial })));
  await sql`
    insert into serials (client_id, inventory_id, bucket_id, serial)
    select ${clientId}, ${item.id}, r.bucket, r.serial
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as r (bucket int, serial text)`.execute(tx);
  for (const [place, { splitDaysAgo }] of buckets.entries())
    if (splitDaysAgo)
      await sql`update serial_buckets set split_from = ${ids[place - 1]} where id = ${ids[place]}`.execute(tx);
  return ids;
}

/** Links the buckets to their stock rows once these exist. */
export function queuePlacedBuckets(tx: Tx, item: number, placed: readonly Placed[]): void {
  const now = placed.map(({ id, row, state }) => ({
    id,
    state,
    stands: row !== undefined,
    license: row?.license ?? null,
    quarantine: row?.quarantine ?? false,
  }));
  sql`
    update serial_buckets b set state = r.state, used = r.state <> 'created', stock_row_id = case when r.stands then (
        select s.id from stock_rows s where s.inventory_id = ${item} and s.license_id is not distinct from r.license and s.lot_id is null
          and s.quarantine = r.quarantine) end
    from jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as r (id int, state text, stands boolean, license int, quarantine boolean)
    where b.id = r.id`.queue(tx);
}

/**
 * Machines and instruments are tracked by serial: buckets of them in every state. Writes the buckets of a client's items,
 * and answers what the ledger says about them.
 */
export async function serialHistories(tx: Tx, clientId: number, today: number) {
  const { rows: items } = await sql<{ id: number; sku: string }>`
    select id, sku from inventories where client_id = ${clientId} and serial and is_active order by id`.execute(tx);
  const { rows: plates } = await sql<{ id: number }>`
    select id from licenses where client_id = ${clientId} order by id desc`.execute(tx);
  const histories: { id: number; history: SerialItemHistory }[] = [];
  for (const [index, item] of items.entries()) {
    const own = plates.slice(index, index + 3).map(({ id }) => id);
    const ids = await insertBuckets(tx, clientId, item, index);
    histories.push({ id: item.id, history: new SerialItemHistory(item.id, ids, own, today) });
  }
  return histories;
}
