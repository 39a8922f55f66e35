import { amountOf, directionOf, type OrderLine } from '@longshore/contract';
import { draw } from '../../documents/draw.ts';
import type { Cell, SheetColumn } from '../../documents/spreadsheet.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Sheet } from '../../platform/http/bind.ts';
import { exportName } from '../../platform/lists/export-name.ts';
import { readOrder } from './order.view.ts';
import type { ShipmentsOfOrders } from './shipments-of-orders.ts';

type LineColumn = SheetColumn & { cell: (line: OrderLine, index: number) => Cell };

const item: readonly LineColumn[] = [
  { heading: 'Line', width: 8, cell: (_, index) => index + 1 },
  { heading: 'Sku', width: 18, cell: ({ sku }) => sku },
  { heading: 'Name', width: 36, cell: ({ name }) => name },
  { heading: 'UPC', width: 16, cell: ({ upc }) => upc },
  { heading: 'UOM', cell: ({ uom }) => uom },
  { heading: 'KitSku', width: 18, cell: ({ kit_property }) => kit_property?.sku ?? '' },
  { heading: 'Kits', cell: ({ kit_property }) => kit_property?.quantity ?? '' },
  { heading: 'Ordered', cell: ({ quantity }) => quantity },
];
const outbound: readonly LineColumn[] = [
  { heading: 'Shipped', cell: ({ line_status }) => line_status.shipped_qty },
  { heading: 'Available', cell: ({ line_status }) => line_status.available_inventory },
];
const inbound: readonly LineColumn[] = [
  { heading: 'Pristine', cell: ({ line_status }) => line_status.pristine_qty },
  { heading: 'Quarantined', cell: ({ line_status }) => line_status.quarantined_qty },
];
const amounts: readonly LineColumn[] = [
  { heading: 'Leftover', cell: ({ line_status }) => line_status.leftover },
  { heading: 'Cancelled', cell: ({ line_status }) => line_status.cancelled_qty },
  { heading: 'Price', cell: ({ price }) => price },
  {
    heading: 'Total',
    cell: ({ price, quantity, remainder }) =>
      amountOf({ price: String(price), quantity, remainder: String(remainder) }).toNumber(),
  },
  { heading: 'Comment', width: 36, cell: ({ comment }) => comment },
];

/** The lines of an order as its page shows them, a row each. Headings are English, as in every export. */
export async function drawOrderLines(
  tx: Tx,
  id: number,
  timezone: string,
  shipments: ShipmentsOfOrders,
): Promise<Sheet> {
  const { type, lines } = await readOrder(tx, id, shipments);
  const shown = [...item, ...(directionOf(type) === 'outbound' ? outbound : inbound), ...amounts];
  const rows = lines.map((line, index) => shown.map(({ cell }) => cell(line, index)));
  const columns = shown.map(({ cell: _, ...column }) => column);
  const name = await exportName(tx, `OrderLines-${id}`, timezone);
  return new Sheet(name, () => draw('spreadsheet', { name: 'OrderLines', columns, rows }));
}
