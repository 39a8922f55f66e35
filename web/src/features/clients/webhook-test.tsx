import { type Answer, api } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../lib/api.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import css from './clients.module.css';

type Sent = Answer<typeof api.webhooks.test>;

/** Sends an example delivery and shows the result in a dialog. */
export function TestWebhook({ hookId, unsaved = false }: { hookId: number; unsaved?: boolean }) {
  const t = useText();
  const [outcome, setOutcome] = useState<Sent>();
  const test = useWrite(api.webhooks.test, { onSuccess: setOutcome });
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconSend size={15} stroke={1.7} />}
        disabled={test.isPending || unsaved}
        onClick={() => test.mutate({ params: { id: hookId } })}
      >
        {t(unsaved ? 'clients.hooks.saveFirst' : test.isPending ? 'clients.hooks.testing' : 'clients.hooks.test')}
      </Button>
      {outcome && <TestOutcome outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
}

function TestOutcome({ outcome, onClose }: { outcome: Sent; onClose: () => void }) {
  const t = useText();
  const Icon = outcome.success ? IconCircleCheck : IconCircleX;
  return (
    <Dialog title={t('clients.hooks.testTitle')} onClose={onClose}>
      <div className={css.outcome} data-good={outcome.success || undefined} data-bad={!outcome.success || undefined}>
        <Icon size={20} stroke={1.7} aria-hidden="true" />
        <div role="status">
          <p>{t(outcome.success ? 'clients.hooks.sent' : 'clients.hooks.notSent')}</p>
          {outcome.problem && (
            <p className={css.reason}>
              {t('clients.hooks.reason', { reason: translateReason(t, outcome.problem_key, outcome.problem) })}
            </p>
          )}
        </div>
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  );
}
