import type { Answer, ListQuery, Page } from '@longshore/contract';
import { useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { prefetch, useRead } from '../../lib/api.ts';
import { rememberListAddress } from './list-address.ts';
import { queryOf, sameQuery, segmentOf } from './list-rules.ts';
import type { ListEndpoint, RowOf } from './list-types.ts';

export interface ListState<Row> {
  /** The query as the address says it; what it leaves out takes the list's default. */
  query: ListQuery;
  page: Page<Row> | undefined;
  failure: unknown;
  /** The rows shown belong to an earlier query, the new ones are on their way. */
  stale: boolean;
  loading: boolean;
  /** When the rows were read, in milliseconds. */
  readAt: number;
  go: (next: ListQuery, filter?: number) => void;
  prefetch: (next: ListQuery) => void;
  reload: () => void;
  /** What is really asked of the server, the fixed filters included. */
  asked: ListQuery;
}

/** Lists whose addresses name the saved filter that is shown say this when none is. */
const NO_FILTER = 'default';

/** Another page of a saved filter is still that filter; another question is not. */
const filterIn = (params: { queryId?: string }, shown: ListQuery, wanted: ListQuery) =>
  params.queryId && sameQuery(shown, wanted) ? params.queryId : NO_FILTER;

/** A list's whole state is the `{query}` segment of its address; every change is a step in the browser's history. */
export function useList<E extends ListEndpoint>(endpoint: E, fixed?: Record<string, string[]>): ListState<RowOf<E>> {
  const router = useRouter();
  const params: { query?: string; queryId?: string } = useParams({ strict: false });
  const segment = params.query ?? '';
  const query = useMemo(() => queryOf(segment), [segment]);
  const ask = useCallback(
    (wanted: ListQuery): ListQuery => ({ ...wanted, filter_by: { ...wanted.filter_by, ...fixed } }),
    [fixed],
  );
  const read = useRead(endpoint, { query: ask(query) } as never);
  const hrefOf = (wanted: ListQuery, filter: number | string = filterIn(params, query, wanted)) =>
    router.buildLocation({
      to: '.',
      params: ((now: object) => ({
        ...now,
        query: segmentOf(wanted),
        ...('queryId' in now ? { queryId: String(filter) } : {}),
      })) as never,
    }).href;
  const [here, fresh] = [hrefOf(query), hrefOf({}, NO_FILTER)];
  useEffect(() => rememberListAddress(fresh, here), [fresh, here]);
  return {
    query,
    asked: ask(query),
    page: read.data as Page<RowOf<E>> & Answer<E>,
    failure: read.error,
    stale: read.isPlaceholderData,
    loading: read.isPending,
    readAt: read.dataUpdatedAt,
    reload: () => void read.refetch(),
    go: (next, filter) => router.history.push(hrefOf(next, filter)),
    prefetch: (next) => prefetch(endpoint, { query: ask(next) } as never),
  };
}
