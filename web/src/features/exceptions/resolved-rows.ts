import { api, type Exception, type ExceptionOverview } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { asFailure, call } from '../../lib/api.ts';

type Group = ExceptionOverview['groups'][number];

/** A row that was resolved while it was looked at, and where it was. */
export interface ResolvedRow {
  exception: Exception;
  group: Omit<Group, 'records'>;
  groupAt: number;
  at: number;
}

const rowsOf = (groups: readonly Group[]): ResolvedRow[] =>
  groups.flatMap(({ records, ...group }, groupAt) =>
    records.map((exception, at) => ({ exception, group, groupAt, at })),
  );

/** The groups with the resolved rows where they were; a kind of which nothing is left stays for them. */
export function withResolved(groups: readonly Group[], resolved: readonly ResolvedRow[]): Group[] {
  const shown = groups.map((group) => ({ ...group, records: [...group.records] }));
  for (const { exception, group, groupAt, at } of resolved) {
    let own = shown.find(({ kind }) => kind === group.kind);
    if (!own) {
      own = { ...group, total: 0, records: [] };
      shown.splice(groupAt, 0, own);
    }
    if (!own.records.some(({ id }) => id === exception.id)) own.records.splice(at, 0, exception);
  }
  return shown;
}

/** Whether it is closed: a row also leaves when it is put off, taken, or others come before it. */
const isClosed = (id: number): Promise<boolean> =>
  call(api.exceptions.get, { params: { id } }).then(
    () => false,
    (error: unknown) => asFailure(error).status === 404,
  );

/**
 * Rows that were resolved while the screen showed this query: they stay in sight, marked, until the query changes or the
 * screen is left.
 */
export function useResolvedRows(groups: readonly Group[] | undefined, queryKey: string): readonly ResolvedRow[] {
  const [resolved, setResolved] = useState<{ queryKey: string; rows: readonly ResolvedRow[] }>({ queryKey, rows: [] });
  const before = useRef<{ queryKey: string; rows: readonly ResolvedRow[] }>({ queryKey, rows: [] });
  useEffect(() => {
    if (!groups) return;
    const rows = rowsOf(groups);
    const open = new Set(rows.map(({ exception }) => exception.id));
    const gone =
      before.current.queryKey === queryKey ? before.current.rows.filter((row) => !open.has(row.exception.id)) : [];
    before.current = { queryKey, rows };
    // One that was opened again is no longer resolved.
    setResolved((kept) => ({
      queryKey,
      rows: kept.queryKey === queryKey ? kept.rows.filter((row) => !open.has(row.exception.id)) : [],
    }));
    for (const row of gone)
      void isClosed(row.exception.id).then((closed) => {
        if (closed)
          setResolved((kept) => (kept.queryKey === queryKey ? { queryKey, rows: [...kept.rows, row] } : kept));
      });
  }, [groups, queryKey]);
  return resolved.queryKey === queryKey ? resolved.rows : [];
}
