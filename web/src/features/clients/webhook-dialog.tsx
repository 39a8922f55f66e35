import { api, WEBHOOK_METHODS, WEBHOOK_TYPES, type Webhook, WebhookInput } from '@longshore/contract';
import { call, useWrite } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { DeleteButton } from '../../ui/delete-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { refreshClient } from './client-cache.ts';
import { webhookLabels as labels } from './client-words.ts';
import css from './clients.module.css';
import { WebhookLog } from './webhook-log.tsx';
import { TestWebhook } from './webhook-test.tsx';
import { isDelivered, TRIGGERS, useTriggerName } from './webhook-words.ts';

interface WebhookDialogProps {
  clientId: number;
  /** Undefined for a new webhook. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

/** Secret fields start empty: the server never returns them, and an empty field keeps the stored secret. */
const valuesOf = (hook: Webhook | undefined): WebhookInput => ({
  trigger: hook?.trigger ?? 1,
  type: hook?.type ?? 'HTTP',
  method: hook?.method ?? 'POST',
  endpoint: hook?.endpoint ?? '',
  hash_key: '',
  ftp_config: { username: hook?.ftp_config.username ?? '', password: '', path: hook?.ftp_config.path ?? '' },
});

export function WebhookDialog({ clientId, webhook, onClose }: WebhookDialogProps) {
  const t = useText();
  const create = useWrite(api.webhooks.create, handledByForm);
  const update = useWrite(api.webhooks.update, handledByForm);
  const changed = async () => {
    await refreshClient(clientId);
    onClose();
  };
  const form = useRecordForm({
    draft: `webhook ${clientId} ${webhook?.id ?? 'new'}`,
    schema: WebhookInput,
    initial: valuesOf(webhook),
    save: (body) =>
      webhook
        ? update.mutateAsync({ params: { id: clientId, hookId: webhook.id }, body })
        : create.mutateAsync({ params: { id: clientId }, body }),
    onSaved: changed,
  });
  const isDeliveredTrigger = webhook && isDelivered(webhook.trigger);
  return (
    <FormDialog
      form={form}
      title={t(webhook ? 'clients.hooks.edit' : 'clients.hooks.add')}
      onClose={onClose}
      other={
        webhook && (
          <div className={css.others}>
            {isDeliveredTrigger && <TestWebhook hookId={webhook.id} unsaved={form.dirty} />}
            <DeleteButton
              label={t('clients.hooks.delete')}
              endpoint={api.webhooks.remove}
              input={{ params: { id: clientId, hookId: webhook.id } }}
              title={t('clients.hooks.deleteTitle')}
              text={t('clients.hooks.deleteText', { endpoint: webhook.endpoint })}
              restore={{
                name: webhook.endpoint,
                run: async (idempotencyKey) => {
                  const params = { id: clientId, hookId: webhook.id };
                  await call(api.webhooks.restore, { params }, { idempotencyKey });
                  await refreshClient(clientId);
                },
              }}
              onDeleted={changed}
            />
          </div>
        )
      }
    >
      <CallFields form={form} />
      {isDelivered(form.values.trigger) && <SecretFields form={form} webhook={webhook} />}
      {isDeliveredTrigger && <WebhookLog hookId={webhook.id} />}
    </FormDialog>
  );
}

function CallFields({ form }: { form: RecordForm<WebhookInput> }) {
  const triggerName = useTriggerName();
  const { trigger, type } = form.values;
  const isDeliveredTrigger = isDelivered(trigger);
  return (
    <>
      <SelectField
        {...form.field('trigger')}
        label={labels.trigger}
        span={isDeliveredTrigger ? (type === 'HTTP' ? 6 : 8) : 12}
        choices={TRIGGERS.map((value) => ({ value: String(value), label: triggerName(value) }))}
        onChosen={(chosen) => !isDelivered(Number(chosen)) && form.set({ type: 'HTTP' })}
      />
      {isDeliveredTrigger && (
        <SelectField
          {...form.field('type')}
          label={labels.type}
          span={type === 'HTTP' ? 3 : 4}
          choices={WEBHOOK_TYPES.map((value) => ({ value, label: value }))}
        />
      )}
      {isDeliveredTrigger && type === 'HTTP' && (
        <SelectField
          {...form.field('method')}
          label={labels.method}
          span={3}
          choices={WEBHOOK_METHODS.map((value) => ({ value, label: value }))}
        />
      )}
      <TextField
        {...form.field('endpoint')}
        label={labels.endpoint}
        hint={
          isDeliveredTrigger
            ? type === 'FTP'
              ? 'clients.hooks.endpointFtpHint'
              : 'clients.hooks.endpointHint'
            : 'clients.hooks.endpointLinkHint'
        }
        span={12}
        autoFocus
      />
    </>
  );
}

interface SecretProps {
  form: RecordForm<WebhookInput>;
  webhook: Webhook | undefined;
}

function SecretFields({ form, webhook }: SecretProps) {
  const ftp = form.within('ftp_config');
  if (form.values.type === 'HTTP')
    return (
      <TextField
        {...form.field('hash_key')}
        required={!webhook?.has_hash_key}
        label={labels.hash_key}
        hint={webhook?.has_hash_key ? 'clients.hooks.keptHint' : 'clients.hooks.hashKeyHint'}
        span={12}
      />
    );
  return (
    <>
      <TextField {...ftp('username')} required label={labels.ftp_username} span={6} />
      <TextField
        {...ftp('password')}
        required={!webhook?.ftp_config.has_password}
        label={labels.ftp_password}
        {...(webhook?.ftp_config.has_password ? { hint: 'clients.hooks.keptHint' as const } : {})}
        type="password"
        autoComplete="new-password"
        span={6}
      />
      <TextField {...ftp('path')} label={labels.ftp_path} hint="clients.hooks.ftpPathHint" span={12} />
    </>
  );
}
