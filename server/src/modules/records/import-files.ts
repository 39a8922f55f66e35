import { drawSpreadsheet } from '../../documents/spreadsheet.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Sheet } from '../../platform/http/bind.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { ImportSheet } from './import-sheet.ts';
import { readImport } from './imports.store.ts';

/** The blank sheet: headings, an example, and a second sheet with a note on each column. */
export function importTemplate(sheet: ImportSheet | undefined): Sheet {
  if (!sheet) throw notFound();
  const columns = Object.values(sheet.columns);
  return new Sheet(`${sheet.fileName ?? sheet.type}.xlsx`, () =>
    drawSpreadsheet({
      name: sheet.type,
      columns,
      rows: [columns.map((column) => column.example)],
      notes: {
        columns: [
          { heading: 'Column', width: 24 },
          { heading: 'What it takes', width: 80 },
        ],
        rows: columns.map((column) => [column.heading, column.note]),
      },
    }),
  );
}

/** The rows that were not saved, as they came, with a Problem column: correct them and upload the same file. */
export async function failedRows(tx: Tx, actor: Actor, importId: number): Promise<Sheet> {
  const record = await readImport(tx, importId, actor.id);
  if (!record) throw notFound();
  const byRow = new Map<number, string[]>();
  for (const problem of record.problems) {
    const text = problem.column ? `${problem.column}: ${problem.message}` : problem.message;
    byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), text]);
  }
  const headings = record.headings.filter((heading) => heading !== 'Problem');
  const width = headings.length;
  const rows = [...byRow].map(([row, problems]) => {
    const cells = record.rows[row - 2] ?? [];
    return [...Array.from({ length: width }, (_, index) => cells[index] ?? ''), problems.join('; ')];
  });
  const columns = [...headings.map((heading) => ({ heading })), { heading: 'Problem', width: 60 }];
  return new Sheet(`${record.type}-failed.xlsx`, () => drawSpreadsheet({ name: record.type, columns, rows }));
}
