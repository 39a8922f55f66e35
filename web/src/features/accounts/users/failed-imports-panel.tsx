import { api, type ImportRun } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { SidePanel } from '../../../ui/detail/detail-page.tsx';
import css from './users.module.css';

/** What a disabled user's imports left undone, for a super user to resume or discard; nothing when there is none. */
export function FailedImportsPanel({ userId }: { userId: number }) {
  const t = useText();
  const { data: runs = [] } = useRead(api.records.failedImportsOfUser, { params: { id: userId } });
  if (!runs.length) return null;
  return (
    <SidePanel title={t('users.failedImports')}>
      <ul className={css.imports}>
        {runs.map((run) => (
          <FailedImport key={run.import_id} run={run} />
        ))}
      </ul>
    </SidePanel>
  );
}

function FailedImport({ run }: { run: ImportRun }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  const done = (text: string) => ({
    onSuccess: () => {
      showSuccess(text);
      return refresh(api.records.failedImportsOfUser);
    },
  });
  const name = run.file_name;
  const resume = useWrite(api.records.resumeImport, done(t('users.importResumed', { name })));
  const discard = useWrite(api.records.discardImport, done(t('users.importDiscarded', { name })));
  const params = { id: run.import_id };
  const isBusy = resume.isPending || discard.isPending;
  const left = run.rows - run.done;
  return (
    <li className={css.import}>
      <strong className={css.importName}>{name}</strong>
      <p className={css.paragraph}>{t('lists.imports.progress', { done: run.done, rows: run.rows })}</p>
      <p className={css.paragraph}>{translateReason(t, run.reason_key, run.reason)}</p>
      {isAsked && <p className={css.paragraph}>{t('users.discardAsk', { count: left })}</p>}
      <div className={css.importButtons}>
        {isAsked ? (
          <>
            <Button size="compact-sm" color="red" disabled={isBusy} onClick={() => discard.mutate({ params })}>
              {t('users.discard')}
            </Button>
            <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => setAsked(false)}>
              {t('common.cancel')}
            </Button>
          </>
        ) : (
          <>
            <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => resume.mutate({ params })}>
              {t('lists.imports.resume')}
            </Button>
            <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={() => setAsked(true)}>
              {t('users.discard')}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
