import { type Allocation, messageWith, parseGs1, type WavePickInput, type WavePickResult } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';
import {
  fulfilLocked,
  fulfilPicks,
  type LockedShipment,
  lockShipmentFor,
  type PickInput,
  readAllocations,
  recordFulfilled,
} from '../../shipments/index.ts';
import { lockItems, splitBucket } from '../../stock/index.ts';
import {
  readBucketOf,
  readScannedPlace,
  readUnitsThere,
  type ScannedPlace,
  type UnitsThere,
} from './scanned-place.view.ts';
import { assertScanned, readWaveLine, type WaveLine } from './wave-line.view.ts';

type Planned = Allocation['picks'][number];

/** Where the line's units are to be taken from, as the allocation says now. */
async function plannedFor(tx: Tx, { shipment_id, line_id }: WaveLine): Promise<Planned[]> {
  const allocation = (await readAllocations(tx, [shipment_id])).get(shipment_id);
  return (allocation?.picks ?? []).filter((pick) => pick.line_id === line_id);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Goods are taken from the bin of the proposal, whichever plate there; goods in no bin from their own plate. */
function assertPlanned(planned: readonly Planned[], { name, location, license_id }: ScannedPlace): void {
  const [first] = planned;
  if (!first) return;
  const isThere = planned.some((pick) =>
    pick.location ? isSame(pick.location, location) : pick.license_id === license_id && location === '',
  );
  if (!isThere) throw invalid('place', messageWith('WrongBin', name || '–', first.location || first.license || '–'));
}

/** So many units of what is there: the proposed ones first. What has expired comes last, and is refused by fulfilment. */
function takeFrom(rows: readonly UnitsThere[], planned: readonly Planned[], units: number): [UnitsThere, number][] {
  const isProposed = (row: UnitsThere) =>
    planned.some((pick) => pick.license_id === row.license_id && pick.lot_id === row.lot_id);
  const inOrder = [...rows.filter(isProposed), ...rows.filter((row) => !isProposed(row))];
  let left = units;
  return inOrder.flatMap((row): [UnitsThere, number][] => {
    const taken = Math.min(left, row.quantity);
    left -= taken;
    return taken > 0 ? [[row, taken]] : [];
  });
}

/** Only the lot and the serial are of interest, not when the goods expire. */
const ANY_YEAR = 2000;

/** Lot and serial may be in the scan of the item. */
function withItemScan({ item, lot, serial }: WavePickInput) {
  const gs1 = item ? parseGs1(item, ANY_YEAR) : undefined;
  return { lot: lot || gs1?.lot || '', serial: serial || gs1?.serial || '' };
}

async function choosePicks(tx: Tx, line: WaveLine, body: WavePickInput): Promise<PickInput[]> {
  const [planned, place] = await Promise.all([plannedFor(tx, line), readScannedPlace(tx, body.place, line)]);
  assertPlanned(planned, place);
  const rows = await readUnitsThere(tx, line, place, withItemScan(body).lot);
  const there = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  if (there < body.quantity) throw invalid('place', messageWith('PlaceHolds', place.name || '–', there, line.sku));
  return takeFrom(rows, planned, body.quantity).map(([row, quantity]) => ({
    lineId: line.line_id,
    quantity,
    licenseId: row.license_id,
    lotId: row.lot_id,
    allowExpired: body.allow_expired === 1,
  }));
}

async function pickUnits(tx: Tx, actor: Actor, line: WaveLine, body: WavePickInput) {
  const picks = await choosePicks(tx, line, body);
  return { shipment: await fulfilPicks(tx, actor, line.shipment_id, picks), count: picks.length };
}

/** Takes the bucket of a serial; of several serials in one bucket only those that are picked. */
async function pickSerial(tx: Tx, actor: Actor, line: WaveLine, body: WavePickInput): Promise<LockedShipment> {
  const { serial } = withItemScan(body);
  if (!serial) throw invalid('serial', `SerialRequired:${line.sku}`);
  const place = await readScannedPlace(tx, body.place, line);
  const [planned, rows] = await Promise.all([plannedFor(tx, line), readUnitsThere(tx, line, place, '')]);
  assertPlanned(planned, place);
  const shipment = await lockShipmentFor(tx, actor, line.shipment_id, 'fulfil');
  await lockItems(tx, [line.inventory_id]);
  const bucket = await readBucketOf(tx, line, serial);
  const row = rows.find(({ row_id }) => row_id === bucket?.row_id);
  if (!bucket || !row) throw invalid('serial', messageWith('SerialIsNotHere', serial, place.name || '–'));
  const isPart = body.quantity === 1 && bucket.units > 1;
  const bucketId = isPart ? (await splitBucket(tx, bucket.id, { serials: [serial] })).id : bucket.id;
  return fulfilLocked(tx, actor, shipment, [
    { lineId: line.line_id, quantity: body.quantity, licenseId: row.license_id, lotId: row.lot_id, bucketId },
  ]);
}

async function latestOf(tx: Tx, lineId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from fulfillments where shipment_line_id = ${lineId} and ${inScope(tx)} order by id desc limit ${count}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The state of a wave and a line, for the answer of a pick or a short pick. */
export async function readPicked(tx: Tx, line: WaveLine, fulfillments: readonly number[]): Promise<WavePickResult> {
  const { rows } = await sql<Omit<WavePickResult, 'fulfillments'>>`
    select w.id as wave_id, w.state, s.id as shipment_id, n.id as line_id, s.status, n.quantity - n.fulfilled as left
    from waves w, shipments s join shipment_lines n on n.client_id = s.client_id and n.shipment_id = s.id
    where w.id = ${line.wave_id} and s.id = ${line.shipment_id} and n.id = ${line.line_id} and ${inScope(tx, 's.client_id')}`.execute(
    tx,
  );
  if (!rows[0]) throw new Error(`Line ${line.line_id} is gone.`);
  return { ...rows[0], fulfillments: [...fulfillments] };
}

/**
 * One pick into a tote: the units leave stock and fulfil the shipment's line at once, by the command that fulfils any line.
 * What was scanned is compared with the line first, so that nothing is taken from a wrong place or put into a wrong tote.
 */
export async function pickLine(tx: Tx, actor: Actor, waveId: number, body: WavePickInput): Promise<WavePickResult> {
  const line = await readWaveLine(tx, waveId, body.line_id);
  assertScanned(line, body);
  const { shipment, count } = line.serial
    ? { shipment: await pickSerial(tx, actor, line, body), count: 1 }
    : await pickUnits(tx, actor, line, body);
  await recordFulfilled(tx, shipment);
  const picked = await readPicked(tx, line, await latestOf(tx, line.line_id, count));
  // Somebody ended it meanwhile, and its tote may be used for another shipment by now.
  if (picked.state === 'void') throw invalid('line_id', messageWith('WaveIsOver', waveId));
  return picked;
}
