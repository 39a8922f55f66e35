import type { ExternalAddress, PartnerConnection } from '../../channels/index.ts';
import { PartnerProblem } from '../../channels/index.ts';
import type { InboundPartner } from '../inbound-partner.ts';
import type { FbaRow, StoredPlan, StoredStep } from './fba.store.ts';

/** What a call to the marketplace is made with. */
export interface StageCall {
  partner: InboundPartner;
  connection: PartnerConnection;
  plan: StoredPlan;
  step: StoredStep;
  /** Of the plan, without voided ones. */
  rows: readonly FbaRow[];
  /** The one that the stage is about. */
  row: FbaRow | undefined;
}

interface Answered {
  /** Empty: it was there already. */
  operationId: string;
  /** Of a new plan. */
  planId?: string;
}

/** A call that begins an operation at the marketplace. */
export interface Stage {
  begin(call: StageCall): Promise<Answered>;
  /** Whether it happened although its answer was lost. */
  happened?(call: StageCall): Promise<Pick<Answered, 'planId'> | undefined>;
  /** Sent again, it has the same effect: its answer need not be looked for. */
  isRepeatable?: true;
  /** It only asks for offers: an operation that failed is begun again a few times. */
  isOffer?: true;
}

const rowOf = ({ row }: StageCall): FbaRow => {
  if (!row) throw new PartnerProblem('notFound', 'ShipmentIsVoided');
  return row;
};

const there = async (happened: Promise<boolean>) => ((await happened) ? {} : undefined);

const ENDED = new Set(['CANCELLED', 'DELETED', 'ABANDONED']);

async function earliestWindow(call: StageCall): Promise<string> {
  const { partner, connection, plan } = call;
  const windows = await partner.deliveryWindows(connection, plan.external_id, rowOf(call).external_id);
  const [first] = [...windows].sort((one, other) => one.from.getTime() - other.from.getTime());
  if (!first) throw new PartnerProblem('conflict', 'NoDeliveryWindow');
  return first.id;
}

async function needsWindow(call: StageCall): Promise<boolean> {
  const { partner, connection, plan } = call;
  const row = rowOf(call);
  const offers = await partner.transports(connection, plan.external_id, row.external_id);
  return offers.find(({ id }) => id === row.transport?.id)?.needsDeliveryWindow ?? false;
}

/** A number for each box: one of all, or each its own. */
const numbersFor = (count: number, given: readonly string[]) =>
  Array.from({ length: count }, (_, at) => (given.length === 1 ? given[0] : given[at]) ?? '');

/** By the name under which steps store them; `boxes:12` is about shipment 12. */
const stages = {
  'create-plan': {
    begin: ({ partner, connection, plan, step }) =>
      partner.createPlan(connection, {
        name: plan.name,
        from: step.input.from as unknown as ExternalAddress,
        items: plan.items,
      }),
    happened: async ({ partner, connection, plan }) => {
      const planId = await partner.findPlan(connection, plan.name);
      return planId === undefined ? undefined : { planId };
    },
  },
  placements: {
    isRepeatable: true,
    isOffer: true,
    begin: ({ partner, connection, plan }) => partner.generatePlacements(connection, plan.external_id),
    happened: ({ partner, connection, plan }) =>
      there(partner.placements(connection, plan.external_id).then((all) => all.length > 0)),
  },
  'accept-placement': {
    begin: ({ partner, connection, plan }) => partner.acceptPlacement(connection, plan.external_id, plan.placement_id),
    happened: ({ partner, connection, plan }) =>
      there(
        partner
          .placements(connection, plan.external_id)
          .then((all) => all.some(({ id, state }) => id === plan.placement_id && state === 'accepted')),
      ),
  },
  boxes: {
    isRepeatable: true,
    begin: (call) => {
      const { partner, connection, plan, step } = call;
      const { feedType: content = 'NONE', boxes = [] } = step.input;
      return partner.sendBoxes(connection, plan.external_id, { id: rowOf(call).external_id, content, boxes });
    },
  },
  transports: {
    isRepeatable: true,
    isOffer: true,
    begin: (call) => {
      const { partner, connection, plan, step } = call;
      const { readyAt = '', contact = { name: '', phone: '', email: '' } } = step.input;
      return partner.generateTransports(connection, plan.external_id, {
        placementId: plan.placement_id,
        shipmentIds: [rowOf(call).external_id],
        readyAt: new Date(readyAt),
        contact,
      });
    },
  },
  'window-offers': {
    isRepeatable: true,
    isOffer: true,
    begin: (call) =>
      call.partner.generateDeliveryWindows(call.connection, call.plan.external_id, rowOf(call).external_id),
  },
  window: {
    begin: async (call) =>
      call.partner.acceptDeliveryWindow(
        call.connection,
        call.plan.external_id,
        rowOf(call).external_id,
        await earliestWindow(call),
      ),
    happened: async (call) => ((await needsWindow(call)) ? undefined : {}),
  },
  'accept-transports': {
    begin: ({ partner, connection, plan, rows }) =>
      partner.acceptTransports(
        connection,
        plan.external_id,
        rows.map(({ external_id, transport }) => ({ shipmentId: external_id, transportId: transport?.id ?? '' })),
      ),
    happened: async ({ partner, connection, plan, rows }) => {
      const found = await Promise.all(
        rows.map(({ external_id }) => partner.shipment(connection, plan.external_id, external_id)),
      );
      return found.every(({ transportId }) => transportId !== '') ? {} : undefined;
    },
  },
  'cancel-plan': {
    begin: ({ partner, connection, plan }) => partner.cancelPlan(connection, plan.external_id),
    happened: async ({ partner, connection, plan, rows }) => {
      const [first] = rows;
      const found = first && (await partner.shipment(connection, plan.external_id, first.external_id));
      return found && ENDED.has(found.state) ? {} : undefined;
    },
  },
  tracking: {
    isRepeatable: true,
    begin: async (call) => {
      const { partner, connection, plan, step } = call;
      const row = rowOf(call);
      const ids = await partner.boxIds(connection, plan.external_id, row.external_id);
      const numbers = numbersFor(ids.length, step.input.trackingNumbers ?? []);
      return partner.sendTracking(
        connection,
        plan.external_id,
        row.external_id,
        ids.map((boxId, at) => ({ boxId, trackingNumber: numbers[at] ?? '' })),
      );
    },
  },
} as const satisfies Record<string, Stage>;

export type StageName = keyof typeof stages;
export type StageOf = StageName | `${StageName}:${number}`;

/** A stage as it is stored, with the shipment that it is about. */
export function stageOf(stored: string): { stage: Stage; shipmentId: number | undefined } {
  const [name = '', id] = stored.split(':');
  const stage = Object.hasOwn(stages, name) ? (stages[name as StageName] as Stage) : undefined;
  if (!stage) throw new Error(`There is no stage ${stored}.`);
  return { stage, shipmentId: id ? Number(id) : undefined };
}
