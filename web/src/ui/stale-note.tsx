import { Button } from '@mantine/core';
import { useFormat } from '../lib/format.ts';
import { useText } from '../lib/text/text.ts';
import css from './stale-note.module.css';

/** Whether a read failed temporarily: the old answer can stay on the screen, with its age. */
export const isTemporary = (status: number) => status === 0 || status >= 500;

/** What is shown could not be refreshed: shows how old it is, and a retry button. */
export function StaleNote({ readAt, onRetry }: { readAt: number; onRetry: () => void }) {
  const t = useText();
  const format = useFormat();
  return (
    <p className={css.note} role="status">
      {t('lists.rowsAsOf', { time: format.time(new Date(readAt)) })}
      <Button variant="subtle" size="xs" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </p>
  );
}
