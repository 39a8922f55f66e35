import { type Message, messageWith } from '@longshore/contract';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import type { Subscribers } from '../../../platform/events/events.ts';
import type { InTransactionSubscribers } from '../../../platform/events/in-transaction.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import { takeLease } from '../../../platform/outgoing/allowances.ts';
import { isTransient, PartnerProblem, reasonOfProblem } from '../../channels/index.ts';
import {
  endLeases,
  findStation,
  LEASE_SECONDS,
  leaseOf,
  type OpenedStation,
  refOf,
  type StationTools,
} from './open-station.ts';
import { recordNotPushed, recordPushed, sendOrders } from './push-orders.ts';
import { removeFromStation, removeVoided } from './remove-order.ts';
import { countAttempt, dueRows, readStationRow, type StationRow } from './station.store.ts';
import { readStationFacts } from './station.view.ts';
import { obstacleOf, orderOf } from './station-rules.ts';

const ATTEMPTS = 12;
const ROWS_MAX = 50;

export const stationInTransaction: InTransactionSubscribers = {
  'shipment.voided': [
    async (tx, { subjectId, clientId, payload }) => {
      if (subjectId !== null && clientId !== null) await removeVoided(tx, subjectId, clientId, payload.order_id);
    },
  ],
};

export const stationSubscribers: Subscribers = {
  'station.removal_due': [
    ({ subject_id }) => [
      {
        task: 'remove-station-order',
        payload: { shipment_id: subject_id },
        queue: `station ${subject_id}`,
        key: `station removal ${subject_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
};

/** Takes the order of a voided shipment away. */
export const removeOrderJob =
  (tools: StationTools): Job =>
  async ({ open }, payload) => {
    const id = Number(payload.shipment_id);
    const row = await open(staffScope, (tx) => readStationRow(tx, id), 'read');
    // Without an account it waits for one: see `resumeStationJob`.
    const opened = row?.state === 'removing' ? await findStation(tools, open, false) : undefined;
    if (!row || !opened) return;
    if (!(await open(staffScope, (tx) => takeLease(tx, leaseOf(id), LEASE_SECONDS))))
      throw new Error(`Shipment ${id} is being sent to the station.`);
    // What was being sent meanwhile has its id now.
    const now = (await open(staffScope, (tx) => readStationRow(tx, id), 'read')) ?? row;
    const problem = await removeFromStation(tools, open, opened, now);
    if (problem && isTransient(problem)) throw problem;
  };

/** It cannot be sent any more. What an attempt without an answer left there is looked up, so that it is not forgotten. */
async function settle(
  open: Open,
  { station, account }: OpenedStation,
  row: StationRow,
  reason: Message,
): Promise<void> {
  try {
    const id = await station.find(account.connection, refOf(row));
    await open(staffScope, (tx) =>
      id ? recordPushed(tx, undefined, row, id) : recordNotPushed(tx, row, reason, false),
    );
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    await open(staffScope, (tx) => recordNotPushed(tx, row, reasonOfProblem(error), isTransient(error)));
  } finally {
    await endLeases(open, [row.shipment_id]);
  }
}

async function sendAgain(tools: StationTools, open: Open, opened: OpenedStation, row: StationRow): Promise<void> {
  const facts = await open(staffScope, (tx) => readStationFacts(tx, row.shipment_id), 'read');
  const obstacle = facts && obstacleOf(facts, opened.places);
  if (!facts || facts.status === 'Finished' || obstacle || row.attempts >= ATTEMPTS)
    return settle(open, opened, row, obstacle ?? messageWith('ShipmentIsInState', facts?.status ?? 'Finished'));
  await sendOrders(tools, open, opened, [{ row, order: orderOf(facts, row.order_key, opened.places) }]);
}

/** Goes on with what a person wanted and a server that died, or a station that was away, left undone. */
export const resumeStationJob =
  (tools: StationTools): Job =>
  async ({ open }) => {
    const rows = await open(staffScope, (tx) => dueRows(tx, ROWS_MAX), 'read');
    const opened = rows.length > 0 ? await findStation(tools, open, false) : undefined;
    if (!opened) return;
    for (const row of rows) {
      const isFree = await open(staffScope, async (tx) => {
        const isTaken = await takeLease(tx, leaseOf(row.shipment_id), LEASE_SECONDS);
        if (isTaken) await countAttempt(tx, row);
        return isTaken;
      });
      if (!isFree) continue;
      if (row.state === 'removing') await removeFromStation(tools, open, opened, row);
      else await sendAgain(tools, open, opened, row);
    }
  };
