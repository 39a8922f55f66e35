import {
  api,
  type FulfilLineInput,
  type FulfilmentLine,
  type LinesFulfilled,
  type MovedLicense,
  type Shipment,
} from '@longshore/contract';
import { call } from '../../../lib/api.ts';
import {
  afterMeaning,
  type Expected,
  type Held,
  isOpen,
  type LineFacts,
  type Meaning,
  type Quarantine,
  type Refusal,
  readEntry,
  refuse,
  type Situation,
  searchOf,
  settle,
} from './fulfil-scans.ts';
import { readLineFacts } from './line-facts.ts';
import { bucketOf, type Code, meaningFound, meaningHere } from './scan-meaning.ts';

/** What a scan leads to: more is expected, a command is sent, or the scan is refused. */
export type Decision =
  | { kind: 'hold'; held: Held }
  | { kind: 'fulfil'; held: Held; body: FulfilLineInput; line: FulfilmentLine }
  | { kind: 'putAway'; held: Held; license: string; location: string }
  | Refusal;

export interface Outcome {
  held: Held;
  shipment: Shipment;
}

interface Scene {
  shipment: Shipment;
  situation: Situation;
  into: Quarantine;
}

const lineOf = ({ situation: { lines, held } }: Scene) => lines.find(({ id }) => id === held.lineId);

/** What is expected before the scan, by the facts of the current line. */
function expectedIn({ situation, into }: Scene, facts: LineFacts): Expected {
  const next = settle(situation, facts, into);
  return next.kind === 'expect' ? next.what : 'item';
}

/** The line and bucket of a serial, among the open lines whose items have serials. */
async function findBucket({ shipment, situation }: Scene, serial: string): Promise<Meaning | undefined> {
  for (const line of situation.lines.filter((one) => isOpen(one) && one.inventory.config.serial === 1)) {
    const { buckets } = await readLineFacts(shipment, line, { serial });
    const bucket = bucketOf(buckets, serial);
    if (bucket) return { kind: 'bucket', lineId: line.id, bucketId: bucket.id, serial };
  }
  return undefined;
}

async function meaningOf(scene: Scene, facts: LineFacts, entry: Code): Promise<Meaning> {
  const { code } = entry;
  const known = meaningHere(scene.situation, facts, entry, new Date().getFullYear());
  if (known?.kind === 'item' && known.serial !== undefined) return (await findBucket(scene, known.serial)) ?? known;
  if (known) return known;
  const hits = await call(api.shipments.findScanned, { params: { id: scene.shipment.id }, body: { code } });
  const meaning = meaningFound(scene.situation, entry, hits);
  if (meaning.kind === 'refused' && meaning.reason === 'serialNotHere')
    return (await findBucket(scene, code)) ?? meaning;
  return meaning;
}

/** What came into the field, from the scanner or from the keyboard. */
export interface Entry {
  text: string;
  isScanned: boolean;
}

/** The scene with what is held after a scanned code; the quantity in front of it is held as well. */
async function afterCode(scene: Scene, { text, isScanned }: Entry): Promise<Held | Refusal | { putAway: string }> {
  const { quantity, code } = readEntry(text);
  const held = { ...scene.situation.held, ...(quantity === null ? {} : { quantity }) };
  if (!code) return held;
  const now = { ...scene, situation: { ...scene.situation, held } };
  const facts = await readLineFacts(scene.shipment, lineOf(now), searchOf(held));
  // What follows a quantity is not another one.
  const meaning = await meaningOf(now, facts, { code, isScanned: isScanned || quantity !== null });
  const next = afterMeaning(now.situation, expectedIn(now, facts), meaning);
  const isPutAway = meaning.kind === 'location' && scene.situation.direction === 'inbound' && !('kind' in next);
  return isPutAway ? { putAway: meaning.location } : next;
}

/** Decides what is done with what is held now. */
async function decideHeld(scene: Scene, held: Held): Promise<Decision> {
  const now = { ...scene, situation: { ...scene.situation, held } };
  const facts = await readLineFacts(scene.shipment, lineOf(now), searchOf(held));
  const next = settle(now.situation, facts, scene.into);
  if (next.kind === 'refused') return next;
  return next.kind === 'expect' ? { kind: 'hold', held } : { kind: 'fulfil', held, body: next.body, line: next.line };
}

/** Reads a scan with what the server knows of it, and decides. Throws when the server cannot be reached. */
export async function decideScan(scene: Scene, entry: Entry): Promise<Decision> {
  const next = await afterCode(scene, entry);
  if ('putAway' in next) {
    const { held } = scene.situation;
    return held.license === null
      ? refuse('plateFirst', next.putAway)
      : { kind: 'putAway', held, license: held.license, location: next.putAway };
  }
  return 'kind' in next ? next : decideHeld(scene, next);
}

/** The same for something tapped: a line, a place without a plate. */
export const decideTap = (scene: Scene, change: Partial<Held>): Promise<Decision> =>
  decideHeld(scene, { ...scene.situation.held, ...change });

export const sendFulfil = (shipmentId: number, body: FulfilLineInput, key: string): Promise<LinesFulfilled> =>
  call(api.shipments.fulfilLine, { params: { id: shipmentId }, body }, { idempotencyKey: key });

export const sendPutAway = (license: string, location: string, key: string): Promise<MovedLicense> =>
  call(api.licenses.move, { body: { license, location } }, { idempotencyKey: key });
