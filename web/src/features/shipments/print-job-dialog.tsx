import { api, type Direction, isByCarton, type PaperName, type PrintJob } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type ApiFailure, asFailure, call, readLink, useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { newId } from '../../lib/new-id.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PdfFailed } from '../../ui/pdf-failed.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import { forgetPrint, rememberPrint } from './remembered-prints.ts';
import css from './shipments.module.css';

/** How often the progress is read. */
const POLL_MS = 700;

interface PrintJobDialogProps {
  /** The job, when it was started before. */
  jobId?: number;
  paper: PaperName;
  ids: readonly number[];
  /** The list in which the document is found again, when this window was closed before it was shown. */
  list: Direction;
  title: string;
  fileName: string;
  onClose: () => void;
}

type PrintRequest = Pick<PrintJobDialogProps, 'jobId' | 'paper' | 'ids' | 'list' | 'title' | 'fileName'>;

/** Asks for the document once, also when the effect runs twice, and again when the person retries. */
function useStarted(request: PrintRequest) {
  const { user } = useSession();
  const [attempt, setAttempt] = useState(() => (request.jobId ? undefined : { key: newId() }));
  const [started, setStarted] = useState<{ id: number } | { failure: ApiFailure } | undefined>(
    request.jobId ? { id: request.jobId } : undefined,
  );
  const [wanted] = useState(() => ({ ...request, ids: [...request.ids] }));
  useEffect(() => {
    if (!attempt) return;
    const { paper, ids, list, title, fileName } = wanted;
    call(api.papers.printMany, { body: { paper, ids } }, { idempotencyKey: attempt.key }).then(
      ({ id }) => {
        rememberPrint(user.id, list, { id, paper, ids, title, fileName });
        setStarted({ id });
      },
      (error: unknown) => setStarted({ failure: asFailure(error) }),
    );
  }, [attempt, wanted, user.id]);
  const forget = () => {
    if (started && 'id' in started) forgetPrint(user.id, wanted.list, started.id);
  };
  const retry = () => {
    forget();
    setStarted(undefined);
    setAttempt({ key: newId() });
  };
  return { started, retry, forget };
}

/** The document of a finished job. */
function useDocument(job: PrintJob | undefined): Blob | undefined {
  const [blob, setBlob] = useState<Blob>();
  const isDone = job?.status === 'done';
  const address = job?.url ?? '';
  useEffect(() => {
    if (!isDone || blob) return;
    let isShown = true;
    // A link that has expired is replaced by the next reading of the job.
    readLink(address)
      .then((read) => isShown && setBlob(read))
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [isDone, address, blob]);
  return blob;
}

/** Draws a document of many shipments or labels in the background, shows how far it is, then the document. */
export default function PrintJobDialog({ onClose, ...wanted }: PrintJobDialogProps) {
  const { title, fileName, paper } = wanted;
  const t = useText();
  const { started, retry, forget } = useStarted(wanted);
  const id = started && 'id' in started ? started.id : 0;
  const [isOver, setOver] = useState(false);
  const read = useRead(
    api.papers.printJob,
    { params: { id } },
    {
      enabled: id > 0,
      gcTime: 0,
      refetchInterval: isOver ? false : POLL_MS,
    },
  );
  const job = read.data;
  const blob = useDocument(job);
  useEffect(() => setOver(blob !== undefined || job?.status === 'failed'), [blob, job?.status]);
  const again = () => {
    setOver(false);
    retry();
  };
  const failure =
    started && 'failure' in started ? started.failure : read.error?.status === 404 ? read.error : undefined;
  const close = () => {
    // What was shown, and what will never be, is not looked for again.
    if (isOver || failure) forget();
    onClose();
  };
  return (
    <Dialog title={title} size={1040} shownOnce={!started} closeOnClickOutside={isOver} onClose={close}>
      {failure ? (
        <PdfFailed failure={failure} onRetry={again} />
      ) : job?.status === 'failed' ? (
        <EmptyState title={t('documents.failed')} hint={translateReason(t, job.problem_key, job.problem)}>
          <Button variant="default" onClick={again}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      ) : blob ? (
        <PdfView blob={blob} title={title} fileName={fileName} />
      ) : (
        <Progress paper={paper} title={title} job={job} />
      )}
    </Dialog>
  );
}

interface ProgressProps {
  paper: PaperName;
  title: string;
  /** Undefined until it was read: how many cartons there are is not known before. */
  job: PrintJob | undefined;
}

function Progress({ paper, title, job }: ProgressProps) {
  const t = useText();
  const format = useFormat();
  const { done, total } = job ?? { done: 0, total: 0 };
  const drawn = isByCarton(paper) ? 'papers.drawnCartons' : 'papers.drawn';
  return (
    <div className={css.printing}>
      <p aria-live="polite">{job && t(drawn, { done: format.number(done), total: format.number(total) })}</p>
      <Waterline done={done} total={total} label={title} />
      <p className={css.muted}>{t('papers.foundAgain')}</p>
    </div>
  );
}
