import type { ListQuery } from '@longshore/contract';
import { drawCsv } from '../../documents/csv.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { wallClockText, ZoneClock } from '../../platform/lists/export-cells.ts';
import { runUnpagedList } from '../../platform/lists/run-list.ts';
import { shipmentListSql } from './shipment-list.view.ts';

const COLUMNS = {
  id: 'ID',
  pt_number: 'Picking number',
  reference: 'Reference',
  po: 'PO',
  client: 'Client',
  status: 'Status',
  ship_date: 'Ship date',
  finished_date: 'Finished',
  courier: 'Courier',
  waybill: 'Waybill',
  cost: 'Shipping charge',
} as const;
type Column = keyof typeof COLUMNS;

/** The tracking of the listed shipments as CSV text, in the order of the list; moments in the company's time zone. */
export async function readTrackingSheet(
  tx: Tx,
  actor: Actor,
  query: ListQuery,
  readTimezone: () => Promise<string>,
): Promise<string> {
  const { batches } = await runUnpagedList(tx, shipmentListSql, actor, query, readTimezone);
  const clock = new ZoneClock(await readTimezone());
  const columns = Object.keys(COLUMNS) as Column[];
  let text = drawCsv([Object.values(COLUMNS)]);
  for await (const rows of batches)
    text += drawCsv(
      rows.map((row) =>
        columns.map((column) =>
          column === 'finished_date' && row.finished_date ? wallClockText(row.finished_date, clock) : row[column],
        ),
      ),
    );
  return text;
}
