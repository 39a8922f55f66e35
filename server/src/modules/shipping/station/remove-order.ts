import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import { takeLease } from '../../../platform/outgoing/allowances.ts';
import { isTransient, PartnerProblem, reasonOfProblem, refuseAccount } from '../../channels/index.ts';
import { queueTrace } from '../../records/index.ts';
import { lockShipmentFor, markAtStation } from '../../shipments/index.ts';
import {
  endLeases,
  LEASE_SECONDS,
  leaseOf,
  type OpenedStation,
  openStation,
  recordStationChange,
  refOf,
  type StationTools,
} from './open-station.ts';
import { endRemoval, failRemoval, lockStationRow, requestRemoval, type StationRow } from './station.store.ts';

/** It is at the station, or may be. */
const mayBeThere = ({ state }: StationRow) => state === 'pushed' || state === 'wanted' || state === 'removing';

/** Takes an order away whose removal is written down, and whose lease the caller holds. Answers why it did not work. */
export async function removeFromStation(
  tools: StationTools,
  open: Open,
  { station, account }: OpenedStation,
  row: StationRow,
  actor?: Actor,
): Promise<PartnerProblem | undefined> {
  try {
    await station.remove(account.connection, refOf(row));
    await open(staffScope, async (tx) => {
      const { shipment_id: id, client_id: clientId } = row;
      await endRemoval(tx, row);
      await markAtStation(tx, { id, client_id: clientId }, '');
      queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Taken from the shipping station' });
      await recordStationChange(tx, row);
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    await open(staffScope, async (tx) => {
      const isRetried = isTransient(error) || error.kind === 'auth';
      await failRemoval(tx, row, reasonOfProblem(error), isRetried);
      if (error.kind === 'auth') await refuseAccount(tx, tools, account.stored, error);
      await recordStationChange(tx, row);
    });
    return error;
  } finally {
    await endLeases(open, [row.shipment_id]);
  }
}

/** Takes the order of a shipment away from the station. */
export async function removeShipment(tools: StationTools, open: Open, actor: Actor, id: number): Promise<void> {
  const opened = await openStation(tools, open);
  const row = await open(actorScope(actor), async (tx) => {
    await lockShipmentFor(tx, actor, id, 'update');
    const found = await lockStationRow(tx, id);
    if (!found || !mayBeThere(found)) throw refused(40005, 'NotAtStation');
    if (!(await takeLease(tx, leaseOf(id), LEASE_SECONDS))) throw refused(40005, 'StationIsBusy');
    await requestRemoval(tx, found);
    await recordStationChange(tx, found);
    return found;
  });
  const problem = await removeFromStation(tools, open, opened, row, actor);
  if (problem) throw refused(90003, reasonOfProblem(problem));
}

/** Part of the void: nobody is to buy a label for a shipment that does not exist any more. */
export async function removeVoided(tx: Tx, shipmentId: number, clientId: number, orderId: number): Promise<void> {
  const row = await lockStationRow(tx, shipmentId);
  if (!row || !mayBeThere(row)) return;
  await requestRemoval(tx, row);
  await recordEvent(tx, {
    kind: 'station.removal_due',
    clientId,
    subjectId: shipmentId,
    payload: { order_id: orderId },
  });
}
