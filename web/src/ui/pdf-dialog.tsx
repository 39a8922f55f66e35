import type { Endpoint, PdfText, Schema } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type ApiFailure, asFailure, type CallInput, saveDownload, useRead } from '../lib/api.ts';
import { describeFailure } from '../lib/failure.ts';
import { FailureDetails } from '../lib/failure-details.tsx';
import { sayMessage, useText } from '../lib/text/text.ts';
import { Dialog } from './dialog.tsx';
import { EmptyState } from './empty-state.tsx';
import css from './pdf-dialog.module.css';
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
/** Hides the viewer's thumbnail pane. */
const PAGES_ONLY = '#navpanes=0&pagemode=none';
const icon = { size: 16, stroke: 1.7 };

function blobOf(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: 'application/pdf' });
}

/** An object URL for the viewer, revoked when it is no longer shown. */
function useAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

/** Not revoked: the tab reads the URL again when it is reloaded or saved. */
const openInTab = (blob: Blob) => window.open(URL.createObjectURL(blob), '_blank');

/** Shows a PDF in the browser's own viewer. It is generated each time it is opened. */
export default function PdfDialog<E extends PdfEndpoint>(props: PdfDialogProps<E>) {
  const { endpoint, input, title, fileName, onClose } = props;
  const { data, error, refetch } = useRead(endpoint, input, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  const text = data as string | undefined;
  const blob = useMemo(() => (text === undefined ? undefined : blobOf(text)), [text]);
  return (
    <Dialog title={title} size={1040} onClose={onClose}>
      {blob ? (
        <Shown blob={blob} title={title} fileName={fileName} />
      ) : error ? (
        <Failed failure={asFailure(error)} onRetry={() => void refetch()} />
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

function Failed({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const t = useText();
  const { sentence, ...details } = describeFailure(failure, t);
  const refusal = Object.values(failure.keys ?? {})[0]?.[0];
  const hint = (
    <>
      {refusal ? sayMessage(t, refusal) : sentence} <FailureDetails {...details} />
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

function Shown({ blob, title, fileName }: { blob: Blob; title: string; fileName: string }) {
  const t = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  const address = useAddress(blob);
  const download = (
    <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={() => saveDownload({ blob, fileName })}>
      {t('documents.download')}
    </Button>
  );
  if (!navigator.pdfViewerEnabled)
    return (
      <div className={css.blank}>
        <EmptyState title={t('documents.cannotDisplay')} hint={t('documents.cannotDisplayHint')}>
          {download}
        </EmptyState>
      </div>
    );
  const print = () => {
    try {
      frame.current?.contentWindow?.focus();
      frame.current?.contentWindow?.print();
    } catch {
      // Some browsers do not let a page print their viewer: open a tab, which has its own print button.
      openInTab(blob);
    }
  };
  return (
    <>
      {address && <iframe ref={frame} className={css.frame} src={address + PAGES_ONLY} title={title} />}
      <div className={css.foot}>
        {download}
        <Button variant="default" leftSection={<IconExternalLink {...icon} />} onClick={() => openInTab(blob)}>
          {t('documents.openTab')}
        </Button>
        <Button leftSection={<IconPrinter {...icon} />} onClick={print} data-autofocus>
          {t('documents.print')}
        </Button>
      </div>
    </>
  );
}
