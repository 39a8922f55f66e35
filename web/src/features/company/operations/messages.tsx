import { api, type ProviderMessage, ProviderMessageInput } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { useRowEntry } from '../../../ui/list/use-row-entry.ts';
import { OpenButton } from '../../../ui/open-button.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import css from './operations.module.css';

/** The messages on every dashboard, written by the operators of the installation. */
export function Messages() {
  const read = useRead(api.company.messages, {});
  return (
    <Allowed access={api.company.createMessage.access} backTo="/">
      <Loaded read={read} backTo="/">
        {(messages) => <MessageList messages={messages} />}
      </Loaded>
    </Allowed>
  );
}

function MessageList({ messages }: { messages: ProviderMessage[] }) {
  const t = useText();
  const format = useFormat();
  const [edited, setEdited] = useState<ProviderMessage | 'new'>();
  const [toDelete, setToDelete] = useState<ProviderMessage>();
  const page = useRef<HTMLDivElement>(null);
  useRowEntry(page, { query: {}, stale: false, loading: false });
  const publish = (
    <Button leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => setEdited('new')}>
      {t('operations.writeMessage')}
    </Button>
  );
  return (
    <div ref={page} className={css.page}>
      <PageHead
        title={t('operations.messages')}
        crumbs={[{ label: t('shell.setting') }, { label: t('operations.messages') }]}
        count={messages.length}
        actions={messages.length > 0 && publish}
      />
      <p className={css.lead}>{t('operations.messagesHint')}</p>
      {messages.length === 0 ? (
        <EmptyState title={t('operations.noMessages')}>{publish}</EmptyState>
      ) : (
        <LineTable
          label={t('operations.messages')}
          rows={messages}
          rowKey={({ id }) => id}
          columns={[
            {
              header: 'operations.message',
              render: (message) => (
                <TwoLines
                  first={
                    <OpenButton data-row onClick={() => setEdited(message)}>
                      {message.title}
                    </OpenButton>
                  }
                  second={<span className={css.messageBody}>{message.body}</span>}
                />
              ),
            },
            { header: 'operations.publishedAt', width: 150, render: ({ published_at }) => format.date(published_at) },
          ]}
          actions={(message) => (
            <>
              <RowAction label={t('operations.editMessage')} icon={IconPencil} run={() => setEdited(message)} />
              <RowAction label={t('operations.deleteMessage')} icon={IconTrash} run={() => setToDelete(message)} />
            </>
          )}
        />
      )}
      {edited && <MessageDialog message={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {toDelete && <DeleteMessage message={toDelete} onClose={() => setToDelete(undefined)} />}
    </div>
  );
}

function MessageDialog({ message, onClose }: { message: ProviderMessage | undefined; onClose: () => void }) {
  const t = useText();
  const create = useWrite(api.company.createMessage, handledByForm);
  const update = useWrite(api.company.updateMessage, handledByForm);
  const form = useRecordForm({
    draft: `message ${message?.id ?? 'new'}`,
    schema: ProviderMessageInput,
    initial: { title: message?.title ?? '', body: message?.body ?? '' },
    save: (body) => (message ? update.mutateAsync({ params: { id: message.id }, body }) : create.mutateAsync({ body })),
    onSaved: () => refresh(api.company.messages).finally(onClose),
  });
  return (
    <FormDialog
      form={form}
      title={t(message ? 'operations.editMessage' : 'operations.writeMessage')}
      saveLabel={message ? 'common.save' : 'operations.publish'}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label="operations.title" span={12} autoFocus />
      <TextAreaField {...form.field('body')} label="operations.body" span={12} rows={5} />
    </FormDialog>
  );
}

function DeleteMessage({ message, onClose }: { message: ProviderMessage; onClose: () => void }) {
  const t = useText();
  const remove = useWrite(api.company.deleteMessage, {
    onSuccess: () => refresh(api.company.messages).finally(onClose),
  });
  return (
    <ConfirmDialog
      title={t('operations.deleteMessage')}
      text={t('operations.deleteMessageText', { title: message.title })}
      confirm={t('forms.confirmDelete')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: message.id } })}
      onClose={onClose}
    />
  );
}
