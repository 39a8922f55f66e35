import type { Answer, ListQuery, Page } from '@longshore/contract';
import { useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { prefetch, useRead } from '../../lib/api.ts';
import { rememberListAddress } from './list-address.ts';
import { queryOf, sameQuery, segmentOf } from './list-rules.ts';
import type { ListEndpoint, RowOf } from './list-types.ts';

export interface ListState<Row> {
  /** The query in the address; omitted parts have the list's defaults. */
  query: ListQuery;
  page: Page<Row> | undefined;
  failure: unknown;
  /** The rows belong to the previous query while the new ones are loading. */
  stale: boolean;
  loading: boolean;
  /** When the rows were fetched, in milliseconds. */
  readAt: number;
  go: (next: ListQuery, filter?: number) => void;
  prefetch: (next: ListQuery) => void;
  reload: () => void;
  /** The query that is sent, including the fixed filters. */
  sentQuery: ListQuery;
}

/** The filter id in the address when no saved filter is shown. */
const NO_FILTER = 'default';

/** Keeps the saved filter in the address for other pages of the same query, and drops it for any other query. */
const filterIdFor = (params: { queryId?: string }, shown: ListQuery, next: ListQuery) =>
  params.queryId && sameQuery(shown, next) ? params.queryId : NO_FILTER;

/** A list's entire state is the `{query}` segment of its address; every change is an entry in the browser's history. */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  fixed?: Record<string, string[]>,
  perPage?: number,
): ListState<RowOf<E>> {
  const router = useRouter();
  const params: { query?: string; queryId?: string } = useParams({ strict: false });
  const segment = params.query ?? '';
  const query = useMemo(() => queryOf(segment), [segment]);
  const withFixed = useCallback(
    (next: ListQuery): ListQuery => ({
      ...next,
      per_page: next.per_page ?? perPage,
      filter_by: { ...next.filter_by, ...fixed },
    }),
    [fixed, perPage],
  );
  const read = useRead(endpoint, { query: withFixed(query) } as never);
  const hrefOf = (next: ListQuery, filter: number | string = filterIdFor(params, query, next)) =>
    router.buildLocation({
      to: '.',
      params: ((now: object) => ({
        ...now,
        query: segmentOf(next),
        ...('queryId' in now ? { queryId: String(filter) } : {}),
      })) as never,
    }).href;
  const [here, start] = [hrefOf(query), hrefOf({}, NO_FILTER)];
  useEffect(() => rememberListAddress(start, here), [start, here]);
  return {
    query,
    sentQuery: withFixed(query),
    page: read.data as Page<RowOf<E>> & Answer<E>,
    failure: read.error,
    stale: read.isPlaceholderData,
    loading: read.isPending,
    readAt: read.dataUpdatedAt,
    reload: () => void read.refetch(),
    go: (next, filter) => router.history.push(hrefOf(next, filter)),
    prefetch: (next) => prefetch(endpoint, { query: withFixed(next) } as never),
  };
}
