import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiFailure } from '../../lib/api.ts';
import { describeReadFailure, isNotFound } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { BlankPage, BlankPart } from '../blank-page.tsx';
import { Mono } from '../mono.tsx';
import { RouteLink } from '../route-link.tsx';
import { isTemporary, StaleNote } from '../stale-note.tsx';
import { useDelayed } from '../use-delayed.ts';
import css from './detail.module.css';
import { Forbidden } from './forbidden.tsx';

const SKELETON_AFTER_MS = 200;
const SKELETON_WIDTHS = ['30%', '18%', '62%', '48%', '55%', '40%'];

interface LoadedProps<Data> {
  read: {
    data: Data | undefined;
    error: ApiFailure | null;
    isPending: boolean;
    isFetchedAfterMount: boolean;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  /** Wait for a fresh read: a form must not start from a cached copy. */
  fresh?: boolean;
  /**
   * It is a part of a page that has a title, or of a dialog; otherwise why nothing is shown is the title of the page.
   */
  inPage?: boolean;
  /** Link for records that do not exist. */
  backTo: string;
  children: (data: Data) => ReactNode;
}

/**
 * Shows a skeleton while a record loads, and the reason when it cannot be shown: deleted, of another client, or
 * unreachable.
 */
export function Loaded<Data>({ read, fresh, inPage, backTo, children }: LoadedProps<Data>) {
  const t = useText();
  const Blank = inPage ? BlankPart : BlankPage;
  const showsSkeleton = useDelayed(read.isPending, SKELETON_AFTER_MS);
  // A form keeps what was typed; any other screen is no longer shown to a user who lost the permission.
  if (read.error?.status === 403 && !(fresh && read.data !== undefined))
    return <Forbidden needs={read.error.needs} backTo={backTo} inPage={inPage} />;
  // Somebody else deleted it: what is shown no longer exists. A form keeps what was typed.
  const isGone = read.error !== null && isNotFound(read.error);
  if (read.data !== undefined && !(isGone && !fresh) && !(fresh && !read.isFetchedAfterMount))
    return (
      <>
        {!fresh && read.error && isTemporary(read.error.status) && (
          <StaleNote readAt={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
        )}
        {children(read.data)}
      </>
    );
  if (isGone)
    return (
      <Blank title={t('forms.notFound')} hint={t('forms.notFoundText')}>
        <Button variant="default" component={RouteLink} href={backTo}>
          {t('forms.back')}
        </Button>
      </Blank>
    );
  if (read.error) {
    const { sentence, explanation, reference } = describeReadFailure(read.error, t);
    const hint = (
      <>
        {sentence} {explanation && <span className={css.explanation}>{explanation}</span>}{' '}
        {reference && <Mono>{reference}</Mono>}
      </>
    );
    return (
      <Blank title={t('forms.failed')} hint={hint}>
        <Button variant="default" onClick={() => read.refetch()}>
          {t('common.retry')}
        </Button>
      </Blank>
    );
  }
  if (!showsSkeleton) return null;
  return (
    <div className={css.skeleton} aria-busy="true">
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className={css.bone} style={{ width }} />
      ))}
    </div>
  );
}
