import { type Message, messageWith } from '@longshore/contract';
import { type DecidedPick, isExpired } from './fulfil-rules.ts';

/** Pristine units of an item at one place, which a shipment may be sent from. */
export interface PickableRow {
  row_id: number;
  inventory_id: number;
  license_id: number | null;
  license: string;
  location: string;
  location_type: 'P' | 'S' | '';
  lot_id: number | null;
  lot: string;
  expire: string | null;
  quantity: number;
  /** Everything on the plate, of whatever item. */
  plate_units: number;
  /** Since when the place holds the item. */
  since: string;
}

/** A stored choice of places for a shipment line. */
export interface StoredPick {
  id: number;
  shipment_id: number;
  shipment_line_id: number;
  license_id: number | null;
  lot_id: number | null;
  quantity: number;
  /** A message key with its values. */
  reason: string;
  created_at: string;
}

/** Units of a shipment line that are still to be picked. */
export interface LineToPick {
  id: number;
  item: { id: number; lot: boolean };
  left: number;
  /** The lots of the item must keep until then. */
  shipDate: string;
}

/** Units of a line at one place, with the reason of the choice as a message. */
export interface Choice {
  lineId: number;
  row: PickableRow;
  quantity: number;
  reason: Message;
}

export interface Chosen {
  choices: Choice[];
  short: { lineId: number; quantity: number }[];
}

/** The units of each place that no earlier choice has taken. Lines of several shipments can share one. */
export class StockPool {
  private readonly rows = new Map<number, PickableRow[]>();
  private readonly taken = new Map<number, number>();
  private readonly takenOfPlate = new Map<number, number>();

  constructor(rows: readonly PickableRow[]) {
    for (const row of rows) this.rows.set(row.inventory_id, [...(this.rows.get(row.inventory_id) ?? []), row]);
  }
  of(inventoryId: number): readonly PickableRow[] {
    return this.rows.get(inventoryId) ?? [];
  }
  left({ row_id, quantity }: PickableRow): number {
    return quantity - (this.taken.get(row_id) ?? 0);
  }
  /** Everything that is left on the plate of a row. */
  leftOnPlate({ license_id, plate_units }: PickableRow): number {
    return plate_units - (this.takenOfPlate.get(license_id ?? 0) ?? 0);
  }
  take({ row_id, license_id }: PickableRow, units: number): void {
    this.taken.set(row_id, (this.taken.get(row_id) ?? 0) + units);
    if (license_id !== null) this.takenOfPlate.set(license_id, (this.takenOfPlate.get(license_id) ?? 0) + units);
  }
}

/** Later than any day, so that stock that does not expire comes last. */
const NEVER = '9999-12-31';
const binOrder = { P: 0, S: 1, '': 2 } as const;

/** Whether taking all of a row takes the whole plate, and no more than is wanted. */
const isWholePlate = (pool: StockPool, row: PickableRow, wanted: number): boolean =>
  row.license_id !== null && pool.left(row) <= wanted && pool.left(row) === pool.leftOnPlate(row);

/**
 * The order in which places are chosen: what expires first; a whole plate, when the quantity fills it; picking before
 * storage, no location last; the oldest stock; a row that is emptied; the first row.
 */
function isBefore(pool: StockPool, wanted: number, a: PickableRow, b: PickableRow): boolean {
  const keys = (row: PickableRow) => [
    row.expire ?? NEVER,
    isWholePlate(pool, row, wanted) ? 0 : 1,
    binOrder[row.location_type],
    row.since,
    pool.left(row) <= wanted ? 0 : 1,
    row.row_id,
  ];
  const [ofA, ofB] = [keys(a), keys(b)];
  const at = ofA.findIndex((key, n) => key !== ofB[n]);
  return at >= 0 && (ofA[at] as string | number) < (ofB[at] as string | number);
}

function reasonOf(pool: StockPool, row: PickableRow, wanted: number, isOnly: boolean): Message {
  const { lot, expire, location, license } = row;
  const day = row.since.slice(0, 10);
  if (expire !== null) {
    if (isWholePlate(pool, row, wanted)) return messageWith('PickWholePlateFirstToExpire', license, lot, expire);
    if (row.location_type === 'P') return messageWith('PickFaceFirstToExpire', location, lot, expire);
    return messageWith('PickFirstToExpire', lot, expire);
  }
  if (isWholePlate(pool, row, wanted)) return messageWith('PickWholePlate', license);
  if (isOnly) return 'PickOnlyPlace';
  if (row.location_type === 'P') return messageWith('PickFace', location, day);
  if (row.location_type === 'S') return messageWith('PickStorage', location, day);
  return messageWith('PickNoBin', day);
}

function chooseForLine(line: LineToPick, pool: StockPool): Choice[] {
  const { item, shipDate } = line;
  const usable = pool
    .of(item.id)
    .filter(({ expire, lot_id }) => !isExpired(expire, shipDate) && (!item.lot || lot_id !== null));
  const choices: Choice[] = [];
  for (let left = line.left; left > 0; ) {
    const open = usable.filter((row) => pool.left(row) > 0);
    const [first, ...others] = open;
    if (!first) break;
    const row = others.reduce((best, each) => (isBefore(pool, left, each, best) ? each : best), first);
    const quantity = Math.min(left, pool.left(row));
    choices.push({ lineId: line.id, row, quantity, reason: reasonOf(pool, row, left, usable.length === 1) });
    pool.take(row, quantity);
    left -= quantity;
  }
  return choices;
}

/** Chooses places for what is left of each line, in order; `short` is what no place was found for. */
export function choosePicks(lines: readonly LineToPick[], pool: StockPool): Chosen {
  const chosen: Chosen = { choices: [], short: [] };
  for (const line of lines) {
    const choices = chooseForLine(line, pool);
    const found = choices.reduce((sum, { quantity }) => sum + quantity, 0);
    chosen.choices.push(...choices);
    if (found < line.left) chosen.short.push({ lineId: line.id, quantity: line.left - found });
  }
  return chosen;
}

/**
 * What still holds of a stored allocation: the goods are there, do not expire too early, and no more than is left of the
 * line. It is taken out of the pool.
 */
export function keepStored(lines: readonly LineToPick[], stored: readonly StoredPick[], pool: StockPool): Choice[] {
  return lines.flatMap((line) => {
    let left = line.left;
    return stored
      .filter(({ shipment_line_id }) => shipment_line_id === line.id)
      .flatMap(({ license_id, lot_id, quantity, reason }): Choice[] => {
        const row = pool
          .of(line.item.id)
          .find((each) => each.license_id === license_id && each.lot_id === lot_id && pool.left(each) > 0);
        if (!row || isExpired(row.expire, line.shipDate) || left === 0) return [];
        const units = Math.min(quantity, left, pool.left(row));
        pool.take(row, units);
        left -= units;
        return [{ lineId: line.id, row, quantity: units, reason: reason as Message }];
      });
  });
}

/** The stored allocation with every part that no longer holds chosen again. */
export function refreshStored(lines: readonly LineToPick[], stored: readonly StoredPick[], pool: StockPool): Chosen {
  const kept = keepStored(lines, stored, pool);
  const keptOf = (lineId: number) =>
    kept.filter((each) => each.lineId === lineId).reduce((sum, { quantity }) => sum + quantity, 0);
  const again = choosePicks(
    lines.map((line) => ({ ...line, left: line.left - keptOf(line.id) })),
    pool,
  );
  const all = [...kept, ...again.choices];
  return { choices: lines.flatMap(({ id }) => joined(all.filter(({ lineId }) => lineId === id))), short: again.short };
}

/** Merges choices of the same place into one, with the reason of the first. */
function joined(choices: readonly Choice[]): Choice[] {
  const byRow = new Map<number, Choice>();
  for (const choice of choices) {
    const same = byRow.get(choice.row.row_id);
    byRow.set(choice.row.row_id, same ? { ...same, quantity: same.quantity + choice.quantity } : choice);
  }
  return [...byRow.values()];
}

type Left = Pick<DecidedPick, 'quantity' | 'place'> & { line: { id: number } };

/**
 * What picks leave of a stored allocation, as new quantities by id (0: gone). What was picked where the allocation says
 * is taken off there; beyond that a line keeps no more than is left of it.
 */
export function allocationAfterPicks(
  stored: readonly StoredPick[],
  lines: readonly { id: number; quantity: number; fulfilled: number }[],
  picks: readonly Left[],
): { id: number; quantity: number }[] {
  const now = new Map(stored.map(({ id, quantity }) => [id, quantity]));
  const lower = (id: number, units: number) => {
    const had = now.get(id) ?? 0;
    const by = Math.min(had, units);
    now.set(id, had - by);
    return units - by;
  };
  for (const { line, quantity, place } of picks) {
    let left = quantity;
    for (const each of stored)
      if (
        each.shipment_line_id === line.id &&
        each.license_id === place.licenseId &&
        each.lot_id === place.lotId &&
        left > 0
      )
        left = lower(each.id, left);
  }
  for (const line of lines) {
    const of = stored.filter(({ shipment_line_id }) => shipment_line_id === line.id);
    const picked = picks.filter((pick) => pick.line.id === line.id).reduce((sum, { quantity }) => sum + quantity, 0);
    const total = of.reduce((sum, { id }) => sum + (now.get(id) ?? 0), 0);
    let tooMany = total - (line.quantity - line.fulfilled - picked);
    for (const { id } of of.toReversed()) if (tooMany > 0) tooMany = lower(id, tooMany);
  }
  return stored
    .filter(({ id, quantity }) => now.get(id) !== quantity)
    .map(({ id }) => ({ id, quantity: now.get(id) ?? 0 }));
}
