import {
  type BucketFound,
  codesOfScan,
  type FulfilmentLine,
  namesItem,
  parseGs1,
  readOwnCode,
  type ScannedForShipment,
} from '@longshore/contract';
import {
  isOpen,
  type LineFacts,
  lineCodes,
  type Meaning,
  type Refusal,
  refuse,
  type Situation,
  same,
} from './fulfil-scans.ts';

/** What was entered, without the quantity in front of it. */
export interface Code {
  code: string;
  /** Whether it came from the scanner: a scanned number is never a quantity. */
  isScanned: boolean;
}

/** The line that a scan of its item means: the current one, else the first that has something left. */
function lineNamed({ lines, held }: Situation, code: string): FulfilmentLine | Refusal | undefined {
  const own = readOwnCode(code);
  const isNamed = (line: FulfilmentLine) =>
    own?.kind === 'line' ? String(line.id) === own.id : namesItem(code, lineCodes(line));
  const named = lines.filter((line) => line.quantity > 0 && isNamed(line));
  const [first] = named;
  if (!first) return undefined;
  const open = named.filter(isOpen);
  return open.find(({ id }) => id === held.lineId) ?? open[0] ?? refuse('lineDone', code, first.inventory.sku);
}

function itemMeaning(situation: Situation, code: string, thisYear: number): Meaning | undefined {
  const line = lineNamed(situation, code);
  if (!line || 'kind' in line) return line;
  const gs1 = parseGs1(code, thisYear);
  return {
    kind: 'item',
    lineId: line.id,
    ...(gs1?.count ? { quantity: gs1.count } : {}),
    ...(gs1?.lot ? { lot: { lot: gs1.lot, expire: gs1.expiry ?? null } } : {}),
    ...(gs1?.serial ? { serial: gs1.serial } : {}),
  };
}

export const bucketOf = (buckets: readonly BucketFound[], serial: string): BucketFound | undefined =>
  buckets.find(({ lead, serials }) => same(lead, serial) || serials.some((one) => same(one, serial)));

/** An inbound item by lots whose lot is not known yet: an unknown code is its lot. */
const awaitsLot = ({ direction, lines, held }: Situation): boolean =>
  direction === 'inbound' &&
  held.isChosen &&
  held.lot === null &&
  lines.find(({ id }) => id === held.lineId)?.inventory.config.lot === 1;

/**
 * A quantity that is typed where codes are expected has at most so many digits; others are typed in their own field.
 */
const NUMBER = /^[1-9]\d{0,3}$/;

/**
 * What a scan means by what the screen knows: the items of the shipment, then the plates, lots and serials of the
 * current line, then days. Undefined when the server has to be asked.
 */
export function localMeaning(
  situation: Situation,
  facts: LineFacts,
  entry: Code,
  thisYear: number,
): Meaning | undefined {
  const { code } = entry;
  const known = itemMeaning(situation, code, thisYear);
  if (known) return known;
  const { held } = situation;
  const codes = codesOfScan(code);
  const bucket = codes.serial ? bucketOf(facts.buckets, codes.serial) : undefined;
  if (bucket && held.lineId !== null)
    return { kind: 'bucket', lineId: held.lineId, bucketId: bucket.id, serial: codes.serial };
  const place = facts.places.find(
    ({ license }) => license !== '' && codes.plates.some((plate) => same(plate, license)),
  );
  if (place) return { kind: 'plate', license: place.license, contents: itemsOf(situation) };
  const lots = [...facts.lots, ...facts.places].filter(({ lot }) => lot !== '');
  const lot = codes.lot ? lots.find((one) => same(one.lot, codes.lot)) : undefined;
  if (lot) return { kind: 'lot', lot: lot.lot, expire: lot.expire };
  const day = /^\d{4}-\d\d-\d\d$/.test(code) ? code : dayOnly(code, thisYear);
  return day ? { kind: 'expiry', day } : undefined;
}

/** The expiry of GS1 data that says nothing else. */
function dayOnly(code: string, thisYear: number): string | undefined {
  const gs1 = parseGs1(code, thisYear);
  return gs1 && !gs1.gtin && !gs1.lot && !gs1.serial && !gs1.sscc ? gs1.expiry : undefined;
}

/** The item of the current line, as the contents of a plate that is known to hold it. */
const itemsOf = ({ lines, held }: Situation) =>
  lines.filter(({ id }) => id === held.lineId).map(({ inventory_id }) => inventory_id);

/** The hits without shipments, where the number on a plain ticket may as well be that of a new lot. */
const withoutPlainTickets = (situation: Situation, code: string, hits: readonly ScannedForShipment[]) =>
  awaitsLot(situation) && !readOwnCode(code) ? hits.filter(({ kind }) => kind !== 'shipment') : hits;

/** A scan of a ticket: of the shipment that is open, or of another one. */
function ticketRefusal({ lines }: Situation, code: string, { id }: ScannedForShipment): Refusal {
  return refuse(lines.some((line) => line.shipment_id === id) ? 'thisShipment' : 'otherShipment', code);
}

/**
 * What a scan means by the records that the server found for it. A serial means nothing here, because its bucket is
 * read first.
 */
export function meaningOfHits(situation: Situation, entry: Code, found: readonly ScannedForShipment[]): Meaning {
  const { code } = entry;
  const hits = withoutPlainTickets(situation, code, found);
  const titleOf = (kind: ScannedForShipment['kind']) => hits.find((hit) => hit.kind === kind)?.title;
  const plate = hits.find(({ kind }) => kind === 'license');
  // Inbound, any plate of the client takes goods.
  if (plate) return { kind: 'plate', license: plate.title, contents: plate.items };
  const location = titleOf('location');
  if (location !== undefined) return { kind: 'location', location };
  const lot = titleOf('lot');
  if (hits.length === 0 && !entry.isScanned && NUMBER.test(code))
    return { kind: 'number', quantity: Number(code), mayBeLot: awaitsLot(situation) };
  const isNewLot = awaitsLot(situation) && hits.length === 0 && !readOwnCode(code);
  if (lot !== undefined || isNewLot)
    return { kind: 'lot', lot: lot ?? codesOfScan(code).lot, expire: parseGs1(code, 2000)?.expiry ?? null };
  if (titleOf('serial') !== undefined) return refuse('serialNotHere', code);
  const ticket = hits.find(({ kind }) => kind === 'shipment');
  if (ticket && !titleOf('item')) return ticketRefusal(situation, code, ticket);
  return hits.length > 0 ? refuse('notOnShipment', code) : refuse('unknown', code);
}
