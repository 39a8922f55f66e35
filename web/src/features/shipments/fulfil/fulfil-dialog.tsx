import type { Shipment } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../../lib/connection.ts';
import { useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LeaveScans } from '../../../ui/scan/leave-scans.tsx';
import { FulfilPanel } from './fulfil-panel.tsx';
import { LeaveTyped, type Typed } from './leave-typed.tsx';
import type { FulfilScan } from './use-fulfil-scan.ts';

interface FulfilDialogProps {
  shipment: Shipment;
  /** Which line is being worked on, to show it on the page behind. */
  onLine: (lineId: number | undefined) => void;
  onClose: () => void;
}

interface ClosingProps {
  run: FulfilScan;
  /** How often the person has tried to close the dialog. */
  closeAttempts: number;
  onStay: () => void;
  /** No scan keeps it open. */
  onSettled: () => void;
  onClose: () => void;
}

/**
 * Closes at once, or when all scans are answered and none was refused meanwhile. Asks when that may take long: without
 * a connection, or at the second attempt to close.
 */
function Closing({ run: { pending, refusal }, closeAttempts, onStay, onSettled, onClose }: ClosingProps) {
  const isDown = useConnection().state === 'down';
  const isAsked = closeAttempts > 0;
  const hasWaited = useRef(false);
  const isPending = pending.length > 0;
  const isRefused = refusal !== undefined;
  useEffect(() => {
    if (isAsked && isPending) hasWaited.current = true;
    if (!isAsked || isPending) return;
    const mustStay = hasWaited.current && isRefused;
    hasWaited.current = false;
    if (mustStay) onStay();
    else onSettled();
  }, [isAsked, isPending, isRefused, onSettled, onStay]);
  return (
    <LeaveScans
      pending={pending}
      isAsking={isAsked && (isDown || closeAttempts > 1)}
      onLeave={onClose}
      onStay={onStay}
    />
  );
}

/** Fulfilment in a dialog that stays open until the shipment is done; on the floor it covers the screen. */
export default function FulfilDialog({ shipment, onLine, onClose }: FulfilDialogProps) {
  const t = useText();
  const [closeAttempts, setCloseAttempts] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  const [typed, setTyped] = useState<Typed>();
  const close = () => setCloseAttempts((times) => times + 1);
  const stay = () => {
    setCloseAttempts(0);
    setLeaving(false);
  };
  return (
    <Dialog
      title={t(`fulfilment.titleOf.${shipment.direction}`, { id: shipment.id })}
      size={440}
      closeOnClickOutside={false}
      docked
      fillsSmallScreens
      onClose={close}
    >
      <FulfilPanel
        shipment={shipment}
        onLine={onLine}
        onDone={close}
        onTyped={setTyped}
        onPending={(run) => (
          <Closing
            run={run}
            closeAttempts={closeAttempts}
            onStay={stay}
            onSettled={() => setLeaving(true)}
            onClose={onClose}
          />
        )}
      />
      {isLeaving && <LeaveTyped typed={typed} onLeave={onClose} onStay={stay} />}
    </Dialog>
  );
}
