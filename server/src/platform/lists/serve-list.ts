import type { ListQuery, ListSpec, Page } from '@longshore/contract';
import type { z } from 'zod';
import type { RowCell, RowColumnKind } from '../../documents/row-file.ts';
import type { Tx } from '../database/tx.ts';
import { RowSheet } from '../exports/row-sheet.ts';
import type { Call } from '../http/bind.ts';
import { dateKindOf } from './export-cells.ts';
import { exportName } from './export-name.ts';
import type { ListSql } from './list-sql.ts';
import { runList, runUnpagedList } from './run-list.ts';

type ListCall = Pick<Call, 'actor' | 'wantsSheet' | 'readTimezone'> & { query: ListQuery };

const COLUMN_WIDTH = 22;

/** A column of a list as its export has it. */
export interface ExportedColumn {
  field: string;
  heading: string;
  kind: RowColumnKind | undefined;
  /** What is written instead of a code. */
  cellOf: (value: RowCell) => RowCell;
}

export function exportedColumns<Spec extends ListSpec>({ spec, exportWords }: ListSql<Spec>): ExportedColumn[] {
  const words = (exportWords ?? {}) as Record<string, ((code: string) => string) | undefined>;
  return Object.entries(spec.exported as Record<string, string>).map(([field, heading]) => ({
    field,
    heading,
    kind: dateKindOf(spec.row.shape[field]),
    cellOf: (value) => (typeof value === 'string' && words[field]?.(value)) || value,
  }));
}

/** Serves a list as a page or, when the caller accepts a spreadsheet, as one with all its rows. */
export async function serveList<Spec extends ListSpec>(
  tx: Tx,
  list: ListSql<Spec>,
  call: ListCall,
): Promise<Page<z.output<Spec['row']>> | RowSheet> {
  const readTimezone = () => call.readTimezone(tx);
  if (!call.wantsSheet) return runList(tx, list, call.actor, call.query, readTimezone);
  const { resource } = list.spec;
  const { total, batches } = await runUnpagedList(tx, list, call.actor, call.query, readTimezone);
  const timezone = await readTimezone();
  const columns = exportedColumns(list);
  async function* cells(): AsyncGenerator<RowCell[][]> {
    for await (const batch of batches as AsyncGenerator<Record<string, RowCell>[]>)
      yield batch.map((row) => columns.map(({ field, cellOf }) => cellOf(row[field] ?? '')));
  }
  return new RowSheet(await exportName(tx, resource, timezone, call.wantsSheet), total, cells(), {
    name: resource,
    format: call.wantsSheet,
    timezone,
    columns: columns.map(({ heading, kind }) => ({ heading, width: COLUMN_WIDTH, ...(kind ? { kind } : {}) })),
  });
}
