import {
  type BucketFound,
  type FulfilLineInput,
  type FulfilmentLine,
  type LotFound,
  NO_LICENSE,
  type PlaceFound,
} from '@longshore/contract';

/** A quantity as it is entered: a number of units, or all that is left. */
export type Amount = number | 'all';

/** What was scanned so far for the next command, in any order. */
export interface Held {
  lineId: number | null;
  /** The line was scanned or tapped, not only proposed as the next one. */
  isChosen: boolean;
  quantity: Amount | null;
  /** Null until a plate is known; empty for goods without a plate. */
  license: string | null;
  /** Outbound: a scanned bin, which leaves only the plates in it. */
  location: string;
  lot: { lot: string; expire: string | null } | null;
  /** It was said that the new lot has no expiry. */
  noExpiry: boolean;
  bucketId: number | null;
  /** The serial that named the bucket. */
  serial: string;
  /** The line whose units are scanned one by one. */
  unitsOf: number | null;
}

export const nothingHeld: Held = {
  lineId: null,
  isChosen: false,
  quantity: null,
  license: null,
  location: '',
  lot: null,
  noExpiry: false,
  bucketId: null,
  serial: '',
  unitsOf: null,
};

/** Where goods of a line are, and which lots and buckets it can take. */
export interface LineFacts {
  places: readonly PlaceFound[];
  lots: readonly LotFound[];
  buckets: readonly BucketFound[];
}
export const noFacts: LineFacts = { places: [], lots: [], buckets: [] };

/** What look-ups are narrowed to: they list only so many places, lots and buckets. */
export interface FactsSearch {
  /** A plate, or the name of a location. */
  place?: string;
  lot?: string;
  serial?: string;
}

/** What was scanned is searched for, so that it is found however many others there are. */
export const searchOf = ({ license, location, lot, serial }: Held): FactsSearch => ({
  place: license === '' ? NO_LICENSE : (license ?? location),
  lot: lot?.lot ?? '',
  serial,
});

export interface Situation {
  direction: 'inbound' | 'outbound';
  lines: readonly FulfilmentLine[];
  held: Held;
}

/** What a scan says. */
export type Meaning =
  | { kind: 'quantity'; quantity: Amount }
  | { kind: 'item'; lineId: number; quantity?: Amount; lot?: Held['lot']; serial?: string }
  /** Outbound, `contents` are the items on the plate. */
  | { kind: 'plate'; license: string; contents: readonly number[] }
  | { kind: 'location'; location: string }
  | { kind: 'lot'; lot: string; expire: string | null }
  | { kind: 'expiry'; day: string }
  | { kind: 'bucket'; lineId: number; bucketId: number; serial: string }
  /** A typed number that is no code: a person says whether it is a quantity, or the lot that is expected. */
  | { kind: 'number'; quantity: number; mayBeLot: boolean }
  | Refusal;

/** Why a scan was refused; the text says it with the code and the item. */
export type RefusalReason =
  | 'notOnShipment'
  | 'lineDone'
  | 'unknown'
  | 'serialNotHere'
  | 'notOnPlate'
  | 'notInBin'
  | 'lotNotThere'
  | 'plateFirst'
  | 'quantityFirst'
  | 'expiryFirst'
  | 'tooMany'
  | 'expiryWithoutLot'
  | 'wholeBucket'
  | 'otherShipment'
  | 'thisShipment';
export interface Refusal {
  kind: 'refused';
  reason: RefusalReason;
  code: string;
  sku: string;
}

export const refuse = (reason: RefusalReason, code: string, sku = ''): Refusal => ({
  kind: 'refused',
  reason,
  code,
  sku,
});

export const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const leftOf = ({ quantity, fulfilled }: FulfilmentLine): number => quantity - fulfilled;
export const isOpen = (line: FulfilmentLine): boolean => leftOf(line) > 0;

export const lineCodes = ({ inventory: { sku, upc, barcode_1, barcode_2 } }: FulfilmentLine): string[] =>
  [sku, upc, barcode_1, barcode_2].filter(Boolean);

/** `24*` is a quantity, `24*CODE` a quantity and a code, `*` all that is left. */
export function readEntry(text: string): { quantity: Amount | null; code: string } {
  const entry = text.trim();
  if (/^[*×]$/.test(entry)) return { quantity: 'all', code: '' };
  const [, digits = '', code = ''] = /^(\d{1,7})\s*[*×]\s*(.*)$/.exec(entry) ?? [];
  const quantity = Number(digits);
  return quantity > 0 ? { quantity, code: code.trim() } : { quantity: null, code: entry };
}

const forLine = (held: Held, lineId: number): Held => ({
  ...held,
  lineId,
  isChosen: true,
  ...(held.lineId === lineId
    ? {}
    : { lot: null, noExpiry: false, bucketId: null, serial: '', location: '', unitsOf: null }),
});

/** A plate chooses the line when the current one is not on it. */
function withPlate({ direction, lines, held }: Situation, plate: { license: string; contents: readonly number[] }) {
  const next = { ...held, license: plate.license, location: '' };
  if (direction === 'inbound') return next;
  const fitting = lines.filter((line) => isOpen(line) && plate.contents.includes(line.inventory_id));
  const [only] = fitting;
  if (!only) return refuse('notOnPlate', plate.license, skuOf(lines, held.lineId));
  if (fitting.some(({ id }) => id === held.lineId)) return next;
  return fitting.length === 1 ? { ...forLine(held, only.id), license: plate.license } : { ...next, lineId: null };
}

const skuOf = (lines: readonly FulfilmentLine[], lineId: number | null) =>
  lines.find(({ id }) => id === lineId)?.inventory.sku ?? '';

function withItem({ held, lines }: Situation, expected: Expected, scanned: Meaning & { kind: 'item' }): Held | Refusal {
  const { lineId, quantity, lot } = scanned;
  const isSame = held.isChosen && held.lineId === lineId;
  // Another item would drop what was scanned before its quantity was entered.
  if (expected === 'quantity' && !isSame) return refuse('quantityFirst', '', skuOf(lines, held.lineId));
  if (expected === 'expiry' && !isSame) return refuse('expiryFirst', held.lot?.lot ?? '', skuOf(lines, held.lineId));
  const next = { ...forLine(held, lineId), ...(lot ? { lot, noExpiry: false } : {}) };
  // Scanned again where a quantity is expected: its units are counted by scanning, and these were two.
  if (expected === 'quantity' && quantity === undefined) return { ...next, quantity: 2, unitsOf: lineId };
  return { ...next, quantity: quantity ?? held.quantity };
}

function withLocation({ direction, held }: Situation, location: string): Held | Refusal {
  if (direction === 'outbound') return { ...held, location, license: null };
  // Inbound, the current plate is put away there: nothing else changes.
  return held.license ? held : refuse('plateFirst', location);
}

/** What is held after a scan. Nothing of it is lost when the scan is refused. */
export function afterMeaning(situation: Situation, expected: Expected, meaning: Meaning): Held | Refusal {
  const { held } = situation;
  switch (meaning.kind) {
    case 'refused':
      return meaning;
    case 'quantity':
      return { ...held, quantity: meaning.quantity };
    case 'number':
      return held;
    case 'item':
      return withItem(situation, expected, meaning);
    case 'plate':
      return withPlate(situation, meaning);
    case 'location':
      return withLocation(situation, meaning.location);
    case 'lot':
      return { ...held, lot: { lot: meaning.lot, expire: meaning.expire }, noExpiry: false };
    case 'expiry':
      return held.lot
        ? { ...held, lot: { ...held.lot, expire: meaning.day } }
        : refuse('expiryWithoutLot', meaning.day);
    case 'bucket':
      return { ...forLine(held, meaning.lineId), bucketId: meaning.bucketId, serial: meaning.serial };
  }
}

/** What the field expects next. */
export type Expected = 'item' | 'plate' | 'lot' | 'expiry' | 'serial' | 'quantity';

/** What is received goes into quarantine while this is on. */
export interface Quarantine {
  quarantine: 0 | 1;
  reason: string;
}

export type Next =
  | { kind: 'expect'; what: Expected }
  | { kind: 'fulfil'; body: FulfilLineInput; line: FulfilmentLine }
  | Refusal;

const expect = (what: Expected): Next => ({ kind: 'expect', what });

/** The number of units: as entered, or what follows without a question. Null when it has to be entered. */
function amountOf(held: Held, left: number, offered: number | null): number | null {
  if (held.quantity === 'all') return Math.min(left, offered ?? left);
  if (held.quantity !== null) return held.quantity;
  if (held.unitsOf === held.lineId || left === 1) return 1;
  return offered === null ? null : Math.min(left, offered);
}

interface Goods {
  license: string;
  serialId?: number | null;
  lotId?: number | null;
  newLot?: FulfilLineInput['newLot'];
}

function fulfil(line: FulfilmentLine, quantity: number, goods: Goods, into: Quarantine): Next {
  if (quantity > leftOf(line)) return refuse('tooMany', String(quantity), line.inventory.sku);
  return {
    kind: 'fulfil',
    line,
    body: {
      lineId: line.id,
      quantity,
      reference: '',
      allow_expired: 0,
      serialId: null,
      lotId: null,
      newLot: null,
      ...goods,
      ...into,
    },
  };
}

/** Outbound goods come out of the warehouse, never into quarantine. */
const OUTBOUND: Quarantine = { quarantine: 0, reason: '' };

/** A bucket is taken or received as a whole. */
const isOtherQuantity = ({ quantity }: Held, bucket: BucketFound) =>
  typeof quantity === 'number' && quantity !== bucket.units;

function settleBucket(line: FulfilmentLine, held: Held, { buckets }: LineFacts): Next {
  const bucket = buckets.find(({ id }) => id === held.bucketId);
  if (!bucket) return expect('serial');
  if (isOtherQuantity(held, bucket)) return refuse('wholeBucket', bucket.lead, line.inventory.sku);
  return fulfil(line, bucket.units, { license: bucket.license, serialId: bucket.id, lotId: bucket.lot_id }, OUTBOUND);
}

/** The plate of a pick: the one that was scanned, or what can be meant without it. Null when it has to be scanned. */
function plateOf({ license, location, isChosen }: Held, inBin: readonly PlaceFound[], isLoose: boolean): string | null {
  if (license !== null) return license;
  const plates = new Set(inBin.map((place) => place.license));
  // A bin with one plate of the item names that plate; goods without plates are named by their item.
  if (location && plates.size === 1) return [...plates][0] ?? null;
  return isLoose && isChosen ? '' : null;
}

/** Units on the row of the scanned place that can be taken; a tap or a typed quantity may take fewer. */
function settleOutbound(line: FulfilmentLine, held: Held, facts: LineFacts): Next {
  const { sku, config } = line.inventory;
  if (config.serial === 1) return settleBucket(line, held, facts);
  const { location, lot } = held;
  const inBin = facts.places.filter((place) => !location || same(place.location, location));
  if (location && inBin.length === 0) return refuse('notInBin', location, sku);
  const isLoose = facts.places.length > 0 && facts.places.every((place) => place.license_id === null);
  const plate = plateOf(held, inBin, isLoose);
  if (plate === null) return expect(isLoose ? 'item' : 'plate');
  const onPlate = inBin.filter((place) => same(place.license, plate));
  if (onPlate.length === 0) return refuse('notOnPlate', plate, sku);
  const rows = lot ? onPlate.filter((place) => same(place.lot, lot.lot)) : onPlate;
  const [row] = rows;
  if (!row) return refuse('lotNotThere', lot?.lot ?? '', sku);
  if (rows.length > 1) return expect('lot');
  const quantity = amountOf(held, leftOf(line), row.license_id === null ? null : row.quantity);
  if (quantity === null) return expect('quantity');
  return fulfil(line, quantity, { license: row.license, lotId: row.lot_id }, OUTBOUND);
}

/** The lot by its id when the item has it, else as a new one. */
function lotToReceive({ lot }: Held, { lots }: LineFacts): Required<Pick<Goods, 'lotId' | 'newLot'>> {
  if (!lot) return { lotId: null, newLot: null };
  // A lot that is known with another expiry is sent as scanned: the server refuses it and says the stored day.
  const known = lots.find((one) => same(one.lot, lot.lot) && (!lot.expire || lot.expire === one.expire));
  return known ? { lotId: known.id, newLot: null } : { lotId: null, newLot: { lot: lot.lot, expire: lot.expire } };
}

function settleInbound(line: FulfilmentLine, held: Held, facts: LineFacts, into: Quarantine): Next {
  const { sku, config } = line.inventory;
  const bucket = facts.buckets.find(({ id }) => id === held.bucketId);
  if (config.serial === 1 && !bucket) return expect('serial');
  if (config.lot === 1 && !held.lot) return expect('lot');
  const lot = lotToReceive(config.lot === 1 ? held : { ...held, lot: null }, facts);
  // A new lot without its expiry could never be picked by it: somebody says that it has none.
  if (lot.newLot && !lot.newLot.expire && !held.noExpiry) return expect('expiry');
  if (held.license === null) return expect('plate');
  if (bucket && isOtherQuantity(held, bucket)) return refuse('wholeBucket', bucket.lead, sku);
  const quantity = bucket ? bucket.units : amountOf(held, leftOf(line), null);
  if (quantity === null) return expect('quantity');
  return fulfil(line, quantity, { license: held.license, serialId: bucket?.id ?? null, ...lot }, into);
}

/** The command that what is held makes, or what is missing. `facts` are those of the held line. */
export function settle(situation: Situation, facts: LineFacts, into: Quarantine): Next {
  const { held, lines, direction } = situation;
  const line = lines.find(({ id }) => id === held.lineId);
  if (!line || !isOpen(line)) return expect('item');
  if (direction === 'outbound') return settleOutbound(line, held, facts);
  return held.isChosen ? settleInbound(line, held, facts, into) : expect('item');
}

/** What is held after a command: the plate of a receipt stays, and so does the line until it is done. */
export function afterCommand(situation: Situation): Held {
  const { held, lines, direction } = situation;
  const isLineOpen = lines.some((line) => line.id === held.lineId && isOpen(line));
  const license = direction === 'inbound' ? held.license : null;
  if (isLineOpen && held.unitsOf === held.lineId && held.lineId !== null)
    return { ...nothingHeld, license, lineId: held.lineId, unitsOf: held.unitsOf, lot: held.lot };
  return { ...nothingHeld, license, lineId: nextLineId(situation, held.lineId) };
}

/** Outbound a line is proposed: the current one until it is done, then the next in the order of the list. */
export function nextLineId({ lines, direction }: Situation, current: number | null, isSkipped = false): number | null {
  if (direction === 'inbound') return null;
  const at = lines.findIndex(({ id }) => id === current);
  const after = [...lines.slice(at + 1), ...lines.slice(0, Math.max(0, at))].filter(isOpen);
  const here = lines[at];
  if (here && isOpen(here) && !isSkipped) return here.id;
  return after[0]?.id ?? (here && isOpen(here) ? here.id : null);
}

/** The place of a lot that expires earlier than this one and is not expired; undefined for the earliest. */
export function findEarlierPlace(
  chosen: PlaceFound,
  places: readonly PlaceFound[],
  today: string,
): PlaceFound | undefined {
  const { expire } = chosen;
  if (expire === null) return undefined;
  const earlier = places.filter((place) => place.expire !== null && place.expire >= today && place.expire < expire);
  return earlier.sort((one, other) => (one.expire ?? '').localeCompare(other.expire ?? ''))[0];
}
