import type { ListQuery, ListSpec, Page } from '@longshore/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiFailure } from '../../lib/api.ts';
import { describeReadFailure } from '../../lib/failure.ts';
import { type PlainKey, translateMessage, useText } from '../../lib/text/text.ts';
import { Forbidden } from '../detail/forbidden.tsx';
import { EmptyState } from '../empty-state.tsx';
import css from './list.module.css';
import { isFiltered, toPage } from './list-rules.ts';

interface EmptyListProps {
  spec: ListSpec;
  query: ListQuery;
  page: Page<unknown>;
  go: (next: ListQuery) => void;
  emptyText?: PlainKey | undefined;
  emptyHint?: PlainKey | undefined;
  create: ReactNode;
}

/** Three kinds of empty list, each with its own action: a page past the end, nothing found, no records yet. */
export function EmptyList({ spec, query, page, go, emptyText, emptyHint, create }: EmptyListProps) {
  const t = useText();
  if (page.total > 0)
    return (
      <EmptyState title={t('lists.pageIsEmpty')} hint={t('lists.pageIsEmptyHint')}>
        <Button variant="default" onClick={() => go(toPage(query, 1))}>
          {t('lists.firstPage')}
        </Button>
      </EmptyState>
    );
  if (isFiltered(spec, query))
    return (
      <EmptyState title={t('lists.noneFound')} hint={t('lists.noneFoundHint')}>
        <Button variant="default" onClick={() => go({ on_page: 1, per_page: query.per_page })}>
          {t('lists.clearFilters')}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState
      title={t(emptyText ?? 'lists.noneYet')}
      hint={emptyHint ? t(emptyHint) : create && t('lists.noneYetHint')}
    >
      {create}
    </EmptyState>
  );
}

interface FailedProps {
  failure: ApiFailure;
  onRetry: () => void;
  onReset: () => void;
}

/** A query that the server rejects (422) cannot be retried; it can only be reset. */
export function FailedList({ failure, onRetry, onReset }: FailedProps) {
  const t = useText();
  if (failure.status === 403) return <Forbidden needs={failure.needs} backTo="/" inList />;
  const { sentence, explanation, reference } = describeReadFailure(failure, t);
  const refused = failure.status === 422;
  const reasons = refused ? Object.values(failure.keys ?? failure.errors ?? {}).flat() : [];
  return (
    <EmptyState
      title={t('lists.failed')}
      hint={
        <>
          {reasons.length ? reasons.map((reason) => translateMessage(t, reason)).join(' ') : sentence}
          {explanation && <span className={css.explanation}>{explanation}</span>}
          {reference && <span className={css.mono}> {reference}</span>}
        </>
      }
    >
      <Button variant="default" onClick={refused ? onReset : onRetry}>
        {t(refused ? 'lists.resetList' : 'common.retry')}
      </Button>
    </EmptyState>
  );
}
