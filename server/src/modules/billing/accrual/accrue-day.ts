import { type Charge, PERIODIC_CHARGES } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { type NewGap, replaceGaps } from '../gaps.store.ts';
import { firstOpenDay } from '../periods/open-day.ts';
import {
  type BillableNames,
  chargeCount,
  chargeStock,
  clientsByPallets,
  type DayLink,
  type Outcome,
  type StoredSnapshot,
  stockOf,
  uncountedPlaces,
} from './accrual-rules.ts';
import { readClosed, readWritten, writeChanges } from './accrued-entries.store.ts';
import { type PostedCount, readBillableNames, readDayLinks, readPostedCounts } from './day-charges.view.ts';
import {
  type Billable,
  type ComputedEntry,
  compareEntries,
  type EntryChanges,
  type Loss,
  lossesOf,
  type WrittenEntry,
} from './entry-changes.ts';
import {
  type ClientIds,
  lockPeriodsSharedOf,
  raiseWorkMemory,
  readEdges,
  readSnapshots,
  takeSnapshots,
} from './snapshots.store.ts';

export interface DayResult {
  added: number;
  changed: number;
  removed: number;
  /** Of the changed ones, those that are charged less. */
  lowered: number;
  kept: number;
  gaps: number;
  /** What was removed and lowered. */
  losses: Loss[];
}

export interface DayToCharge {
  day: string;
  clientIds: ClientIds;
  /** Takes the snapshots again: sizes, units and categories as they are now. */
  retake: boolean;
}

/** What a day is charged, and what of it could not be. */
export interface PricedDay {
  entries: ComputedEntry[];
  gaps: NewGap[];
}

const isPeriodic = (charge: Charge) => (PERIODIC_CHARGES as readonly Charge[]).includes(charge);

/** Adds what a link charges for a cause. A gap of the whole activity is named once, however many items it has. */
function collect({ entries, gaps }: PricedDay, link: DayLink, billable: Billable, reference: string, outcome: Outcome) {
  const { client_id, activity_id, item_id } = link;
  if (outcome.charge) entries.push({ link, billable, reference, ...outcome.charge });
  for (const { reason, details, isOfItem } of outcome.gaps) {
    const gap = { client_id, reason, activity_id, item_id: isOfItem ? item_id : null, cause: billable, details };
    const isNamed = gaps.some(
      (other) =>
        !isOfItem && other.activity_id === activity_id && other.reason === reason && other.cause.id === billable.id,
    );
    if (!isNamed) gaps.push(gap);
  }
}

function chargeStorage(
  day: string,
  links: readonly DayLink[],
  snapshots: readonly StoredSnapshot[],
  known: BillableNames,
) {
  const computed: PricedDay = { entries: [], gaps: [] };
  const keyOf = (clientId: number, isOfDay: boolean) => `${clientId} ${isOfDay}`;
  const byClient = new Map(snapshots.map((each) => [keyOf(each.client_id, each.day === day), each]));
  const palletsOnly = clientsByPallets(links);
  for (const link of links) {
    const snapshot = byClient.get(keyOf(link.client_id, stockOf(link.charge, day) === 'end'));
    if (!snapshot || !stockOf(link.charge, day)) continue;
    const outcome = chargeStock(link, snapshot, { ...known, palletsOnly });
    collect(computed, link, { type: 'snapshot', id: snapshot.id }, `Storage ${day}`, outcome);
  }
  const withRate = new Set(links.filter(({ charge }) => isPeriodic(charge)).map(({ client_id }) => client_id));
  for (const snapshot of snapshots) {
    const { id, client_id, units, day: of } = snapshot;
    if (of !== day || units === 0) continue;
    const cause: Billable = { type: 'snapshot', id };
    if (!withRate.has(client_id)) computed.gaps.push(withoutRate(client_id, cause, { units }));
    computed.gaps.push(...withoutCategory(links, snapshot, cause, known));
  }
  return computed;
}

/** Stock in locations that none of the client's categories counts; of the activity, when there is only one for locations. */
function withoutCategory(
  links: readonly DayLink[],
  snapshot: StoredSnapshot,
  cause: Billable,
  known: BillableNames,
): NewGap[] {
  const { client_id } = snapshot;
  const ofClient = links.filter((link) => link.client_id === client_id && link.charge === 'Daily-Location');
  const details = uncountedPlaces(ofClient, snapshot, known.categories);
  if (!details) return [];
  const [activity, ...others] = new Set(ofClient.map(({ activity_id }) => activity_id));
  const activity_id = others.length === 0 && activity !== undefined ? activity : null;
  return [{ client_id, reason: 'no_category', activity_id, item_id: null, cause, details }];
}

const withoutRate = (client_id: number, cause: Billable, details: NewGap['details']): NewGap => ({
  client_id,
  reason: 'no_rate',
  activity_id: null,
  item_id: null,
  cause,
  details,
});

function chargeCounts(links: readonly DayLink[], counts: readonly PostedCount[]): PricedDay {
  const computed: PricedDay = { entries: [], gaps: [] };
  for (const { id, client_id, lines } of counts) {
    const billable: Billable = { type: 'count', id };
    const ofClient = links.filter((link) => link.charge === 'Count' && link.client_id === client_id);
    for (const link of ofClient) collect(computed, link, billable, `Count ${id}`, chargeCount(link, lines));
    if (!ofClient.length) computed.gaps.push(withoutRate(client_id, billable, {}));
  }
  return computed;
}

/** What the calendar and the posted counts charge on a day, by the links as they are priced on it. */
export function priceDay(
  day: string,
  links: readonly DayLink[],
  { snapshots, counts }: { snapshots: readonly StoredSnapshot[]; counts: readonly PostedCount[] },
  known: BillableNames,
): PricedDay {
  const [storage, counted] = [chargeStorage(day, links, snapshots, known), chargeCounts(links, counts)];
  return { entries: [...storage.entries, ...counted.entries], gaps: [...storage.gaps, ...counted.gaps] };
}

/** The long lists of snapshots are read for the clients whose charges of the day depend on them. */
export function listsNeeded(day: string, links: readonly DayLink[]) {
  const due = links.filter(({ charge }) => stockOf(charge, day) !== undefined);
  const clientsOf = (some: readonly DayLink[]) => [...new Set(some.map(({ client_id }) => client_id))];
  return {
    items: clientsOf(
      due.filter(({ charge, uom }) =>
        charge === 'Daily-Cubic' ? true : charge !== 'Daily-Location' && uom.toLowerCase() !== 'pallet',
      ),
    ),
    places: clientsOf(due.filter(({ charge }) => charge === 'Daily-Location')),
  };
}

/**
 * Charges a day: takes its snapshots, prices them and the counts that were posted, and writes the difference to what
 * was written before. Whoever calls it holds `billing_accrual`, so that no two do the same day at once.
 */
export async function accrueDay(tx: Tx, { day, clientIds, retake }: DayToCharge): Promise<DayResult> {
  const [edges, links, known] = await Promise.all([
    readEdges(tx, day),
    readDayLinks(tx, day, clientIds),
    readBillableNames(tx),
    raiseWorkMemory(tx),
  ]);
  const [, , snapshots, counts] = await Promise.all([
    // Before: no month is closed while its snapshots are taken again. After: those that were taken for the first time.
    retake ? lockPeriodsSharedOf(tx, day, clientIds) : undefined,
    takeSnapshots(tx, { day, end: edges.end, clientIds, retake }),
    readSnapshots(tx, day, clientIds, listsNeeded(day, links)),
    readPostedCounts(tx, edges, clientIds),
    lockPeriodsSharedOf(tx, day, clientIds),
  ]);
  const { entries, gaps } = priceDay(day, links, { snapshots, counts }, known);
  const causes: Billable[] = [
    ...snapshots.map(({ id }) => ({ type: 'snapshot' as const, id })),
    ...counts.map(({ id }) => ({ type: 'count' as const, id })),
  ];
  const [written, closed] = await Promise.all([readWritten(tx, causes), readClosed(tx, day)]);
  const changes = compareEntries(day, entries, written);
  const late = await readLateDays(tx, day, changes, closed);
  await Promise.all([
    writeChanges(tx, day, changes, late),
    replaceGaps(tx, day, causes, gaps, keptCauses(changes.kept)),
  ]);
  const back = changes.replace.filter(({ isBack }) => isBack).length;
  return {
    added: changes.add.length + back,
    changed: changes.replace.length - back,
    removed: changes.remove.length,
    lowered: changes.lower.length,
    losses: lossesOf(changes),
    kept: changes.kept.length + (retake ? gapsOfFrozen(gaps, snapshots) : 0),
    gaps: gaps.length,
  };
}

/** The first open day of each client who is charged although its month of the day is closed. */
async function readLateDays(
  tx: Tx,
  day: string,
  { add, replace }: EntryChanges,
  closed: readonly number[],
): Promise<Map<number, string>> {
  const charged = new Set([...add, ...replace.map(({ by }) => by)].map(({ link }) => link.client_id));
  const late = new Map<number, string>();
  for (const clientId of charged)
    if (closed.includes(clientId)) late.set(clientId, await firstOpenDay(tx, clientId, day));
  return late;
}

/** The causes whose entries of closed months would be others now: the difference is not billed, so their gaps stay. */
const keptCauses = (kept: readonly WrittenEntry[]): Billable[] =>
  kept
    .filter(({ is_closed }) => is_closed)
    .map(({ billable_type, billable_id }) => ({ type: billable_type, id: billable_id }));

/** What stays unbilled because a closed month was charged by the same stock. */
function gapsOfFrozen(gaps: readonly NewGap[], snapshots: readonly StoredSnapshot[]): number {
  const frozen = new Set(snapshots.filter(({ is_frozen }) => is_frozen).map(({ id }) => id));
  return gaps.filter(({ cause }) => cause.type === 'snapshot' && frozen.has(cause.id)).length;
}
