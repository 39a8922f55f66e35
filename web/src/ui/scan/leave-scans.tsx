import { useEffect, useRef } from 'react';
import type { PendingCommand } from '../../lib/kept-scans.ts';
import { useText } from '../../lib/text/text.ts';
import { LeaveGuard, LeaveQuestion } from '../form/leave-guard.tsx';

interface LeaveScansProps {
  pending: readonly PendingCommand<unknown>[];
  /** Set while the dialog that shows the scans is being closed. */
  isAsking: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/**
 * Asks before pending scans are lost: when their dialog is closed, when another page is opened, when the tab closes.
 */
export function LeaveScans({ pending, isAsking, onLeave, onStay }: LeaveScansProps) {
  const t = useText();
  const count = pending.length;
  // All scans were sent meanwhile: the person who wanted to leave need not answer any more.
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    if (isAsking && count === 0) leave.current();
  }, [isAsking, count]);
  const isUnsure = pending.some(({ state }) => state === 'unsure');
  const texts = {
    title: t('scan.leaveTitle'),
    text: [t('scan.leaveText', { count }), isUnsure && t('scan.leaveUnsure')].filter(Boolean).join(' '),
    leave: t('scan.leave'),
    stay: t('scan.stay'),
  };
  if (count === 0) return null;
  return (
    <>
      <LeaveGuard form={{ dirty: true, wouldLose: () => true }} {...texts} />
      {isAsking && <LeaveQuestion {...texts} onLeave={onLeave} onStay={onStay} />}
    </>
  );
}
