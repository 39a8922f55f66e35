import { api, type WebhookLog as Entry } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import css from './clients.module.css';

/** Pending and failed deliveries, newest first. A delivery disappears once it succeeds. */
export function WebhookLog({ hookId }: { hookId: number }) {
  const t = useText();
  const read = useRead(api.webhooks.logs, { params: { id: hookId } }, { staleTime: 0 });
  return (
    <section className={css.log} aria-label={t('clients.hooks.log')}>
      <h3 className={css.logTitle}>{t('clients.hooks.log')}</h3>
      {read.error && <p className={css.none}>{t('clients.hooks.logFailed')}</p>}
      {read.data?.length === 0 && <p className={css.none}>{t('clients.hooks.logEmpty')}</p>}
      {read.data && read.data.length > 0 && (
        <ul className={css.entries}>
          {read.data.map((entry) => (
            <LogEntry key={entry.id} entry={entry} hookId={hookId} />
          ))}
        </ul>
      )}
    </section>
  );
}

function LogEntry({ entry, hookId }: { entry: Entry; hookId: number }) {
  const t = useText();
  const format = useFormat();
  const retry = useWrite(api.webhooks.retry, {
    onSuccess: () => Promise.all([refresh(api.webhooks.logs, { params: { id: hookId } }), refresh(api.clients.get)]),
  });
  const isFailed = entry.state === 'failed';
  return (
    <li className={css.entry}>
      <div className={css.entryHead}>
        <span>{entry.subject}</span>
        <StatusPill status={isFailed ? 'refused' : 'open'}>
          {t(isFailed ? 'clients.hooks.failed' : 'clients.hooks.waiting')}
        </StatusPill>
      </div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={15} stroke={1.7} />}
        disabled={retry.isPending}
        aria-label={t('clients.hooks.resendNamed', { name: entry.subject })}
        onClick={() => retry.mutate({ params: { id: entry.id } })}
      >
        {t('clients.hooks.resend')}
      </Button>
      <span className={css.entryFacts}>
        {format.dateTime(entry.created_at)} · {t('clients.hooks.attempts', { count: entry.attempts })}
        {entry.problem && ` · ${translateReason(t, entry.problem_key, entry.problem)}`}
      </span>
    </li>
  );
}
