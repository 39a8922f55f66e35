import { api, type PaperName, type PrintJob } from '@longshore/contract';
import { useEffect, useState } from 'react';
import { type ApiFailure, asFailure, call, newId, readLink, useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { sayReason, useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PdfFailed } from '../../ui/pdf-dialog.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import css from './shipments.module.css';

/** How often the progress is read. */
const POLL_MS = 700;

interface PrintJobDialogProps {
  paper: PaperName;
  ids: readonly number[];
  title: string;
  fileName: string;
  onClose: () => void;
}

/** Asks for the document once, also when the effect runs twice, and again when the person retries. */
function useStarted(paper: PaperName, ids: readonly number[]) {
  const [attempt, setAttempt] = useState(() => ({ key: newId() }));
  const [started, setStarted] = useState<{ id: number } | { failure: ApiFailure }>();
  const [wanted] = useState(() => ({ paper, ids: [...ids] }));
  useEffect(() => {
    call(api.papers.printMany, { body: wanted }, { idempotencyKey: attempt.key }).then(
      ({ id }) => setStarted({ id }),
      (error: unknown) => setStarted({ failure: asFailure(error) }),
    );
  }, [attempt, wanted]);
  const retry = () => {
    setStarted(undefined);
    setAttempt({ key: newId() });
  };
  return { started, retry };
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

/** Draws a document of many shipments in the background, shows how far it is, then the document. */
export default function PrintJobDialog({ paper, ids, title, fileName, onClose }: PrintJobDialogProps) {
  const t = useText();
  const { started, retry } = useStarted(paper, ids);
  const id = started && 'id' in started ? started.id : 0;
  const [isOver, setOver] = useState(false);
  const read = useRead(
    api.papers.printJob,
    { params: { id } },
    {
      ...{ enabled: id > 0, gcTime: 0, refetchInterval: isOver ? false : POLL_MS },
    },
  );
  const job = read.data;
  const blob = useDocument(job);
  useEffect(() => setOver(blob !== undefined || job?.status === 'failed'), [blob, job?.status]);
  const again = () => {
    setOver(false);
    retry();
  };
  return (
    <Dialog title={title} size={1040} closeOnClickOutside={isOver} onClose={onClose}>
      {started && 'failure' in started ? (
        <PdfFailed failure={started.failure} onRetry={again} />
      ) : job?.status === 'failed' ? (
        <EmptyState title={t('documents.failed')} hint={sayReason(t, job.problem_key, job.problem)} />
      ) : blob ? (
        <PdfView blob={blob} title={title} fileName={fileName} />
      ) : (
        <Progress done={job?.done ?? 0} total={job?.total ?? ids.length} title={title} />
      )}
    </Dialog>
  );
}

function Progress({ done, total, title }: { done: number; total: number; title: string }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={css.printing}>
      <p aria-live="polite">{t('papers.drawn', { done: format.number(done), total: format.number(total) })}</p>
      <Waterline done={done} total={total} label={title} />
      <p className={css.muted}>{t('papers.keepOpen')}</p>
    </div>
  );
}
