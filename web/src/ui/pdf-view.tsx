import { Button } from '@mantine/core';
import { IconDownload, IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { saveDownload } from '../lib/api.ts';
import { useText } from '../lib/text/text.ts';
import { EmptyState } from './empty-state.tsx';
import css from './pdf-dialog.module.css';

/** Hides the viewer's thumbnail pane. */
const PAGES_ONLY = '#navpanes=0&pagemode=none';
const icon = { size: 16, stroke: 1.7 };

/** An object URL for the viewer, revoked when it is no longer shown. */
function useAddress(blob: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

/** Not revoked: the tab reads the URL again when it is reloaded or saved. */
const openInTab = (blob: Blob) => window.open(URL.createObjectURL(blob), '_blank');

/** A PDF in the browser's own viewer, with what can be done with it. */
export function PdfView({ blob, title, fileName }: { blob: Blob; title: string; fileName: string }) {
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
