import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { entryOf, writeEntries } from '../charge-shipment.ts';
import { lockGaps, type OpenGap, writeShipmentGaps } from '../gaps.store.ts';
import { firstOpenDay } from '../periods/open-day.ts';
import { type Billable, readBillable } from '../shipment-charges.view.ts';
import { chargeCostDifference } from './cost-difference.ts';
import { gapsOfShipment, gapWithoutRate } from './gap-rules.ts';
import { type ChargedEntry, chargesOfGap, linksOfGap, missingCharges } from './rerun-rules.ts';

async function readCharged(tx: Tx, shipmentId: number): Promise<ChargedEntry[]> {
  const { rows } = await sql<ChargedEntry>`
    select activity_id, item_id, how from billing_entries
    where billable_type = 'shipment' and billable_id = ${shipmentId} and corrects is null and ${inScope(tx)}`.execute(
    tx,
  );
  return rows;
}

/** Of several charges that had no rate, those that have none yet. */
function stillWithoutRate(billable: Billable, gap: OpenGap) {
  const priced = linksOfGap(billable, gap).map(({ charge }) => charge);
  const charges = chargesOfGap(billable, gap).filter((charge) => !priced.includes(charge));
  return gapWithoutRate({ charges, cost: billable.shipment.cost });
}

/**
 * Computes what is missing of a shipment again, with the rates of the day it was billed: entries for what can be charged
 * now, gaps for what still cannot. An item that is no longer in its activity keeps its gap. Answers the number of
 * entries that were added and of gaps that are left.
 */
export async function rerunShipment(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
): Promise<{ entries: number; left: number }> {
  const open = await lockGaps(tx, shipmentId);
  const [first] = open;
  if (!first) return { entries: 0, left: 0 };
  const { day, client_id } = first;
  const billable = await readBillable(tx, shipmentId, day);
  const entries = await readCharged(tx, shipmentId);
  // A cost that was changed is compared on its own, below: the item of it is charged already.
  const gaps = open.filter(({ reason }) => reason !== 'cost_changed');
  const changedCosts = open.filter((gap) => !gaps.includes(gap));
  const solvable = gaps.filter((gap) => linksOfGap(billable, gap).length > 0);
  const links = new Set(solvable.flatMap((gap) => linksOfGap(billable, gap)));
  const missing = missingCharges([...links], billable, entries);
  const shipment = { id: shipmentId, client_id };
  const left = [
    ...changedCosts,
    ...gaps.filter((gap) => !solvable.includes(gap)),
    ...solvable.flatMap((gap) => (gap.activity_id === null ? stillWithoutRate(billable, gap) : [])),
    ...gapsOfShipment(missing.gaps),
  ];
  await writeShipmentGaps(
    tx,
    shipment,
    day,
    left.map(({ reason, activity_id, item_id, details }) => ({ reason, activity_id, item_id, details })),
  );
  await writeEntries(tx, actor, shipment, {
    bill_date: await firstOpenDay(tx, client_id, day),
    charge_day: day,
    reference: billable.shipment.reference,
    note: '',
    lines: missing.proposals.map(entryOf),
  });
  const added = changedCosts.length ? await chargeCostDifference(tx, actor, shipmentId) : 0;
  return { entries: missing.proposals.length + added, left: left.length - added };
}
