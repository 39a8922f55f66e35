import { api, type Client, type Webhook } from '@longshore/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { Section } from '../../ui/detail/detail-page.tsx';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import css from './clients.module.css';
import { TestWebhook } from './webhook-test.tsx';
import { isDelivered, useTriggerName } from './webhook-words.ts';

const loadDialog = () => import('./webhook-dialog.tsx').then(({ WebhookDialog }) => ({ default: WebhookDialog }));
const WebhookDialog = lazyPart(loadDialog);

/** The client's webhooks. */
export function WebhookSection({ client: { id, webhooks } }: { client: Client }) {
  const t = useText();
  const { can } = useSession();
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const mayWrite = can(api.webhooks.create.access);
  const add = (place: 'beside' | 'instead') => (
    <AddButton place={place} onHover={loadDialog} onClick={() => setEdited('new')}>
      {t('clients.hooks.add')}
    </AddButton>
  );
  return (
    <Section
      title={t('clients.hooks.title')}
      count={webhooks.length}
      action={mayWrite && webhooks.length > 0 && add('beside')}
    >
      {webhooks.length === 0 ? (
        <EmptyState title={t('clients.hooks.none')} hint={t('clients.hooks.noneHint')}>
          {mayWrite && add('instead')}
        </EmptyState>
      ) : (
        <WebhookTable webhooks={webhooks} onEdit={mayWrite ? setEdited : undefined} />
      )}
      {edited && (
        <WebhookDialog
          clientId={id}
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

interface TableProps {
  webhooks: Webhook[];
  /** Undefined when the user may not edit. */
  onEdit: ((webhook: Webhook) => void) | undefined;
}

function WebhookTable({ webhooks, onEdit }: TableProps) {
  const t = useText();
  const triggerName = useTriggerName();
  return (
    <LineTable
      label={t('clients.hooks.title')}
      rows={webhooks}
      rowKey={(hook) => hook.id}
      columns={[
        { header: 'clients.hooks.trigger', width: 168, render: ({ trigger }) => triggerName(trigger) },
        {
          header: 'clients.hooks.endpoint',
          render: ({ endpoint, failed_count: count }) => (
            <span className={css.hook}>
              <span className={css.endpoint}>{endpoint}</span>
              {count > 0 && <StatusPill status="refused">{t('clients.hooks.failedCount', { count })}</StatusPill>}
            </span>
          ),
        },
        { header: 'clients.hooks.type', width: 96, render: (hook) => kindOf(hook) || t('clients.hooks.link') },
      ]}
      actions={
        onEdit
          ? (hook) => (
              <span className={css.rowActions}>
                {isDelivered(hook.trigger) && <TestWebhook hookId={hook.id} />}
                <Tooltip label={t('clients.hooks.edit')}>
                  <ActionIcon
                    size="sm"
                    aria-label={t('clients.hooks.editNamed', { name: triggerName(hook.trigger) })}
                    onMouseEnter={loadDialog}
                    onClick={() => onEdit(hook)}
                  >
                    <IconPencil size={15} stroke={1.7} />
                  </ActionIcon>
                </Tooltip>
              </span>
            )
          : undefined
      }
    />
  );
}

const kindOf = ({ trigger, type, method }: Webhook) =>
  isDelivered(trigger) ? (type === 'FTP' ? 'FTP' : `HTTP ${method}`) : '';
