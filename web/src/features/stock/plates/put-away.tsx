import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../../lib/connection.ts';
import { type Translate, useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LeaveScans } from '../../../ui/scan/leave-scans.tsx';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import { ScanLog, type ScanLogEntry } from '../../../ui/scan/scan-log.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import css from './licenses.module.css';
import { PutAwayProposals } from './put-away-proposals.tsx';
import type { PendingPair, Placed, Refused } from './put-away-scans.ts';
import { usePutAway } from './use-put-away.ts';

/** Answers come faster than this while the connection is good: what waits longer is listed. */
const LISTED_AFTER_MS = 600;
const WAITING_SHOWN_MAX = 6;

type PutAwayRun = ReturnType<typeof usePutAway>;

/** Closes once all scans are answered, unless one was refused. Asks at once when that may take long. */
function useClosing({ pending, refused }: PutAwayRun, onClose: () => void) {
  const { state } = useConnection();
  const [isClosing, setClosing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isPending, isRefused] = [pending.length > 0, refused.length > 0];
  useEffect(() => {
    if (!isClosing || isPending) return;
    setClosing(false);
    if (!isRefused) onClose();
  }, [isClosing, isPending, isRefused, onClose]);
  const close = () => {
    if (!isPending) onClose();
    else if (isClosing || state === 'down') setAsking(true);
    else setClosing(true);
  };
  return { close, isAsking, stay: () => setAsking(false) };
}

/** Scan a plate, a bin, the next plate and so on in one field that says what it expects. Open until it is closed. */
export function PutAwayDialog({ license = '', onClose }: { license?: string; onClose: () => void }) {
  const t = useText();
  const run = usePutAway(license);
  const { expected, placedCount, refused, pending } = run;
  const closing = useClosing(run, onClose);
  const box = useRef<HTMLInputElement>(null);
  const clearRefused = () => {
    run.clear();
    box.current?.focus();
  };
  return (
    <Dialog
      title={t('licenses.putAway')}
      size={560}
      closeOnClickOutside={false}
      grows
      fillsSmallScreens
      onClose={closing.close}
    >
      <div className={css.scan}>
        <RefusedBand refused={refused} onClear={clearRefused} />
        <ScanField
          ref={box}
          label={expected ? t('licenses.scanLocation', { license: expected }) : t('licenses.scanPlate')}
          step={expected}
          placeholder={t('scan.field')}
          leftSection={<IconScan size={20} stroke={1.7} />}
          maxLength={64}
          data-autofocus
          everywhere
          onScan={run.scan}
        />
        <PutAwayProposals license={expected} />
        <WaitingLog run={run} />
        <ScanLog
          title={t('scan.lastScans')}
          label={t('licenses.placedLog')}
          entries={run.placed.map((entry) => placedEntry(entry, run, t))}
        />
        <div className={css.scanFoot}>
          <span className={css.scanCount}>{placedCount > 0 && t('licenses.placedCount', { count: placedCount })}</span>
          <Button variant="default" onClick={closing.close}>
            {t('licenses.done')}
          </Button>
        </div>
      </div>
      <LeaveScans pending={pending} isAsking={closing.isAsking} onLeave={onClose} onStay={closing.stay} />
    </Dialog>
  );
}

function placedText({ license, location, from, hasMoved, isUndone }: Placed, t: Translate): string {
  if (isUndone && from) return t('licenses.wentBack', { license, location: from.location });
  if (isUndone) return t('licenses.takenOut', { license });
  return t(hasMoved ? 'licenses.placed' : 'licenses.alreadyThere', { license, location: location.location });
}

function placedEntry(entry: Placed, run: PutAwayRun, t: Translate): ScanLogEntry {
  const text = placedText(entry, t);
  const isUndoing = run.isUndoing(entry);
  const undo = { label: t('scan.undo'), name: t('scan.undoOf', { what: text }), run: () => run.undo(entry) };
  return {
    key: entry.step,
    state: isUndoing ? 'waiting' : entry.isUndone ? 'undone' : 'good',
    text,
    note: isUndoing ? t('scan.sending') : undefined,
    at: entry.at,
    action: entry.hasMoved && !entry.isUndone && !isUndoing ? undo : undefined,
  };
}

/** Scans that the server has not answered, in the order in which they will be sent. */
function WaitingLog({ run: { pairs, pending, cancel } }: { run: PutAwayRun }) {
  const t = useText();
  const isDown = useConnection().state === 'down';
  const isSlow = useDelayed(pending.length > 0, LISTED_AFTER_MS);
  if (pairs.length === 0 || !(isDown || isSlow)) return null;
  const entryOf = ({ keys, license, location, state }: PendingPair): ScanLogEntry => {
    const text = location ? `${license} → ${location}` : license;
    const action = { label: t('scan.cancel'), name: t('scan.cancelOf', { what: text }), run: () => cancel(keys) };
    return {
      key: keys[0] ?? '',
      state: 'waiting',
      text,
      note: t(`scan.${state}`),
      action: state === 'waiting' ? action : undefined,
    };
  };
  return (
    <ScanLog
      title={t('scan.waitingCount', { count: pending.length })}
      entries={pairs.slice(0, WAITING_SHOWN_MAX).map(entryOf)}
    />
  );
}

/** Failed scans, until their plate is put away or the list is cleared. The latest is in the largest letters. */
function RefusedBand({ refused, onClear }: { refused: readonly Refused[]; onClear: () => void }) {
  const t = useText();
  const latest = refused.at(-1);
  if (!latest) return null;
  return (
    <ScanRefusal
      step={latest.step}
      code={latest.location || latest.license}
      clearLabel={t('licenses.refusedClear')}
      onClear={onClear}
    >
      <ul aria-label={t('licenses.refusedLog')}>
        {refused.map(({ step, license, location, why }) => (
          <li key={step}>
            {/* Most reasons name the code that was scanned. */}
            {!why.includes(location || license) && (
              <>
                {location ? `${license} → ${location}` : license}
                {t('licenses.refusedWhy', { why: '' })}
              </>
            )}
            {why}
          </li>
        ))}
      </ul>
      <span className={css.nothingTaken}>{t('scan.nothingTaken')}</span>
    </ScanRefusal>
  );
}
