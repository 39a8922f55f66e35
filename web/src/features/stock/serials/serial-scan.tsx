import { SERIAL_MAX } from '@longshore/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import css from './serials.module.css';

/** The result of a scan. */
export interface Scanned {
  good: boolean;
  message: string;
}

interface ScanProps {
  id?: string;
  label: string;
  hint?: string;
  autoFocus?: boolean;
  onScan: (serial: string) => Scanned;
}

/**
 * Scans serials one after the other: the focus stays, and a tone and a message in large letters tell whether each was
 * accepted.
 */
export function SerialScan({ id, label, hint, autoFocus, onScan }: ScanProps) {
  const statusId = useId();
  const answerBox = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<Scanned & { step: number }>();
  // On a phone the message would be below the visible area.
  useEffect(() => {
    if (last) answerBox.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  const take = (serial: string) => {
    const answer = onScan(serial);
    playTone(answer.good ? 'good' : 'bad');
    setLast((before) => ({ ...answer, step: (before?.step ?? 0) + 1 }));
  };
  return (
    <div className={css.scan}>
      <ScanField
        {...(id ? { id } : {})}
        label={label}
        description={hint}
        maxLength={SERIAL_MAX}
        aria-describedby={statusId}
        data-autofocus={autoFocus || undefined}
        everywhere
        onScan={take}
      />
      <div ref={answerBox} id={statusId} role="status" className={css.scanStatus}>
        {last && (
          <p key={last.step} className={last.good ? css.good : css.bad}>
            {last.good && <IconCircleCheck size={20} stroke={1.7} aria-hidden />}
            {last.message}
          </p>
        )}
      </div>
    </div>
  );
}
