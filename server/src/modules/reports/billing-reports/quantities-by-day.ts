import type { ReportLine, ReportSection } from '../../../documents/billing/report-content.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { columnsOf, tableColumns } from './columns.ts';
import { readDayQuantities } from './quantities.view.ts';
import { byClient, type ReportRequest, sumOf } from './report-request.ts';

/** Units that were received or shipped, by day and item. */
export async function quantitiesByDay(tx: Tx, request: ReportRequest) {
  const { t } = request;
  const which = request.name === 'receiving-qty-by-period-excel' ? 'received' : 'shipped';
  const quantities = await readDayQuantities(tx, request, which);
  return {
    rowCount: quantities.length,
    columns: columnsOf(t, ['day', 'sku', 'name', 'uom', 'quantity'], ['quantity']),
    sections: byClient(request, quantities).map(({ client, rows }): ReportSection => {
      const plain = rows.map(({ client_id: _, ...row }) => row);
      return {
        client,
        rows: plain,
        tables: [
          {
            title: '',
            columns: tableColumns(t, { day: 80, sku: 130, name: 0, uom: 60, quantity: 80 }),
            lines: plain.map((row): ReportLine => ({ kind: 'row', row })),
          },
        ],
        totals: [{ label: t('reportWords.totalUnits'), value: sumOf(rows, 'quantity'), kind: 'number' }],
      };
    }),
  };
}
