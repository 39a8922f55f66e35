import { isShipmentEventAllowed, type Message } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { Problem, refused } from '../../../platform/http/problem.ts';
import { isTransient, PartnerProblem, reasonOfProblem, refuseAccount } from '../../channels/index.ts';
import { updateShipment } from '../../shipments/index.ts';
import type { StationLabel } from '../station-partner.ts';
import {
  findStation,
  type OpenedStation,
  openStation,
  recordStationChange,
  refOf,
  type StationTools,
} from './open-station.ts';
import { lockStationRow, readStationRow, type StationRow, saveLabels } from './station.store.ts';
import { readStationFacts } from './station.view.ts';
import { type StationFacts, updateOf } from './station-rules.ts';

export interface Pulled {
  row: StationRow;
  labels: readonly StationLabel[];
}

async function readLabels(
  tools: StationTools,
  open: Open,
  { station, account }: OpenedStation,
  row: StationRow,
): Promise<Pulled> {
  try {
    return { row, labels: await station.pull(account.connection, refOf(row)) };
  } catch (error) {
    if (error instanceof PartnerProblem && error.kind === 'auth')
      await open(staffScope, (tx) => refuseAccount(tx, tools, account.stored, error));
    throw error;
  }
}

interface AtStation {
  facts: StationFacts;
  row: StationRow | undefined;
}

const findOwn = (open: Open, actor: Actor, id: number): Promise<AtStation> =>
  open(
    actorScope(actor),
    async (tx) => {
      const facts = await readStationFacts(tx, id);
      if (!facts) throw refused(40001);
      return { facts, row: await readStationRow(tx, id) };
    },
    'read',
  );

/** What was bought at the station for a shipment. */
export async function pullLabels(tools: StationTools, open: Open, actor: Actor, id: number): Promise<Pulled> {
  const opened = await openStation(tools, open);
  const { row } = await findOwn(open, actor, id);
  if (!row || row.state === 'refused' || row.state === 'removed') throw refused(40005, 'NotAtStation');
  try {
    return await readLabels(tools, open, opened, row);
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    throw refused(90003, reasonOfProblem(error));
  }
}

/** Writes waybill and cost to the shipment, as *Update* does; labels that were voided count no more. */
export async function recordLabels(tx: Tx, actor: Actor, { row: { shipment_id: id }, labels }: Pulled): Promise<void> {
  const facts = await readStationFacts(tx, id);
  const row = await lockStationRow(tx, id);
  if (!facts || !row) throw refused(40001);
  const update = updateOf(facts, row.labels, labels);
  if (update) await updateShipment(tx, actor, id, update);
  await saveLabels(tx, row, labels);
  await recordStationChange(tx, row);
}

/** Whether its cost is about to be billed. */
const isBillable = ({ billed, status }: StationFacts) => !billed && isShipmentEventAllowed(status, 'bill');

/**
 * Before a shipment is billed: reads what its labels cost. Answers why it could not; billing goes on with the cost that is
 * there. Reading is all that a token for reading may do.
 */
export async function readCostFirst(
  tools: StationTools,
  open: Open,
  actor: Actor,
  id: number,
): Promise<Message | string> {
  const { facts, row } = await findOwn(open, actor, id);
  if (!row || row.state === 'removed' || row.state === 'removing' || !isBillable(facts)) return '';
  if (row.state === 'refused') return row.problem;
  if (actor.isReadOnly) return '';
  try {
    const opened = await findStation(tools, open, true);
    if (!opened) return refused(90006).reason;
    const pulled = await readLabels(tools, open, opened, row);
    await open(actorScope(actor), (tx) => recordLabels(tx, actor, pulled), 'write');
    return pulled.labels.length === 0 ? row.problem : '';
  } catch (error) {
    if (error instanceof PartnerProblem) return isTransient(error) ? 'StationCostUnknown' : reasonOfProblem(error);
    if (error instanceof Problem && error.status < 500) return error.reason;
    throw error;
  }
}
