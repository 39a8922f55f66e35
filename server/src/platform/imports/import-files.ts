import { type Language, reasonText, reasonTextsFor, type SheetColumn, textFor } from '@longshore/contract';
import { draw } from '../../documents/draw.ts';
import type { SheetDrawing } from '../../documents/spreadsheet.ts';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';
import { Sheet } from '../http/bind.ts';
import { notFound } from '../http/problem.ts';
import type { ImportSheet } from './import-sheet.ts';
import { readImport } from './imports.store.ts';

/** A sheet with a note on each column, in the reader's language, below the notes on the whole sheet. */
export function columnNotes(
  language: Language,
  columns: readonly SheetColumn[],
  about: readonly (readonly [string, string])[] = [],
): NonNullable<SheetDrawing['notes']> {
  const t = textFor(language);
  return {
    name: t('notes.sheet'),
    columns: [
      { heading: t('notes.column'), width: 28 },
      { heading: t('notes.meaning'), width: 110 },
      { heading: t('notes.example'), width: 28 },
    ],
    rows: [...about, ...columns.map((each) => [each.heading, t(each.note), each.example])],
  };
}

/** The blank sheet: headings, and a second sheet with a note and an example for each column. */
export function importTemplate(sheet: ImportSheet | undefined, language: Language): Sheet {
  if (!sheet) throw notFound();
  const columns = Object.values(sheet.columns);
  return new Sheet(`${sheet.fileName ?? sheet.type}.xlsx`, () =>
    draw('spreadsheet', {
      name: sheet.type,
      columns,
      // The example is in the notes: a row among the data would be imported by whoever forgets to delete it.
      rows: [],
      notes: columnNotes(language, columns),
    }),
  );
}

/** The rows that were not saved, as they came, with a Problem column: correct them and upload the same file. */
export async function failedRows(tx: Tx, actor: Actor, importId: number): Promise<Sheet> {
  const record = await readImport(tx, importId, actor.id);
  if (!record) throw notFound();
  const texts = reasonTextsFor(actor.lang);
  const byRow = new Map<number, string[]>();
  for (const { row, column, reason, isSaved } of record.problems) {
    if (isSaved) continue;
    const problem = reasonText(texts, reason);
    const text = column ? texts.withDetail(column, problem) : problem;
    byRow.set(row, [...(byRow.get(row) ?? []), text]);
  }
  // The file may be one of these, corrected: its problems are those of the last time.
  const own = [...record.headings.entries()].filter(([, heading]) => heading !== 'Problem');
  const rows = [...byRow].map(([row, problems]) => {
    const cells = record.rows[row - 2] ?? [];
    return [...own.map(([index]) => cells[index] ?? ''), problems.join('; ')];
  });
  const columns = [...own.map(([, heading]) => ({ heading })), { heading: 'Problem', width: 60 }];
  return new Sheet(`${record.type}-failed.xlsx`, () => draw('spreadsheet', { name: record.type, columns, rows }));
}
