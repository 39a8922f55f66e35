import { api, type ImportRun, type ImportType } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconFileTypeXls, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  type ApiFailure,
  download,
  isUnanswered,
  keyOf,
  queryClient,
  saveDownload,
  useRead,
  useWrite,
} from '../../lib/api.ts';
import { describeFailure, refusalOf, showFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { mayLeave } from '../../lib/unsaved.ts';
import { Dialog } from '../dialog.tsx';
import { LeaveGuard, LeaveQuestion } from '../form/leave-guard.tsx';
import { Waterline } from '../waterline.tsx';
import css from './import.module.css';
import { ImportResult } from './import-result.tsx';
import { countsOrders } from './import-rules.ts';
import { type ImportTarget, rememberedImport, rememberImport } from './remembered-import.ts';

const BYTES_MAX = 20 * 1024 * 1024;
const POLL_MS = 1000;

interface ImportDialogProps extends ImportTarget {
  title: string;
  clientId?: number | undefined;
  onClose: () => void;
  /** Some rows were saved: refresh whatever shows them. */
  onImported: () => void;
}

/** Upload a sheet, follow its progress, see the result of each row. */
export default function ImportDialog(props: ImportDialogProps) {
  const { title, onClose } = props;
  const [runId, setRunId] = useState(() => rememberedImport(props));
  const shown = useRun(props, runId, setRunId, props.onImported);
  const upload = useUpload(props, shown.showRun);
  const close = () => {
    if (upload.isSending) return upload.ask(true);
    onClose();
  };
  const leave = () => {
    upload.stop();
    onClose();
  };
  return (
    <Dialog title={title} size={760} closeOnClickOutside={false} onClose={close}>
      <ImportSteps {...props} {...shown} upload={upload} />
      {upload.isSending && <LeaveUpload upload={upload} onLeave={leave} />}
    </Dialog>
  );
}

/**
 * Sends the chosen file. Stopped or without an answer it may have been imported; sent again, it is not imported twice.
 */
function useUpload({ type, clientId, shipmentId, countId }: ImportDialogProps, onAnswer: (run: ImportRun) => void) {
  const [file, setFile] = useState<File>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [share, setShare] = useState(0);
  const [isAsking, ask] = useState(false);
  const stopper = useRef(new AbortController());
  const write = useWrite(api.records.importExcel, {
    onProgress: setShare,
    signal: () => stopper.current.signal,
    onSuccess: onAnswer,
    onFailure: (refusal) => {
      setFailure(refusal);
      return true;
    },
  });
  return {
    file,
    failure,
    share,
    isSending: write.isPending,
    /** Whether the user is asked about stopping it. */
    isAsking,
    ask,
    send: (chosen: File) => {
      setFile(chosen);
      setFailure(undefined);
      setShare(0);
      ask(false);
      stopper.current = new AbortController();
      const ids = { client_id: clientId, shipment_id: shipmentId, count_id: countId };
      const body = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id?.toString()]));
      write.mutate({ params: { type }, body, file: chosen });
    },
    stop: () => stopper.current.abort(),
  };
}

type Upload = ReturnType<typeof useUpload>;

/** Asks before an upload is stopped, by closing the dialog or by leaving the page. */
function LeaveUpload({ upload, onLeave }: { upload: Upload; onLeave: () => void }) {
  const t = useText();
  const texts = {
    title: t('lists.imports.stopTitle'),
    text: t('lists.imports.stopText', { name: upload.file?.name ?? '' }),
    leave: t('lists.imports.stopLeave'),
    stay: t('lists.imports.stopStay'),
  };
  return (
    <>
      <LeaveGuard form={{ dirty: true, wouldLose: () => !mayLeave(), removeDraft: upload.stop }} {...texts} />
      {upload.isAsking && <LeaveQuestion {...texts} onLeave={onLeave} onStay={() => upload.ask(false)} />}
    </>
  );
}

type StepsProps = ImportDialogProps & ReturnType<typeof useRun> & { upload: Upload };

function ImportSteps({ type, upload, run, forget, showRun, onClose }: StepsProps) {
  const { file, failure } = upload;
  if (upload.isSending) return <Sending name={file?.name ?? ''} share={upload.share} />;
  if (run?.state === 'running') return <Running run={run} onClose={onClose} />;
  if (run) {
    const done = () => {
      forget();
      onClose();
    };
    return (
      <ImportResult
        run={run}
        template={<TemplateButton type={type} />}
        onAnother={forget}
        onDone={done}
        onResumed={showRun}
      />
    );
  }
  const unanswered = failure && isUnanswered(failure) ? file : undefined;
  return <ChooseFile type={type} failure={failure} unanswered={unanswered} onFile={upload.send} />;
}

/** The current import run: returned by the upload itself, or polled every second until it is done. */
function useRun(
  { type, shipmentId, countId }: ImportTarget,
  runId: number | undefined,
  setRunId: (id: number | undefined) => void,
  onImported: () => void,
) {
  const [runResult, setRunResult] = useState<ImportRun>();
  const remember = useCallback(
    (id: number | undefined) => rememberImport({ type, shipmentId, countId }, id),
    [type, shipmentId, countId],
  );
  const finished = runResult !== undefined && runResult.state !== 'running';
  const read = useRead(
    api.records.importRun,
    { params: { id: runId ?? 0 } },
    { enabled: runId !== undefined && !finished, refetchInterval: finished ? false : POLL_MS, staleTime: 0 },
  );
  const forget = () => {
    remember(undefined);
    setRunId(undefined);
    setRunResult(undefined);
  };
  const polled = runId === undefined ? undefined : read.data;
  useEffect(() => {
    if (!polled || polled.state === 'running' || finished) return;
    setRunResult(polled);
    onImported();
  }, [polled, finished, onImported]);
  // The stored import is not visible to this user (another sign-in on this device): forget it.
  const isNotFound = read.error?.status === 404;
  useEffect(() => {
    if (!isNotFound) return;
    remember(undefined);
    setRunId(undefined);
  }, [isNotFound, remember, setRunId]);
  return {
    run: runResult ?? polled,
    forget,
    showRun: (run: ImportRun) => {
      if (run.state === 'running') {
        setRunResult(undefined);
        // Overwrite what was polled before it was resumed.
        queryClient.setQueryData(keyOf(api.records.importRun, { params: { id: run.import_id } }), run);
      } else {
        setRunResult(run);
        onImported();
      }
      // A failed import can be resumed later, so it is remembered too.
      if (run.state !== 'done') remember(run.import_id);
      setRunId(run.import_id);
    },
  };
}

function TemplateButton({ type }: { type: ImportType }) {
  const t = useText();
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={16} stroke={1.7} />}
      onClick={() => download(api.records.importTemplate, { params: { type } }).then(saveDownload, showFailure)}
    >
      {t('lists.template')}
    </Button>
  );
}

interface ChooseProps {
  type: ImportType;
  failure: ApiFailure | undefined;
  /** The file that was sent without an answer; sent again, it is imported once. */
  unanswered: File | undefined;
  onFile: (file: File) => void;
}

function ChooseFile({ type, failure, unanswered, onFile }: ChooseProps) {
  const t = useText();
  const [over, setOver] = useState(false);
  const [wrong, setWrong] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    if (!file.name.toLowerCase().endsWith('.xlsx'))
      return setWrong(t('lists.imports.notSpreadsheet', { name: file.name }));
    if (file.size > BYTES_MAX) return setWrong(t('lists.imports.tooLarge', { name: file.name }));
    setWrong('');
    onFile(file);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <>
      <fieldset
        className={css.drop}
        data-over={over || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files[0]);
        }}
        aria-label={t('lists.imports.drop')}
      >
        <IconFileTypeXls size={32} stroke={1.4} aria-hidden />
        <p className={css.dropTitle}>{t('lists.imports.drop')}</p>
        <p className={css.dropHint}>{t('lists.imports.hint')}</p>
        <Button
          leftSection={<IconUpload size={16} stroke={1.7} />}
          onClick={() => input.current?.click()}
          data-autofocus
        >
          {t('lists.imports.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".xlsx"
          hidden
          aria-label={t('lists.imports.choose')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </fieldset>
      {wrong ? <Refused problem={wrong} /> : failure && !unanswered && <RefusedBy failure={failure} />}
      {!wrong && unanswered && <Unanswered file={unanswered} onAgain={onFile} />}
      <div className={css.foot}>
        <TemplateButton type={type} />
      </div>
    </>
  );
}

function Refused({ problem, reference }: { problem: string; reference?: string | undefined }) {
  const t = useText();
  return (
    <p className={css.refusal} role="alert">
      <strong>{t('lists.imports.refused')}.</strong> {problem}
      {reference && <span className={css.small}> {reference}</span>}
    </p>
  );
}

function RefusedBy({ failure }: { failure: ApiFailure }) {
  const t = useText();
  return <Refused problem={refusalOf(failure, t)} reference={describeFailure(failure, t).reference} />;
}

/** It may have been imported: sent again under its key, the server answers with what became of it. */
function Unanswered({ file, onAgain }: { file: File; onAgain: (file: File) => void }) {
  const t = useText();
  return (
    <div className={css.refusal} role="alert">
      <p className={css.unanswered}>
        <strong>{t('lists.imports.noAnswer')}</strong> {t('lists.imports.noAnswerHint', { name: file.name })}
      </p>
      <Button size="xs" variant="default" onClick={() => onAgain(file)}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

/** The upload with its progress; the server reads the rows when all of it has arrived. */
function Sending({ name, share }: { name: string; share: number }) {
  const t = useText();
  const percent = Math.round(share * 100);
  const label = share < 1 ? t('lists.imports.sending', { name, percent }) : t('lists.imports.reading', { name });
  return (
    <div className={css.progress} aria-live="polite">
      <span>{label}</span>
      <Waterline done={percent} total={100} label={label} />
    </div>
  );
}

function Running({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const rows = { done: format.number(run.done), rows: format.number(run.rows) };
  const numbers = countsOrders(run)
    ? t('lists.imports.progressOrders', { ...rows, count: run.record_count })
    : t('lists.imports.progress', rows);
  return (
    <>
      <div className={css.file}>
        <IconFileTypeXls size={24} stroke={1.4} aria-hidden />
        <span className={css.fileName}>{run.file_name}</span>
      </div>
      <div className={css.progress}>
        <span className={css.progressNumbers} aria-live="polite">
          {numbers}
        </span>
        <Waterline done={run.done} total={run.rows} label={numbers} />
        <span className={css.small}>{t('lists.imports.progressHint')}</span>
      </div>
      <div className={css.foot}>
        <div className={css.footEnd}>
          <Button variant="default" onClick={onClose}>
            {t('lists.imports.leave')}
          </Button>
        </div>
      </div>
    </>
  );
}
