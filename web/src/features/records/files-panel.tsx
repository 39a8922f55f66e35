import { api, type FileRecord } from '@longshore/contract';
import { ActionIcon, Button, CloseButton, Tooltip } from '@mantine/core';
import {
  IconFile,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypeXls,
  IconFileZip,
  IconMail,
  IconPhoto,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { type ApiFailure, call, refresh, useRead, useWrite } from '../../lib/api.ts';
import { describeFailure, showFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { OpenButton } from '../../ui/open-button.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import { PanelBlank } from './panel-blank.tsx';
import { type PanelProps, refreshHistory } from './panel-props.ts';
import css from './panels.module.css';

const icons: Record<string, typeof IconFile> = {
  pdf: IconFileTypePdf,
  xls: IconFileTypeXls,
  xlsx: IconFileTypeXls,
  doc: IconFileTypeDoc,
  docx: IconFileTypeDoc,
  csv: IconFileTypeCsv,
  txt: IconFileText,
  json: IconFileText,
  zip: IconFileZip,
  eml: IconMail,
  msg: IconMail,
  ...Object.fromEntries(['png', 'jpg', 'jpeg', 'gif', 'webp', 'heic', 'tif', 'tiff'].map((end) => [end, IconPhoto])),
};
const iconOf = (name: string) => icons[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? IconFile;

const FILE_MAX = 20 * 1024 * 1024;

const inputOf = ({ type, id }: PanelProps) => ({ query: { filable_type: type, filable_id: id } });

interface Refusal {
  name: string;
  failure: ApiFailure | 'too large';
}

/** Uploads files one after the other; failed ones are listed, and the rest continue. */
function useUploads(props: PanelProps) {
  const [sending, setSending] = useState<{ name: string; share: number }>();
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const refuse = (refusal: Refusal) => setRefusals((now) => [...now, refusal]);
  const upload = useWrite(api.panels.addFile, {
    onProgress: (share) => setSending((now) => now && { ...now, share }),
    onFailure: (failure, { file }) => {
      if (failure.status === 401) return false;
      refuse({ name: file?.name ?? '', failure });
      return true;
    },
  });
  const sendOne = async (file: File) => {
    if (file.size > FILE_MAX) return refuse({ name: file.name, failure: 'too large' });
    setSending({ name: file.name, share: 0 });
    const body = { filable_type: props.type, filable_id: props.id, type: '', comment: '' };
    await upload.mutateAsync({ body, file }).catch(() => undefined);
  };
  const send = async (files: readonly File[]) => {
    setRefusals([]);
    for (const file of files) await sendOne(file);
    setSending(undefined);
    await refresh(api.panels.files, inputOf(props));
    refreshHistory();
  };
  return { sending, refusals, send, dismiss: () => setRefusals([]) };
}

/** Files of a record: everyone may download; the uploader and super users may delete. */
export function FilesPanel(props: PanelProps) {
  const t = useText();
  const read = useRead(api.panels.files, inputOf(props));
  const uploads = useUploads(props);
  const [toDelete, setToDelete] = useState<FileRecord>();
  const { dragged, dropHandlers } = useDrop((files) => void uploads.send(files), props.readOnly);
  const chooser = useRef<HTMLInputElement>(null);
  const files = read.data ?? [];
  const upload = !props.readOnly && (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconUpload size={15} stroke={1.7} />}
      disabled={uploads.sending !== undefined}
      onClick={() => chooser.current?.click()}
    >
      {t('records.upload')}
    </Button>
  );
  return (
    <div className={css.drop} data-dragged={dragged || undefined} {...dropHandlers}>
      <SidePanel title={t('records.files')} count={files.length || undefined} action={upload}>
        <input
          ref={chooser}
          className={css.chooser}
          type="file"
          multiple
          tabIndex={-1}
          aria-label={t('records.upload')}
          onChange={(event) => {
            void uploads.send([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <PanelBlank
          read={read}
          none={t(props.readOnly ? 'records.noFilesToRead' : 'records.noFiles')}
          isEmpty={files.length === 0 && !uploads.sending}
        />
        {files.length > 0 && (
          <ul className={css.files}>
            {files.map((file) => (
              <FileItem key={file.id} file={file} onDelete={() => setToDelete(file)} />
            ))}
          </ul>
        )}
        {uploads.sending && <UploadProgress {...uploads.sending} />}
        <Refusals list={uploads.refusals} onDismiss={uploads.dismiss} />
        {dragged && <div className={css.dropHint}>{t('records.dropHere')}</div>}
      </SidePanel>
      {toDelete && <DeleteFile {...props} file={toDelete} onClose={() => setToDelete(undefined)} />}
    </div>
  );
}

function useDrop(onFiles: (files: File[]) => void, off: boolean | undefined) {
  const [dragged, setDragged] = useState(false);
  const over = (event: DragEvent) => {
    if (off || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDragged(true);
  };
  return {
    dragged,
    dropHandlers: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragged(false);
      },
      onDrop: (event: DragEvent) => {
        if (off) return;
        event.preventDefault();
        setDragged(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

/** The signed URL is valid for a few minutes, so it is requested on click. */
async function openFile(path: string): Promise<void> {
  try {
    const address = await call(api.panels.download, { query: { path } });
    const link = document.createElement('a');
    link.href = address;
    link.download = '';
    link.click();
  } catch (error) {
    showFailure(error);
  }
}

function FileItem({ file, onDelete }: { file: FileRecord; onDelete: () => void }) {
  const t = useText();
  const format = useFormat();
  const Icon = iconOf(file.original_name);
  return (
    <li className={css.file}>
      <Icon size={17} stroke={1.6} className={css.fileIcon} aria-hidden="true" />
      <div className={css.fileWords}>
        <OpenButton
          title={t('records.download', { name: file.original_name })}
          onClick={() => void openFile(file.path)}
        >
          {file.original_name}
        </OpenButton>
        <div className={css.fileSecond}>
          {[file.user_name, format.date(file.created_at), file.comments].filter(Boolean).join(' · ')}
        </div>
      </div>
      {file.is_mine && (
        <Tooltip label={t('records.deleteFile')}>
          <ActionIcon
            className={css.hidden}
            size={20}
            aria-label={t('records.deleteFileNamed', { name: file.original_name })}
            onClick={onDelete}
          >
            <IconTrash size={14} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      <span className={css.size}>{format.bytes(file.size)}</span>
    </li>
  );
}

function UploadProgress({ name, share }: { name: string; share: number }) {
  const t = useText();
  const format = useFormat();
  const percent = Math.round(share * 100);
  return (
    <div className={css.sending}>
      <div className={css.sendingHead}>
        <span className={css.sendingName}>{name}</span>
        <span className={css.size}>{format.percent(share, 0)}</span>
      </div>
      <Waterline done={percent} total={100} label={t('records.uploading', { name })} />
    </div>
  );
}

function Refusals({ list, onDismiss }: { list: Refusal[]; onDismiss: () => void }) {
  const t = useText();
  if (list.length === 0) return null;
  return (
    <div className={css.refused} role="alert">
      <CloseButton className={css.dismiss} size="xs" aria-label={t('records.dismiss')} onClick={onDismiss} />
      {list.map(({ name, failure }) => (
        <p key={name}>
          <strong>{t('records.fileRefused', { name })}</strong>{' '}
          {failure === 'too large' || failure.status === 413
            ? t('records.fileTooLarge')
            : failure.code === 10005
              ? t('records.fileTypes')
              : describeFailure(failure, t).sentence}
        </p>
      ))}
    </div>
  );
}

function DeleteFile({ file, onClose, ...props }: PanelProps & { file: FileRecord; onClose: () => void }) {
  const t = useText();
  const remove = useWrite(api.panels.deleteFile, {
    onSuccess: async () => {
      await refresh(api.panels.files, inputOf(props));
      refreshHistory();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('records.deleteFile')}
      text={t('records.deleteFileText', { name: file.original_name })}
      confirm={t('forms.confirmDelete')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ body: { path: file.path } })}
      onClose={onClose}
    />
  );
}
