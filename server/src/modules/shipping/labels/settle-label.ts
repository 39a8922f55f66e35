import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, Money } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { checkFile } from '../../../platform/files/file-types.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Tools } from '../../../platform/module.ts';
import { messageOrQuote, PartnerProblem, reasonOfProblem } from '../../channels/index.ts';
import { writeFromPartner } from '../../shipments/index.ts';
import type { Purchase } from '../label-partner.ts';
import { waybillOf } from './label-rules.ts';
import { type LabelSeller, type LabelTools, noteProblem } from './label-tools.ts';
import {
  type LabelChange,
  listLabels,
  lockShipmentRow,
  postpone,
  readLabel,
  type StoredLabel,
  saveLabelFile,
  takeAttempt,
  writeOutcome,
} from './labels.store.ts';
import { voidLabelsOf } from './void-with-shipment.ts';

/** Purchases of one label that are sent at most: each but the first after the partner had said that there is none. */
const ATTEMPTS_MAX = 3;
/** What was sent may still arrive for as long: until then "there is none" proves nothing. */
const ARRIVING_SECONDS = 60;
/** A purchase that the partner is still making is asked about a few times at once, before a job does it. */
const WAITS = 3;
const WAIT_MS = 700;
const FILE_LOOKS = 12;
const BYTES_MAX = 10 * 1024 * 1024;
const MINUTE = 60;

export interface Settling {
  tools: LabelTools;
  open: Open;
  seller: LabelSeller;
  /** The user who asked, named in the history; undefined when that user is gone. */
  actor: Actor | undefined;
}

/** Later each time: 1, 2, 4 … minutes, at most six hours. */
const backoff = (looks: number): number => Math.min(2 ** looks, 360) * MINUTE;

const keyOf = ({ id }: Pick<StoredLabel, 'id'>): string => `longshore-label-${id}`;

/** Waybill and cost of a shipment follow from its labels; one that never had any keeps what it has. */
export async function writeToShipment(tx: Tx, actor: Actor | undefined, shipmentId: number): Promise<void> {
  const shipment = await lockShipmentRow(tx, shipmentId);
  const labels = await listLabels(tx, shipmentId);
  const made = labels.filter(({ tracking_number, state }) => tracking_number || state === 'bought');
  if (!shipment || shipment.is_voided || made.length === 0) return;
  const numbers = made.map(({ tracking_number: number, state }) => ({ number, counts: state === 'bought' }));
  const cost = Money.sum(labels.filter(({ state }) => state === 'bought').map((label) => Money.of(label.cost)));
  await writeFromPartner(tx, actor, shipmentId, {
    waybill: waybillOf(
      shipment.waybill,
      numbers.filter(({ number }) => number),
    ),
    cost: String(cost),
  });
}

export const recordLabelChange = (tx: Tx, { client_id: clientId, shipment_id }: StoredLabel) =>
  recordEvent(tx, { kind: 'label.saved', clientId, subjectId: shipment_id });

/** What is written for each thing that can have become of a purchase. */
function changeOf(label: StoredLabel, purchase: Purchase): LabelChange {
  const known = {
    object_id: purchase.id || label.object_id,
    tracking_number: purchase.trackingNumber || label.tracking_number,
    tracking_url: purchase.trackingUrl || label.tracking_url,
    problem: '',
    is_unknown: false,
    void_refused: false,
    looks: label.looks + 1,
    dueIn: null,
  };
  switch (purchase.state) {
    case 'waiting':
      return { ...known, state: 'asked', dueIn: backoff(label.looks) };
    case 'bought':
      // A void that was asked for is not known there yet.
      if (label.state === 'voiding') return { ...known, state: 'voiding', dueIn: backoff(label.looks) };
      return { ...known, state: 'bought', looks: 0, dueIn: label.path ? null : MINUTE };
    case 'refused':
      return { ...known, state: 'refused', problem: `PartnerRefused:${messageOrQuote(purchase.problem)}` };
    case 'voiding':
      return { ...known, state: 'voiding', dueIn: backoff(label.looks) };
    case 'voided':
      return { ...known, state: 'voided' };
    case 'void_refused':
      return {
        ...known,
        state: 'bought',
        void_refused: true,
        problem: 'CarrierKeepsMoney',
        dueIn: label.path ? null : MINUTE,
      };
  }
}

/**
 * Writes what became of a label, and what follows for its shipment; answers the label as it is now. One that was bought for a
 * shipment that was voided meanwhile is voided too.
 */
async function record({ open, actor }: Settling, label: StoredLabel, purchase: Purchase): Promise<StoredLabel> {
  return open(staffScope, async (tx) => {
    const shipment = await lockShipmentRow(tx, label.shipment_id);
    await writeOutcome(tx, label, changeOf(label, purchase));
    if (shipment?.is_voided && label.state === 'asked') await voidLabelsOf(tx, label.shipment_id, label.client_id);
    await writeToShipment(tx, actor, label.shipment_id);
    await recordLabelChange(tx, label);
    return (await readLabel(tx, label.id)) ?? label;
  });
}

async function refuse({ tools, open, seller }: Settling, label: StoredLabel, reason: string, error?: PartnerProblem) {
  await open(staffScope, async (tx) => {
    if (error) await noteProblem(tools, tx, seller, error);
    await writeOutcome(tx, label, {
      state: 'refused',
      object_id: label.object_id,
      tracking_number: label.tracking_number,
      tracking_url: label.tracking_url,
      problem: reason,
      is_unknown: false,
      void_refused: false,
      looks: label.looks,
      dueIn: null,
    });
    await recordLabelChange(tx, label);
  });
}

/** The partner could not be asked: the label stays as it is, and is asked about later. */
async function askLater(
  { tools, open, seller }: Settling,
  label: StoredLabel,
  problem: PartnerProblem | Message,
  isUnknown: boolean,
): Promise<void> {
  const isProblem = problem instanceof PartnerProblem;
  await open(staffScope, async (tx) => {
    if (isProblem) await noteProblem(tools, tx, seller, problem);
    await postpone(tx, label.id, {
      seconds: Math.max(backoff(label.looks), isProblem ? problem.waitMs / 1000 : 0),
      problem: isProblem ? reasonOfProblem(problem) : problem,
      isUnknown,
    });
    await recordLabelChange(tx, label);
  });
}

/** Nobody knows whether it was done. */
const isLost = ({ kind }: PartnerProblem): boolean => kind === 'unknownOutcome' || kind === 'malformed';

/** Sends the purchase. Undefined when it is settled otherwise: another process sent it, it was refused, or its answer was lost. */
async function send(settling: Settling, label: StoredLabel): Promise<Purchase | undefined> {
  const { open, seller } = settling;
  const { isVoided, isMine } = await open(staffScope, async (tx) => {
    const shipment = await lockShipmentRow(tx, label.shipment_id);
    const isGone = !shipment || shipment.is_voided;
    return { isVoided: isGone, isMine: !isGone && (await takeAttempt(tx, label)) };
  });
  if (isVoided) await refuse(settling, label, 'ShipmentIsGone');
  if (!isMine) return undefined;
  try {
    return await seller.seller.buy(seller.connection, {
      rateId: label.rate_id,
      key: keyOf(label),
      format: label.format,
    });
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    if (isLost(error)) await askLater(settling, label, error, true);
    else await refuse(settling, label, reasonOfProblem(error), error);
    return undefined;
  }
}

/** What became of a label that is asked for: looked up when anything was sent before, bought otherwise. */
async function purchaseOf(settling: Settling, label: StoredLabel): Promise<Purchase | undefined> {
  const { seller, connection } = settling.seller;
  if (label.object_id) return seller.readPurchase(connection, label.object_id);
  if (label.attempts === 0) return send(settling, label);
  const found = await seller.findPurchase(connection, { rateId: label.rate_id, key: keyOf(label) });
  if (found) return found;
  if ((label.sent_ago ?? 0) < ARRIVING_SECONDS) await askLater(settling, label, 'PartnerAnswerUnknown', true);
  else if (label.attempts >= ATTEMPTS_MAX) await refuse(settling, label, 'LabelWasNotBought');
  else return send(settling, label);
  return undefined;
}

async function purchaseInTime(settling: Settling, label: StoredLabel): Promise<Purchase | undefined> {
  const { seller, connection } = settling.seller;
  let purchase = await purchaseOf(settling, label);
  for (let wait = 0; purchase?.state === 'waiting' && label.looks === 0 && wait < WAITS; wait++) {
    // What is known of it is written first: a process that dies while it waits leaves its id.
    if (wait === 0) await record(settling, label, purchase);
    await sleep(WAIT_MS);
    purchase = await seller.readPurchase(connection, purchase.id);
  }
  return purchase;
}

function problemOfFile(label: StoredLabel, content: Buffer): boolean {
  if (content.length > BYTES_MAX) return true;
  if (label.format === 'zpl') return !content.toString('latin1').includes('^XA');
  return typeof checkFile('label.pdf', content) === 'string';
}

/** Downloads the label and keeps it: the partner's link works for a while only. */
async function keepFile({ tools, open, seller }: Settling, label: StoredLabel, url: string): Promise<void> {
  const content = await seller.seller.download(seller.connection, url);
  if (problemOfFile(label, content)) throw new PartnerProblem('malformed', 'LabelIsUnprintable');
  const path = `labels/${tools.ids.uuid()}.${label.format}`;
  // The bytes of a process that dies before the row is written are removed.
  await open(staffScope, (tx) =>
    recordEvent(tx, { kind: 'file.stored', clientId: label.client_id, payload: { path } }),
  );
  await tools.storage.put(path, content);
  await open(staffScope, async (tx) => {
    await saveLabelFile(tx, label.id, path);
    await recordLabelChange(tx, label);
  });
}

/** Fetches the file of a label that is bought, or notes why there is none yet. */
async function fetchFile(settling: Settling, label: StoredLabel, url: string): Promise<void> {
  if (label.state !== 'bought' || label.path) return;
  try {
    if (!url) throw new PartnerProblem('malformed', 'LabelIsMissing');
    await keepFile(settling, label, url);
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    const seconds = label.looks >= FILE_LOOKS ? null : backoff(label.looks);
    await settling.open(staffScope, async (tx) => {
      await postpone(tx, label.id, { seconds, problem: 'LabelIsNoFile', isUnknown: false });
      await recordLabelChange(tx, label);
    });
  }
}

/** Requests the refund the first time, and afterwards reads what the carrier has decided. */
async function askVoid({ seller: { seller, connection } }: Settling, label: StoredLabel): Promise<Purchase> {
  const same = { id: label.object_id, trackingNumber: '', trackingUrl: '', labelUrl: '', problem: '' };
  if (label.looks === 0) return { ...same, state: await seller.voidLabel(connection, label.object_id) };
  const purchase = await seller.readPurchase(connection, label.object_id);
  if (purchase.state !== 'bought') return purchase;
  return { ...same, state: await seller.voidLabel(connection, label.object_id) };
}

async function settleVoid(settling: Settling, label: StoredLabel): Promise<void> {
  try {
    await record(settling, label, await askVoid(settling, label));
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    const isRefused = error.kind === 'refused' || error.kind === 'conflict' || error.kind === 'notFound';
    if (!isRefused) return askLater(settling, label, error, isLost(error));
    await record(settling, label, {
      id: label.object_id,
      state: 'void_refused',
      trackingNumber: '',
      trackingUrl: '',
      labelUrl: '',
      problem: '',
    });
  }
}

async function settlePurchase(settling: Settling, label: StoredLabel): Promise<void> {
  let purchase: Purchase | undefined;
  try {
    purchase = await purchaseInTime(settling, label);
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    return askLater(settling, label, error, label.state === 'asked' && !label.object_id);
  }
  if (!purchase) return;
  const now = label.state === 'asked' ? await record(settling, label, purchase) : label;
  await fetchFile(settling, now, purchase.labelUrl);
}

/**
 * Does what is next for a label, whatever interrupted it before: buys it, looks up what became of it, asks for its money back,
 * or fetches its file. Whoever calls this has the labels of the shipment to itself.
 */
export const settleLabel = (settling: Settling, label: StoredLabel): Promise<void> =>
  label.state === 'voiding' ? settleVoid(settling, label) : settlePurchase(settling, label);

/** The user who asked; undefined when it is disabled by now. */
export async function findBuyer({ findActor }: Pick<Tools, 'findActor'>, userId: number): Promise<Actor | undefined> {
  return findActor(userId).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  });
}
