import {
  api,
  type FulfilLineInput,
  type FulfilmentLine,
  type LinesFulfilled,
  type MovedLicense,
  type Pick,
  type PlaceFound,
  type Shipment,
} from '@longshore/contract';
import { call } from '../../../lib/api.ts';
import {
  afterMeaning,
  type Expected,
  type FactsSearch,
  findEarlierPlace,
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
import { bucketOf, type Code, localMeaning, meaningOfHits } from './scan-meaning.ts';

/** What a scan leads to: more is expected, a command is sent, a person is asked, or the scan is refused. */
export type Decision =
  | { kind: 'hold'; held: Held }
  | { kind: 'fulfil'; held: Held; body: FulfilLineInput; line: FulfilmentLine }
  | { kind: 'putAway'; held: Held; license: string; location: string }
  /** A typed number: with what is held when it is a quantity, and when it is the lot that is expected. */
  | { kind: 'number'; quantity: number; lot: string | undefined }
  | ({ kind: 'laterLot'; held: Held } & LaterLot)
  | Refusal;

/** Another lot than the earliest, with the place of that one. */
export interface LaterLot {
  lotId: number;
  lot: string;
  expire: string;
  earlier: PlaceFound;
}

export interface Scene {
  shipment: Shipment;
  situation: Situation;
  into: Quarantine;
  /** The places that were chosen for picking. */
  picks: readonly Pick[];
  /** Lots that somebody has agreed to take although an earlier one is there. */
  agreed: readonly number[];
  /** The company's day, to leave out what is expired. */
  today: string;
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

const findScanned = ({ shipment: { id } }: { shipment: Shipment }, code: string) =>
  call(api.shipments.findScanned, { params: { id }, body: { code } });

async function meaningOf(scene: Scene, facts: LineFacts, entry: Code): Promise<Meaning> {
  const { code } = entry;
  const known = localMeaning(scene.situation, facts, entry, new Date().getFullYear());
  if (known?.kind === 'item' && known.serial !== undefined) return (await findBucket(scene, known.serial)) ?? known;
  if (known) return known;
  const meaning = meaningOfHits(scene.situation, entry, await findScanned(scene, code));
  if (meaning.kind === 'refused' && meaning.reason === 'serialNotHere')
    return (await findBucket(scene, code)) ?? meaning;
  return meaning;
}

/** Whether a code that came fast into an ordinary field means something for the shipment. */
export async function knowsCode(shipment: Shipment, situation: Situation, text: string): Promise<boolean> {
  const { code } = readEntry(text);
  const known = localMeaning(situation, { places: [], lots: [], buckets: [] }, { code, isScanned: true }, 2000);
  if (known && known.kind !== 'expiry') return true;
  return code !== '' && (await findScanned({ shipment }, code)).length > 0;
}

/** What came into the field, from the scanner or from the keyboard. */
export interface Entry {
  text: string;
  isScanned: boolean;
}

type AfterCode = Held | Refusal | { putAway: string } | { number: number; mayBeLot: boolean };

/** The scene with what is held after a scanned code; the quantity in front of it is held as well. */
async function afterCode(scene: Scene, { text, isScanned }: Entry): Promise<AfterCode> {
  const { quantity, code } = readEntry(text);
  const held = { ...scene.situation.held, ...(quantity === null ? {} : { quantity }) };
  if (!code) return held;
  const now = { ...scene, situation: { ...scene.situation, held } };
  const facts = await readLineFacts(scene.shipment, lineOf(now), searchOf(held));
  // What follows a quantity is not another one.
  const meaning = await meaningOf(now, facts, { code, isScanned: isScanned || quantity !== null });
  if (meaning.kind === 'number') return { number: meaning.quantity, mayBeLot: meaning.mayBeLot };
  const next = afterMeaning(now.situation, expectedIn(now, facts), meaning);
  const isPutAway = meaning.kind === 'location' && scene.situation.direction === 'inbound' && !('kind' in next);
  return isPutAway ? { putAway: meaning.location } : next;
}

/** What the question about a later lot is decided by. */
type LotScene = Omit<Scene, 'situation' | 'into'>;

/**
 * The question about a lot that expires later than another one that is there, or undefined: it is not asked when the
 * lot was chosen for picking or somebody has agreed to it. `search` finds the place that the command takes from.
 */
export async function findLaterLot(
  { shipment, agreed, picks, today }: LotScene,
  { lotId, lineId }: FulfilLineInput,
  search: FactsSearch,
): Promise<LaterLot | undefined> {
  if (shipment.direction !== 'outbound' || lotId === null || agreed.includes(lotId)) return undefined;
  if (picks.some((pick) => pick.line_id === lineId && pick.lot_id === lotId)) return undefined;
  const line = shipment.shipment_lines.find(({ id }) => id === lineId);
  const { places } = await readLineFacts(shipment, line, {});
  const { places: here } = await readLineFacts(shipment, line, search);
  const chosen = [...here, ...places].find((place) => place.lot_id === lotId);
  const earlier = chosen && findEarlierPlace(chosen, places, today);
  return earlier && chosen.expire ? { lotId, lot: chosen.lot, expire: chosen.expire, earlier } : undefined;
}

/** Decides what is done with what is held now. */
export async function decideHeld(scene: Scene, held: Held): Promise<Decision> {
  const now = { ...scene, situation: { ...scene.situation, held } };
  const facts = await readLineFacts(scene.shipment, lineOf(now), searchOf(held));
  const next = settle(now.situation, facts, scene.into);
  if (next.kind === 'refused') return next;
  if (next.kind === 'expect') return { kind: 'hold', held };
  const later = await findLaterLot(now, next.body, searchOf(held));
  return later ? { kind: 'laterLot', held, ...later } : { kind: 'fulfil', held, body: next.body, line: next.line };
}

/** Reads a scan with what the server knows of it, and decides. Throws when the server cannot be reached. */
export async function decideScan(scene: Scene, entry: Entry): Promise<Decision> {
  const next = await afterCode(scene, entry);
  if ('number' in next)
    return { kind: 'number', quantity: next.number, lot: next.mayBeLot ? entry.text.trim() : undefined };
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
