import { type ChargeComputation, Money } from '@longshore/contract';
import type { DayLink } from './accrual-rules.ts';

export interface Billable {
  type: 'snapshot' | 'count';
  id: number;
}

/** A charge as it was computed. */
export interface ComputedEntry {
  link: DayLink;
  billable: Billable;
  reference: string;
  price: string;
  quantity: string;
  how: ChargeComputation;
}

/** An entry of the accrual as it was written before. */
export interface WrittenEntry {
  id: number;
  client_id: number;
  activity_id: number;
  item_id: number;
  /** Names of its activity and its item. */
  activity: string;
  item: string;
  bill_date: string;
  billable_type: Billable['type'];
  billable_id: number;
  charge_day: string;
  price: string;
  quantity: string;
  touched: boolean;
  is_deleted: boolean;
  /** Its bill date is in a closed month. */
  is_closed: boolean;
  /** Another entry takes it back or replaces it. */
  is_corrected: boolean;
}

export interface EntryChanges {
  add: ComputedEntry[];
  /** With what is written instead, also for an entry that an earlier run had removed. */
  replace: { id: number; by: ComputedEntry; isBack: boolean }[];
  /** The same amount; only the explanation may be another. */
  same: { id: number; by: ComputedEntry }[];
  remove: WrittenEntry[];
  /** Of those that are replaced: charged less than before. */
  lower: Loss[];
  /** Would be changed, but is kept: a person changed, removed or corrected it, or its month is closed. */
  kept: WrittenEntry[];
}

/** An entry that a run removes, or charges less for. */
export interface Loss {
  entry: WrittenEntry;
  before: Money;
  /** 0 when it is removed. */
  after: Money;
}

const amountOf = ({ price, quantity }: { price: string; quantity: string }): Money =>
  Money.of(price).timesQuantity(Money.of(quantity));

/** Everything that a client would be charged less for. */
export const lossesOf = ({ remove, lower }: EntryChanges): Loss[] => [
  ...remove.map((entry) => ({ entry, before: amountOf(entry), after: Money.zero })),
  ...lower,
];

/** What the accrual leaves alone. One that it removed itself is in no month any more, and may come back in an open one. */
const isFixed = ({ touched, is_closed, is_deleted, is_corrected }: WrittenEntry) =>
  touched || is_corrected || (is_closed && !is_deleted);

const keyOf = (activity: number, item: number, type: string, id: number) => `${activity} ${item} ${type} ${id}`;

/** Compares a computed charge with the entry that was written for it before, if there is one. */
function compareEntry(changes: EntryChanges, day: string, by: ComputedEntry, entry: WrittenEntry | undefined): void {
  if (!entry) {
    changes.add.push(by);
    return;
  }
  const { id, is_deleted: isDeleted } = entry;
  if (!isDeleted && entry.price === by.price && entry.quantity === by.quantity) {
    if (!entry.touched && !entry.is_closed) changes.same.push({ id, by });
    return;
  }
  if (isFixed(entry) || entry.charge_day !== day) {
    changes.kept.push(entry);
    return;
  }
  changes.replace.push({ id, by, isBack: isDeleted });
  const loss = { entry, before: amountOf(entry), after: amountOf(by) };
  if (!isDeleted && loss.after.compare(loss.before) < 0) changes.lower.push(loss);
}

/** For an entry that is not computed any more. */
function compareUncharged(changes: EntryChanges, day: string, entry: WrittenEntry): void {
  if (entry.is_deleted || entry.charge_day !== day) return;
  if (isFixed(entry)) changes.kept.push(entry);
  else changes.remove.push(entry);
}

/**
 * What a run changes about the entries of a day. Entries of another day with the same cause (the activity was changed
 * from the end of a period to its beginning) are left as they are: the same stock is charged once.
 */
export function compareEntries(
  day: string,
  computed: readonly ComputedEntry[],
  written: readonly WrittenEntry[],
): EntryChanges {
  const left = new Map(
    written.map((entry) => [keyOf(entry.activity_id, entry.item_id, entry.billable_type, entry.billable_id), entry]),
  );
  const changes: EntryChanges = { add: [], replace: [], same: [], remove: [], lower: [], kept: [] };
  for (const by of computed) {
    const key = keyOf(by.link.activity_id, by.link.item_id, by.billable.type, by.billable.id);
    compareEntry(changes, day, by, left.get(key));
    left.delete(key);
  }
  for (const entry of left.values()) compareUncharged(changes, day, entry);
  return changes;
}
