import type { Explanation, Recomputed } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { explainCount } from './explain-count.view.ts';
import { type Explained, explainShipment } from './explain-shipment.view.ts';
import { explainSnapshot } from './explain-snapshot.ts';
import {
  amountOf,
  type DayRate,
  type ExplainedEntry,
  readCorrections,
  readDayRate,
  readExplainedEntry,
  readGapsOf,
} from './explained-entry.view.ts';

/** What the entry is about, and what is computed from it now; undefined for a charge about nothing else. */
function explain(tx: Tx, explained: ExplainedEntry, rate: DayRate | undefined): Promise<Explained | undefined> {
  const { entry, how } = explained;
  switch (entry.billable_type) {
    case 'shipment':
      return explainShipment(tx, explained, rate);
    case 'count':
      return explainCount(tx, explained, rate);
    case 'snapshot':
      return how ? explainSnapshot(tx, { ...explained, how }, rate) : Promise.resolve(undefined);
    case null:
      return Promise.resolve(undefined);
  }
}

/** Nothing is charged now when the item has no rate on the day, or nothing of the cause can be counted. */
const NOTHING = { price: '0', quantity: '0' };

async function recompute(tx: Tx, entryId: number, charge: Explained['charge']): Promise<Recomputed> {
  const { price, quantity } = charge ?? NOTHING;
  return {
    price: Number(price),
    quantity: Number(quantity),
    ...(await amountOf(tx, entryId, price, quantity)),
  };
}

/** How an entry was computed, and what is computed now from the same cause with the rates of its day. Writes nothing. */
export async function explainEntry(tx: Tx, id: number): Promise<Explanation> {
  const explained = await readExplainedEntry(tx, id);
  const { entry, how } = explained;
  const rate = await readDayRate(tx, explained);
  const [found, others, gaps] = await Promise.all([
    explain(tx, explained, rate),
    readCorrections(tx, explained),
    readGapsOf(tx, explained),
  ]);
  // A correction takes back another entry; what a person added to a shipment by hand was never computed.
  const isComputed = found && !others.corrects && (how?.charge ?? entry.charge) !== 'Manual';
  return {
    entry,
    how,
    link: rate?.shown ?? null,
    cause: found?.cause ?? null,
    ...others,
    gaps,
    recomputed: isComputed ? await recompute(tx, id, found.charge) : null,
  };
}
