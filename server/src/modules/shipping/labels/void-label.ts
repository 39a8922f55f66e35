import { messageWith } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import { readLabelShipment } from './label-facts.view.ts';
import { findSeller, type LabelTools } from './label-tools.ts';
import { lockShipmentRow, markVoiding, openLabels, readLabel, type StoredLabel } from './labels.store.ts';
import { withLabelLease } from './labels-lease.ts';
import { recordLabelChange, settleLabel, writeToShipment } from './settle-label.ts';

/** Whoever holds the shipment decides; for a voided one anybody may request the refund. */
async function assertNotHeld(tx: Tx, actor: Actor, shipmentId: number): Promise<void> {
  const holder = (await readLabelShipment(tx, shipmentId))?.holder;
  if (holder && holder.id !== actor.id) throw refused(40005, messageWith('ShipmentIsLockedBy', holder.name));
}

/** Written and committed before the refund is requested. A label that is void, or being voided, stays as it is. */
async function intend(tx: Tx, actor: Actor, label: StoredLabel): Promise<void> {
  await lockShipmentRow(tx, label.shipment_id);
  await assertNotHeld(tx, actor, label.shipment_id);
  const now = await readLabel(tx, label.id);
  if (now?.state === 'voiding' || now?.state === 'voided') return;
  if (now?.state !== 'bought') throw refused(40005, 'LabelIsNotBought');
  await markVoiding(tx, label.id);
  await writeToShipment(tx, actor, label.shipment_id);
  await recordLabelChange(tx, label);
}

/** Requests the refund of a label; answers the shipment of the label. */
export async function voidLabel(tools: LabelTools, open: Open, actor: Actor, id: number): Promise<number> {
  const scope = actorScope(actor);
  const label = await open(scope, (tx) => readLabel(tx, id), 'read');
  if (!label) throw refused(40005);
  const seller = await findSeller(tools, open, true);
  await withLabelLease(open, label.shipment_id, async () => {
    await open(scope, (tx) => intend(tx, actor, label));
    const now = await open(staffScope, (tx) => readLabel(tx, id), 'read');
    if (now?.state === 'voiding') await settleLabel({ tools, open, seller, actor }, now);
  });
  return label.shipment_id;
}

/** Asks the partner now about everything of a shipment that is not known. */
export async function lookAgain(tools: LabelTools, open: Open, actor: Actor, id: number): Promise<void> {
  const scope = actorScope(actor);
  if (!(await open(scope, (tx) => readLabelShipment(tx, id), 'read'))) throw refused(40001);
  const seller = await findSeller(tools, open, true);
  await withLabelLease(open, id, async () => {
    const labels = await open(scope, (tx) => openLabels(tx, id, true), 'read');
    for (const label of labels) await settleLabel({ tools, open, seller, actor }, label);
  });
}
