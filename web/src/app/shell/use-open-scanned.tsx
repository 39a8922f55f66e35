import type { SearchHit } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { showFailure } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { toast } from '../../lib/toast.ts';
import { useGo } from '../../ui/route-link.tsx';
import { describeScan, lookUp } from '../../ui/scan/look-up.ts';
import { paperOf } from '../../ui/scan/scan-papers.ts';
import { playTone } from '../../ui/scan/scan-tone.ts';
import { insertInto } from '../../ui/scan/text-fields.ts';
import { type RemainingScan, useScanLayer } from '../../ui/scan/use-scan.tsx';

/** Several records that one scan names. */
export interface Ambiguous {
  code: string;
  hits: SearchHit[];
}

/** Shown until it is closed or the next scan comes; the focus stays where it is. */
function showScanMessage(title: string, message: React.ReactNode): void {
  const icon = <IconBarcode size={18} stroke={1.7} />;
  toast({ id: 'scan', title, message, icon, color: 'red', role: 'alert' });
}

/**
 * Opens what a scan names when no screen takes it, and returns the records to choose from when there are several. While
 * somebody is typing or a dialog is open, it only says what was scanned.
 */
export function useOpenScanned() {
  const t = useText();
  const go = useGo();
  const [ambiguous, setAmbiguous] = useState<Ambiguous>();
  const latest = useRef('');
  const refuse = ({ text, blockedBy, field }: RemainingScan, hits: SearchHit[]) => {
    const insert = () => {
      if (!field?.isConnected) return;
      field.focus();
      insertInto(field, text);
    };
    playTone('bad');
    const paper = paperOf(hits, window.location.pathname);
    showScanMessage(
      describeScan(text, hits, t),
      <>
        {t(blockedBy === 'dialog' ? 'scan.notInDialog' : 'scan.notHere')}{' '}
        {paper && (
          <>
            {t(`scan.paper.${paper.kind}`, { id: paper.id, name: paper.name })}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => go(paper.path)}>
              {t('scan.open')}
            </Button>
          </>
        )}
        {field && (
          <Button variant="subtle" size="compact-sm" onClick={insert}>
            {t('scan.insert')}
          </Button>
        )}
      </>,
    );
  };
  const open = async (scan: RemainingScan) => {
    latest.current = scan.text;
    setAmbiguous(undefined);
    const hits = await lookUp(scan.text);
    // Only the last of several scans is opened.
    if (latest.current !== scan.text) return;
    const [first] = hits;
    if (scan.blockedBy) return refuse(scan, hits);
    playTone(first ? 'good' : 'bad');
    if (!first) showScanMessage(describeScan(scan.text, hits, t), null);
    else if (hits.length > 1) setAmbiguous({ code: scan.text, hits });
    else go(first.path);
  };
  const openOrFail = (scan: RemainingScan) =>
    void open(scan).catch((error) => {
      playTone('bad');
      showFailure(error);
    });
  useScanLayer(openOrFail);
  return { ambiguous, rescan: openOrFail, close: () => setAmbiguous(undefined) };
}
