import { hasSides, isMeasured } from '@longshore/contract';
import { draw } from '../../../documents/draw.ts';
import { DAY_FORMAT, dayCell } from '../../../documents/spreadsheet.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Sheet } from '../../../platform/http/bind.ts';
import { refused } from '../../../platform/http/problem.ts';
import { readShipmentRecord } from '../shipment-record.view.ts';
import { assertPackable } from './pack-rules.ts';

const columns = [
  { heading: 'Carton', width: 10 },
  { heading: 'CartonNumber', width: 14 },
  { heading: 'OwnNumber', width: 16 },
  { heading: 'Length' },
  { heading: 'Width' },
  { heading: 'Height' },
  { heading: 'Weight' },
  { heading: 'Sku', width: 18 },
  { heading: 'Name', width: 36 },
  { heading: 'UPC', width: 16 },
  { heading: 'Qty' },
  { heading: 'Expire', format: DAY_FORMAT },
];

/** What is in which carton, a row for each item in it. */
export async function drawPackingList(tx: Tx, id: number): Promise<Sheet> {
  const shipment = await readShipmentRecord(tx, id);
  assertPackable(shipment);
  if (!shipment.packed) throw refused(40005, 'ShipmentIsNotPacked');
  const upcs = new Map(shipment.shipment_lines.map((line) => [line.id, line.inventory.upc]));
  const rows = shipment.containers.flatMap((carton, n) =>
    carton.shipment_lines.map(({ sku, name, pivot }) => [
      n + 1,
      carton.id,
      carton.own_number,
      // Empty, because a 1 would be read as a size.
      hasSides(carton) ? carton.length : null,
      hasSides(carton) ? carton.width : null,
      hasSides(carton) ? carton.height : null,
      isMeasured(carton) ? carton.weight : null,
      sku,
      name,
      upcs.get(pivot.line_id) ?? '',
      pivot.quantity,
      dayCell(pivot.expire),
    ]),
  );
  return new Sheet('ItemPackingList.xlsx', () => draw('spreadsheet', { name: 'ItemPackingList', columns, rows }));
}
