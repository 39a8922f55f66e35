import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiFailure } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { EmptyState } from '../empty-state.tsx';
import { useLater } from '../later.ts';
import { Mono } from '../mono.tsx';
import { RouteLink } from '../route-link.tsx';
import css from './detail.module.css';

const SKELETON_AFTER_MS = 200;
const BONES = ['30%', '18%', '62%', '48%', '55%', '40%'];

interface LoadedProps<Data> {
  read: {
    data: Data | undefined;
    error: ApiFailure | null;
    isPending: boolean;
    isFetchedAfterMount: boolean;
    refetch: () => unknown;
  };
  /** A form must start from the record as it is now, not from a copy of a minute ago. */
  fresh?: boolean;
  /** Where one came from, for records that are not there. */
  backTo: string;
  children: (data: Data) => ReactNode;
}

/** What stands in a record's place until it is there, and when it is not: removed, another client's, or out of reach. */
export function Loaded<Data>({ read, fresh, backTo, children }: LoadedProps<Data>) {
  const t = useText();
  const bones = useLater(read.isPending, SKELETON_AFTER_MS);
  if (read.data !== undefined && !(fresh && !read.isFetchedAfterMount)) return children(read.data);
  if (read.error?.status === 404)
    return (
      <div className={css.blank}>
        <EmptyState title={t('forms.notFound')} hint={t('forms.notFoundText')}>
          <Button variant="default" component={RouteLink} href={backTo}>
            {t('forms.back')}
          </Button>
        </EmptyState>
      </div>
    );
  if (read.error) {
    const { sentence, explanation, reference } = describeFailure(read.error, t);
    const hint = (
      <>
        {sentence} {explanation && <span className={css.explanation}>{explanation}</span>}{' '}
        {reference && <Mono>{reference}</Mono>}
      </>
    );
    return (
      <div className={css.blank}>
        <EmptyState title={t('forms.failed')} hint={hint}>
          <Button variant="default" onClick={() => read.refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (!bones) return null;
  return (
    <div className={css.bones} aria-busy="true">
      {BONES.map((width) => (
        <div key={width} className={css.bone} style={{ width }} />
      ))}
    </div>
  );
}
