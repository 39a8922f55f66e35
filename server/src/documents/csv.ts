export type CsvCell = string | number | boolean | null;

/** What a spreadsheet program would take for a formula is marked as text. */
const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = guarded(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row as CSV text by RFC 4180; texts that people typed never become formulas. */
export const csvLine = (row: readonly CsvCell[]): string => `${row.map(cellText).join(',')}\r\n`;

export const drawCsv = (rows: readonly (readonly CsvCell[])[]): string => rows.map(csvLine).join('');
