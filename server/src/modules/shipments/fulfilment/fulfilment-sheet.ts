import {
  type Allocation,
  type Language,
  SHEET_LINES_MAX,
  type SheetColumn,
  type Shipment,
  textFor,
} from '@longshore/contract';
import { draw } from '../../../documents/draw.ts';
import { type Cell, DAY_FORMAT, dayCell } from '../../../documents/spreadsheet.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Sheet } from '../../../platform/http/bind.ts';
import { refused } from '../../../platform/http/problem.ts';
import { columnNotes } from '../../../platform/imports/import-files.ts';
import { sheetColumn } from '../../../platform/imports/import-sheet.ts';
import { putAwaySheet } from '../../stock/index.ts';
import { readShipmentRecord } from '../shipment-record.view.ts';
import { inspectReason, readAllocation } from './allocation.view.ts';

const column = (width: number, ...given: Parameters<typeof sheetColumn>) => ({ ...sheetColumn(...given), width });

/** The columns of both sheets, for download and upload. Name, Ordered and Location are for the reader only. */
const line = column(9, 'Line', 'sheets.Fulfilment.line', 1204);
const sku = column(18, 'Sku', 'sheets.Fulfilment.sku', 'KC-SUM-250');
const name = column(34, 'Name', 'sheets.Fulfilment.name', 'Sumatra, 250 g');
const ordered = column(9, 'Ordered', 'sheets.Fulfilment.ordered', 96);
const quantity = column(9, 'RowQty', 'sheets.Fulfilment.quantity', 48);
const serial = column(16, 'Serial', 'sheets.Fulfilment.serial');
const reference = column(16, 'Reference', 'sheets.Fulfilment.reference');

export const receivingColumns = {
  line,
  sku,
  name,
  ordered,
  quantity,
  license: column(16, 'License', 'sheets.Receiving.license', 'LP-0001'),
  lot: column(16, 'Lot', 'sheets.Receiving.lot', 'L2611A'),
  expire: { ...column(12, 'Expire', 'sheets.Receiving.expire', '2027-05-31'), format: DAY_FORMAT },
  serial,
  quarantine: column(12, 'Quarantine', 'sheets.Receiving.quarantine', 'N'),
  reason: column(18, 'Reason', 'sheets.Receiving.reason'),
  reference,
};

export const shippingColumns = {
  line,
  sku,
  name,
  ordered,
  quantity,
  location: column(14, 'Location', 'sheets.Shipping.location', 'A-01-1'),
  license: column(16, 'License', 'sheets.Shipping.license', 'LP-0001'),
  lot: column(16, 'Lot', 'sheets.Shipping.lot', 'L2611A'),
  expire: { ...column(12, 'Expire', 'sheets.Shipping.expire', '2027-05-31'), format: DAY_FORMAT },
  serial,
  reference,
  allowExpired: column(13, 'AllowExpired', 'sheets.Shipping.allowExpired', 'N'),
};

type Row = Partial<Record<keyof typeof receivingColumns | keyof typeof shippingColumns, Cell>>;

const headOf = ({ id, quantity: ordered, inventory }: Shipment['shipment_lines'][number]): Row => ({
  line: id,
  sku: inventory.sku,
  name: inventory.name,
  ordered,
});

/** A row for each line with what is left to receive. */
function rowsToReceive({ order, shipment_lines }: Shipment): Row[] {
  const reason = inspectReason({ order_type: order.type });
  return shipment_lines
    .filter((each) => each.fulfilled < each.quantity)
    .map((each) => ({
      ...headOf(each),
      quantity: each.quantity - each.fulfilled,
      quarantine: reason ? 'Y' : 'N',
      reason,
    }));
}

/** A row for each place of the allocation; what no place was found for has a row without a quantity. */
function rowsToShip({ shipment_lines }: Shipment, { picks, short }: Allocation): Row[] {
  return shipment_lines.flatMap((each) => [
    ...picks
      .filter(({ line_id }) => line_id === each.id)
      .map((pick) => ({
        ...headOf(each),
        quantity: pick.quantity,
        location: pick.location,
        license: pick.license,
        lot: pick.lot,
        expire: dayCell(pick.expire),
      })),
    ...short.filter(({ line_id }) => line_id === each.id).map(() => headOf(each)),
  ]);
}

function howTo(language: Language): [string, string][] {
  const t = textFor(language);
  return [
    [t('sheets.Fulfilment.howTo'), t('sheets.Fulfilment.howToText')],
    ['', ''],
  ];
}

function drawRows(
  language: Language,
  fileName: string,
  columns: Record<string, SheetColumn>,
  rows: readonly Row[],
): Sheet {
  const fields = Object.entries(columns);
  return new Sheet(fileName, () =>
    draw('spreadsheet', {
      name: fileName.replace(/-.*/, ''),
      columns: fields.map(([, shown]) => shown),
      // More cannot be uploaded at once: the rest comes with the next download.
      rows: rows.slice(0, SHEET_LINES_MAX).map((row) => fields.map(([field]) => row[field as keyof Row] ?? '')),
      notes: columnNotes(language, Object.values(columns), howTo(language)),
    }),
  );
}

/** The receiving or shipping sheet of a shipment, filled in with what is left to do. */
export async function drawFulfilmentSheet(tx: Tx, { lang }: Actor, id: number): Promise<Sheet> {
  const shipment = await readShipmentRecord(tx, id);
  if (shipment.direction === 'inbound')
    return drawRows(lang, `ReceivingExcelFile-${id}.xlsx`, receivingColumns, rowsToReceive(shipment));
  const rows = rowsToShip(shipment, await readAllocation(tx, id));
  return drawRows(lang, `ShippingExcelFile-${id}.xlsx`, shippingColumns, rows);
}

/** The plates that a shipment was received on, with the bin of each, to be filled in and uploaded as PutAway. */
export async function drawPutAwaySheet(tx: Tx, { lang }: Actor, id: number): Promise<Sheet> {
  const shipment = await readShipmentRecord(tx, id);
  if (shipment.direction !== 'inbound') throw refused(40006);
  const { rows } = await sql<{ license: string; location: string }>`
    select distinct p.license, coalesce(b.location, '') as location
    from fulfillments f join licenses p on p.client_id = f.client_id and p.id = f.license_id left join locations b on b.id = p.location_id
    where f.shipment_id = ${id} and ${inScope(tx, 'f.client_id')} order by p.license`.execute(tx);
  const columns = Object.values(putAwaySheet.columns);
  return new Sheet('Putaway.xlsx', () =>
    draw('spreadsheet', {
      name: 'PutAway',
      columns,
      rows: rows.map(({ license, location }) => [license, location]),
      notes: columnNotes(lang, columns),
    }),
  );
}
