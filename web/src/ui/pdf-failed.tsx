import { Button } from '@mantine/core';
import type { ApiFailure } from '../lib/api.ts';
import { describeFailure } from '../lib/failure.ts';
import { FailureDetails } from '../lib/failure-details.tsx';
import { translateMessage, useText } from '../lib/text/text.ts';
import { EmptyState } from './empty-state.tsx';
import css from './pdf-dialog.module.css';

/** Why a document could not be drawn. */
export function PdfFailed({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const t = useText();
  const { sentence, ...details } = describeFailure(failure, t);
  const reasons = (Object.values(failure.keys ?? {})[0] ?? []).map((key) => translateMessage(t, key));
  const hint = (
    <>
      {reasons.length > 0 ? reasons.join(t('lists.valuesJoin')) : sentence} <FailureDetails {...details} />
    </>
  );
  return (
    <div className={css.blank} role="alert">
      <EmptyState title={t('documents.failed')} hint={hint}>
        <Button variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
