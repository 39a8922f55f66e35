const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const monthOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** The ways a day is typed, as year, month and day. */
const FORMS: [pattern: RegExp, order: readonly [year: number, month: number, day: number]][] = [
  [/^(\d{4})(\d{2})(\d{2})$/, [1, 2, 3]],
  [/^(\d{4})\s*[-/.\u5e74]\s*(\d{1,2})\s*[-/.\u6708]\s*(\d{1,2})\s*\u65e5?$/, [1, 2, 3]],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, [3, 1, 2]],
  [/^([a-z]{3,9})\.?\s+(\d{1,2})\s*,?\s+(\d{4})$/i, [3, 1, 2]],
  [/^(\d{1,2})\s+([a-z]{3,9})\.?\s*,?\s+(\d{4})$/i, [3, 2, 1]],
];

/** A typed day as `2026-11-09`; null for text that is not a day of the calendar. */
export function readDay(typed: string): string | null {
  for (const [pattern, order] of FORMS) {
    const found = pattern.exec(typed.trim());
    if (!found) continue;
    const [year = '', month = '', day = ''] = order.map((group) => found[group]);
    const date = new Date(Date.UTC(Number(year), monthOf(month) - 1, Number(day)));
    const isReal = date.getUTCMonth() === monthOf(month) - 1 && date.getUTCDate() === Number(day);
    return isReal ? date.toISOString().slice(0, 10) : null;
  }
  return null;
}
