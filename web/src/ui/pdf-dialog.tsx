import type { Endpoint, PdfText, Schema } from '@longshore/contract';
import { useMemo, useState } from 'react';
import { asFailure, type CallInput, useRead } from '../lib/api.ts';
import { blobOf } from '../lib/blob.ts';
import { newId } from '../lib/new-id.ts';
import { useText } from '../lib/text/text.ts';
import { Dialog } from './dialog.tsx';
import css from './pdf-dialog.module.css';
import { PdfFailed } from './pdf-failed.tsx';
import { PdfView } from './pdf-view.tsx';
import { useDelayed } from './use-delayed.ts';

/** An endpoint that returns a PDF. */
export type PdfEndpoint = Endpoint<Record<string, Schema>, Schema | undefined, Schema | undefined, typeof PdfText>;

interface PdfDialogProps<E extends PdfEndpoint> {
  endpoint: E;
  input: CallInput<E>;
  title: string;
  fileName: string;
  onClose: () => void;
}

const WAIT_MS = 200;

/**
 * Shows a PDF in the browser's own viewer. It is generated each time it is opened; some endpoints count that as a
 * print, so that all calls of one opening have one key.
 */
export default function PdfDialog<E extends PdfEndpoint>(props: PdfDialogProps<E>) {
  const { endpoint, input, title, fileName, onClose } = props;
  const [idempotencyKey] = useState(newId);
  const options = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, idempotencyKey };
  const { data, error, refetch } = useRead(endpoint, input, options);
  const text = data as string | undefined;
  const blob = useMemo(() => (text === undefined ? undefined : blobOf(text, 'application/pdf')), [text]);
  return (
    <Dialog title={title} size={1040} onClose={onClose}>
      {blob ? (
        <PdfView blob={blob} title={title} fileName={fileName} />
      ) : error ? (
        <PdfFailed failure={asFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <Drawing />
      )}
    </Dialog>
  );
}

function Drawing() {
  const t = useText();
  const waiting = useDelayed(true, WAIT_MS);
  return (
    <div className={css.blank} role="status" aria-busy="true">
      {waiting && t('documents.drawing')}
    </div>
  );
}
