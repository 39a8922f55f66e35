import { useState } from 'react';

interface Chosen<Row> {
  of: string;
  rows: ReadonlyMap<number, Row>;
}

/** The ticked rows. They belong to what is shown: another page or filter starts with none. */
export function useSelection<Row extends { id: number }>(
  of: string,
  shown: Row[] | undefined,
  bulk: { selectable?: (row: Row) => boolean } | undefined,
) {
  const [chosen, setChosen] = useState<Chosen<Row>>({ of, rows: new Map() });
  const rows = chosen.of === of ? (shown ?? []).filter(({ id }) => chosen.rows.has(id)) : [];
  return {
    rows,
    selected: new Set(rows.map(({ id }) => id)),
    selectable: bulk?.selectable ?? (() => true),
    toggle: (some: Row[], on: boolean) => {
      const next = new Map(rows.map((row) => [row.id, row]));
      for (const row of some) on ? next.set(row.id, row) : next.delete(row.id);
      setChosen({ of, rows: next });
    },
  };
}
