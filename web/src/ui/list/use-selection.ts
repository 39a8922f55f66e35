import { useState } from 'react';

interface SelectedRows<Row> {
  listKey: string;
  rows: ReadonlyMap<number, Row>;
}

/** The selected rows. A different page or filter starts with none selected. */
export function useSelection<Row extends { id: number }>(
  listKey: string,
  shown: Row[] | undefined,
  bulk: { selectable?: (row: Row) => boolean } | undefined,
) {
  const [selection, setSelection] = useState<SelectedRows<Row>>({ listKey, rows: new Map() });
  const rows = selection.listKey === listKey ? (shown ?? []).filter(({ id }) => selection.rows.has(id)) : [];
  return {
    rows,
    selected: new Set(rows.map(({ id }) => id)),
    selectable: bulk?.selectable ?? (() => true),
    toggle: (some: Row[], on: boolean) => {
      const next = new Map(rows.map((row) => [row.id, row]));
      for (const row of some) on ? next.set(row.id, row) : next.delete(row.id);
      setSelection({ listKey, rows: next });
    },
    /** Selects these rows and no others. */
    choose: (some: Row[]) => setSelection({ listKey, rows: new Map(some.map((row) => [row.id, row])) }),
  };
}
