import { api, type Mail } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconPaperclip } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { call, saveDownload, useRead } from '../../../lib/api.ts';
import { blobOf } from '../../../lib/blob.ts';
import { showFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useRowEntry } from '../../../ui/list/use-row-entry.ts';
import { OpenButton } from '../../../ui/open-button.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { type PillStatus, StatusPill } from '../../../ui/status-pill.tsx';
import css from './operations.module.css';

const PILLS: Record<Mail['state'], PillStatus> = {
  queued: 'open',
  sent: 'finished',
  kept: 'ready',
  failed: 'refused',
};

export function Outbox() {
  const read = useRead(api.operations.outbox, {});
  return (
    <Allowed access={api.operations.outbox.access} backTo="/">
      <Loaded read={read} backTo="/">
        {(mails) => <Mails mails={mails} />}
      </Loaded>
    </Allowed>
  );
}

function MailState({ state }: { state: Mail['state'] }) {
  const t = useText();
  return <StatusPill status={PILLS[state]}>{t(`operations.mailStates.${state}`)}</StatusPill>;
}

function Mails({ mails }: { mails: Mail[] }) {
  const t = useText();
  const format = useFormat();
  const [read, setRead] = useState<Mail>();
  const page = useRef<HTMLDivElement>(null);
  useRowEntry(page, { query: {}, stale: false, loading: false });
  const hasKept = mails.some(({ state }) => state === 'kept');
  return (
    <div ref={page} className={css.page}>
      <PageHead
        title={t('operations.outbox')}
        crumbs={[{ label: t('shell.setting') }, { label: t('operations.outbox') }]}
        count={mails.length}
      />
      {hasKept && <p className={css.lead}>{t('operations.keptHint')}</p>}
      {mails.length === 0 ? (
        <EmptyState title={t('operations.noMail')} hint={t('operations.noMailHint')} />
      ) : (
        <LineTable
          label={t('operations.outbox')}
          rows={mails}
          rowKey={({ id }) => id}
          columns={[
            {
              header: 'operations.subject',
              render: (mail) => (
                <>
                  <OpenButton data-row onClick={() => setRead(mail)}>
                    {mail.subject}
                  </OpenButton>
                  {mail.files.length > 0 && (
                    <IconPaperclip size={14} stroke={1.7} role="img" aria-label={t('operations.hasFiles')} />
                  )}
                </>
              ),
            },
            { header: 'operations.to', render: ({ to }) => to },
            {
              header: 'lists.status',
              render: ({ state, problem }) => <TwoLines first={<MailState state={state} />} second={problem} />,
            },
            { header: 'operations.written', width: 190, render: ({ created_at }) => format.dateTime(created_at) },
          ]}
        />
      )}
      {read && <MailDialog mail={read} onClose={() => setRead(undefined)} />}
    </div>
  );
}

const LINK = /https?:\/\/[^\s<>"']+/g;

/** The text as it was sent. Links are plain text, so that one that signs somebody in is not opened by accident. */
function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const links = [...new Set(mail.text.match(LINK) ?? [])];
  return (
    <Dialog title={mail.subject} size={560} onClose={onClose}>
      <div className={css.mailHead}>
        <span>{t('operations.toWhom', { to: mail.to })}</span>
        <time dateTime={mail.created_at}>{format.dateTime(mail.created_at)}</time>
        <MailState state={mail.state} />
      </div>
      {mail.problem && <p className={css.problem}>{mail.problem}</p>}
      {mail.text ? (
        <div className={css.mailText}>{mail.text}</div>
      ) : (
        <p className={css.lead}>{t('operations.noText')}</p>
      )}
      {mail.files.map((file) => (
        <AttachedFile key={file.id} file={file} />
      ))}
      {links.map((link) => (
        <div key={link} className={css.link}>
          <span>{link}</span>
          <CopyButton value={link} label={t('operations.copyLink')} />
        </div>
      ))}
    </Dialog>
  );
}

/** A file of the mail; it is decrypted when it is downloaded. */
function AttachedFile({ file }: { file: Mail['files'][number] }) {
  const t = useText();
  const format = useFormat();
  const save = async () => {
    const { name, media, content } = await call(api.operations.mailFile, { params: { id: file.id } });
    saveDownload({ blob: blobOf(content, media), fileName: name });
  };
  return (
    <div className={css.link}>
      <IconPaperclip size={15} stroke={1.7} aria-hidden />
      <span>
        {file.name} · {format.bytes(file.size)}
      </span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={15} stroke={1.7} />}
        aria-label={t('operations.downloadFile', { name: file.name })}
        onClick={() => save().catch(showFailure)}
      >
        {t('documents.download')}
      </Button>
    </div>
  );
}
