import { messageWith, type OrderType } from '@longshore/contract';
import { invalid, refused } from '../../../platform/http/problem.ts';
import { assertBucketFits, isNoPlate, type LockedBucket, type StockPlace, type Totals } from '../../stock/index.ts';
import type { LockedShipment, LockedShipmentLine } from '../locked-shipment.ts';

/** Units of a shipment line picked from a place, or put to one. */
export interface PickInput {
  lineId: number;
  /** Left out: the units of the bucket; 1 without a bucket. */
  quantity?: number | undefined;
  /** The plate by its id or by its number; neither: on no plate. */
  licenseId?: number | null;
  license?: string;
  /** The lot by its id or by its number. Inbound a number that the item does not have becomes a new lot. */
  lotId?: number | null;
  newLot?: { lot: string; expire: string | null } | null;
  /** The serial bucket; required for serial-controlled items. */
  bucketId?: number | null;
  /** Inbound only: the goods are received into quarantine, for this reason. */
  quarantine?: boolean;
  reason?: string;
  reference?: string;
  /** The person confirmed that the lot expires before the ship date. */
  allowExpired?: boolean;
}

/** One pick of a shipment, as commands of other modules and tests send it. */
export interface FulfilInput extends PickInput {
  shipmentId: number;
}

/** What the database has for a pick, read under the item's lock. */
export interface FoundPlace {
  totals: Totals;
  place: StockPlace;
  /** The number of the plate; empty for no plate. */
  license: string;
  lot: { number: string; expire: string | null } | null;
}

/** A pick that can be made. */
export interface DecidedPick {
  line: LockedShipmentLine;
  quantity: number;
  totals: Totals;
  place: StockPlace;
  /** The lot to make first; the place is then of this lot. */
  newLot: { lot: string; expire: string | null } | undefined;
  bucketId: number | null;
  reason: string;
  reference: string;
  /** The plate and the lot by number, as the history names them. */
  named: { license: string; lot: string };
}

/** The state of a bucket before its goods were received: customers send back what was shipped to them. */
export const bucketOrigin = (type: OrderType) => (type === 'Customer Return' ? 'shipped' : 'created');

/** The line and the quantity of a pick, given what earlier picks of the same call take of the line. */
function lineOf(shipment: LockedShipment, pick: PickInput, bucket: LockedBucket | undefined, taken: number) {
  const line = shipment.lines.find(({ id }) => id === pick.lineId);
  if (!line) throw refused(40005, 'LineOfAnotherShipment');
  const quantity = pick.quantity ?? bucket?.units ?? 1;
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw refused(40008);
  if (quantity > line.quantity - line.fulfilled - taken) throw refused(40007, line.item.sku);
  return { line, quantity };
}

/** A lot that exists keeps its expiry; only an expiry that was sent can contradict it. */
function assertSameExpiry(sent: string | null, { expire }: NonNullable<FoundPlace['lot']>): void {
  if (sent === null || sent === expire) return;
  throw invalid('newLot.expire', expire ? `LotExpires:${expire}` : 'LotKeeps');
}

/** Whether the pick makes its lot. Throws when the lot is missing, unknown or not meant. */
function makesLot(
  { direction }: LockedShipment,
  { item }: LockedShipmentLine,
  pick: PickInput,
  lot: FoundPlace['lot'],
): boolean {
  const { lotId = null, newLot } = pick;
  const number = lotId === null ? (newLot?.lot ?? '') : '';
  const field = number ? 'newLot.lot' : 'lotId';
  if (!item.lot) {
    if (lotId !== null || number) throw invalid(field, 'NotByLots');
    return false;
  }
  if (lot) {
    assertSameExpiry(number ? (newLot?.expire ?? null) : null, lot);
    return false;
  }
  if (lotId !== null) throw invalid('lotId', 'LotIsUnknown');
  if (!number) throw invalid('lotId', `LotRequired:${item.sku}`);
  if (direction === 'outbound') throw invalid('newLot.lot', 'LotIsUnknown');
  return true;
}

/** A lot ships until the day it expires; later only when the person confirmed it. */
export const isExpired = (expire: string | null, shipDate: string): boolean => expire !== null && expire < shipDate;

function assertNotExpired(shipment: LockedShipment, pick: PickInput, { lot }: FoundPlace): void {
  if (shipment.direction !== 'outbound' || pick.allowExpired || !lot) return;
  if (isExpired(lot.expire, shipment.ship_date))
    throw invalid(
      'allow_expired',
      messageWith('LotExpiresBeforeShipping', lot.number, lot.expire ?? '', shipment.ship_date),
    );
}

function assertPlate({ licenseId = null, license = '' }: PickInput, { place }: FoundPlace): void {
  if (place.licenseId !== null) return;
  if (licenseId !== null) throw invalid('licenseId', 'PlateIsGone');
  if (!isNoPlate(license)) throw invalid('license', `PlateIsUnknown:${license}`);
}

function assertBucket(
  shipment: LockedShipment,
  { item }: LockedShipmentLine,
  bucketId: number | null,
  bucket: LockedBucket | undefined,
  quantity: number,
  from: StockPlace,
): void {
  if (item.serial && !bucketId) throw invalid('serialId', `SerialRequired:${item.sku}`);
  if (!item.serial && bucketId) throw refused(60003, messageWith('NotSerialControlled', item.sku));
  if (!bucketId) return;
  if (shipment.direction === 'outbound') assertBucketFits(item, bucket, { quantity, from });
  else assertBucketFits(item, bucket, { quantity, state: bucketOrigin(shipment.order_type) });
}

/** Decides picks from what was read under the locks; throws the reason of the first that cannot be made. */
export function decidePicks(
  shipment: LockedShipment,
  picks: readonly PickInput[],
  found: readonly (FoundPlace | undefined)[],
  buckets: readonly LockedBucket[],
): DecidedPick[] {
  const taken = new Map<number, number>();
  return picks.map((pick, n) => {
    const { bucketId = null, quarantine = false, reason = '', reference = '' } = pick;
    const bucket = buckets.find(({ id }) => id === bucketId);
    const { line, quantity } = lineOf(shipment, pick, bucket, taken.get(pick.lineId) ?? 0);
    taken.set(line.id, (taken.get(line.id) ?? 0) + quantity);
    if (shipment.direction === 'inbound' && quarantine && !reason)
      throw invalid('reason', 'QuarantineReasonIsRequired');
    const at = found[n];
    if (!at) throw refused(40005, 'LineOfAnotherShipment');
    assertPlate(pick, at);
    const isNew = makesLot(shipment, line, pick, at.lot);
    assertNotExpired(shipment, pick, at);
    assertBucket(shipment, line, bucketId, bucket, quantity, at.place);
    return {
      line,
      quantity,
      totals: at.totals,
      place: at.place,
      bucketId,
      reason: quarantine ? reason : '',
      reference,
      newLot: isNew && pick.newLot ? pick.newLot : undefined,
      named: { license: at.license, lot: at.lot?.number ?? pick.newLot?.lot ?? '' },
    };
  });
}

/** Units of all lines, and how many are fulfilled once these picks are made. */
export function unitsAfter({ lines }: LockedShipment, picks: readonly DecidedPick[]) {
  const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);
  return {
    units: sum(lines.map(({ quantity }) => quantity)),
    fulfilled: sum(lines.map(({ fulfilled }) => fulfilled)) + sum(picks.map(({ quantity }) => quantity)),
  };
}
