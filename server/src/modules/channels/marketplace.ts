import {
  type MarketplaceFulfilInput,
  type MarketplaceFulfilment,
  type MarketplaceProvider,
  messageOfLines,
} from '@longshore/contract';
import { type Actor, actorScope } from '../../platform/auth/actor.ts';
import { inSavepoint } from '../../platform/database/savepoint.ts';
import { type Open, staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, Problem, refused } from '../../platform/http/problem.ts';
import type { QueueMail } from '../../platform/mail/mail.ts';
import { endLease, takeLease } from '../../platform/outgoing/allowances.ts';
import { updateShipment } from '../shipments/index.ts';
import { withSubject } from './call-subjects.ts';
import { connectStored } from './connection.ts';
import type { MarketplaceAnswer } from './connector.ts';
import {
  askForDocuments,
  endFulfilment,
  failFulfilment,
  readFulfilment,
  type StoredFulfilment,
  writeFulfilment,
} from './marketplace.store.ts';
import { findMarketplace, type MarketplaceShipmentOf, readMarketplace } from './marketplace.view.ts';
import { isTransient, PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import type { PrintKeys } from './print-key.ts';
import { linesToReport, withUnits } from './reports.jobs.ts';
import { revoke } from './revoke.ts';
import { refusePartnerProblems, type SaveTools } from './save-integration.ts';
import { queueStep, reportedUnits } from './shop-orders.store.ts';

export interface MarketplaceTools extends SaveTools {
  keys: PrintKeys;
  queueMail: QueueMail;
  origin: string;
}

/** Longer than a handover takes, calls that are slow included. */
const LEASE_SECONDS = 240;
const leaseOf = (shipmentId: number) => `marketplace ${shipmentId}`;

const findOwn = (tools: MarketplaceTools, open: Open, actor: Actor, id: number) =>
  open(actorScope(actor), (tx) => findMarketplace(tx, tools.connectors, id), 'read');

export async function listProviders(
  tools: MarketplaceTools,
  open: Open,
  actor: Actor,
  id: number,
): Promise<MarketplaceProvider[]> {
  const { stored, partner, marketplace } = await findOwn(tools, open, actor, id);
  const connection = connectStored(tools, partner, stored, true);
  const providers = await refusePartnerProblems(() => marketplace.providers(connection), partner.authCodes?.onUse);
  return providers.map(({ name, isDefault, isIntegrated, trackingUrl }) => ({
    Name: name,
    ApiIntegration: isIntegrated ? 1 : 0,
    tracking: trackingUrl,
    is_default: isDefault,
  }));
}

export interface HandedOver extends MarketplaceShipmentOf {
  fulfilment: StoredFulfilment;
  /** Undefined when it was done before, and the marketplace was not called. */
  answer: MarketplaceAnswer | undefined;
}

/** Throws for input that the marketplace would refuse anyway. */
function assertInput({ shipment, stored, partner, marketplace }: MarketplaceShipmentOf, input: MarketplaceFulfilInput) {
  if (!stored.verified) throw refused(partner.authCodes?.onUse ?? 90003, 'NotVerifiedYet');
  if (!marketplace.methods.includes(input.method)) throw invalid('method', 'InvalidFormat');
  if (input.isOwnCarrier === 1 && !shipment.waybill.trim()) throw invalid('isOwnCarrier', 'WaybillIsNeeded');
}

/** Writes what is to be done before it is done; undefined when it was done before. */
const intend = (
  open: Open,
  actor: Actor,
  { shipment }: MarketplaceShipmentOf,
  input: MarketplaceFulfilInput,
): Promise<StoredFulfilment> =>
  open(staffScope, async (tx) => {
    const there = await readFulfilment(tx, shipment);
    if (there?.state === 'done') return there;
    const others = await reportedUnits(tx, shipment, shipment.id);
    const lines = withUnits(
      linesToReport(shipment, others.quantities),
      shipment.applied,
      others.unitIds,
      there?.lines ?? [],
    );
    return writeFulfilment(tx, shipment, {
      method: input.method,
      provider: input.provider,
      isOwnCarrier: input.isOwnCarrier === 1,
      lines,
      userName: actor.name,
    });
  });

async function recordFailure(
  tools: MarketplaceTools,
  tx: Tx,
  { shipment, stored }: MarketplaceShipmentOf,
  fulfilment: StoredFulfilment,
  problem: PartnerProblem,
): Promise<void> {
  const reason = reasonOfProblem(problem);
  const isRefused = !isTransient(problem) && problem.kind !== 'auth';
  await failFulfilment(tx, fulfilment.id, { isRefused, isUnknown: problem.kind === 'unknownOutcome', problem: reason });
  if (problem.kind === 'auth') await revoke(tx, tools, stored, reason);
  const { client_id: clientId } = shipment;
  // The customer may have cancelled: the order here follows, or says so.
  if (isRefused)
    await recordEvent(tx, {
      kind: 'channel.order_due',
      clientId,
      subjectId: stored.id,
      payload: { source_id: shipment.source_id },
    });
  await recordEvent(tx, { kind: 'marketplace.saved', clientId, subjectId: shipment.id });
}

async function askMarketplace(
  tools: MarketplaceTools,
  open: Open,
  found: MarketplaceShipmentOf,
  fulfilment: StoredFulfilment,
): Promise<MarketplaceAnswer> {
  const { shipment, stored, partner, marketplace } = found;
  try {
    return await marketplace.fulfil(withSubject(connectStored(tools, partner, stored, true), shipment.number), {
      orderId: shipment.source_id,
      orderNumber: shipment.number,
      lines: fulfilment.lines.map(({ line_id, quantity, unit_ids = [] }) => ({
        lineId: line_id,
        sku: '',
        quantity,
        unitIds: unit_ids,
      })),
      method: fulfilment.method,
      provider: fulfilment.provider,
      trackingNumber: shipment.waybill.split(/[\s,;]+/).find(Boolean) ?? '',
    });
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    await open(staffScope, (tx) => recordFailure(tools, tx, found, fulfilment, error));
    const authCode = error.kind === 'auth' ? partner.authCodes?.onUse : undefined;
    throw refused(authCode ?? marketplace.refusedCode, reasonOfProblem(error));
  }
}

/**
 * Hands the units of a shipment over at its marketplace, outside any transaction. Two people who press at once have one
 * effect: the second is refused in words. After an answer that was lost, the marketplace is looked at before anything is sent.
 */
export async function handOver(
  tools: MarketplaceTools,
  open: Open,
  actor: Actor,
  id: number,
  input: MarketplaceFulfilInput,
): Promise<HandedOver> {
  const found = await findOwn(tools, open, actor, id);
  assertInput(found, input);
  if (!(await open(staffScope, (tx) => takeLease(tx, leaseOf(id), LEASE_SECONDS))))
    throw refused(found.marketplace.refusedCode, 'MarketplaceIsBusy');
  try {
    const fulfilment = await intend(open, actor, found, input);
    const answer = fulfilment.state === 'done' ? undefined : await askMarketplace(tools, open, found, fulfilment);
    return { ...found, fulfilment, answer };
  } finally {
    await open(staffScope, (tx) => endLease(tx, leaseOf(id)));
  }
}

/** The marketplace's number becomes the waybill, unless somebody has entered one or holds the shipment. */
async function writeWaybill(tx: Tx, actor: Actor, { shipment, fulfilment }: HandedOver, waybill: string) {
  if (fulfilment.is_own_carrier || shipment.waybill.trim() || !waybill) return;
  try {
    await inSavepoint(tx, () => updateShipment(tx, actor, shipment.id, { waybill }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
  }
}

/** Stores what the marketplace did, and asks for its documents. */
export async function recordHandover(
  tx: Tx,
  tools: MarketplaceTools,
  actor: Actor,
  done: HandedOver,
): Promise<MarketplaceFulfilment> {
  const { shipment, stored, marketplace, fulfilment, answer } = done;
  const { client_id: clientId } = shipment;
  if (answer) {
    const { externalId, trackingNumber, rejected } = answer;
    const isRefused = rejected.length > 0;
    const problem = isRefused ? messageOfLines(rejected) : '';
    await endFulfilment(tx, fulfilment.id, { externalId, trackingNumber, problem });
    await writeWaybill(tx, actor, done, trackingNumber);
    const said = [fulfilment.provider, trackingNumber].filter(Boolean).join(' ');
    queueStep(
      tx,
      { id: shipment.shop_order_id, client_id: clientId },
      isRefused ? 'refused' : 'reported',
      problem || said,
    );
  }
  for (const documentId of await askForDocuments(tx, fulfilment, marketplace.documents))
    await recordEvent(tx, {
      kind: 'marketplace.document_due',
      clientId,
      subjectId: stored.id,
      payload: { document_id: documentId },
    });
  await recordEvent(tx, { kind: 'marketplace.saved', clientId, subjectId: shipment.id });
  return readMarketplace(tx, tools, shipment.id);
}
