import { type Cause, type ChargeComputation, EXPLAINED_ROWS_MAX, type Snapshot } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { chargeStock, type DayLink } from '../accrual/accrual-rules.ts';
import { readSnapshot } from '../accrual/runs.view.ts';
import { countLines } from '../billing-rules.ts';
import type { Explained } from './explain-shipment.view.ts';
import type { DayRate, ExplainedEntry } from './explained-entry.view.ts';

type SnapshotCause = Extract<Cause, { type: 'snapshot' }>;
type Items = SnapshotCause['items'];

/** For the screen only: what is charged is the volume of the snapshot. */
const itemsByVolume = ({ items }: Snapshot): Items =>
  items.flatMap(({ id, sku, units, volume }) =>
    volume === null ? [] : [{ id, sku, units, per: 1, volume, count: Math.round(volume * units * 10_000) / 10_000 }],
  );

function itemsByUom({ items }: Snapshot, uom: string): Items {
  return countLines(uom, items).skus.map((sku) => ({ ...sku, id: sku.id ?? null }));
}

/** What a charge counted of a day's stock: items by volume or unit, locations of its category, or plates. */
function countedOf(
  snapshot: Snapshot,
  { charge, by, category }: ChargeComputation,
): Pick<SnapshotCause, 'items' | 'places' | 'pallets'> {
  const none = { items: [], places: [], pallets: [] };
  if (charge === 'Daily-Cubic') return { ...none, items: itemsByVolume(snapshot) };
  if (charge === 'Daily-Location') {
    const isMeant = (place: string) => category === undefined || place.toLowerCase() === category.toLowerCase();
    return { ...none, places: snapshot.places.filter((place) => isMeant(place.category)) };
  }
  if (by.toLowerCase() === 'pallet') return { ...none, pallets: snapshot.pallets };
  return { ...none, items: itemsByUom(snapshot, by) };
}

function causeOf(snapshot: Snapshot, how: ChargeComputation): SnapshotCause {
  const { items, places, pallets } = countedOf(snapshot, how);
  const { id, day, taken_at, measure, units } = snapshot;
  return {
    type: 'snapshot',
    id,
    day,
    taken_at,
    measure,
    units,
    items: items.slice(0, EXPLAINED_ROWS_MAX),
    items_total: items.length,
    places: places.slice(0, EXPLAINED_ROWS_MAX),
    places_total: places.length,
    pallets: pallets.slice(0, EXPLAINED_ROWS_MAX),
    pallets_total: pallets.length,
  };
}

/** The link of an entry by its day's rate, as the accrual prices a day; unit and name are those it was charged by. */
export function dayLinkOf({ entry, how, uom }: ExplainedEntry, { shown: _, ...rate }: DayRate): DayLink {
  return {
    client_id: entry.client_id,
    activity_id: entry.billing_activity_id,
    activity: entry.activity,
    charge: how?.charge ?? entry.charge,
    item_id: entry.billing_item_id,
    item: how?.category ?? entry.meta_name,
    uom: how?.by ?? uom,
    ...rate,
  };
}

/** A charge of the accrual always says how it was computed; its stock and categories are those of the snapshot. */
export async function explainSnapshot(
  tx: Tx,
  explained: ExplainedEntry & { how: ChargeComputation },
  rate: DayRate | undefined,
): Promise<Explained> {
  const { entry, how } = explained;
  const snapshot = await readSnapshot(tx, entry.billable_id ?? 0);
  const known = {
    uoms: new Set([how.by.toLowerCase()]),
    categories: new Set(how.category === undefined ? [] : [how.category.toLowerCase()]),
  };
  const stock = { ...snapshot, pallets: snapshot.pallets.length };
  return {
    cause: causeOf(snapshot, how),
    charge: rate && chargeStock(dayLinkOf(explained, rate), stock, known).charge,
  };
}
