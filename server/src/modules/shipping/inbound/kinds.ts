import { type FbaAction, type FbaKind, type FeedResult, type Message, messageWith } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { PartnerProblem } from '../../channels/index.ts';
import { writeMarketplaceFacts } from '../../shipments/index.ts';
import type { InboundShipment, Placement, Transport } from '../inbound-partner.ts';
import {
  type FbaRow,
  insertHistory,
  keepItemIds,
  markContentsSent,
  type StepResult,
  type StoredStep,
  type StoredTransport,
  saveMarketplaceState,
  setAccepted,
  setCompleted,
  setConfirmed,
  setEstimated,
  setPlanState,
  setTransport,
  setVoided,
  setWeighed,
} from './fba.store.ts';
import { askForLabels } from './labels.store.ts';
import { type PlannedShipments, savePlanned } from './plan-shipments.ts';
import type { StageCall } from './stages.ts';

/** The step cannot be done, for a reason of ours. */
export class StepRefused extends Error {
  constructor(readonly reason: Message) {
    super(reason);
  }
}

export interface KindTools {
  findActor: (userId: number) => Promise<import('../../../platform/auth/actor.ts').Actor | undefined>;
  now: Date;
}

/** A kind of step: what it reads once its calls have ended, and what it writes then, in one transaction. */
interface Kind<Found = unknown> {
  action?: FbaAction;
  read(call: StageCall, tools: KindTools): Promise<Found>;
  write(tx: Tx, call: StageCall, found: Found): Promise<StepResult>;
}
const kindOf = <Found>(kind: Kind<Found>): Kind => kind as Kind;

const own = ({ row }: StageCall): FbaRow => {
  if (!row) throw new StepRefused('FbaNotPlanned');
  return row;
};

const factsOf = ({ shipment_id: id, client_id: clientId, order_id: orderId }: FbaRow) => ({ id, clientId, orderId });

const historyOf = (step: StoredStep, transport: StoredTransport | null) => ({
  cost: transport?.cost === undefined || transport.cost === null ? null : Number(transport.cost),
  currency: transport?.currency ?? '',
  carrier: transport?.carrier ?? '',
  operation: step.last_operation,
  voidable_until: transport?.voidable_until ?? null,
});

const remember = (tx: Tx, row: FbaRow, step: StoredStep, action: FbaAction, transport: StoredTransport | null = null) =>
  insertHistory(tx, {
    shipmentId: row.shipment_id,
    clientId: row.client_id,
    action,
    response: historyOf(step, transport),
    userName: step.user_name,
  });

const feedOf = (step: StoredStep, ended: Date): FeedResult => ({
  FeedSubmissionId: step.last_operation,
  FeedProcessingStatus: '_DONE_',
  StartedProcessingDate: step.created_at,
  CompletedProcessingDate: ended.toISOString(),
});

const asShown = (row: Pick<FbaRow, 'transport'>): StepResult => ({
  carrier: row.transport?.carrier ?? '',
  cost: row.transport?.cost ? { amount: row.transport.cost, currency: row.transport.currency } : null,
});

const plan = kindOf<PlannedShipments>({
  async read({ partner, connection, plan, step }, { findActor, now }) {
    const actor = await findActor(step.user_id);
    if (!actor) throw new StepRefused('FbaUserIsGone');
    const placements = await partner.placements(connection, plan.external_id);
    const chosen = cheapest(placements, now);
    if (!chosen) throw new StepRefused('FbaNoPlacement');
    const shipments = await readShipments(chosen.shipmentIds, (id) =>
      partner.shipment(connection, plan.external_id, id),
    );
    return { actor, placement: chosen, shipments };
  },
  async write(tx, { plan }, found) {
    await savePlanned(tx, plan, found);
    return { options: found.shipments.length };
  },
});

const isLess = (one: string, other: string) => Number(one) < Number(other);

/** The cheapest placement that can still be accepted; among equals the one with the fewest shipments. */
function cheapest(placements: readonly Placement[], now: Date): Placement | undefined {
  const open = placements.filter(({ state, expiresAt }) => state === 'offered' && (!expiresAt || expiresAt > now));
  return open.reduce<Placement | undefined>((best, each) => {
    if (!best || isLess(each.fee, best.fee)) return each;
    const isSame = Number(each.fee) === Number(best.fee);
    return isSame && each.shipmentIds.length < best.shipmentIds.length ? each : best;
  }, undefined);
}

async function readShipments(
  ids: readonly string[],
  read: (id: string) => Promise<InboundShipment>,
): Promise<InboundShipment[]> {
  const found: InboundShipment[] = [];
  for (const id of ids) found.push(await read(id));
  return found;
}

const readRows = ({ partner, connection, plan, rows }: StageCall) =>
  readShipments(
    rows.map(({ external_id }) => external_id),
    (id) => partner.shipment(connection, plan.external_id, id),
  );

const create = kindOf<InboundShipment[]>({
  async read(call) {
    const found = await readRows(call);
    // The id that labels carry appears a moment after the placement was accepted.
    if (found.some(({ confirmationId }) => !confirmationId))
      throw new PartnerProblem('unavailable', 'ShipmentsHaveNoNumber');
    return found;
  },
  async write(tx, { plan, rows, step }, found) {
    await setAccepted(tx, plan.id);
    await keepItemIds(tx, plan, found);
    for (const row of rows) {
      const there = found.find(({ id }) => id === row.external_id);
      if (!there) continue;
      await saveMarketplaceState(tx, row.shipment_id, there);
      await writeMarketplaceFacts(tx, factsOf(row), {
        shipmentId: there.confirmationId,
        exists: true,
        ...(step.input.feedType && { feedType: step.input.feedType }),
      });
    }
    return { status: found[0]?.state ?? '' };
  },
});

const nothing = async () => undefined;

const feed = kindOf<{ now: Date }>({
  action: '_SUBMIT_FBA_CARTON_FEED',
  read: async (_call, { now }) => ({ now }),
  async write(tx, call, { now }) {
    const { step } = call;
    await markContentsSent(tx, own(call).shipment_id, step.input.digest ?? '', feedOf(step, now));
    return {};
  },
});

const weights = kindOf({
  action: '_SUBMIT_TRANSPORT_CONTENT',
  read: nothing,
  async write(tx, call) {
    await setWeighed(tx, own(call).shipment_id, call.step.input.digest ?? '');
    return {};
  },
});

const transportsOf = (call: StageCall) =>
  call.partner.transports(call.connection, call.plan.external_id, own(call).external_id);

const estimate = kindOf<readonly Transport[]>({
  action: '_SHIPPING_ESTIMATE_REQUESTED',
  async read(call) {
    const found = await transportsOf(call);
    if (!found.length) throw new StepRefused('FbaNoTransport');
    return found;
  },
  async write(tx, call, found) {
    await setEstimated(tx, own(call).shipment_id);
    return { options: found.length };
  },
});

/** Parcels go with parcels: freight is chosen only where nothing else is offered. */
const isParcel = ({ mode }: Transport) => /SMALL_PARCEL/i.test(mode);

function bestTransport(offers: readonly Transport[], isOwn: boolean): Transport | undefined {
  const fitting = offers.filter(({ isPartnered }) => isPartnered !== isOwn);
  const parcels = fitting.filter(isParcel);
  return [...(parcels.length ? parcels : fitting)].sort(
    (one, other) => Number(one.cost ?? 0) - Number(other.cost ?? 0),
  )[0];
}

const stored = (transport: Transport, offers: readonly Transport[]): StoredTransport => ({
  id: transport.id,
  carrier: transport.carrier,
  mode: transport.mode,
  is_partnered: transport.isPartnered,
  has_own: offers.some(({ isPartnered }) => !isPartnered),
  cost: transport.cost,
  currency: transport.currency,
  expires_at: transport.expiresAt?.toISOString() ?? null,
  voidable_until: transport.voidableUntil?.toISOString() ?? null,
  needs_window: transport.needsDeliveryWindow,
});

const cost = kindOf<StoredTransport>({
  action: '_SHIPPING_COST_ESTIMATE_REQUESTED',
  async read(call) {
    const isOwn = call.step.input.isOwnCourier ?? false;
    const offers = await transportsOf(call);
    if (!offers.length) throw new StepRefused('FbaNoTransport');
    const best = bestTransport(offers, isOwn);
    if (!best) throw new StepRefused(isOwn ? 'FbaNoOwnTransport' : 'FbaNoPartneredTransport');
    return stored(best, offers);
  },
  async write(tx, call, found) {
    await setTransport(tx, own(call).shipment_id, found);
    return asShown({ transport: found });
  },
});

/** The cost of all shipments of the plan is accepted at once. */
const confirm = kindOf<{ states: InboundShipment[]; offers: (readonly Transport[])[] }>({
  async read(call) {
    const { partner, connection, plan, rows } = call;
    const states = await readRows(call);
    const offers: (readonly Transport[])[] = [];
    for (const { external_id } of rows)
      offers.push(await partner.transports(connection, plan.external_id, external_id));
    return { states, offers };
  },
  async write(tx, { rows, step, row: pressed }, { states, offers }) {
    for (const [at, row] of rows.entries()) {
      if (!row.transport) continue;
      const accepted = offers[at]?.find(({ id }) => id === row.transport?.id);
      const until = accepted?.voidableUntil?.toISOString() ?? row.transport.voidable_until;
      const transport = { ...row.transport, voidable_until: until };
      const state = states[at];
      if (state) await saveMarketplaceState(tx, row.shipment_id, state);
      await setConfirmed(tx, row.shipment_id, transport);
      await writeMarketplaceFacts(tx, factsOf(row), { cost: transport.cost ?? '0' });
      await remember(tx, row, step, '_FBA_SHIPPING_FINAL_CONFIRMED', transport);
      for (const documentId of await askForLabels(tx, row))
        await recordEvent(tx, {
          kind: 'fba.labels_due',
          clientId: row.client_id,
          subjectId: row.shipment_id,
          payload: { document_id: documentId },
        });
    }
    return asShown(pressed ?? { transport: null });
  },
});

const complete = kindOf({
  action: '_FBA_SHIPPING_SHIPMENT_SHIPPED',
  read: nothing,
  async write(tx, call) {
    await setCompleted(tx, own(call).shipment_id);
    return {};
  },
});

/** Nothing of the plan is left: what was to be paid is not. */
const voided = kindOf({
  read: nothing,
  async write(tx, { plan, rows, step }) {
    await setVoided(tx, plan.id);
    await setPlanState(tx, plan.id, 'cancelled');
    for (const row of rows) {
      await saveMarketplaceState(tx, row.shipment_id, { state: 'CANCELLED', confirmationId: '' });
      await writeMarketplaceFacts(tx, factsOf(row), { exists: false, ...(row.confirmed_at && { cost: '0' }) });
      await remember(tx, row, step, '_FBA_SHIPPING_LABEL_VOIDED', row.transport);
    }
    return {};
  },
});

const update = kindOf<InboundShipment>({
  read: (call) => call.partner.shipment(call.connection, call.plan.external_id, own(call).external_id),
  async write(tx, call, found) {
    await saveMarketplaceState(tx, own(call).shipment_id, found);
    await keepItemIds(tx, call.plan, [found]);
    return { status: found.state };
  },
});

export const KINDS: Record<FbaKind, Kind> = {
  plan,
  create,
  feed,
  weights,
  estimate,
  cost,
  confirm,
  complete,
  void: voided,
  update,
};

/** Writes what a step brought, with the line of its shipment's history. */
export async function writeResult(tx: Tx, call: StageCall, found: unknown): Promise<StepResult> {
  const kind = KINDS[call.step.kind];
  const result = await kind.write(tx, call, found);
  if (kind.action && call.row)
    await remember(tx, call.row, call.step, kind.action, call.step.kind === 'cost' ? (found as StoredTransport) : null);
  return result;
}

/** Several reasons of the marketplace as one. */
export const failedThere = (problems: readonly { code: string; message: string }[]): Message =>
  messageWith(
    'FbaFailedThere',
    problems
      .map(({ code, message }) => (code ? `${message.replace(/[.\s]+$/, '')} (${code})` : message))
      .join('; ')
      .slice(0, 500) || '–',
  );
