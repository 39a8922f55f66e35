import { Button } from '@mantine/core';
import type { ApiFailure } from '../../lib/api.ts';
import { describeReadFailure } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import css from './panels.module.css';

interface BlankProps {
  read: { data: unknown; error: ApiFailure | null; refetch: () => unknown };
  none: string;
  isEmpty: boolean;
}

/** Shown when a panel is empty or its data could not be loaded. */
export function PanelBlank({ read, none, isEmpty }: BlankProps) {
  const t = useText();
  if (read.data === undefined && read.error)
    return (
      <div className={css.failed} role="alert">
        <p className={css.none}>
          {t('records.panelFailed')}: {describeReadFailure(read.error, t).sentence}
        </p>
        {read.error.status !== 403 && (
          <Button variant="subtle" size="xs" onClick={() => read.refetch()}>
            {t('common.retry')}
          </Button>
        )}
      </div>
    );
  return read.data !== undefined && isEmpty ? <p className={css.none}>{none}</p> : null;
}
