import { api } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useRead } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import classes from './dashboard.module.css';

/** Only the newest messages are shown. */
const SHOWN = 10;

/** Messages of the operators, newest first. */
export function ProviderMessages() {
  const t = useText();
  const format = useFormat();
  const messages = useRead(api.company.messages);
  return (
    <section aria-labelledby="provider-messages">
      <h2 className={classes.section} id="provider-messages">
        <IconSpeakerphone size={17} stroke={1.7} aria-hidden="true" /> {t('dashboard.messages')}
      </h2>
      {messages.data?.length === 0 && (
        <EmptyState title={t('dashboard.noMessages')} hint={t('dashboard.noMessagesHint')} />
      )}
      {messages.error && (
        <EmptyState title={describeFailure(messages.error, t).sentence}>
          <Button variant="default" onClick={() => messages.refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      )}
      {messages.data?.slice(0, SHOWN).map((message) => (
        <article key={message.id} className={classes.message}>
          <h3 className={classes.messageTitle}>{message.title}</h3>
          <time className={classes.when} dateTime={message.published_at}>
            {format.date(message.published_at)}
          </time>
          <p className={classes.messageBody}>{message.body}</p>
        </article>
      ))}
    </section>
  );
}
