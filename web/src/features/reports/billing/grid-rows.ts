import type { ReportGrid } from '@longshore/contract';

type Cells = ReportGrid['rows'][number];

/** A row with its place in the report, which identifies it in every order. */
export interface GridRow {
  place: number;
  cells: Cells;
}

export const gridRows = ({ rows }: ReportGrid): GridRow[] => rows.map((cells, place) => ({ place, cells }));
