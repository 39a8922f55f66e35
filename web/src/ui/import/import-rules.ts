import type { ImportProblem, ImportRun } from '@longshore/contract';

/** With more rows than this, a cell of the strip represents several rows. */
const STRIP_CELLS = 200;
/** Row 1 of a sheet is its heading. */
const FIRST_ROW = 2;

/** Whether a run says how many orders its rows became; a release before 1.11 did not count them. */
export const countsOrders = (run: Pick<ImportRun, 'type' | 'success' | 'record_count'>) =>
  run.type === 'Order' && (run.record_count > 0 || run.success === 0);

export interface StripCell {
  from: number;
  to: number;
  /** `waiting` when the import stopped before these rows. */
  state: 'good' | 'bad' | 'waiting';
}

export const failedRows = (run: Pick<ImportRun, 'errors'>) =>
  new Set(run.errors.filter(({ is_saved }) => !is_saved).map(({ row }) => row));

/** One cell per row of the sheet; for long sheets one cell per several rows, bad when any of them is. */
export function stripOf(run: Pick<ImportRun, 'rows' | 'done' | 'errors'>): StripCell[] {
  const bad = failedRows(run);
  const each = Math.max(1, Math.ceil(run.rows / STRIP_CELLS));
  return Array.from({ length: Math.ceil(run.rows / each) }, (_, cell) => {
    const from = FIRST_ROW + cell * each;
    const to = Math.min(from + each, FIRST_ROW + run.rows) - 1;
    let found = false;
    for (let row = from; row <= to; row += 1) found ||= bad.has(row);
    const isWaiting = to >= FIRST_ROW + run.done;
    return { from, to, state: found ? 'bad' : isWaiting ? 'waiting' : 'good' };
  });
}

export interface ProblemRow extends ImportProblem {
  /** Tells the rows of the table apart. */
  id: string;
  /** The row number is written once for all problems of a row. */
  first: boolean;
}

export function problemRows(errors: readonly ImportProblem[], max: number): ProblemRow[] {
  const sorted = errors.toSorted((one, other) => one.row - other.row).slice(0, max);
  return sorted.map((problem, at) => ({
    ...problem,
    id: `${problem.row} ${problem.column} ${at}`,
    first: sorted[at - 1]?.row !== problem.row,
  }));
}
