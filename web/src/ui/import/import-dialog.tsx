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
import { Dialog } from '../dialog.tsx';
import { Waterline } from '../waterline.tsx';
import css from './import.module.css';
import { ImportResult } from './import-result.tsx';
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
  return (
    <Dialog title={props.title} size={760} closeOnClickOutside={false} onClose={props.onClose}>
      <ImportSteps {...props} />
    </Dialog>
  );
}

function ImportSteps({ type, clientId, shipmentId, countId, onClose, onImported }: ImportDialogProps) {
  const target = { type, shipmentId, countId };
  const [runId, setRunId] = useState(() => rememberedImport(target));
  const [file, setFile] = useState<File>();
  const [failure, setFailure] = useState<ApiFailure>();
  const { run, forget, showRun } = useRun(target, runId, setRunId, onImported);
  const [sentShare, setSentShare] = useState(0);
  const upload = useWrite(api.records.importExcel, {
    onProgress: setSentShare,
    onSuccess: showRun,
    onFailure: (refusal) => {
      setFailure(refusal);
      return true;
    },
  });
  const send = (chosen: File) => {
    setFile(chosen);
    setFailure(undefined);
    setSentShare(0);
    const ids = { client_id: clientId, shipment_id: shipmentId, count_id: countId };
    const body = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id?.toString()]));
    upload.mutate({ params: { type }, body, file: chosen });
  };
  const startOver = () => {
    forget();
    setFile(undefined);
  };
  if (upload.isPending) return <Sending name={file?.name ?? ''} share={sentShare} />;
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
        onAnother={startOver}
        onDone={done}
        onResumed={showRun}
      />
    );
  }
  const unanswered = failure && isUnanswered(failure) ? file : undefined;
  return <ChooseFile type={type} failure={failure} unanswered={unanswered} onFile={send} />;
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
  const numbers = t('lists.imports.progress', { done: format.number(run.done), rows: format.number(run.rows) });
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
