import {
  Day,
  type Direction,
  type FieldMessages,
  isLotNumber,
  SHEET_LINES_MAX,
  type SheetColumn,
  text,
} from '@longshore/contract';
import { z } from 'zod';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid, Problem, refused } from '../../../platform/http/problem.ts';
import {
  type ImportSheet,
  idCell,
  importSheet,
  RowProblem,
  type SavedRecord,
} from '../../../platform/imports/import-sheet.ts';
import { holderColumn } from '../lock-columns.ts';
import { assertNotLocked, assertShipmentEvent } from '../lock-shipment.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { fulfilPicks, recordFulfilled } from './fulfil-line.ts';
import { bucketOrigin, type PickInput } from './fulfil-rules.ts';
import { receivingColumns, shippingColumns } from './fulfilment-sheet.ts';

const FulfilmentRow = z.object({
  line: idCell('LineIsANumber'),
  sku: text(64),
  quantity: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'InvalidQuantity')
    .transform(Number),
  license: text(64),
  lot: text(64).transform((lot) => (isLotNumber(lot) ? lot : '')),
  expire: z.union([Day, z.literal('')]).transform((day) => day || null),
  serial: text(64),
  reference: text(),
});
const yesOrNo = text(10)
  .refine((cell) => /^[yn]?$/i.test(cell), 'YesOrNo')
  .transform((cell) => cell.toLowerCase() === 'y');
const ReceivingRow = FulfilmentRow.extend({ quarantine: yesOrNo, reason: text() });
const ShippingRow = FulfilmentRow.extend({ allowExpired: yesOrNo });
type Row = z.output<typeof FulfilmentRow> &
  Partial<
    Pick<z.output<typeof ReceivingRow>, 'quarantine' | 'reason'> & Pick<z.output<typeof ShippingRow>, 'allowExpired'>
  >;

type Target = Pick<LockedShipment, 'client_id' | 'direction' | 'status' | 'holder'> & {
  outbound_excel_upload_bool: boolean;
};

/** The shipment of an upload must be of the sheet's direction, In Warehouse and held by nobody else; shipping by a sheet can be off. */
const ownerOf =
  (direction: Direction): NonNullable<ImportSheet['ownerOf']> =>
  async (tx, actor, { shipment_id }) => {
    if (!shipment_id) throw invalid('shipment_id', 'ShipmentIsRequired');
    const { rows } = await sql<Target>`
      select s.client_id, s.direction, s.status, ${holderColumn} as holder, c.outbound_excel_upload_bool
      from shipments s cross join company c
      where s.id = ${Number(shipment_id)} and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(tx);
    const [found] = rows;
    if (!found) throw refused(40001);
    if (found.direction !== direction) throw refused(40006);
    assertNotLocked(found, actor);
    if (direction === 'outbound' && !found.outbound_excel_upload_bool) throw refused(40005, 'OutboundUploadIsOff');
    assertShipmentEvent(found, 'fulfil');
    return found.client_id;
  };

interface LineLeft {
  id: number;
  inventory_id: number;
  sku: string;
  left: number;
  order_type: LockedShipment['order_type'];
  direction: Direction;
}

/** The lines that a row names, by their number, their item, or both. */
async function linesOf(tx: Tx, shipmentId: number, { line, sku }: Row): Promise<LineLeft[]> {
  if (line === null && !sku) throw new RowProblem('sku', '11002');
  const { rows: lines } = await sql<LineLeft>`
    select l.id, l.inventory_id, i.sku, l.quantity - l.fulfilled as left, s.order_type, s.direction
    from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
    join shipments s on s.client_id = l.client_id and s.id = l.shipment_id
    where l.shipment_id = ${shipmentId} and ${inScope(tx, 'l.client_id')} and (${line}::int is null or l.id = ${line})
      and (${sku}::text = '' or lower(i.sku) = lower(${sku}::text)) order by l.id`.execute(tx);
  if (!lines.length) throw new RowProblem(sku ? 'sku' : 'line', 'NotOnThisShipment');
  return lines;
}

/** Spreads the units of a row over the lines of its item, in their order. Throws 40012 when they hold fewer. */
function spread(lines: readonly LineLeft[], units: number): { lineId: number; quantity: number }[] {
  let left = units;
  const parts = lines.flatMap((each) => {
    const quantity = Math.min(left, each.left);
    left -= quantity;
    return quantity ? [{ lineId: each.id, quantity }] : [];
  });
  if (left) throw refused(40012, lines[0]?.sku ?? '');
  return parts;
}

/** A bucket is not divided: a line that takes all of it comes before those that cannot. */
const fittingFirst = (lines: readonly LineLeft[], units: number): LineLeft[] =>
  [...lines].sort((one, other) => Number(other.left >= units) - Number(one.left >= units));

async function bucketOf(tx: Tx, line: LineLeft, lead: string): Promise<number | null> {
  if (!lead) return null;
  const state = line.direction === 'outbound' ? 'in_stock' : bucketOrigin(line.order_type);
  const { rows } = await sql<{ id: number }>`
    select id from serial_buckets
    where inventory_id = ${line.inventory_id} and lower(lead) = lower(${lead}::text) and ${inScope(tx)}
    order by state = ${state} desc, id limit 1`.execute(tx);
  const [bucket] = rows;
  if (!bucket) throw new RowProblem('serial', 'BucketIsUnknown');
  return bucket.id;
}

/** The columns of fields that have another name in a call. */
const columnOf: Record<string, string> = { lotId: 'lot', serialId: 'serial', allow_expired: 'allowExpired' };

function inColumns(error: unknown): unknown {
  const keys = error instanceof Problem && error.status === 422 ? (error.body.keys as FieldMessages) : {};
  const [[field, [message] = []] = []] = Object.entries(keys);
  const column = field && columnOf[field];
  return column && message ? new RowProblem(column, message) : error;
}

async function saveRow(tx: Tx, actor: Actor, shipmentId: number, row: Row): Promise<SavedRecord> {
  const lines = await linesOf(tx, shipmentId, row);
  const [first] = lines as [LineLeft];
  const bucketId = await bucketOf(tx, first, row.serial);
  const { license, reference, quarantine = false, reason = '', allowExpired = false } = row;
  // A lot that leaves is known; its date is on the sheet to be read.
  const newLot = row.lot ? { lot: row.lot, expire: first.direction === 'outbound' ? null : row.expire } : null;
  const picks = spread(bucketId === null ? lines : fittingFirst(lines, row.quantity), row.quantity).map(
    (part): PickInput => ({ ...part, license, newLot, bucketId, quarantine, reason, reference, allowExpired }),
  );
  const shipment = await fulfilPicks(tx, actor, shipmentId, picks).catch((error: unknown) => {
    throw inColumns(error);
  });
  await recordFulfilled(tx, shipment);
  return { title: `${first.sku} × ${row.quantity}`, path: `/f/${shipment.direction}/${shipmentId}`, isNew: false };
}

const fulfilmentSheet = (
  type: 'Receiving' | 'Shipping',
  direction: Direction,
  columns: Record<string, SheetColumn>,
  row: typeof FulfilmentRow,
): ImportSheet =>
  importSheet({
    type,
    fileName: `${type}ExcelFile`,
    access: 'fulfill_shipment',
    columns,
    row,
    rowsMax: SHEET_LINES_MAX,
    filled: 'quantity',
    ownerOf: ownerOf(direction),
    save: (tx, actor, { options }, each) => saveRow(tx, actor, Number(options.shipment_id), each as Row),
  });

/** What was received, a row for each place. */
export const receivingSheet = fulfilmentSheet('Receiving', 'inbound', receivingColumns, ReceivingRow);
/** What was picked, a row for each place. */
export const shippingSheet = fulfilmentSheet('Shipping', 'outbound', shippingColumns, ShippingRow);
