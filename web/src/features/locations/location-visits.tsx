import { api, type Location } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, keyOf } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { BinLink, PlateLink } from '../records/index.ts';
import css from './locations.module.css';

/** The plates that were put into the bin, newest first, and where they went. */
export function BinVisits({ location }: { location: Location }) {
  const t = useText();
  const format = useFormat();
  const params = { id: location.id };
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: keyOf(api.locations.visits, { params }),
    queryFn: ({ pageParam: before, signal }) =>
      call(api.locations.visits, { params, query: before ? { before } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ records, more }) => (more ? records.at(-1)?.id : undefined),
  });
  const visits = data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <SidePanel title={t('locations.visits')}>
      {data && visits.length === 0 && <p className={css.note}>{t('locations.noVisits')}</p>}
      <ol className={css.visits}>
        {visits.map((visit) => (
          <li key={visit.id}>
            <PlateLink id={visit.license_id} license={visit.license} />{' '}
            <span className={css.muted}>{visit.company}</span>
            <span className={css.note}>
              {format.short(visit.at)} · {visit.user}
            </span>
            {visit.left_for && visit.left_at && (
              <span className={css.note}>
                {format.short(visit.left_at)} <span aria-hidden="true">→</span> <BinLink {...visit.left_for} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="subtle" size="xs" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('stock.older')}
        </Button>
      )}
    </SidePanel>
  );
}
