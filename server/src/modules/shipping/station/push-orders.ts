import { type Message, messageWith } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { Problem, refused } from '../../../platform/http/problem.ts';
import { takeLease } from '../../../platform/outgoing/allowances.ts';
import { isTransient, messageOrQuote, PartnerProblem, reasonOfProblem, refuseAccount } from '../../channels/index.ts';
import { queueTrace } from '../../records/index.ts';
import { lockShipmentFor, markAtStation } from '../../shipments/index.ts';
import type { StationOrder } from '../station-partner.ts';
import {
  endLeases,
  LEASE_SECONDS,
  leaseOf,
  type OpenedStation,
  openStation,
  recordStationChange,
  type StationTools,
} from './open-station.ts';
import { endPush, failPush, lockStationRow, type StationRow, writeIntent } from './station.store.ts';
import { readStationFacts } from './station.view.ts';
import { numberOf, obstacleOf, orderOf } from './station-rules.ts';

/** An intent that is written, and what the station is to have. */
export interface OrderToSend {
  row: StationRow;
  order: StationOrder;
}

/** What became of each shipment: undefined when the station has it. */
export type Outcomes = Map<number, Problem | undefined>;

async function intend(
  tx: Tx,
  { ids }: StationTools,
  { station, places }: OpenedStation,
  actor: Actor,
  id: number,
): Promise<OrderToSend> {
  const shipment = await lockShipmentFor(tx, actor, id, 'prepare');
  if (shipment.direction === 'inbound') throw refused(40006);
  const facts = await readStationFacts(tx, id);
  if (!facts) throw refused(40001);
  const obstacle = obstacleOf(facts, places);
  if (obstacle) throw refused(40005, obstacle);
  if ((await lockStationRow(tx, id))?.state === 'removing') throw refused(40005, 'StationOrderIsBeingRemoved');
  if (!(await takeLease(tx, leaseOf(id), LEASE_SECONDS))) throw refused(40005, 'StationIsBusy');
  const row = await writeIntent(tx, {
    client_id: facts.client_id,
    shipment_id: id,
    partner: station.partner,
    // Another installation with the same account has shipments of the same number.
    order_key: `longshore-${id}-${ids.uuid().slice(0, 8)}`,
    number: numberOf(facts),
    user_name: actor.name,
  });
  await recordStationChange(tx, row);
  return { row, order: orderOf(facts, row.order_key, places) };
}

export async function recordPushed(tx: Tx, actor: Actor | undefined, row: StationRow, externalId: string) {
  const isWanted = await endPush(tx, row, externalId);
  const { shipment_id: id, client_id: clientId } = row;
  if (isWanted) await markAtStation(tx, { id, client_id: clientId }, externalId);
  queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Sent to the shipping station' });
  await recordStationChange(tx, row);
}

export async function recordNotPushed(tx: Tx, row: StationRow, reason: Message, isRetried: boolean): Promise<void> {
  await failPush(tx, row, reason, isRetried);
  await recordStationChange(tx, row);
}

type Answer = Awaited<ReturnType<OpenedStation['station']['push']>>[number];

async function recordAnswer(
  open: Open,
  actor: Actor | undefined,
  row: StationRow,
  answer: Answer | undefined,
): Promise<Problem | undefined> {
  if (answer?.id) {
    await open(staffScope, (tx) => recordPushed(tx, actor, row, answer.id));
    return undefined;
  }
  const reason = messageWith('PartnerRefused', messageOrQuote(answer?.problem || '?'));
  await open(staffScope, (tx) => recordNotPushed(tx, row, reason, false));
  return refused(90003, reason);
}

/**
 * Sends orders whose intents are written. The station keeps one order for each of our keys and takes the whole of it, so
 * that an attempt whose answer was lost is simply sent again: nothing has to be looked up first.
 */
export async function sendOrders(
  tools: StationTools,
  open: Open,
  { station, account }: OpenedStation,
  orders: readonly OrderToSend[],
  actor?: Actor,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  try {
    const answers = await station.push(
      account.connection,
      orders.map(({ order }) => order),
    );
    for (const { row } of orders) {
      const answer = answers.find(({ key }) => key === row.order_key);
      outcomes.set(row.shipment_id, await recordAnswer(open, actor, row, answer));
    }
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    const reason = reasonOfProblem(error);
    await open(staffScope, async (tx) => {
      for (const { row } of orders) await recordNotPushed(tx, row, reason, isTransient(error));
      if (error.kind === 'auth') await refuseAccount(tx, tools, account.stored, error);
    });
    for (const { row } of orders) outcomes.set(row.shipment_id, refused(90003, reason));
  } finally {
    await endLeases(
      open,
      orders.map(({ row }) => row.shipment_id),
    );
  }
  return outcomes;
}

/** Sends shipments as they are now, each with an outcome of its own; as few calls as the station allows. */
export async function pushShipments(
  tools: StationTools,
  open: Open,
  actor: Actor,
  ids: readonly number[],
): Promise<Outcomes> {
  const opened = await openStation(tools, open);
  const outcomes: Outcomes = new Map(ids.map((id) => [id, undefined]));
  const orders: OrderToSend[] = [];
  for (const id of outcomes.keys())
    try {
      orders.push(await open(actorScope(actor), (tx) => intend(tx, tools, opened, actor, id)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.set(id, error);
    }
  for (let sent = 0; sent < orders.length; sent += opened.station.batch) {
    const part = await sendOrders(tools, open, opened, orders.slice(sent, sent + opened.station.batch), actor);
    for (const [id, outcome] of part) outcomes.set(id, outcome);
  }
  return outcomes;
}

/** The same for one. Throws why the station does not have it. */
export async function pushShipment(tools: StationTools, open: Open, actor: Actor, id: number): Promise<void> {
  const outcome = (await pushShipments(tools, open, actor, [id])).get(id);
  if (outcome) throw outcome;
}
