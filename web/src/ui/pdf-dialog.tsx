import type { Endpoint, PdfText, Schema } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ApiFailure, asFailure, type CallInput, newId, useRead } from '../lib/api.ts';
import { blobOf } from '../lib/blob.ts';
import { describeFailure } from '../lib/failure.ts';
import { FailureDetails } from '../lib/failure-details.tsx';
import { translateMessage, useText } from '../lib/text/text.ts';
import { Dialog } from './dialog.tsx';
import { EmptyState } from './empty-state.tsx';
import css from './pdf-dialog.module.css';
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
 * Shows a PDF in the browser's own viewer. It is generated each time it is opened; some endpoints count that as a print,
 * so that all calls of one opening have one key.
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

/** Why a document could not be drawn. */
export function PdfFailed({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const t = useText();
  const { sentence, ...details } = describeFailure(failure, t);
  const reasons = (Object.values(failure.keys ?? {})[0] ?? []).map((key) => translateMessage(t, key));
  const hint = (
    <>
      {reasons.length > 0 ? reasons.join(t('lists.valuesJoin')) : sentence} <FailureDetails {...details} />
    </>
  );
  return (
    <div className={css.blank} role="alert">
      <EmptyState title={t('documents.failed')} hint={hint}>
        <Button variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
